// Why there is no program for a piece: a code with its figures; each screen has its own text for it. Pure.
import { failed, type Failed } from '../../../shared/base/result.ts'

export type ProgramRefusalCode =
  /** The sheet is no longer there, or its drawing is not the one that was shown: {shown, now}. */
  | 'removed'
  | 'superseded'
  /** {pieceNo} */
  | 'unknown_piece'
  /** No file describes the machine, or no tool of it takes the blank. */
  | 'no_machine'
  | 'no_tool'
  /** The sheet contradicts itself: {field}. */
  | 'unsound'
  /** Must be bent by hand: {why} is `tapered`, `hem` or `edge`; the latter two have the {bend}. */
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

export const refused = (
  code: ProgramRefusalCode,
  message: string,
  params: ProgramRefusal['params'] = {},
): Failed<ProgramRefusal> => failed({ code, message, params })
