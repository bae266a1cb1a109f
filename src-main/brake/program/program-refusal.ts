// Why there is no program for a piece: a code with parameters. The screen translates the code. Pure.
import { failed, type Failed } from '../../../shared/base/result.ts'

export type ProgramRefusalCode =
  /** The sheet does not exist any more. */
  | 'removed'
  /** The sheet no longer has the drawing that was shown: {shown, now}. */
  | 'superseded'
  /** {pieceNo} */
  | 'unknown_piece'
  /** No file describes the machine. */
  | 'no_machine'
  /** The data of the sheet are inconsistent: {field}. */
  | 'unsound'
  /**
   * A person must bend the piece by hand. {why}: `tapered`, `edge` where no edge at the gauge is straight enough, or `no_field_hem` where the
   * controller has no field for the kind of a step; all but `tapered` also {bend}.
   */
  | 'by_hand'
  /** {steps, maxSteps} */
  | 'too_many_steps'
  /** {lengthMm, maxLengthMm} */
  | 'too_long'
  /** {bend, gaugeMm, minMm, maxMm} */
  | 'gauge_out_of_reach'
  /** {bend, correctionDeg, mostDeg} */
  | 'bad_correction'
  /** The planner found no order that works; the reasons are beside the refusal. */
  | 'cannot_be_bent'
  /** The planner does not know enough about tools or machine to name an order. */
  | 'order_not_known'
  /** The workshop's file of tools cannot be read. */
  | 'tools_unreadable'
  /** The planner gave no answer. */
  | 'not_planned'

export interface ProgramRefusal {
  readonly code: ProgramRefusalCode
  /** One English sentence with the values, for logs. */
  readonly message: string
  /** Bends and flanges are counted from 1. */
  readonly params: Readonly<Record<string, string | number>>
}

export const refused = (
  code: ProgramRefusalCode,
  message: string,
  params: ProgramRefusal['params'] = {},
): Failed<ProgramRefusal> => failed({ code, message, params })
