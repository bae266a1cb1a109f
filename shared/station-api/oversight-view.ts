// What a supervisor sees over days: counts per brake, order and day, how they stand to the service's own, the sheets behind each of them,
// and what people decided. Plain data, every field a schema. Pure.
import * as z from 'zod'
import { day, instant, uuid } from '../workshop-api/index.ts'

/** Where a sheet stands: each sheet is in exactly one. */
export const standings = ['bent', 'marked', 'stuck', 'wrong', 'waiting', 'left'] as const
export const standing = z.enum(standings)
export type SheetStanding = z.infer<typeof standing>

const some = z.int().min(0)

export const oversightCounts = z.strictObject({
  sheets: some,
  /** The service says so. */
  bent: some,
  /** Marked here, the mark on its way. */
  marked: some,
  /** Marked here, and the mark needs a person or is older than it should be; one that waits for the service's limits is on its way. */
  stuck: some,
  /** The drawing was reported wrong here, or the customer wants another one. */
  wrong: some,
  /** The customer has not answered. */
  waiting: some,
  left: some,
  /** Of these, those sent back to be bent anew. */
  rework: some,
  /** Pieces of these sheets, and of those that are bent. */
  pieces: some,
  bentPieces: some,
  /** Pieces booked at this station in these days, corrections subtracted; those taken over from another station were counted there. */
  good: some,
  test: some,
  scrap: some,
  rebend: some,
})
export type OversightCounts = z.infer<typeof oversightCounts>
/** Of no sheet at all; one that may be written to. */
export const noCounts = (): OversightCounts => ({
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

/** The day's list as the service said it last, beside what this station has of the same list now. */
export const oversightAgreement = z.strictObject({
  readAt: instant,
  service: z.strictObject({ sheets: some, bent: some, waiting: some }),
  here: z.strictObject({ sheets: some, bent: some, waiting: some }),
  /** Bent by this station's marks alone: on their way, and stuck. */
  marked: some,
  stuck: some,
  /** Lines that could not be read, which the service counts and this station cannot. */
  malformed: some,
})
export type OversightAgreement = z.infer<typeof oversightAgreement>

export const oversightDay = z.strictObject({
  /** Null: what is left of the days before `from`. */
  date: day.nullable(),
  counts: oversightCounts,
  /** Null: that day's list was never read here. */
  agreement: oversightAgreement.nullable(),
})
export type OversightDay = z.infer<typeof oversightDay>

export const oversightView = z.strictObject({
  from: day,
  to: day,
  today: day,
  /** The first day of which a list was ever read; null: none was. */
  knownFrom: day.nullable(),
  total: oversightCounts,
  /** `brakeId` null: no brake was chosen. */
  brakes: z.array(
    z.strictObject({ brakeId: z.string().nullable(), name: z.string().nullable(), counts: oversightCounts }),
  ),
  /** `orderNumber` null: pieces of sheets that no list names any more. */
  orders: z.array(
    z.strictObject({
      orderNumber: z.string().nullable(),
      title: z.string(),
      customerName: z.string(),
      counts: oversightCounts,
    }),
  ),
  /** Every day from `from` to `to`, whether its list was read or not. */
  days: z.array(oversightDay),
  /** Minutes after which a mark that is still on its way counts as stuck. */
  stuckAfterMinutes: z.int(),
})
export type OversightView = z.infer<typeof oversightView>

/** Which of the counted sheets; what is left out is every one of it. */
export const oversightWanted = z.strictObject({
  /** Null: those of before `from`. */
  day: day.nullable().optional(),
  brakeId: z.string().max(100).nullable().optional(),
  orderNumber: z.string().max(100).optional(),
  standing: standing.optional(),
  rework: z.literal(true).optional(),
})
export type OversightWanted = z.infer<typeof oversightWanted>

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
  /** Its pieces are at another station, which goes on with them. */
  isAway: z.boolean(),
  bentAt: instant.nullable(),
  reworkCount: z.int(),
})
export type OversightSheet = z.infer<typeof oversightSheet>

/** What a person did that somebody may ask about: passed over the customer, reported or released a drawing, decided about a mark. */
export const oversightAct = z.strictObject({
  kind: z.enum(['approval_override', 'reported', 'released', 'decision']),
  /** Of a decision its kind, of a report its reason. */
  what: z.string().nullable(),
  why: z.string().nullable(),
  by: z.string().nullable(),
  at: instant,
  sheetId: uuid,
  orderNumber: z.string().nullable(),
  /** Of a sheet that a list had; else null. */
  sheetNo: z.int().nullable(),
  markId: z.string().nullable(),
})
export type OversightAct = z.infer<typeof oversightAct>
