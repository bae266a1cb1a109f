// The work on a sheet: counts, stops, hand-overs, reports of wrong drawings, and decisions about a mark. Pure.
import * as z from 'zod'
import { bendingSheet, instant, reading, uuid } from '../../workshop-api/index.ts'
import { stationId } from '../../peers/index.ts'
import { markView } from './list-view.ts'

/** A person at the brake. An inactive operator cannot be chosen, but is still named in past acts. */
export const operatorView = z.strictObject({ id: z.string(), initials: z.string(), active: z.boolean() })
export type OperatorView = z.infer<typeof operatorView>

/** How a piece is counted. */
export const pieceKind = z.enum(['good', 'test', 'scrap', 'rebend'])
export type PieceKind = z.infer<typeof pieceKind>

/** The counts of one piece number. `done`: good pieces, with those taken over from another station. */
export const pieceCountView = z.strictObject({
  pieceNo: z.int(),
  done: z.int(),
  test: z.int(),
  scrap: z.int(),
  rebend: z.int(),
})
export type PieceCountView = z.infer<typeof pieceCountView>

export const deviationReason = z.enum(['measure', 'side', 'quantity', 'material', 'other'])
export type DeviationReason = z.infer<typeof deviationReason>

/** A report that the drawing is wrong. */
export const deviationView = z.strictObject({
  id: z.string(),
  sheetId: uuid,
  drawingVersion: z.int().nullable(),
  reason: deviationReason,
  text: z.string().nullable(),
  state: z.enum(['open', 'released', 'superseded']),
  by: z.string().nullable(),
  reportedAt: instant,
  settledAt: instant.nullable(),
  settledBy: z.string().nullable(),
  settledReason: z.string().nullable(),
})
export type DeviationView = z.infer<typeof deviationView>

/** Why pieces of a sheet cannot be counted. */
export const workStop = z.enum(['already_bent', 'already_marked', 'drawing_wrong', 'handed_over', 'not_approved'])
export type WorkStop = z.infer<typeof workStop>

export const workView = z.strictObject({
  sheetId: uuid,
  /** The job for this drawing of the sheet; null: not started. */
  job: z
    .strictObject({ id: z.string(), drawingVersion: z.int(), state: z.enum(['open', 'paused', 'handed_over']) })
    .nullable(),
  /** One entry per piece number, or per length of a split piece. `lengthMm`: that of the longer side. */
  pieces: z.array(pieceCountView.extend({ wantedPieces: z.int(), lengthMm: z.number() })),
  /** The completed pieces of the sheet. A split piece is complete with its last length. */
  done: z.int(),
  /** At least one piece was counted. */
  isCounted: z.boolean(),
  /** Every piece number has exactly the wanted number of pieces. */
  isComplete: z.boolean(),
  stop: workStop.nullable(),
  /** The code that hands the counts over to another station. */
  handOver: z
    .strictObject({
      code: z.string(),
      by: z.string().nullable(),
      givenAt: instant,
      /** The paired station that may take it over; null: any that gets the code. */
      to: stationId.nullable(),
      /** `to` took it over. */
      isTaken: z.boolean(),
    })
    .nullable(),
  /** Jobs for another drawing of the sheet, or from before its rework. */
  olderJobs: z.array(
    z.strictObject({ jobId: z.string(), drawingVersion: z.int(), reworkCount: z.int(), done: z.int() }),
  ),
  /** The open reports. */
  deviations: z.array(deviationView),
  /** A supervisor allowed the work before the customer approved it. */
  isApprovalOverridden: z.boolean(),
})
export type WorkView = z.infer<typeof workView>

/** The content of a hand-over code, before a person takes it. */
export const handOverView = z.strictObject({
  sheetId: uuid,
  reworkCount: z.int(),
  /** The first 8 characters of the drawing's hash. */
  drawingHash8: z.string(),
  pieces: z.array(z.strictObject({ pieceNo: z.int(), done: z.int() })),
  by: z.string().nullable(),
})
export type HandOverView = z.infer<typeof handOverView>

/** The decisions that a person can make about a mark. */
export const decisionKind = z.enum([
  'send_all_the_same',
  'try_again',
  'park',
  'seen',
  'bend_anew',
  'dismiss',
  'call_back',
])
export type DecisionKind = z.infer<typeof decisionKind>

/** A mark with everything that a person needs to decide about it. */
export const markDetailsView = z.strictObject({
  mark: markView,
  /** The last answer of the service. */
  detail: z.string().nullable(),
  attempts: z.int(),
  /** Null: it was never sent. */
  firstSentAt: instant.nullable(),
  deliveredAt: instant.nullable(),
  pressBrakeId: uuid.nullable(),
  piecesChoice: z.enum(['close_short', 'over']).nullable(),
  piecesReason: z.string().nullable(),
  reworkCount: z.int(),
  drawingHash: z.string(),
  /** The sheet at the time of the mark; null: the store lost it. */
  markedSheet: reading(bendingSheet).nullable(),
  /** The present sheet; null: the station does not have it any more. */
  currentSheet: reading(bendingSheet).nullable(),
  counts: z.array(pieceCountView),
  /** The programs that were sent to the brake for this sheet, oldest first, with their events. */
  programs: z.array(
    z.strictObject({
      id: z.string(),
      pieceNo: z.int(),
      version: z.int(),
      sentAt: instant,
      by: z.string().nullable(),
      /** The connection over which it was sent. */
      link: z.string(),
      /** Oldest first; empty: it is unknown whether it was ever loaded. */
      events: z.array(z.strictObject({ kind: z.string(), occurredAt: instant })),
      /** The pieces that the brake counted for it. */
      countedPieces: z.int(),
    }),
  ),
  /** The decisions so far, oldest first. */
  decisions: z.array(
    z.strictObject({
      kind: z.string(),
      reason: z.string().nullable(),
      by: z.string().nullable(),
      decidedAt: instant,
      fromState: z.string(),
      fromReason: z.string().nullable(),
    }),
  ),
  /** The decisions that are possible now. */
  possibleDecisions: z.array(decisionKind),
})
export type MarkDetailsView = z.infer<typeof markDetailsView>
