// The group 'plans': planning of generated flashings with 8, 10 and 12 bends on one set of tools, compared with a fixed computation of
// the same kind, the distances of segments.
import { validateSection } from '../../../shared/bending/index.ts'
import { planNow } from '../../../shared/bending/plan/index.ts'
import { generatedProfiles } from '../../unit/bending/plan/generated-profiles.ts'
import { dieOf, requestOf, straightPunch } from '../../unit/bending/plan/plan-tools.ts'
import type { Row } from '../run.ts'
import { processorTimed, sideBySide } from '../side-by-side.ts'

const profilesOfEach = 20
const rounds = 5
const segments = 1_000

/** How many times the processor time of the reference one plan takes at maxRatio, on average. */
const limits = [
  { bends: 8, maxRatio: 1 },
  { bends: 10, maxRatio: 1 },
  { bends: 12, maxRatio: 2 },
] as const

/** Flashings that do not run through themselves; maxRatio of the generated ones do. */
const flashings = (bends: number) =>
  generatedProfiles(5, 60_000, 12)
    .filter((profile) => profile.bends.length === bends && validateSection(profile).ok)
    .slice(0, profilesOfEach)

export async function planRows(): Promise<Row[]> {
  const rows: Row[] = []
  for (const { bends, maxRatio } of limits) {
    const requests = flashings(bends).map((profile) => requestOf(profile, [dieOf(8, 20)], [straightPunch()]))
    const plan = processorTimed(() => {
      for (const request of requests) if (!planNow(request).ok) throw new Error('a generated profile is refused')
    })
    const times = await sideBySide(plan, processorTimed(distances), rounds)
    const one = times.ours / requests.length
    const ratio = one / times.theirs
    rows.push({
      name: `bend plan of a flashing with ${bends} bends, average of ${requests.length}`,
      measured: `${one.toFixed(1)} ms of processor time, ${ratio.toFixed(2)} times the ${times.theirs.toFixed(1)} ms of the reference`,
      limit: `at maxRatio ${maxRatio} times the ${segments * segments} distances of ${segments} segments`,
      passes: ratio <= maxRatio,
    })
  }
  return rows
}

/** The distance of each segment from one end of every segment. */
function distances(): number {
  const ends = Float64Array.from({ length: 4 * segments }, (_, index) => 100 * Math.sin(index))
  let sum = 0
  for (let one = 0; one < ends.length; one += 4) {
    for (let other = 0; other < ends.length; other += 4) sum += Math.sqrt(squareBetween(ends, one, other))
  }
  return sum
}

function squareBetween(ends: Float64Array, one: number, other: number): number {
  const [ax, ay] = [ends[one] ?? 0, ends[one + 1] ?? 0]
  const ux = (ends[one + 2] ?? 0) - ax
  const uy = (ends[one + 3] ?? 0) - ay
  const [wx, wy] = [(ends[other] ?? 0) - ax, (ends[other + 1] ?? 0) - ay]
  const share = Math.min(1, Math.max(0, (wx * ux + wy * uy) / (ux * ux + uy * uy)))
  const [dx, dy] = [wx - share * ux, wy - share * uy]
  return dx * dx + dy * dy
}
