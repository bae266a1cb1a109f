// One step of a mark's row: what the table asks for, what it means for the queue, and the row after it. Pure.
import type { MarkState, Problem } from '../../shared/station-api/index.ts'
import type { SheetFacts } from './happening.ts'
import type { Mark, MarkReason } from './mark.ts'

/** What a row's fate means for the whole queue. */
export type QueueEffect =
  | { kind: 'offline'; problem: Problem }
  | { kind: 'blocked_by_key'; problem: Problem; probe: 'quarter' | 'hour' }
  | { kind: 'blocked_by_plan'; problem: Problem }
  | { kind: 'halted'; problem: Problem }
  /** Over a limit: no row before then (milliseconds since 1970). */
  | { kind: 'paused'; untilMs: number }
  /** Three in a row make the queue ask who is behind the key. */
  | { kind: 'sheet_gone' }
  /** Every row so: what is sent is wrong, not the rows. */
  | { kind: 'body_refused' }
  | { kind: 'delivered' }

export interface Step {
  state: MarkState
  reason: MarkReason | null
  detail?: string
  attempts?: 'counted' | 'cleared'
  /** Not before: a moment, or a pause from now. Nothing: at once. */
  due?: { at: number } | { afterMs: number }
  /** The request is made anew under a new key; else key and bytes stay as they are. */
  anew?: { payload?: Mark['payload']; target?: SheetFacts; ifMatchVersion?: number }
  /** Its first try never left: nothing of it was ever sent. */
  neverSent?: true
  queue?: QueueEffect
}

/** The row after a step. `newKey` is used where the request is made anew. */
export function after(mark: Mark, step: Step, at: { now: number; newKey: string }): Mark {
  const counted = step.attempts === 'counted'
  const cleared = step.attempts === 'cleared'
  const next: Mark = {
    ...mark,
    state: step.state,
    reason: step.reason,
    detail: step.detail ?? null,
    attempts: counted ? mark.attempts + 1 : cleared ? 0 : mark.attempts,
    failingSince: counted ? (mark.failingSince ?? at.now) : cleared ? null : mark.failingSince,
    dueAt: step.due === undefined ? null : 'at' in step.due ? step.due.at : at.now + step.due.afterMs,
    deliveredAt: step.state === 'delivered' ? (mark.deliveredAt ?? at.now) : mark.deliveredAt,
    firstSentAt: step.neverSent === true ? null : mark.firstSentAt,
    changedAt: at.now,
  }
  return step.anew === undefined ? next : anew(next, step.anew, at.newKey)
}

function anew(mark: Mark, { payload, target, ifMatchVersion }: NonNullable<Step['anew']>, newKey: string): Mark {
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
