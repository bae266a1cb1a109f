// Texts about a machine and a sheet.
import { fitInWords, type Fit } from '../../shared/bending/fit/index.ts'
import { fitInOrder, orderReasons } from '../../shared/planning/index.ts'
import type { Texts } from '../language/texts.ts'
import type { Tone } from '../ui/bend-state.ts'
import type { MachineAnswer } from './machine-answers.ts'

export type Answer = 'yes' | 'no' | 'unknown'
type FitAndOrder = Pick<MachineAnswer, 'order'> & { fit: Pick<Fit, 'fits' | 'reasons'> }

/** A machine on which no order of bends works cannot bend the sheet. */
export const answerOf = ({ fit: { fits, reasons }, order }: FitAndOrder): Answer =>
  fitInOrder(
    fits === 'unknown' ? 'unknown' : fits ? 'yes' : 'no',
    reasons.map(({ code }) => code),
    order,
  )

const tones = { yes: 'done', no: 'fault', unknown: 'uncertain' } as const satisfies Record<Answer, Tone>
export const toneOfAnswer = (answer: Answer): Tone => tones[answer]

/** Each reason as a phrase without a capital or a full stop. */
export function reasonTexts({ language }: Pick<Texts, 'language'>, { fit, order }: FitAndOrder): string[] {
  if (answerOf({ fit, order }) === 'yes') return []
  const ofFit = fit.reasons.map((reason) => fitInWords(reason, language))
  return order?.kind === 'impossible' ? [...orderReasons(order, language), ...ofFit] : ofFit
}
