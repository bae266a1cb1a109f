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
  | 'crosses'

export interface Refusal {
  /** Where it stands in the sheet: "profile.flanges[2].lengthMm". */
  field: string
  code: RefusalCode
  /** One plain English sentence with the figures, for logs and reports; the screen words its own from code and field. */
  message: string
}

export type Outcome<T> = { ok: true; value: T } | { ok: false; refusal: Refusal }

export const good = <T>(value: T): Outcome<T> => ({ ok: true, value })

export type Refused = Extract<Outcome<never>, { ok: false }>

export const refuse = (field: string, code: RefusalCode, message: string): Refused => ({
  ok: false,
  refusal: { field, code, message },
})

/** The refusal of a length, or another measure that must be above 0; null where it is one. */
export function badMeasure(field: string, name: string, measure: number): Refused | null {
  if (!Number.isFinite(measure)) return refuse(field, 'not_a_number', `${name} is no number`)
  return measure > 0 ? null : refuse(field, 'not_positive', `${name} is ${measure}, it must be above 0`)
}
