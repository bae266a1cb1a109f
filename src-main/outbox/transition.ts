// The mark's state machine: one table, a line for each thing that can happen, to be read beside the design's own. Pure: what
// happened and the row go in; the next state, what becomes of the request and what the queue must know come out.
import type { MarkState } from '../../shared/station-api/index.ts'
import type { Happening, HappeningKind, SheetFacts } from './happening.ts'
import type { Mark, MarkReason } from './mark.ts'
import type { QueueEffect, Step } from './step.ts'

export interface Line {
  says: string
  on: readonly HappeningKind[]
  from: readonly MarkState[]
  step: (mark: Mark, happening: Happening) => Step | null
}

export const attemptsBeforeParking = 10
const pausesMs = [1_000, 2_000, 5_000, 10_000, 20_000, 40_000, 60_000] as const
/** The longest pause of a row, and the longest that one waits for a limit: to the end of the day. */
export const longestPauseMs = 300_000
export const longestWaitMs = 25 * 3_600_000

const shortestWaitMs = 1_000

/** The pause after `attempts` uncertain ends in a row. */
export const pauseAfter = (attempts: number): number => pausesMs[Math.min(attempts, pausesMs.length) - 1] ?? 1_000

type Told<Kind extends HappeningKind> = Extract<Happening, { kind: Kind }>

function line<Kind extends HappeningKind>(
  says: string,
  on: readonly Kind[],
  from: readonly MarkState[],
  then: (mark: Mark, told: Told<Kind>) => Step,
  only: (mark: Mark, told: Told<Kind>) => boolean = () => true,
): Line {
  const told = (happening: Happening): happening is Told<Kind> => on.some((kind) => kind === happening.kind)
  return {
    says,
    on,
    from,
    step: (mark, happening) => (told(happening) && only(mark, happening) ? then(mark, happening) : null),
  }
}

const reworkedSince = (mark: Mark, told: { reworkCount: number } | { sheet: SheetFacts }): boolean =>
  ('sheet' in told ? told.sheet.reworkCount : told.reworkCount) > mark.targetReworkCount
const unchanged = (mark: Mark, sheet: SheetFacts): boolean =>
  sheet.drawingHash === mark.targetDrawingHash && sheet.reworkCount === mark.targetReworkCount
/** A delivered mark that is looked up again, since the service was restored from a copy. */
const lookedUpAgain = (mark: Mark): boolean => mark.reason === 'service_restored'
/** An earlier try is still at work in the service: only its answer can tell. */
const atWork = (mark: Mark): boolean => mark.reason === 'in_progress'
/** A refusal is for good under its key, since the service repeats it: what is tried again gets another. */
const refusedForGood = (mark: Mark): boolean =>
  mark.reason === 'invalid_request' || mark.reason === 'idempotency_key_reused' || mark.reason === 'refused'
const refusedAsOld = (mark: Mark): boolean => mark.reason === 'sheet_superseded' || mark.reason === 'stale_version'

/** Certainly without effect: a row under way goes back in the line; one being verified stays to be verified. */
const back = (mark: Mark, queue: QueueEffect): Step =>
  mark.state === 'unknown' ? { state: 'unknown', reason: mark.reason, queue } : { state: 'queued', reason: null, queue }

const conflict = (reason: MarkReason, detail?: string): Step => ({
  state: 'conflict',
  reason,
  ...(detail === undefined ? {} : { detail }),
})
const delivered: Step = { state: 'delivered', reason: null, attempts: 'cleared', queue: { kind: 'delivered' } }

/** In order: the first line that fits decides. */
export const lines: readonly Line[] = [
  // the operator's hand
  line('the hold of 10 s is over', ['hold_over'], ['held'], ({ reason }) => ({
    state: reason === 'service_went_back' ? 'unknown' : 'queued',
    reason,
  })),
  line('undone while held', ['undone'], ['held'], () => ({ state: 'cancelled', reason: 'undone' })),

  // the driver
  line('its turn came: committed before the first byte leaves', ['taken'], ['queued', 'waiting'], () => ({
    state: 'sending',
    reason: null,
  })),
  line('killed while sending', ['started'], ['sending'], () => ({ state: 'unknown', reason: 'cut_short' })),

  // before anything else that an answer or a pull says
  line(
    'a delivered mark that is looked up again was reworked since',
    ['pulled', 'read'],
    ['unknown'],
    () => ({ state: 'delivered', reason: null }),
    (mark, told) => lookedUpAgain(mark) && reworkedSince(mark, told),
  ),
  line(
    'a rework count above the mark’s, at any time',
    ['pulled', 'read', 'answered'],
    ['held', 'queued', 'waiting', 'unknown', 'sending'],
    () => conflict('reworked'),
    reworkedSince,
  ),
  line(
    'the rework that was wanted has come',
    ['pulled'],
    ['rework_wanted'],
    () => ({ state: 'delivered', reason: 'marked_wrongly' }),
    reworkedSince,
  ),
  line(
    'not approved or change requested pulled while queued',
    ['pulled'],
    ['held', 'queued', 'waiting'],
    () => conflict('not_approved'),
    (mark, told) => !told.approved && !atWork(mark),
  ),

  // the drawing itself is wrong, says somebody at this station
  line(
    'the drawing is reported wrong: nothing is sent',
    ['drawing_wrong'],
    ['held', 'queued', 'waiting'],
    () => conflict('drawing_wrong'),
    (mark) => !atWork(mark),
  ),
  line(
    'the drawing was right after all',
    ['drawing_released'],
    ['conflict'],
    () => ({ state: 'unknown', reason: 'drawing_wrong' }),
    (mark) => mark.reason === 'drawing_wrong',
  ),
  line(
    'a new drawing came for the wrong one',
    ['drawing_replaced'],
    ['conflict'],
    () => conflict('drawing_changed'),
    (mark) => mark.reason === 'drawing_wrong',
  ),

  // no answer of the service
  line(
    'name not found, refused, TLS failed, before a byte left',
    ['not_sent'],
    ['sending', 'unknown'],
    (mark, told) => ({
      ...back(mark, { kind: 'offline', problem: told.problem }),
      ...(told.neverSent ? { neverSent: true } : {}),
    }),
  ),
  line(
    'one row failing ten times while others pass',
    ['uncertain'],
    ['sending', 'unknown'],
    (_, told) => ({ state: 'parked', reason: 'failing', detail: told.detail, attempts: 'counted' }),
    (mark, told) => told.othersPass && mark.attempts + 1 >= attemptsBeforeParking,
  ),
  line('time-out, reset, killed while sending, 5xx', ['uncertain'], ['sending', 'unknown'], (mark, told) => ({
    state: 'unknown',
    reason: mark.state === 'unknown' ? mark.reason : told.reason,
    detail: told.detail,
    attempts: 'counted',
    due: { afterMs: Math.min(longestPauseMs, Math.max(told.retryAfterMs, pauseAfter(mark.attempts + 1))) },
  })),
  line(
    'HTML, a redirect, 511, no request id, not the schema',
    ['not_the_service'],
    ['sending', 'unknown'],
    (mark, told) => ({
      state: 'unknown',
      reason: mark.state === 'unknown' ? mark.reason : 'not_the_service',
      queue: { kind: 'offline', problem: told.problem },
    }),
  ),

  // verified by reading the sheet
  line(
    'unknown and bent with our marker',
    ['read'],
    ['unknown'],
    () => delivered,
    (_, { sheet }) => sheet.bent === 'ours',
  ),
  line(
    'a delivered mark that the restored service does not have',
    ['read'],
    ['unknown'],
    () => conflict('service_restored'),
    (mark, { sheet }) => lookedUpAgain(mark) && sheet.bent === null,
  ),
  line(
    'superseded but the same drawing, approved, not reworked since',
    ['read'],
    ['unknown'],
    (_, { sheet }) => ({ state: 'queued', reason: null, anew: { target: sheet } }),
    (mark, { sheet }) => refusedAsOld(mark) && sheet.bent === null && unchanged(mark, sheet) && sheet.approved,
  ),
  line(
    'superseded and not approved now',
    ['read'],
    ['unknown'],
    () => conflict('not_approved'),
    (mark, { sheet }) => refusedAsOld(mark) && sheet.bent === null && unchanged(mark, sheet),
  ),
  line(
    'unknown and not bent, same drawing and rework count',
    ['read'],
    ['unknown'],
    () => ({ state: 'queued', reason: null }),
    (mark, { sheet }) => sheet.bent === null && unchanged(mark, sheet),
  ),
  line('unknown and anything else', ['read'], ['unknown'], (_, { sheet }) =>
    conflict(sheet.bent === null ? 'drawing_changed' : 'bent_by_another'),
  ),

  // 2xx
  line(
    '2xx with the sheet and our marker',
    ['answered'],
    ['sending'],
    () => delivered,
    (_, { sheet }) => sheet.bent === 'ours',
  ),
  line('2xx, but the marker is another’s', ['answered'], ['sending'], () => ({
    state: 'bent_elsewhere',
    reason: 'bent_by_another',
  })),

  // the service says no
  line('409 idempotency_in_progress', ['in_progress'], ['sending'], (_, told) => ({
    state: 'waiting',
    reason: 'in_progress',
    due: { afterMs: Math.min(longestWaitMs, Math.max(shortestWaitMs, told.afterMs)) },
  })),
  line('409 sheet_superseded, stale_version', ['superseded'], ['sending'], (_, told) => ({
    state: 'unknown',
    reason: told.reason,
  })),
  line('409 not_approved', ['not_approved'], ['sending'], (_, told) => conflict('not_approved', told.detail)),
  line('404', ['not_found'], ['sending', 'unknown'], (_, told) => ({
    ...conflict('gone', told.detail),
    queue: { kind: 'sheet_gone' },
  })),
  line(
    '400: once more with the smallest body and a new key',
    ['invalid'],
    ['sending'],
    (_, told) => ({ state: 'queued', reason: null, detail: told.detail, anew: { payload: 'smallest' } }),
    (mark) => mark.payload === 'whole',
  ),
  line('400 again: parked; every row so: halted', ['invalid'], ['sending'], (_, told) => ({
    state: 'parked',
    reason: 'invalid_request',
    detail: told.detail,
    queue: { kind: 'body_refused' },
  })),
  line('422 idempotency_key_reused', ['key_reused'], ['sending'], (_, told) => ({
    state: 'parked',
    reason: 'idempotency_key_reused',
    detail: told.detail,
  })),
  line('other 422', ['refused'], ['sending'], (_, told) => ({
    state: 'parked',
    reason: 'refused',
    detail: told.detail,
  })),
  line(
    '428: the missing header added once',
    ['header_missing'],
    ['sending'],
    (mark) => ({ state: 'queued', reason: null, anew: { ifMatchVersion: mark.sheetVersion } }),
    (mark, told) => told.header === 'if-match' && mark.ifMatchVersion === null,
  ),
  line('428 again: halted', ['header_missing'], ['sending'], (mark, told) =>
    back(mark, {
      kind: 'halted',
      problem: { code: 'unexpected_answer', params: { detail: `428: ${told.header} is missing` } },
    }),
  ),
  line('401', ['key_refused'], ['sending', 'unknown'], (mark, told) =>
    back(mark, { kind: 'blocked_by_key', problem: told.problem, probe: 'quarter' }),
  ),
  line('403 scope_missing, feature_not_in_plan', ['forbidden'], ['sending', 'unknown'], (mark, told) =>
    back(
      mark,
      told.by === 'key'
        ? { kind: 'blocked_by_key', problem: told.problem, probe: 'hour' }
        : { kind: 'blocked_by_plan', problem: told.problem },
    ),
  ),
  line('405, 413, 415', ['not_understood'], ['sending', 'unknown'], (mark, told) =>
    back(mark, { kind: 'halted', problem: { code: 'unexpected_answer', params: { detail: told.detail } } }),
  ),
  line('429', ['rate_limited'], ['sending', 'unknown'], (mark, told) => ({
    ...(mark.state === 'unknown'
      ? { state: 'unknown', reason: mark.reason }
      : { state: 'waiting', reason: 'rate_limited', due: { at: told.untilMs } }),
    queue: { kind: 'paused', untilMs: told.untilMs },
  })),
  line(
    'another workshop or environment behind the key',
    ['other_workshop'],
    ['queued', 'waiting', 'unknown'],
    (mark) => ({
      state: mark.state,
      reason: mark.reason,
      queue: { kind: 'halted', problem: { code: 'other_workshop', params: { marked: mark.fingerprint } } },
    }),
  ),

  // the service was restored from a copy
  line(
    'the service was restored: what it had taken is looked up again',
    ['service_restored'],
    ['delivered'],
    () => ({ state: 'unknown', reason: 'service_restored' }),
    (mark) => mark.reason === null,
  ),
  // the service may have given the number of the drawing that was bent to another one
  line(
    'the service was restored: a mark still to be sent is verified first',
    ['service_restored'],
    ['held', 'queued', 'waiting'],
    ({ state }) => ({ state: state === 'held' ? 'held' : 'unknown', reason: 'service_went_back' }),
  ),

  // a person decides
  line('a person sends all the same', ['sent_all_the_same'], ['conflict', 'parked'], (_, told) => ({
    state: 'queued',
    reason: null,
    attempts: 'cleared',
    anew: { target: told.sheet },
  })),
  line('a person tries a parked mark again: verified first', ['tried_again'], ['parked'], (mark) => ({
    state: 'unknown',
    reason: 'tried_again',
    attempts: 'cleared',
    ...(refusedForGood(mark) ? { anew: { payload: 'whole' } } : {}),
  })),
  line('a person parks it', ['put_aside'], ['queued', 'waiting', 'unknown'], (_, told) => ({
    state: 'parked',
    reason: 'put_aside',
    detail: told.why,
  })),
  line('a person has seen that it was bent elsewhere', ['seen'], ['bent_elsewhere'], () => ({
    state: 'cancelled',
    reason: 'bent_by_another',
  })),
  line('a person has it bent anew', ['bend_anew'], ['conflict'], () => ({ state: 'cancelled', reason: 'bend_anew' })),
  line('a person dismisses it with a reason', ['dismissed'], ['conflict', 'parked', 'bent_elsewhere'], (_, told) => ({
    state: 'cancelled',
    reason: 'dismissed',
    detail: told.why,
  })),
  line('a person takes back that a mark was wrong', ['dismissed'], ['rework_wanted'], (_, told) => ({
    state: 'delivered',
    reason: null,
    detail: told.why,
  })),
  line('a mark that proved wrong after the hold', ['called_back'], ['delivered'], (_, told) => ({
    state: 'rework_wanted',
    reason: 'marked_wrongly',
    detail: told.why,
  })),
  line(
    'a mark that proved wrong before a byte of it had left',
    ['called_back'],
    ['queued'],
    (_, told) => ({ state: 'cancelled', reason: 'marked_wrongly', detail: told.why }),
    (mark) => mark.firstSentAt === null,
  ),
]

/** The line that fits and what it asks for; null where nothing is to change. */
export function transition(mark: Mark, happening: Happening): { line: string; step: Step } | null {
  for (const candidate of lines) {
    if (!candidate.from.includes(mark.state)) continue
    const step = candidate.step(mark, happening)
    if (step !== null) return { line: candidate.says, step }
  }
  return null
}
