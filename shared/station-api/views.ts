// What the screen sees of the station: plain data, every field a schema. Pure.
import * as z from 'zod'
import {
  bendingListEntry,
  bendingSheet,
  day,
  environment,
  instant,
  pressBrake,
  reading,
  uuid,
} from '../workshop-api/index.ts'

/** What a person is told, as a code to translate and the figures that belong in the sentence. */
export const problemCodes = [
  'not_connected_yet',
  'offline',
  'wrong_address',
  'insecure_address',
  'not_the_service',
  'key_missing',
  'key_refused',
  'key_kind_not_allowed',
  'scope_missing',
  'feature_not_in_plan',
  'rate_limited',
  'day_limit',
  'service_error',
  'unexpected_answer',
  'other_workshop',
  'key_in_file',
  'cache_rebuilt',
  'cache_failing',
  'outbox_unreadable',
  'restore_failed',
  'restored',
  'outbox_failing',
  'outbox_rebuilt',
  'outbox_incomplete',
  'journal_of_another',
  'journal_failing',
  'clock_differs',
  'list_incomplete',
] as const
export type ProblemCode = (typeof problemCodes)[number]
export const problem = z.strictObject({
  code: z.enum(problemCodes),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type Problem = z.infer<typeof problem>

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
  /** A code of the outbox's own for why it is where it is; null while all is as usual. */
  reason: z.string().nullable(),
  markedAt: instant,
  /** Until then the mark may be undone for free; null once it is out of hold. */
  heldUntil: instant.nullable(),
  by: z.string().nullable(),
  quantity: z.int(),
  drawingVersion: z.int(),
})
export type MarkView = z.infer<typeof markView>

export const fieldProblem = z.strictObject({ path: z.string(), message: z.string() })

/** Whether the whole sheet is here: `fetching` not yet, `malformed` it came and could not be read, `failed` it would not come. */
export const sheetState = z.enum(['ready', 'fetching', 'malformed', 'failed'])

/** What keeps a sheet from being worked on at this station: its drawing was reported wrong, its counts are at another station. */
export const sheetStop = z.enum(['drawing_wrong', 'handed_over'])

export const entryView = z.strictObject({
  entry: reading(bendingListEntry),
  sheetState,
  mark: markView.nullable(),
  /** Left out: nothing does. */
  stop: sheetStop.optional(),
})
export type EntryView = z.infer<typeof entryView>

export const listView = z.strictObject({
  date: day,
  /** When the list was last read whole; null: never, which is not the same as empty. */
  readAt: instant.nullable(),
  entries: z.array(entryView),
  /** Lines of the list that could not be read: where they stood (from 1) and what is wrong with them. */
  malformed: z.array(z.strictObject({ position: z.int(), problems: z.array(fieldProblem) })),
  /** Where a part of it was asked for: how many there are. */
  entriesInAll: z.int().optional(),
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

export const dayView = z.strictObject({
  date: day,
  label: z.enum(['today', 'next']),
  readAt: instant.nullable(),
  entries: z.int(),
  bent: z.int(),
})

export const queueState = z.enum(['running', 'offline', 'blocked_by_key', 'blocked_by_plan', 'halted'])

export const statusView = z.strictObject({
  workshop: z.strictObject({ name: z.string(), shopSlug: z.string(), environment }).nullable(),
  connection: z.strictObject({
    state: z.enum(['starting', 'online', 'offline', 'blocked']),
    problem: problem.nullable(),
  }),
  /** When the station last knew itself up to date with the service; null: never. */
  freshAt: instant.nullable(),
  /** Fetching: sheets done of those to fetch, and about how long the rest takes within the limits. */
  pull: z.strictObject({ done: z.int(), total: z.int(), secondsLeft: z.int() }).nullable(),
  queue: z.strictObject({
    state: queueState,
    problem: problem.nullable(),
    held: z.int(),
    /** On their way: queued, sending, unknown, waiting. */
    undelivered: z.int(),
    needsPerson: z.int(),
    oldestMarkedAt: instant.nullable(),
  }),
  today: day,
  days: z.array(dayView),
  brakes: z.array(reading(pressBrake)),
  ownBrakeId: uuid.nullable(),
  /** Sheets whose drawing was reported wrong at this station and not settled since. */
  stopped: z.int(),
  /** What stays on the screen until it is dealt with. */
  warnings: z.array(problem),
})
export type StatusView = z.infer<typeof statusView>
