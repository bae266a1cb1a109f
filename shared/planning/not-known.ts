// What is not known about a program, in words. Pure.
import { fitInWords } from '../bending/fit/index.ts'
import { correctionNotKnownText, planMissingText, planReasonText } from '../bending/index.ts'
import type { BrakePreview, Language } from '../station-api/index.ts'

export type NotKnown = NonNullable<Extract<BrakePreview, { kind: 'program' }>['notKnown']>

/** Each as a phrase without a capital or a full stop. */
export const notKnownInWords = ({ missing, reasons, fit, corrections }: NotKnown, language: Language): string[] => [
  ...missing.map((one) => planMissingText(one, language)),
  ...reasons.map((one) => planReasonText(one, language)),
  ...fit.map((one) => fitInWords(one, language)),
  ...corrections.map((one) => correctionNotKnownText(one, language)),
]
