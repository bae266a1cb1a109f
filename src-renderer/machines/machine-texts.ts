// Texts about a machine and a sheet.
import { fitInWords, type Fit } from '../../shared/bending/fit/index.ts'
import type { Texts } from '../language/use-texts.ts'
import type { Tone } from '../ui/bend-state.ts'

export type Answer = 'yes' | 'no' | 'unknown'

export const answerOf = ({ fits }: Fit): Answer => (fits === 'unknown' ? 'unknown' : fits ? 'yes' : 'no')

const tones = { yes: 'done', no: 'fault', unknown: 'doubt' } as const satisfies Record<Answer, Tone>
export const toneOfAnswer = (answer: Answer): Tone => tones[answer]

/** Each reason as a phrase without a capital or a full stop. */
export const reasonTexts = ({ language }: Texts, { reasons }: Fit): string[] =>
  reasons.map((reason) => fitInWords(reason, language))
