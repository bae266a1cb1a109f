// Why a computation over a sheet is refused: the field that is wrong, and the reason. Pure.
import { failed } from '../base/result.ts'
import type { Failed } from '../base/result.ts'

export type RefusalCode =
  | 'not_a_number'
  | 'not_positive'
  | 'out_of_range'
  | 'wrong_count'
  | 'unknown_value'
  | 'contradicts'
  | 'too_short'
  | 'outside'
  | 'crosses'

export interface Refusal {
  /** The path in the sheet: "profile.flanges[2].lengthMm". */
  readonly field: string
  readonly code: RefusalCode
  /** One English sentence with the figures, for logs and reports; a screen has its own text for the code and the field. */
  readonly message: string
}

export type Refused = Failed<Refusal>

export const refuse = (field: string, code: RefusalCode, message: string): Refused => failed({ field, code, message })

/** The refusal of a measure that must be above 0; null where it is. */
export function badMeasure(field: string, name: string, measure: number): Refused | null {
  if (!Number.isFinite(measure)) return refuse(field, 'not_a_number', `${name} is not a number`)
  return measure > 0 ? null : refuse(field, 'not_positive', `${name} is ${measure}, it must be above 0`)
}
