// What a computation over a sheet answers: a value, or which field stands in the way and why. Pure.

export type RefusalCode =
  | 'not_a_number'
  | 'not_positive'
  | 'out_of_range'
  | 'wrong_count'
  | 'unknown_value'
  | 'contradicts'
  | 'too_short'
  | 'outside'

export interface Refusal {
  /** Where it stands in the sheet: "profile.flanges[2].lengthMm". */
  field: string
  code: RefusalCode
  /** One plain English sentence with the figures, for logs and reports; the screen words its own from code and field. */
  message: string
}

export type Outcome<T> = { ok: true; value: T } | { ok: false; refusal: Refusal }

export const good = <T>(value: T): Outcome<T> => ({ ok: true, value })

export const refuse = (field: string, code: RefusalCode, message: string): { ok: false; refusal: Refusal } => ({
  ok: false,
  refusal: { field, code, message },
})
