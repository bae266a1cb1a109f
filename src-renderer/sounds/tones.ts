// The tones of the two signals, so different that both stand out from each other and from a workshop's noise. Pure.

export type Signal = 'done' | 'alarm'

export interface Tone {
  hertz: number
  /** Seconds from the start of the sound. */
  from: number
  seconds: number
}

/** Done goes up, twice and short; an alarm goes up and down between two tones, three times. */
export const tonesOf: Readonly<Record<Signal, readonly Tone[]>> = {
  done: [
    { hertz: 784, from: 0, seconds: 0.14 },
    { hertz: 1175, from: 0.16, seconds: 0.26 },
  ],
  alarm: [0, 1, 2].flatMap((turn) => [
    { hertz: 988, from: turn * 0.5, seconds: 0.22 },
    { hertz: 659, from: turn * 0.5 + 0.25, seconds: 0.22 },
  ]),
}
