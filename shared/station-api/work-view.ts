// What the screen sees of the work on a sheet: counts, what stops it, hand-overs, reports of a wrong drawing, and what a person
// decides about a mark. Plain data, every field a schema. Pure.
import * as z from 'zod'
import { bendingSheet, instant, reading, uuid } from '../workshop-api/index.ts'
import { markView } from './views.ts'

/** Whoever stands at the brake. Inactive: no longer to be chosen, but still named in what was done. */
export const operatorView = z.strictObject({ id: z.string(), initials: z.string(), active: z.boolean() })
export type OperatorView = z.infer<typeof operatorView>

/** What pieces are counted as. */
export const pieceKind = z.enum(['good', 'test', 'scrap', 'rebend'])
export type PieceKind = z.infer<typeof pieceKind>

/** Pieces of one piece number. `done`: good ones, and those taken over from another station. */
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
  settledWhy: z.string().nullable(),
})
export type DeviationView = z.infer<typeof deviationView>

/** Why nothing of a sheet may be counted. */
export const workStop = z.enum(['already_bent', 'already_marked', 'drawing_wrong', 'handed_over', 'not_approved'])
export type WorkStop = z.infer<typeof workStop>

export const workView = z.strictObject({
  sheetId: uuid,
  /** For this drawing of the sheet; null where none was begun. */
  job: z
    .strictObject({ id: z.string(), drawingVersion: z.int(), state: z.enum(['open', 'paused', 'handed_over']) })
    .nullable(),
  /** Each of the sheet's pieces, or of the lengths that they are made in, counted or not; `lengthMm`: the longer end's. */
  pieces: z.array(pieceCountView.extend({ wanted: z.int(), lengthMm: z.number() })),
  /** Pieces of the sheet that are done: one in lengths with the last of them. */
  done: z.int(),
  counted: z.boolean(),
  /** Of each piece exactly as many as are wanted. */
  complete: z.boolean(),
  stop: workStop.nullable(),
  /** The code that took the counts to another station. */
  handOver: z.strictObject({ code: z.string(), by: z.string().nullable(), at: instant }).nullable(),
  /** What was made to another drawing of the sheet, or before it was reworked. */
  older: z.array(z.strictObject({ jobId: z.string(), drawingVersion: z.int(), reworkCount: z.int(), done: z.int() })),
  /** Open ones. */
  deviations: z.array(deviationView),
  /** A supervisor lets it be worked on before the customer has answered. */
  overridden: z.boolean(),
})
export type WorkView = z.infer<typeof workView>

/** A hand-over as it was scanned, before it is taken. */
export const handOverView = z.strictObject({
  sheetId: uuid,
  reworkCount: z.int(),
  /** The first 8 of the drawing's hash. */
  drawingHash8: z.string(),
  pieces: z.array(z.strictObject({ pieceNo: z.int(), done: z.int() })),
  by: z.string().nullable(),
})
export type HandOverView = z.infer<typeof handOverView>

/** What a person may decide about a mark. */
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

/** A mark with all that a person needs to decide about it. */
export const markDetailsView = z.strictObject({
  mark: markView,
  /** What the service said last. */
  detail: z.string().nullable(),
  attempts: z.int(),
  /** Null: nothing of it was sent. */
  firstSentAt: instant.nullable(),
  deliveredAt: instant.nullable(),
  pressBrakeId: uuid.nullable(),
  piecesChoice: z.enum(['close_short', 'over']).nullable(),
  piecesReason: z.string().nullable(),
  reworkCount: z.int(),
  drawingHash: z.string(),
  /** The sheet as it was bent; null where the store lost it. */
  bent: reading(bendingSheet).nullable(),
  /** The sheet as the station has it now; null where it has it no longer. */
  now: reading(bendingSheet).nullable(),
  counts: z.array(pieceCountView),
  /** Sent to the brake for this bending, oldest first, and what became of each. */
  programs: z.array(
    z.strictObject({
      id: z.string(),
      pieceNo: z.int(),
      version: z.int(),
      sentAt: instant,
      by: z.string().nullable(),
      /** Which line it went over. */
      link: z.string(),
      /** Oldest first; none: it is not known ever to have been loaded. */
      became: z.array(z.strictObject({ kind: z.string(), at: instant })),
      /** Pieces of it that the brake counted. */
      counted: z.int(),
    }),
  ),
  /** Oldest first. */
  decided: z.array(
    z.strictObject({
      kind: z.string(),
      why: z.string().nullable(),
      by: z.string().nullable(),
      at: instant,
      fromState: z.string(),
      fromReason: z.string().nullable(),
    }),
  ),
  /** What may be decided now. */
  may: z.array(decisionKind),
})
export type MarkDetailsView = z.infer<typeof markDetailsView>
