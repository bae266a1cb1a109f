// Plans profiles and compares each answer with the brute force: the same profiles work, at the same cost.
import { planNow } from '../../../../../shared/bending/plan/index.ts'
import type { Plan, PlanRequest } from '../../../../../shared/bending/plan/index.ts'
import { signedTurnDegOf } from '../../../../../shared/bending/index.ts'
import type { BendProfile } from '../../../../../shared/bending/index.ts'
import type { Die, FolderMachine, Punch } from '../../../../../shared/bending/fit/index.ts'
import { value } from '../../any-profile.ts'
import { isLess } from './brute-blank.ts'
import { bruteFolder } from './brute-folder.ts'
import { bruteForce } from './brute-force.ts'
import type { BruteAnswer } from './brute-force.ts'
import { bruteStations } from './brute-stations.ts'
import { folderRequest } from '../folder-tools.ts'
import { brakeOf, requestOf } from '../plan-tools.ts'

export interface Comparison {
  /** The profiles whose answers differ, with both answers. */
  readonly differences: readonly string[]
  readonly compared: number
  readonly work: number
}

/** Until so many requests are compared: profiles that cross themselves, or that are too near to the clearance, do not count. */
function compare(
  requests: readonly PlanRequest[],
  bruteOf: (request: PlanRequest) => BruteAnswer,
  figures: readonly (keyof Plan['cost'])[],
  most = Infinity,
): Comparison {
  const differences: string[] = []
  let [compared, work] = [0, 0]
  for (const request of requests) {
    if (compared === most) break
    const answer = value(planNow(request))
    if (answer.kind === 'impossible' && answer.reasons.some(({ code }) => code === 'crosses_itself')) continue
    const brute = bruteOf(request)
    if (brute.doubtful) continue
    const { cost } = answer.kind === 'works' ? answer.plan : { cost: null }
    const planned = cost === null ? null : figures.map((figure) => cost[figure])
    compared += 1
    if (planned !== null) work += 1
    if (String(planned) !== String(brute.cost)) {
      const { flanges, bends } = request.profile
      const shape = [flanges.map(({ lengthMm }) => lengthMm), bends.map(signedTurnDegOf)].join(' / ')
      differences.push(`${shape}: planned ${String(planned)}, brute force ${String(brute.cost)}`)
    }
  }
  return { differences, compared, work }
}

/** On one pair of tools of a press brake. */
export function compareWithBruteForce(
  profiles: readonly BendProfile[],
  die: Die,
  punch: Punch,
  turnable: boolean,
  most?: number,
): Comparison {
  const machine = brakeOf([die], [punch])
  const bruteOf = ({ profile }: PlanRequest): BruteAnswer => {
    const brutes = (turnable ? [false, true] : [false]).map((turned) =>
      bruteForce(profile, { machine, die, punch, turned }),
    )
    const costs = brutes.flatMap(({ cost }) => (cost === null ? [] : [cost]))
    const [best = null] = costs.toSorted((a, b) => Number(isLess(b, a)) - Number(isLess(a, b)))
    return { cost: best, doubtful: brutes.some(({ doubtful }) => doubtful) }
  }
  return compare(
    profiles.map((profile) => requestOf(profile, [die], [punch])),
    bruteOf,
    ['unsafeGauging', 'flips', 'halfTurns', 'gaugeMoves', 'shortGrips'],
    most,
  )
}

/** On all tools of a press brake, on the fewest stations, with hems. */
export const compareWithBruteStations = (requests: readonly PlanRequest[], most?: number): Comparison =>
  compare(
    requests,
    bruteStations,
    ['stations', 'unsafeGauging', 'flips', 'halfTurns', 'toolChanges', 'gaugeMoves', 'shortGrips'],
    most,
  )

/** On a folding machine. */
export const compareWithBruteFolder = (profiles: readonly BendProfile[], machine: FolderMachine): Comparison =>
  compare(
    profiles.map((profile) => folderRequest(profile, machine)),
    ({ profile }) => bruteFolder(profile, machine),
    ['unsafeGauging', 'flips', 'heavySwings', 'halfTurns', 'gaugeMoves'],
  )
