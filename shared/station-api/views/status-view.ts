// The status of the station: connection, queue of marks, days, brakes and warnings. Pure.
import * as z from 'zod'
import { day, environment, instant, pressBrake, reading, uuid } from '../../workshop-api/index.ts'

/** Problems that the screen shows, as codes to translate. `params`: the values for the sentence. */
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
  'folder_readable',
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
  /** When the station was last up to date with the service; null: never. */
  upToDateAt: instant.nullable(),
  /** The progress of fetching sheets, and the estimated time for the rest within the limits; null: not fetching. */
  pull: z.strictObject({ done: z.int(), total: z.int(), secondsLeft: z.int() }).nullable(),
  queue: z.strictObject({
    state: queueState,
    problem: problem.nullable(),
    held: z.int(),
    /** The marks in the states queued, sending, unknown and waiting. */
    undelivered: z.int(),
    needsPerson: z.int(),
    oldestMarkedAt: instant.nullable(),
  }),
  today: day,
  days: z.array(dayView),
  brakes: z.array(reading(pressBrake)),
  ownBrakeId: uuid.nullable(),
  /** The number of open reports of wrong drawings, at this station and at paired ones. */
  stoppedSheets: z.int(),
  /**
   * The other stations: how many are paired, and how many of them are linked now. `isListening` is false while the others cannot connect to
   * this station. Absent: this station is alone.
   */
  stations: z.strictObject({ paired: z.int(), linked: z.int(), isListening: z.boolean() }).optional(),
  /** Problems that the screen shows until they are solved. */
  warnings: z.array(problem),
})
export type StatusView = z.infer<typeof statusView>
