// A fixed computation of the planner's kind, the distances of segments. It runs beside the planner and shows how much of a core other
// programs take in the same run, so that limits in milliseconds of an undisturbed core can be compared.
import process from 'node:process'

/** Processor time of this thread, ms. */
export const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

const segments = 1_000

/** Runs of which at least one is undisturbed. */
const runs = 200

let [fastest, runsSoFar] = [Infinity, 0]

/** The least time of the reference in this run: what it takes on a core of this machine that no other program disturbs, ms. */
export function undisturbedMs(): number {
  while (runsSoFar < runs) referenceMs()
  return fastest
}

/** Processor time of the distance of each of 1 000 segments from one end of every segment, ms. */
export function referenceMs(): number {
  const begin = threadMs()
  const sum = distances()
  if (!Number.isFinite(sum)) throw new Error('the distances are numbers')
  const took = threadMs() - begin
  fastest = Math.min(fastest, took)
  runsSoFar += 1
  return took
}

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
