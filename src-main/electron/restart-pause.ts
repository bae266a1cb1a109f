// How long to wait before what died is started again: longer each time, until it has lived for a while. Pure.

const pausesMs = [250, 500, 1_000, 2_000, 5_000] as const
/** A life this long, in milliseconds, makes the next death the first one again. */
const soundLifeMs = 60_000

export interface RestartPause {
  /** Milliseconds to wait after a life of `livedMs`. */
  after: (livedMs: number) => number
}

export function createRestartPause(): RestartPause {
  let deaths = 0
  return {
    after: (livedMs) => {
      deaths = livedMs >= soundLifeMs ? 0 : deaths
      return pausesMs[Math.min(deaths++, pausesMs.length - 1)] ?? 5_000
    },
  }
}
