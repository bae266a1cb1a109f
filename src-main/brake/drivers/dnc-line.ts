// A line to a controller that talks in text: questions and answers, and characters let out only as fast as the controller takes them.
// Of software flow control the driver knows itself, since a serial server or a kernel that buffers does not. Touches its line alone.
import type { Clock } from '../../platform/clock.ts'
import { BrakeError } from '../protocol/brake-error.ts'
import { createDncReader } from '../protocol/dnc-reader.ts'
import type { DncToken } from '../protocol/dnc-reader.ts'
import { LineError } from '../transport/transport.ts'
import type { Line, LineEnd } from '../transport/transport.ts'

export type Said = Extract<DncToken, { text: string }>

export interface DncLine {
  /** What is said next; 'no_answer' after `answerMs`. */
  readonly said: () => Promise<Said>
  /** Forgets what was said so far, sends the question and resolves with the first that is said then. */
  readonly ask: (question: string) => Promise<Said>
  /**
   * Lets a frame out in small pieces. Before the first, and before each that XOFF held up, `mayGo` is asked and may throw. Rejects
   * with 'no_answer' where XOFF lasts longer than `answerMs`, 'cancelled' when `signal` is aborted.
   */
  readonly send: (frame: string, mayGo: (inTheMidst: boolean) => Promise<void>, signal: AbortSignal) => Promise<void>
  /** When the last XON came that no XOFF came after, on the clock that never steps; null: none. */
  readonly xonAt: () => number | null
  /** Resolves at an XON that is not older than `withinMs`, and forgets it: it was for one line. 'no_answer' after `answerMs`. */
  readonly takeXon: (withinMs: number) => Promise<void>
  readonly close: () => Promise<void>
}

export interface DncLineParts {
  readonly line: Line
  readonly clock: Clock
  /** Of the transport; 0 where the line has no pace. */
  readonly characterMs: number
  readonly answerMs: number
  readonly longestLine: number
}

/** Controllers take a few characters more after XOFF, not many. */
const atOnce = 8

/** How often a new line is listened to before it is given up as never quiet. */
const noisyRounds = 5

/** A controller that goes on talking unasked is not held on to. */
const mostSaid = 1_000

const endedBy = ({ code, message }: LineEnd): BrakeError =>
  new BrakeError('line_ended', `the line ended (${code}): ${message}`)

const noSignal = new AbortController().signal

export function createDncLine({ line, clock, characterMs, answerMs, longestLine }: DncLineParts): DncLine {
  const reader = createDncReader(longestLine)
  const waiting = new Set<() => void>()
  let heard: Said[] = []
  let isStopped = false
  let xonAt: number | null = null
  let ending: BrakeError | null = null
  let hasSettled = false
  let lastByteAt = clock.monotonic()

  const wake = (): void => {
    for (const one of waiting) one()
  }
  const goes = (): true | null => (isStopped ? null : true)
  const take = (token: DncToken): void => {
    switch (token.kind) {
      case 'xon':
        isStopped = false
        xonAt = clock.monotonic()
        return
      case 'xoff':
        isStopped = true
        xonAt = null
        return
      case 'line':
      case 'control':
      case 'noise':
        if (heard.length < mostSaid) heard.push(token)
    }
  }
  line.onBytes((bytes) => {
    lastByteAt = clock.monotonic()
    for (const token of reader.feed(bytes)) take(token)
    wake()
  })
  const end = async (): Promise<void> => {
    ending = endedBy(await line.ended)
    wake()
  }
  void end()

  /** The first that `look` finds; looked for again at everything that comes. */
  async function until<Found>(look: () => Found | null, lacking: string, signal: AbortSignal): Promise<Found> {
    const deadline = clock.monotonic() + answerMs
    for (;;) {
      if (ending !== null) throw ending
      if (signal.aborted) throw new BrakeError('cancelled', 'called off')
      const found = look()
      if (found !== null) return found
      const leftMs = deadline - clock.monotonic()
      if (leftMs <= 0) throw new BrakeError('no_answer', `${lacking} within ${answerMs} ms`)
      const changed = new AbortController()
      const change = (): void => changed.abort()
      waiting.add(change)
      signal.addEventListener('abort', change)
      await clock.wait(leftMs, changed.signal)
      waiting.delete(change)
      signal.removeEventListener('abort', change)
    }
  }
  const said = (): Promise<Said> => until(() => heard.shift() ?? null, 'the controller said nothing', noSignal)

  /** What was asked before this line was ours may still be answered, and would be taken for the answer to what is asked next. */
  async function settle(): Promise<void> {
    for (let round = 0; round < noisyRounds; round += 1) {
      const from = clock.monotonic()
      // oxlint-disable-next-line no-await-in-loop
      await clock.wait(answerMs)
      if (ending !== null) throw ending
      if (lastByteAt < from) {
        hasSettled = true
        return
      }
    }
    throw new BrakeError('bad_frame', `the line is not quiet for ${answerMs} ms`)
  }

  async function write(text: string): Promise<void> {
    try {
      await line.write(Buffer.from(text, 'latin1'))
    } catch (error) {
      throw error instanceof LineError ? endedBy(error) : error
    }
    if (characterMs > 0) await clock.wait(text.length * characterMs)
  }

  return {
    said,
    ask: async (question) => {
      if (ending !== null) throw ending
      if (!hasSettled) await settle()
      heard = []
      reader.forget()
      await write(question)
      return await said()
    },
    send: async (frame, mayGo, signal) => {
      for (let at = 0; at < frame.length; at += atOnce) {
        const wasStopped = isStopped
        await until(goes, 'the controller sent XOFF and no XON', signal)
        if (at === 0 || wasStopped) await mayGo(at > 0)
        // XOFF may have come while the safe state was asked for: what was asked then counts for nothing
        if (isStopped) {
          at -= atOnce
          continue
        }
        await write(frame.slice(at, at + atOnce))
      }
    },
    xonAt: () => xonAt,
    takeXon: async (withinMs) => {
      const fresh = (): true | null => (xonAt !== null && clock.monotonic() - xonAt < withinMs ? true : null)
      await until(fresh, 'the controller sent no XON', noSignal)
      xonAt = null
    },
    close: () => line.close(),
  }
}
