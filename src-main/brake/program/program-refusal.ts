// Why there is no program for a piece: a code with parameters. The screen translates the code. Pure.
import { failed, type Failed } from '../../../shared/base/result.ts'

export type ProgramRefusalCode =
  /** The sheet does not exist any more. */
  | 'removed'
  /** The sheet has another drawing than the one that was shown: {shown, now}. */
  | 'superseded'
  /** {pieceNo} */
  | 'unknown_piece'
  /** No file describes the machine. */
  | 'no_machine'
  /** No tool of the machine can bend the blank. */
  | 'no_tool'
  /** The data of the sheet are inconsistent: {field}. */
  | 'unsound'
  /**
   * A person must bend the piece by hand. {why}: `tapered`, `hem`, `edge`, `bump` without a plan, or `no_field_hem` where the
   * controller has no field for the kind of a step; all but `tapered` also {bend}.
   */
  | 'by_hand'
  /** {steps, most} */
  | 'too_many_steps'
  /** {lengthMm, maxLengthMm} */
  | 'too_long'
  /** {bend, gaugeMm, minMm, maxMm} */
  | 'gauge_out_of_reach'
  /** The flange is too short when this bend is made: {bend, lengthMm, neededMm, vMm} */
  | 'short_flange'
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
