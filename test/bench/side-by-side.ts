// Compares two contenders in one run, in turn, by their processor time, so that other work on the machine affects neither.
import process from 'node:process'

/** Runs one round and returns its processor time in ms. A contender in another process measures its own. */
export type Contender = () => Promise<number>

/** A contender in this process. All threads count, including those of the garbage collector. */
export const processorTimed =
  (work: () => unknown): Contender =>
  async () => {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }

/**
 * The median ms of two contenders over `rounds` rounds, after one warm-up round. The order alternates, so that neither contender
 * always collects the garbage of the other.
 */
export async function sideBySide(
  ours: Contender,
  theirs: Contender,
  rounds: number,
): Promise<{ ours: number; theirs: number }> {
  const times: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] }
  await ours()
  await theirs()
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 1) times.theirs.push(await theirs())
    times.ours.push(await ours())
    if (round % 2 === 0) times.theirs.push(await theirs())
  }
  return { ours: median(times.ours), theirs: median(times.theirs) }
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** The least value that 95 % of the values do not exceed. */
export const percentile95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN
