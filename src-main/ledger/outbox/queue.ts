// The state of the whole queue: whether rows may be sent at all, and when the next attempt is. Pure. Times are monotonic, unless stated
// otherwise.
import { backoffMs, type BackoffSteps } from '../../../shared/base/backoff.ts'
import { hourMs, minuteMs } from '../../../shared/base/durations.ts'
import type { Problem, StatusView } from '../../../shared/station-api/index.ts'
import { probePauseMs } from '../marks/index.ts'
import type { QueueEffect } from './mark-step.ts'

type QueueState = StatusView['queue']['state']

export interface Queue {
  state: QueueState
  problem: Problem | null
  /** Earliest next attempt (monotonic ms); null: none while halted, otherwise at once. */
  retryAt: number | null
  /** Failed attempts in a row while offline. */
  tries: number
  /** Rows in a row whose sheet the service did not find. */
  goneInARow: number
  /** Rows in a row whose smallest body the service refused. */
  refusedInARow: number
}

export interface QueueView {
  state: QueueState
  problem: Problem | null
}
export const queueView = ({ state, problem }: Queue): QueueView => ({ state, problem })

export const initialQueue: Queue = {
  state: 'running',
  problem: null,
  retryAt: null,
  tries: 0,
  goneInARow: 0,
  refusedInARow: 0,
}

const offlinePausesMs: BackoffSteps = [2_000, 5_000, 10_000, 20_000, 40_000, 60_000]
const quarterMs = 15 * minuteMs
const storeFaultPauseMs = 60_000
const failuresInARow = 3

/** Whether an attempt may begin. */
export const canTry = (queue: Queue, monotonic: number): boolean =>
  queue.retryAt === null ? queue.state !== 'halted' : monotonic >= queue.retryAt

/** Whether the workshop behind the key must be identified again before a row is sent. */
export const mustIdentifyService = (queue: Queue): boolean =>
  queue.goneInARow >= failuresInARow || queue.state === 'halted' || queue.state.startsWith('blocked')

/** The queue after any response of the service: the network works. A block or a limit stays in force. */
export const afterResponse = (queue: Queue, monotonic: number): Queue =>
  queue.state === 'offline' || (queue.state === 'running' && canTry(queue, monotonic))
    ? { ...queue, state: 'running', problem: null, retryAt: null, tries: 0 }
    : queue

/** The queue after `/me` identified the workshop. */
export const afterIdentification = (queue: Queue): Queue => ({ ...initialQueue, refusedInARow: queue.refusedInARow })

/**
 * `moment.now` and the end of a pause are ms since 1970. While the queue is offline, a further 'offline' before the next attempt is due
 * changes nothing.
 */
export function applyEffect(queue: Queue, effect: QueueEffect, moment: { now: number; monotonic: number }): Queue {
  switch (effect.kind) {
    case 'offline': {
      // rows that were being sent together are one failed attempt
      if (queue.state === 'offline' && !canTry(queue, moment.monotonic)) return queue
      const pause = backoffMs(offlinePausesMs, queue.tries + 1)
      return {
        ...queue,
        state: 'offline',
        problem: effect.problem,
        tries: queue.tries + 1,
        retryAt: moment.monotonic + pause,
      }
    }
    case 'blocked_by_key': {
      const pause = effect.probe === 'quarter' ? quarterMs : hourMs
      return { ...queue, state: 'blocked_by_key', problem: effect.problem, retryAt: moment.monotonic + pause }
    }
    case 'blocked_by_plan':
      return { ...queue, state: 'blocked_by_plan', problem: effect.problem, retryAt: moment.monotonic + hourMs }
    case 'halted':
      return { ...queue, state: 'halted', problem: effect.problem, retryAt: null }
    case 'paused': {
      const pause = Math.max(0, effect.untilMs - moment.now)
      const code = pause > minuteMs ? 'day_limit' : 'rate_limited'
      return {
        ...queue,
        problem: { code, params: { seconds: Math.ceil(pause / 1_000) } },
        retryAt: moment.monotonic + Math.min(pause, probePauseMs),
      }
    }
    case 'sheet_gone':
      return { ...queue, goneInARow: queue.goneInARow + 1 }
    case 'body_refused':
      return queue.refusedInARow + 1 < failuresInARow
        ? { ...queue, refusedInARow: queue.refusedInARow + 1 }
        : {
            ...queue,
            state: 'halted',
            problem: { code: 'unexpected_answer', params: { detail: 'every report is refused as invalid' } },
            retryAt: null,
          }
    case 'delivered':
      return { ...queue, goneInARow: 0, refusedInARow: 0 }
  }
}

/** A step could not be stored: the queue halts for a minute, and shows the problem until a write succeeds. */
export const afterStorageError = (queue: Queue, message: string, monotonic: number): Queue => ({
  ...queue,
  state: 'halted',
  problem: { code: 'outbox_unreadable', params: { message } },
  retryAt: monotonic + storeFaultPauseMs,
})

/** A halt for a storage error ends after its pause. Any other halt needs a person. */
export const canRetryStorage = (queue: Queue, monotonic: number): boolean =>
  queue.state === 'halted' && queue.retryAt !== null && canTry(queue, monotonic)

/** Whether only one row is sent at a time, because it is not known whether the service accepts any. */
export const isProbing = (queue: Queue): boolean => queue.state === 'offline' || queue.problem !== null

/** The queue after a person asked now: a wait for a limit is over. A block of the key or the plan stays in force. */
export const afterAskedNow = (queue: Queue): Queue =>
  queue.state === 'running' && queue.retryAt !== null ? { ...queue, problem: null, retryAt: null } : queue

/** The queue after the network came back: an offline queue tries at once. */
export const afterNetworkReturn = (queue: Queue): Queue =>
  queue.state === 'offline' ? { ...queue, retryAt: null, tries: 0 } : queue
