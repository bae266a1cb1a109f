// Why there is no program for a piece: a code with its figures, so that each screen finds its own words. Pure.

export type ProgramRefusalCode =
  /** The sheet is no longer there, or its drawing is not the one that was shown: {shown, now}. */
  | 'removed'
  | 'superseded'
  /** {pieceNo} */
  | 'unknown_piece'
  /** No file describes the machine, or no tool of it takes the plate. */
  | 'no_machine'
  | 'no_tool'
  /** The sheet contradicts itself: {field}. */
  | 'unsound'
  /** Bent by hand, with {why}: `tapered`, `hem` or `edge`, the latter two with the {bend}. */
  | 'by_hand'
  /** {steps, most} */
  | 'too_many_steps'
  /** {lengthMm, maxLengthMm} */
  | 'too_long'
  /** {bend, gaugeMm, minMm, maxMm} */
  | 'gauge_out_of_reach'
  /** In the order of the program: {bend, lengthMm, neededMm} */
  | 'short_flange'
  /** {bend, correctionDeg, mostDeg} */
  | 'bad_correction'

export interface ProgramRefusal {
  readonly code: ProgramRefusalCode
  /** One plain English sentence with the figures, for logs. */
  readonly message: string
  /** Bends and flanges are counted from 1. */
  readonly params: Readonly<Record<string, string | number>>
}

export type ProgramRefused = { readonly ok: false; readonly refusal: ProgramRefusal }

export const refused = (
  code: ProgramRefusalCode,
  message: string,
  params: ProgramRefusal['params'] = {},
): ProgramRefused => ({ ok: false, refusal: { code, message, params } })
