// One step of a mark's row: what the transition rule changes, its effect on the queue, and the row after it. Pure.
import type { MarkState, Problem } from '../../../shared/station-api/index.ts'
import type { SheetFacts } from './mark-event.ts'
import type { Mark, MarkReason } from '../marks/index.ts'

/** The effect of one row's result on the whole queue. */
export type QueueEffect =
  | { kind: 'offline'; problem: Problem }
  | { kind: 'blocked_by_key'; problem: Problem; probe: 'quarter' | 'hour' }
  | { kind: 'blocked_by_plan'; problem: Problem }
  | { kind: 'halted'; problem: Problem }
  /** A limit is exceeded: no row is sent before this time (ms since 1970). */
  | { kind: 'paused'; untilMs: number }
  /** Three in a row make the drain identify the workshop again. */
  | { kind: 'sheet_gone' }
  /** Three in a row halt the queue: the request is wrong, not the rows. */
  | { kind: 'body_refused' }
  | { kind: 'delivered' }

export interface Step {
  state: MarkState
  reason: MarkReason | null
  detail?: string
  attempts?: 'counted' | 'cleared'
  /** Earliest next attempt: a time, but at most a pause from now; or a pause. Omitted: at once. */
  due?: { dueAtMs: number; atMostMs: number } | { afterMs: number }
  /** A new request with a new key. Omitted: key and bytes do not change. */
  renewRequest?: { payload?: Mark['payload']; target?: SheetFacts; ifMatchVersion?: number }
  /** The first attempt was never sent. */
  neverSent?: true
  queue?: QueueEffect
}

const dueAt = (due: NonNullable<Step['due']>, now: number): number =>
  'dueAtMs' in due ? Math.min(due.dueAtMs, now + due.atMostMs) : now + due.afterMs

/** The row after a step. `newKey`: the key of a new request, where the step needs one. */
export function markAfterStep(mark: Mark, step: Step, moment: { now: number; newKey: string }): Mark {
  const counted = step.attempts === 'counted'
  const cleared = step.attempts === 'cleared'
  const next: Mark = {
    ...mark,
    state: step.state,
    reason: step.reason,
    detail: step.detail ?? null,
    attempts: counted ? mark.attempts + 1 : cleared ? 0 : mark.attempts,
    failingSince: counted ? (mark.failingSince ?? moment.now) : cleared ? null : mark.failingSince,
    dueAt: step.due === undefined ? null : dueAt(step.due, moment.now),
    deliveredAt: step.state === 'delivered' ? (mark.deliveredAt ?? moment.now) : mark.deliveredAt,
    firstSentAt: step.neverSent === true ? null : mark.firstSentAt,
    changedAt: moment.now,
  }
  return step.renewRequest === undefined ? next : withNewRequest(next, step.renewRequest, moment.newKey)
}

function withNewRequest(
  mark: Mark,
  { payload, target, ifMatchVersion }: NonNullable<Step['renewRequest']>,
  newKey: string,
): Mark {
  return {
    ...mark,
    idempotencyKey: newKey,
    request: null,
    payloadVersion: null,
    payload: payload ?? mark.payload,
    targetDrawingVersion: target?.drawingVersion ?? mark.targetDrawingVersion,
    targetReworkCount: target?.reworkCount ?? mark.targetReworkCount,
    targetDrawingHash: target?.drawingHash ?? mark.targetDrawingHash,
    ifMatchVersion: ifMatchVersion ?? (mark.ifMatchVersion === null ? null : (target?.version ?? mark.ifMatchVersion)),
  }
}
