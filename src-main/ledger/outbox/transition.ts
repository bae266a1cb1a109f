// The state machine of a mark: one rule for each transition, named by its sentence. Pure: a mark and an event go in; the next
// state, the change of the request and the effect on the queue come out.
import { backoffMs, type BackoffSteps } from '../../../shared/base/backoff.ts'
import type { MarkState } from '../../../shared/station-api/index.ts'
import type { MarkEvent, MarkEventKind, SheetFacts } from './mark-event.ts'
import { maxPauseMs, probePauseMs } from '../marks/index.ts'
import type { Mark, MarkReason } from '../marks/index.ts'
import type { QueueEffect, Step } from './mark-step.ts'

export interface TransitionRule {
  name: string
  /** The kinds of events, and the states, to which it applies. */
  on: readonly MarkEventKind[]
  from: readonly MarkState[]
  /** Null where its condition is not met. */
  step: (mark: Mark, event: MarkEvent) => Step | null
}

const attemptsBeforeParking = 10
const pausesMs: BackoffSteps = [1_000, 2_000, 5_000, 10_000, 20_000, 40_000, 60_000]
const minWaitMs = 1_000

/** The pause in ms after `attempts` uncertain results in a row. */
export const pauseAfter = (attempts: number): number => backoffMs(pausesMs, attempts)

type EventOfKind<Kind extends MarkEventKind> = Extract<MarkEvent, { kind: Kind }>

/** The rule applies to the kinds `on`, in the states `from`, where the condition is met. */
function rule<Kind extends MarkEventKind>(
  name: string,
  on: readonly Kind[],
  from: readonly MarkState[],
  stepFor: (mark: Mark, event: EventOfKind<Kind>) => Step,
  condition: (mark: Mark, event: EventOfKind<Kind>) => boolean = () => true,
): TransitionRule {
  const isOfKind = (event: MarkEvent): event is EventOfKind<Kind> => on.some((kind) => kind === event.kind)
  return {
    name,
    on,
    from,
    step: (mark, event) => (isOfKind(event) && condition(mark, event) ? stepFor(mark, event) : null),
  }
}

const isReworkedSince = (mark: Mark, event: { reworkCount: number } | { sheet: SheetFacts }): boolean =>
  ('sheet' in event ? event.sheet.reworkCount : event.reworkCount) > mark.targetReworkCount
const isUnchanged = (mark: Mark, sheet: SheetFacts): boolean =>
  sheet.drawingHash === mark.targetDrawingHash && sheet.reworkCount === mark.targetReworkCount
/** A delivered mark that is verified because the service was restored from a backup. */
const isVerifiedAfterRestore = (mark: Mark): boolean => mark.reason === 'service_restored'
/** The service still processes an earlier attempt, and only its response decides. */
const isInProgress = (mark: Mark): boolean => mark.reason === 'in_progress'
/** The service repeats its refusal for the same key, so another attempt needs a new key. */
const isRefusedForItsKey = (mark: Mark): boolean =>
  mark.reason === 'invalid_request' || mark.reason === 'idempotency_key_reused' || mark.reason === 'refused'
const isRefusedAsSuperseded = (mark: Mark): boolean =>
  mark.reason === 'sheet_superseded' || mark.reason === 'stale_version'

/** The attempt certainly had no effect: a row that was being sent is queued again, and one that was being verified stays `unknown`. */
const withoutEffect = (mark: Mark, queue: QueueEffect): Step =>
  mark.state === 'unknown' ? { state: 'unknown', reason: mark.reason, queue } : { state: 'queued', reason: null, queue }

const conflict = (reason: MarkReason, detail?: string): Step => ({
  state: 'conflict',
  reason,
  ...(detail === undefined ? {} : { detail }),
})
const delivered: Step = { state: 'delivered', reason: null, attempts: 'cleared', queue: { kind: 'delivered' } }

/** The rules in order: the first one that fits applies. */
export const transitionRules: readonly TransitionRule[] = [
  // the operator
  rule('the hold of 10 s is over', ['hold_over'], ['held'], ({ reason }) => ({
    state: reason === 'service_went_back' ? 'unknown' : 'queued',
    reason,
  })),
  rule('the operator undoes it within the hold', ['undone'], ['held'], () => ({
    state: 'cancelled',
    reason: 'undone',
  })),

  // the drain
  rule('it is sent: committed before the first byte', ['taken'], ['queued', 'waiting'], () => ({
    state: 'sending',
    reason: null,
  })),
  rule('the program was killed while sending', ['started'], ['sending'], () => ({
    state: 'unknown',
    reason: 'cut_short',
  })),

  // reworks and approvals: before all other contents of a response or a pull
  rule(
    'a delivered mark that is verified after a restore was reworked since',
    ['pulled', 'read'],
    ['unknown'],
    () => ({ state: 'delivered', reason: null }),
    (mark, event) => isVerifiedAfterRestore(mark) && isReworkedSince(mark, event),
  ),
  rule(
    'a rework count above the mark’s, at any time',
    ['pulled', 'read', 'answered'],
    ['held', 'queued', 'waiting', 'unknown', 'sending'],
    () => conflict('reworked'),
    isReworkedSince,
  ),
  rule(
    'the wanted rework event arrives',
    ['pulled'],
    ['rework_wanted'],
    () => ({ state: 'delivered', reason: 'marked_wrongly' }),
    isReworkedSince,
  ),
  rule(
    'not approved, or a change is requested, pulled while queued',
    ['pulled'],
    ['held', 'queued', 'waiting'],
    () => conflict('not_approved'),
    (mark, event) => !event.approved && !isInProgress(mark),
  ),

  // an operator reports the drawing as wrong
  rule(
    'the drawing is reported wrong: nothing is sent',
    ['drawing_wrong'],
    ['held', 'queued', 'waiting'],
    () => conflict('drawing_wrong'),
    (mark) => !isInProgress(mark),
  ),
  rule(
    'the drawing is released as right',
    ['drawing_released'],
    ['conflict'],
    () => ({ state: 'unknown', reason: 'drawing_wrong' }),
    (mark) => mark.reason === 'drawing_wrong',
  ),
  rule(
    'a new drawing replaces the wrong one',
    ['drawing_replaced'],
    ['conflict'],
    () => conflict('drawing_changed'),
    (mark) => mark.reason === 'drawing_wrong',
  ),

  // no response of the service
  rule(
    'name not found, refused, TLS failed, before a byte is sent',
    ['not_sent'],
    ['sending', 'unknown'],
    (mark, event) => ({
      ...withoutEffect(mark, { kind: 'offline', problem: event.problem }),
      ...(event.neverSent ? { neverSent: true } : {}),
    }),
  ),
  rule(
    'one row fails ten times while others pass',
    ['uncertain'],
    ['sending', 'unknown'],
    (_, event) => ({ state: 'parked', reason: 'failing', detail: event.detail, attempts: 'counted' }),
    (mark, event) => event.othersSucceed && mark.attempts + 1 >= attemptsBeforeParking,
  ),
  rule('time-out, reset, cut short, 5xx', ['uncertain'], ['sending', 'unknown'], (mark, event) => ({
    state: 'unknown',
    reason: mark.state === 'unknown' ? mark.reason : event.reason,
    detail: event.detail,
    attempts: 'counted',
    due: { afterMs: Math.min(maxPauseMs, Math.max(event.retryAfterMs, pauseAfter(mark.attempts + 1))) },
  })),
  rule(
    'HTML, a redirect, 511, no X-Request-Id, not the schema',
    ['not_the_service'],
    ['sending', 'unknown'],
    (mark, event) => ({
      state: 'unknown',
      reason: mark.state === 'unknown' ? mark.reason : 'not_the_service',
      queue: { kind: 'offline', problem: event.problem },
    }),
  ),

  // verification by reading the sheet
  rule(
    'unknown, and bent with our marker',
    ['read'],
    ['unknown'],
    () => delivered,
    (_, { sheet }) => sheet.bent === 'ours',
  ),
  rule(
    'a delivered mark is missing in the restored service',
    ['read'],
    ['unknown'],
    () => conflict('service_restored'),
    (mark, { sheet }) => isVerifiedAfterRestore(mark) && sheet.bent === null,
  ),
  rule(
    'superseded: same drawing, approved, not reworked since',
    ['read'],
    ['unknown'],
    (_, { sheet }) => ({ state: 'queued', reason: null, renewRequest: { target: sheet } }),
    (mark, { sheet }) =>
      isRefusedAsSuperseded(mark) && sheet.bent === null && isUnchanged(mark, sheet) && sheet.approved,
  ),
  rule(
    'superseded, and not approved now',
    ['read'],
    ['unknown'],
    () => conflict('not_approved'),
    (mark, { sheet }) => isRefusedAsSuperseded(mark) && sheet.bent === null && isUnchanged(mark, sheet),
  ),
  rule(
    'unknown, and not bent: same drawing and rework count',
    ['read'],
    ['unknown'],
    () => ({ state: 'queued', reason: null }),
    (mark, { sheet }) => sheet.bent === null && isUnchanged(mark, sheet),
  ),
  rule('unknown, and anything else', ['read'], ['unknown'], (_, { sheet }) =>
    conflict(sheet.bent === null ? 'drawing_changed' : 'bent_by_another'),
  ),

  // 2xx
  rule(
    '2xx with the sheet and our marker',
    ['answered'],
    ['sending'],
    () => delivered,
    (_, { sheet }) => sheet.bent === 'ours',
  ),
  rule('2xx, but the marker is from another sender', ['answered'], ['sending'], () => ({
    state: 'bent_elsewhere',
    reason: 'bent_by_another',
  })),

  // the service refuses
  rule('409 idempotency_in_progress', ['in_progress'], ['sending'], (_, event) => ({
    state: 'waiting',
    reason: 'in_progress',
    due: { afterMs: Math.min(probePauseMs, Math.max(minWaitMs, event.afterMs)) },
  })),
  rule('409 sheet_superseded, stale_version', ['superseded'], ['sending'], (_, event) => ({
    state: 'unknown',
    reason: event.reason,
  })),
  rule('409 not_approved', ['not_approved'], ['sending'], (_, event) => conflict('not_approved', event.detail)),
  rule('404', ['not_found'], ['sending', 'unknown'], (_, event) => ({
    ...conflict('gone', event.detail),
    queue: { kind: 'sheet_gone' },
  })),
  rule(
    '400: once more with the smallest body and a new key',
    ['invalid'],
    ['sending'],
    (_, event) => ({ state: 'queued', reason: null, detail: event.detail, renewRequest: { payload: 'smallest' } }),
    (mark) => mark.payload === 'whole',
  ),
  rule('400 again: parked; every row so: halted', ['invalid'], ['sending'], (_, event) => ({
    state: 'parked',
    reason: 'invalid_request',
    detail: event.detail,
    queue: { kind: 'body_refused' },
  })),
  rule('422 idempotency_key_reused', ['key_reused'], ['sending'], (_, event) => ({
    state: 'parked',
    reason: 'idempotency_key_reused',
    detail: event.detail,
  })),
  rule('other 422', ['refused'], ['sending'], (_, event) => ({
    state: 'parked',
    reason: 'refused',
    detail: event.detail,
  })),
  rule(
    '428: the missing header added once',
    ['header_missing'],
    ['sending'],
    (mark) => ({ state: 'queued', reason: null, renewRequest: { ifMatchVersion: mark.sheetVersion } }),
    (mark, event) => event.header === 'if-match' && mark.ifMatchVersion === null,
  ),
  rule('428 again: halted', ['header_missing'], ['sending'], (mark, event) =>
    withoutEffect(mark, {
      kind: 'halted',
      problem: { code: 'unexpected_answer', params: { detail: `428: ${event.header} is missing` } },
    }),
  ),
  rule('401', ['key_refused'], ['sending', 'unknown'], (mark, event) =>
    withoutEffect(mark, { kind: 'blocked_by_key', problem: event.problem, probe: 'quarter' }),
  ),
  rule('403 scope_missing, feature_not_in_plan', ['forbidden'], ['sending', 'unknown'], (mark, event) =>
    withoutEffect(
      mark,
      event.by === 'key'
        ? { kind: 'blocked_by_key', problem: event.problem, probe: 'hour' }
        : { kind: 'blocked_by_plan', problem: event.problem },
    ),
  ),
  rule('405, 413, 415', ['not_understood'], ['sending', 'unknown'], (mark, event) =>
    withoutEffect(mark, { kind: 'halted', problem: { code: 'unexpected_answer', params: { detail: event.detail } } }),
  ),
  rule('429', ['rate_limited'], ['sending', 'unknown'], (mark, event) => ({
    ...(mark.state === 'unknown'
      ? { state: 'unknown', reason: mark.reason }
      : { state: 'waiting', reason: 'rate_limited', due: { dueAtMs: event.untilMs, atMostMs: probePauseMs } }),
    queue: { kind: 'paused', untilMs: event.untilMs },
  })),
  rule(
    'another workshop or environment behind the key',
    ['other_workshop'],
    ['queued', 'waiting', 'unknown'],
    (mark) => ({
      state: mark.state,
      reason: mark.reason,
      queue: { kind: 'halted', problem: { code: 'other_workshop', params: { marked: mark.fingerprint } } },
    }),
  ),

  // the service was restored from a backup
  rule(
    'the service was restored: a delivered mark is verified',
    ['service_restored'],
    ['delivered'],
    () => ({ state: 'unknown', reason: 'service_restored' }),
    (mark) => mark.reason === null,
  ),
  // the restored service may have given the version number of the bent drawing to another drawing
  rule(
    'the service was restored: an undelivered mark is verified first',
    ['service_restored'],
    ['held', 'queued', 'waiting'],
    ({ state }) => ({ state: state === 'held' ? 'held' : 'unknown', reason: 'service_went_back' }),
  ),

  // a person decides
  rule('a person sends it all the same', ['sent_all_the_same'], ['conflict', 'parked'], (_, event) => ({
    state: 'queued',
    reason: null,
    attempts: 'cleared',
    renewRequest: { target: event.sheet },
  })),
  rule('a person tries a parked mark again: verified first', ['tried_again'], ['parked'], (mark) => ({
    state: 'unknown',
    reason: 'tried_again',
    attempts: 'cleared',
    ...(isRefusedForItsKey(mark) ? { renewRequest: { payload: 'whole' } } : {}),
  })),
  rule('a person parks it', ['put_aside'], ['queued', 'waiting', 'unknown'], (_, event) => ({
    state: 'parked',
    reason: 'put_aside',
    detail: event.why,
  })),
  rule('a person has seen that it is bent elsewhere', ['seen'], ['bent_elsewhere'], () => ({
    state: 'cancelled',
    reason: 'bent_by_another',
  })),
  rule('a person has it bent again', ['bend_anew'], ['conflict'], () => ({ state: 'cancelled', reason: 'bend_anew' })),
  rule('a person dismisses it with a reason', ['dismissed'], ['conflict', 'parked', 'bent_elsewhere'], (_, event) => ({
    state: 'cancelled',
    reason: 'dismissed',
    detail: event.why,
  })),
  rule('a person withdraws the report of a wrong mark', ['dismissed'], ['rework_wanted'], (_, event) => ({
    state: 'delivered',
    reason: null,
    detail: event.why,
  })),
  rule('a person reports a delivered mark as wrong', ['called_back'], ['delivered'], (_, event) => ({
    state: 'rework_wanted',
    reason: 'marked_wrongly',
    detail: event.why,
  })),
  rule(
    'a person reports a mark as wrong before a byte is sent',
    ['called_back'],
    ['queued'],
    (_, event) => ({ state: 'cancelled', reason: 'marked_wrongly', detail: event.why }),
    (mark) => mark.firstSentAt === null,
  ),
]

/** The first rule that fits, and its step; null where nothing changes. */
export function transition(mark: Mark, event: MarkEvent): { rule: string; step: Step } | null {
  for (const candidate of transitionRules) {
    if (!candidate.from.includes(mark.state)) continue
    const step = candidate.step(mark, event)
    if (step !== null) return { rule: candidate.name, step }
  }
  return null
}
