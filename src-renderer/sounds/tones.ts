// The tones of the two signals, so different that both stand out from each other and from a workshop's noise. Pure.

export type Signal = 'done' | 'alarm'

export interface Tone {
  frequencyHz: number
  /** The time from the start of the sound. */
  startS: number
  durationS: number
}

/** Done goes up, twice and short; an alarm goes up and down between two tones, three times. */
export const signalTones: Readonly<Record<Signal, readonly Tone[]>> = {
  done: [
    { frequencyHz: 784, startS: 0, durationS: 0.14 },
    { frequencyHz: 1175, startS: 0.16, durationS: 0.26 },
  ],
  alarm: [0, 1, 2].flatMap((repetition) => [
    { frequencyHz: 988, startS: repetition * 0.5, durationS: 0.22 },
    { frequencyHz: 659, startS: repetition * 0.5 + 0.25, durationS: 0.22 },
  ]),
}
