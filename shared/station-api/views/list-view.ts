// The list of a day, its sheets and their marks. Pure.
import * as z from 'zod'
import { bendingListEntry, bendingSheet, day, instant, reading, uuid } from '../../workshop-api/index.ts'

export const markStates = [
  'held',
  'queued',
  'sending',
  'unknown',
  'waiting',
  'delivered',
  'conflict',
  'bent_elsewhere',
  'parked',
  'cancelled',
  'rework_wanted',
] as const
export const markState = z.enum(markStates)
export type MarkState = z.infer<typeof markState>

export const markView = z.strictObject({
  id: z.string(),
  sheetId: uuid,
  state: markState,
  /** Why the mark is in this state, as a code; null: no special reason. */
  reason: z.string().nullable(),
  markedAt: instant,
  /** The mark can be undone without trace until then; null: it is not held any more. */
  heldUntil: instant.nullable(),
  by: z.string().nullable(),
  quantity: z.int(),
  drawingVersion: z.int(),
})
export type MarkView = z.infer<typeof markView>

export const fieldProblem = z.strictObject({ path: z.string(), message: z.string() })

/** `fetching`: the station does not have the whole sheet yet. `malformed`: it cannot be read. `failed`: it cannot be fetched. */
export const sheetState = z.enum(['ready', 'fetching', 'malformed', 'failed'])

/** Why this station may not work on a sheet: its drawing was reported wrong, or its counts were handed over. */
export const sheetStop = z.enum(['drawing_wrong', 'handed_over'])

export const entryView = z.strictObject({
  entry: reading(bendingListEntry),
  sheetState,
  mark: markView.nullable(),
  /** Absent: nothing. */
  stop: sheetStop.optional(),
})
export type EntryView = z.infer<typeof entryView>

export const listView = z.strictObject({
  date: day,
  /** When the whole list was last read; null: never, which differs from an empty list. */
  readAt: instant.nullable(),
  entries: z.array(entryView),
  /** Malformed entries: their position in the list (from 1) and their faults. */
  malformed: z.array(z.strictObject({ position: z.int(), problems: z.array(fieldProblem) })),
  /** The number of entries of the whole list. Present if a part was requested. */
  totalEntries: z.int().optional(),
})
export type ListView = z.infer<typeof listView>

export const sheetView = z.strictObject({
  sheetId: uuid,
  state: sheetState,
  sheet: reading(bendingSheet).nullable(),
  problems: z.array(fieldProblem),
  mark: markView.nullable(),
  readAt: instant.nullable(),
})
export type SheetView = z.infer<typeof sheetView>
