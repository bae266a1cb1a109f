// Shortens a failing run: omits steps, and then faults, as long as the same invariant still breaks.
import { simulate, type RunEnd, type RunOptions } from './simulate.ts'

export interface Shrunk {
  only: number[]
  fair: number[]
  end: RunEnd
  runs: number
}

/** Which invariant broke, without ids and numbers. */
const kindOf = (end: RunEnd): string | null =>
  end.broken?.says.replaceAll(/[0-9a-f-]{36}|[0-9A-Z]{26}|\d+/g, '…') ?? null

/** `end`: how the whole run ended. Stops after `maxRuns`. */
export async function shrink(options: RunOptions, end: RunEnd, maxRuns = 200): Promise<Shrunk> {
  const broke = kindOf(end)
  let runs = 0
  let best: Shrunk = { only: end.did.map((_, step) => step), fair: [], end, runs }
  const stillBreaks = async (only: number[], fair: number[]): Promise<boolean> => {
    if (runs >= maxRuns) return false
    runs += 1
    const tried = await simulate({ ...options, only: new Set(only), fair: new Set(fair) })
    if (kindOf(tried) !== broke) return false
    best = { only, fair, end: tried, runs }
    return true
  }
  // halves, quarters, … (delta debugging, Zeller 1999)
  for (let size = Math.ceil(best.only.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = best.only.length - size; from > -size; from -= size) {
      const shorterSteps = best.only.filter((_, index) => index < from || index >= from + size)
      if (shorterSteps.length < best.only.length) await stillBreaks(shorterSteps, best.fair)
    }
  }
  for (const step of best.only) await stillBreaks(best.only, [...best.fair, step])
  return { ...best, runs }
}
