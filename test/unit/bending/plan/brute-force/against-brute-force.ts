// Plans profiles and compares each answer with the brute force: the same profiles work, at the same cost.
import { planNow } from '../../../../../shared/bending/plan/index.ts'
import { signedTurnDegOf } from '../../../../../shared/bending/index.ts'
import type { BendProfile } from '../../../../../shared/bending/index.ts'
import type { Die, FolderMachine, Punch } from '../../../../../shared/bending/fit/index.ts'
import { value } from '../../any-profile.ts'
import { bruteFolder } from './brute-folder.ts'
import { bruteForce } from './brute-force.ts'
import { folderRequest } from '../folder-tools.ts'
import { brakeOf, requestOf } from '../plan-tools.ts'

export interface Comparison {
  /** The profiles whose answers differ, with both answers. */
  readonly differences: readonly string[]
  readonly compared: number
  readonly work: number
}

/** Until so many profiles are compared: those that cross themselves, or that are too near to the clearance, do not count. */
export function compareWithBruteForce(
  profiles: readonly BendProfile[],
  die: Die,
  punch: Punch,
  turnable: boolean,
  most = Infinity,
): Comparison {
  const differences: string[] = []
  let [compared, work] = [0, 0]
  const machine = brakeOf([die], [punch])
  for (const profile of profiles) {
    if (compared === most) break
    const answer = value(planNow(requestOf(profile, [die], [punch])))
    if (answer.kind === 'impossible' && answer.reasons.some(({ code }) => code === 'crosses_itself')) continue
    const brutes = (turnable ? [false, true] : [false]).map((turned) =>
      bruteForce(profile, { machine, die, punch, turned }),
    )
    if (brutes.some(({ doubtful }) => doubtful)) continue
    const costs = brutes.flatMap(({ cost }) => (cost === null ? [] : [cost]))
    const [best = null] = costs.toSorted(
      (a, b) => a.map((one, index) => one - (b[index] ?? 0)).find((one) => one !== 0) ?? 0,
    )
    const cost = answer.kind === 'works' ? answer.plan.cost : null
    const planned =
      cost === null ? null : [cost.unsafeGauging, cost.flips, cost.halfTurns, cost.gaugeMoves, cost.shortGrips]
    compared += 1
    if (planned !== null) work += 1
    if (String(planned) !== String(best)) {
      const shape = [profile.flanges.map(({ lengthMm }) => lengthMm), profile.bends.map(signedTurnDegOf)].join(' / ')
      differences.push(`${shape}: planned ${String(planned)}, brute force ${String(best)}`)
    }
  }
  return { differences, compared, work }
}

/** The same for a folding machine. */
export function compareWithBruteFolder(profiles: readonly BendProfile[], machine: FolderMachine): Comparison {
  const differences: string[] = []
  let [compared, work] = [0, 0]
  for (const profile of profiles) {
    const answer = value(planNow(folderRequest(profile, machine)))
    if (answer.kind === 'impossible' && answer.reasons.some(({ code }) => code === 'crosses_itself')) continue
    const brute = bruteFolder(profile, machine)
    if (brute.doubtful) continue
    const cost = answer.kind === 'works' ? answer.plan.cost : null
    const planned =
      cost === null ? null : [cost.unsafeGauging, cost.flips, cost.heavySwings, cost.halfTurns, cost.gaugeMoves]
    compared += 1
    if (planned !== null) work += 1
    if (String(planned) !== String(brute.cost)) {
      const shape = [profile.flanges.map(({ lengthMm }) => lengthMm), profile.bends.map(signedTurnDegOf)].join(' / ')
      differences.push(`${shape}: planned ${String(planned)}, brute force ${String(brute.cost)}`)
    }
  }
  return { differences, compared, work }
}
