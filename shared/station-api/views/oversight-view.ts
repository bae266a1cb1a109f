// What a supervisor sees over several days: counts per brake, order and day, the comparison with the service's counts, the sheets behind
// each count, and what people decided. Pure.
import * as z from 'zod'
import { day, instant, uuid } from '../../workshop-api/index.ts'

/** The state of a sheet in the overview. Each sheet has exactly one. */
export const standings = ['bent', 'marked', 'stuck', 'wrong', 'waiting', 'left'] as const
export const standing = z.enum(standings)
export type SheetStanding = z.infer<typeof standing>

const count = z.int().min(0)

export const oversightCounts = z.strictObject({
  sheets: count,
  /** Bent according to the service. */
  bent: count,
  /** Marked here; the mark is not delivered yet. */
  marked: count,
  /** Marked here; the mark needs a person or is too old. A mark that waits for the service's limits counts as `marked`. */
  stuck: count,
  /** The drawing was reported wrong here, or the customer requested a change. */
  wrong: count,
  /** The customer has not answered yet. */
  waiting: count,
  left: count,
  /** Those of `left` that were sent back for rework. */
  rework: count,
  /** The pieces of all these sheets, and of the bent ones. */
  pieces: count,
  bentPieces: count,
  /** Pieces booked at this station in these days, after corrections. Pieces that were taken over count at the other station. */
  good: count,
  test: count,
  scrap: count,
  rebend: count,
})
export type OversightCounts = z.infer<typeof oversightCounts>
/** New counts of no sheets. The caller may change them. */
export const emptyCounts = (): OversightCounts => ({
  sheets: 0,
  bent: 0,
  marked: 0,
  stuck: 0,
  wrong: 0,
  waiting: 0,
  left: 0,
  rework: 0,
  pieces: 0,
  bentPieces: 0,
  good: 0,
  test: 0,
  scrap: 0,
  rebend: 0,
})

/** Compares the last list of the day from the service with the present data of this station. */
export const oversightAgreement = z.strictObject({
  readAt: instant,
  service: z.strictObject({ sheets: count, bent: count, waiting: count }),
  station: z.strictObject({ sheets: count, bent: count, waiting: count }),
  /** Sheets that only this station's marks report as bent: not delivered yet, and stuck. */
  marked: count,
  stuck: count,
  /** Sheets that the service recorded as bent after it sent this list. */
  bentSince: count,
  /** Malformed list entries, which the service counts and this station cannot. */
  malformed: count,
})
export type OversightAgreement = z.infer<typeof oversightAgreement>

export const oversightDay = z.strictObject({
  /** Null: the sheets of earlier days that are still left. */
  date: day.nullable(),
  counts: oversightCounts,
  /** Null: this station never read the list of that day. */
  agreement: oversightAgreement.nullable(),
  /** The other station that read the list first, where this one never did; null: this one did, or no station. */
  readElsewhere: z.strictObject({ station: z.string(), readAt: instant }).nullable(),
})
export type OversightDay = z.infer<typeof oversightDay>

export const oversightView = z.strictObject({
  from: day,
  to: day,
  today: day,
  /** The first day whose list was read here; null: none. */
  firstKnownDay: day.nullable(),
  total: oversightCounts,
  /** `brakeId` null: no brake is assigned. */
  brakes: z.array(
    z.strictObject({ brakeId: z.string().nullable(), name: z.string().nullable(), counts: oversightCounts }),
  ),
  /** `orderNumber` null: pieces of sheets that are in no list any more. */
  orders: z.array(
    z.strictObject({
      orderNumber: z.string().nullable(),
      title: z.string(),
      customerName: z.string(),
      counts: oversightCounts,
    }),
  ),
  /** Every day from `from` to `to`, also those whose list was not read. */
  days: z.array(oversightDay),
  /** The age in minutes from which an undelivered mark counts as stuck. */
  stuckAfterMinutes: z.int(),
})
export type OversightView = z.infer<typeof oversightView>

/** Selects counted sheets. An absent field selects all. */
export const oversightFilter = z.strictObject({
  /** Null: the days before `from`. */
  day: day.nullable().optional(),
  brakeId: z.string().max(100).nullable().optional(),
  orderNumber: z.string().max(100).optional(),
  standing: standing.optional(),
  rework: z.literal(true).optional(),
})
export type OversightFilter = z.infer<typeof oversightFilter>

export const oversightSheet = z.strictObject({
  sheetId: uuid,
  day,
  orderNumber: z.string(),
  sheetNo: z.int(),
  title: z.string(),
  customerName: z.string(),
  brakeId: z.string().nullable(),
  quantity: z.int(),
  standing,
  /** Its counts were handed over to another station. */
  isHandedOver: z.boolean(),
  bentAt: instant.nullable(),
  reworkCount: z.int(),
})
export type OversightSheet = z.infer<typeof oversightSheet>

/** An act that a supervisor may want to trace: an approval override, a report of a wrong drawing or its release, or a decision about a mark. */
export const oversightAct = z.strictObject({
  kind: z.enum(['approval_override', 'reported', 'released', 'decision']),
  /** The kind of a decision, or the reason of a report. */
  code: z.string().nullable(),
  reason: z.string().nullable(),
  by: z.string().nullable(),
  actedAt: instant,
  sheetId: uuid,
  orderNumber: z.string().nullable(),
  /** Null: the sheet was in no list. */
  sheetNo: z.int().nullable(),
  markId: z.string().nullable(),
})
export type OversightAct = z.infer<typeof oversightAct>
