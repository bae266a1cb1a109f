// The state of the queue as a whole: whether rows may go out at all, and when it is tried again. Pure; moments are by the clock
// that never steps, unless they say otherwise.
import type { Problem, StatusView } from '../../shared/station-api/index.ts'
import type { QueueEffect } from './step.ts'

export type QueueState = StatusView['queue']['state']

export interface Queue {
  state: QueueState
  problem: Problem | null
  /** Not before (monotonic ms); null: not by itself where it is halted, else at once. */
  retryAt: number | null
  /** Failed tries in a row while offline. */
  tries: number
  /** Rows in a row that the service did not know, and whose smallest body it refused. */
  gone: number
  refused: number
}

export interface QueueView {
  state: QueueState
  problem: Problem | null
}
export const queueView = ({ state, problem }: Queue): QueueView => ({ state, problem })

export const atStart: Queue = { state: 'running', problem: null, retryAt: null, tries: 0, gone: 0, refused: 0 }

const offlinePausesMs = [2_000, 5_000, 10_000, 20_000, 40_000, 60_000] as const
const quarterMs = 15 * 60_000
const hourMs = 60 * 60_000
const storeFaultPauseMs = 60_000
const inARow = 3

/** Whether a try may begin. */
export const mayTry = (queue: Queue, monotonic: number): boolean =>
  queue.retryAt === null ? queue.state !== 'halted' : monotonic >= queue.retryAt

/** Whether it must be asked anew who is behind the key before a row goes out. */
export const mustAskWho = (queue: Queue): boolean =>
  queue.gone >= inARow || queue.state === 'halted' || queue.state.startsWith('blocked')

/** The service gave an answer of its own: the network is there, whatever the answer was. A block or a limit stands. */
export const reached = (queue: Queue, monotonic: number): Queue =>
  queue.state === 'offline' || (queue.state === 'running' && mayTry(queue, monotonic))
    ? { ...queue, state: 'running', problem: null, retryAt: null, tries: 0 }
    : queue

/** `/me` answered as it should. */
export const identified = (queue: Queue): Queue => ({ ...atStart, refused: queue.refused })

export function afterEffect(queue: Queue, effect: QueueEffect, at: { now: number; monotonic: number }): Queue {
  switch (effect.kind) {
    case 'offline': {
      // rows that were under way together are one failed try
      if (queue.state === 'offline' && !mayTry(queue, at.monotonic)) return queue
      const pause = offlinePausesMs[Math.min(queue.tries, offlinePausesMs.length - 1)] ?? hourMs
      return {
        ...queue,
        state: 'offline',
        problem: effect.problem,
        tries: queue.tries + 1,
        retryAt: at.monotonic + pause,
      }
    }
    case 'blocked_by_key': {
      const pause = effect.probe === 'quarter' ? quarterMs : hourMs
      return { ...queue, state: 'blocked_by_key', problem: effect.problem, retryAt: at.monotonic + pause }
    }
    case 'blocked_by_plan':
      return { ...queue, state: 'blocked_by_plan', problem: effect.problem, retryAt: at.monotonic + hourMs }
    case 'halted':
      return { ...queue, state: 'halted', problem: effect.problem, retryAt: null }
    case 'paused': {
      const pause = Math.max(0, effect.untilMs - at.now)
      const code = pause > 60_000 ? 'day_limit' : 'rate_limited'
      return {
        ...queue,
        problem: { code, params: { seconds: Math.ceil(pause / 1_000) } },
        retryAt: at.monotonic + pause,
      }
    }
    case 'sheet_gone':
      return { ...queue, gone: queue.gone + 1 }
    case 'body_refused':
      return queue.refused + 1 < inARow
        ? { ...queue, refused: queue.refused + 1 }
        : {
            ...queue,
            state: 'halted',
            problem: { code: 'unexpected_answer', params: { detail: 'every report is refused as invalid' } },
            retryAt: null,
          }
    case 'delivered':
      return { ...queue, gone: 0, refused: 0 }
  }
}

/** The store itself would not take a step: tried again after a minute, and told until it works. */
export const storeFailed = (queue: Queue, message: string, monotonic: number): Queue => ({
  ...queue,
  state: 'halted',
  problem: { code: 'outbox_unreadable', params: { message } },
  retryAt: monotonic + storeFaultPauseMs,
})

/** A halt because of the store ends by itself when its pause is over; any other needs a person. */
export const storeMayWork = (queue: Queue, monotonic: number): boolean =>
  queue.state === 'halted' && queue.retryAt !== null && mayTry(queue, monotonic)

/** The network came back: an offline queue need not wait for its next try. */
export const networkBack = (queue: Queue): Queue =>
  queue.state === 'offline' ? { ...queue, retryAt: null, tries: 0 } : queue
