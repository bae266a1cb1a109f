// Contenders timed in one run, in turn, so that what else the machine does falls on all of them alike.

/** What one round took, in ms: by this process's clock, or by the contender's own where it runs elsewhere. */
export type Contender = () => Promise<number>

/** A contender of this process. */
export const timed =
  (work: () => unknown): Contender =>
  async () => {
    const started = performance.now()
    await work()
    return performance.now() - started
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
