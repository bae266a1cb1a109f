// Sends the letters that wait, one after another and in turns of its own. One that does not leave is tried again until it is of no use;
// one that had left when the service was killed leaves once more, as the same message.
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../store/clock.ts'
import { Refused } from './carrier.ts'
import type { Carrier } from './carrier.ts'
import type { LetterQueue, WaitingLetter } from './letter-queue.ts'
import { letterOf } from './letters.ts'

export interface PostOfficeParts {
  letters: Pick<LetterQueue, 'next' | 'tryAgain'>
  /** Takes a letter out of the queue that will not be tried again, sent or not. */
  ended: (id: string, nowMs: number) => void
  carrier: Carrier
  /** Where the service is reached: `https://host`. */
  origin: string
  now: Clock
  log: FastifyBaseLogger
}

/** How often the queue is looked into: the workshop's own side writes into it too, from a process of its own. */
const lookMs = 250
const minuteMs = 60_000
/** From one attempt to the next, then from each to the one after. */
const pausesMs = [minuteMs, 5 * minuteMs, 15 * minuteMs, 60 * minuteMs]
const afterFaultMs = 5_000
/** How long a mail server that is being spoken to may hold up the end. */
const graceMs = 1_000

/** Begins to send; returns how to end. */
export function postOffice({ letters, ended, carrier, origin, now, log }: PostOfficeParts): () => Promise<void> {
  const end = new AbortController()

  const send = async (letter: WaitingLetter): Promise<void> => {
    const { id, email, about, at, until, attempts } = letter
    const nowMs = now()
    if (Date.parse(until) <= nowMs) {
      log.warn(`a letter to ${email} was given up: it could not be sent in time`)
      ended(id, nowMs)
      return
    }
    try {
      await carrier.carry({ id, to: email, at, ...letterOf(about, origin) })
    } catch (error) {
      if (end.signal.aborted) return
      if (error instanceof Refused) {
        log.warn({ err: error }, `a letter to ${email} was given up: the mail server takes none`)
        ended(id, nowMs)
      } else {
        log.error({ err: error }, `a letter to ${email} has not left, and is tried again`)
        letters.tryAgain(id, nowMs + (pausesMs[attempts] ?? 60 * minuteMs))
      }
      return
    }
    // The store may be closed by now; the letter then leaves once more after the next start.
    if (!end.signal.aborted) ended(id, nowMs)
  }
  const work = async (): Promise<void> => {
    let failing = false
    while (!end.signal.aborted) {
      let waitMs = lookMs
      try {
        const letter = letters.next(now())
        if (letter !== null) {
          await send(letter)
          waitMs = 0
        }
        failing = false
      } catch (error) {
        // The store's own disk will not have it: nothing else of the service ends for that.
        if (!failing) log.error({ err: error }, 'letters cannot be sent for now')
        failing = true
        waitMs = afterFaultMs
      }
      await pause(waitMs, undefined, { signal: end.signal, ref: false }).catch(() => null)
    }
  }
  const working = work()

  return async () => {
    end.abort()
    carrier.close()
    await Promise.race([working, pause(graceMs, undefined, { ref: false })])
  }
}
