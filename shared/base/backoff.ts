// How long to wait before the next attempt. Pure.

/** The pauses after the first, second, … failure in a row, in ms. The last one repeats. */
export type BackoffSteps = readonly [number, ...number[]]

/** The pause in ms after `failures` failures in a row; 0 where there was none. */
export function backoffMs(steps: BackoffSteps, failures: number): number {
  if (failures <= 0) return 0
  return steps[Math.min(failures, steps.length) - 1] ?? steps[0]
}
