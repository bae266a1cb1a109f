// Contenders timed in one run, in turn, by the processor time they take, so that what else the machine does falls on neither.
import process from 'node:process'

/** What one round took of the processor, in ms: as this process counts it, or as the contender does where it runs elsewhere. */
export type Contender = () => Promise<number>

/** A contender of this process. All its threads count, those that clear its garbage too. */
export const timed =
  (work: () => unknown): Contender =>
  async () => {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }

/**
 * The median ms of two contenders over so many rounds, after one to warm up. Every other round the second goes first, so that
 * neither always clears the garbage of the other.
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
