// A connection to a controller that communicates in text: questions and answers, and characters sent only as fast as the controller
// accepts them. It handles software flow control itself, because a serial server or a kernel with buffers does not. Accesses its
// connection only.
import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import { BrakeError, createDncReader } from '../protocol/index.ts'
import type { DncReader, DncToken } from '../protocol/index.ts'
import { ConnectionError } from '../transport/index.ts'
import type { Connection, ConnectionEnd } from '../transport/index.ts'

export type DncAnswer = Extract<DncToken, { text: string }>

export interface DncChannel {
  /** The next answer; rejects with 'no_answer' after `answerMs`. */
  readonly nextAnswer: () => Promise<DncAnswer>
  /** Drops the answers so far, sends the question and resolves with the first answer to it. After a missing answer it first waits for silence. */
  readonly ask: (question: string) => Promise<DncAnswer>
  /**
   * Sends a frame in small pieces. Calls `mayGo` before the first piece, and before each piece that XOFF delayed; `mayGo` may throw.
   * Rejects with 'no_answer' where XOFF lasts longer than `answerMs`, with 'cancelled' when `signal` is aborted.
   */
  readonly send: (frame: string, mayGo: (isMidFrame: boolean) => Promise<void>, signal: AbortSignal) => Promise<void>
  /** When the last XON came, unless an XOFF came after it, in ms of the monotonic clock; null: none. */
  readonly xonAtMs: () => number | null
  /** Resolves at an XON that is not older than `withinMs`, and uses it up: it is for one line. 'no_answer' after `answerMs`. */
  readonly useXon: (withinMs: number) => Promise<void>
  readonly close: () => Promise<void>
}

export interface DncChannelParts {
  readonly connection: Connection
  readonly clock: Clock
  /** The time of one character on the transport; 0 where characters take no time (TCP). */
  readonly characterMs: number
  readonly answerMs: number
  readonly longestLine: number
}

/** A controller accepts a few characters after XOFF, not many. */
const atOnce = 8

/** How often the channel waits for silence before it gives up. */
const noisyRounds = 5

/** Answers beyond this number are dropped: they answer no question. */
const maxAnswers = 1_000

const endedBy = ({ code, message }: ConnectionEnd): BrakeError =>
  new BrakeError('line_ended', `the connection ended (${code}): ${message}`)

const noSignal = new AbortController().signal

export const openDncChannel = (parts: DncChannelParts): DncChannel => new FlowControlledChannel(parts)

class FlowControlledChannel implements DncChannel {
  readonly #connection: Connection
  readonly #clock: Clock
  readonly #characterMs: number
  readonly #answerMs: number
  readonly #reader: DncReader
  readonly #waiting = new Set<() => void>()
  #answers: DncAnswer[] = []
  #isStopped = false
  #xonAtMs: number | null = null
  #ending: BrakeError | null = null
  #isQuiet = false
  #lastByteAtMs: number

  constructor({ connection, clock, characterMs, answerMs, longestLine }: DncChannelParts) {
    this.#connection = connection
    this.#clock = clock
    this.#characterMs = characterMs
    this.#answerMs = answerMs
    this.#reader = createDncReader(longestLine)
    this.#lastByteAtMs = clock.monotonic()
    connection.onBytes((bytes) => this.#receive(bytes))
    void this.#watchEnd()
  }

  readonly nextAnswer = async (): Promise<DncAnswer> => {
    try {
      return await this.#waitFor(() => this.#answers.shift() ?? null, 'the controller sent nothing', noSignal)
    } catch (error) {
      // the answer may still come, and would be taken for that to the next question
      this.#isQuiet = false
      throw error
    }
  }

  readonly ask: DncChannel['ask'] = async (question) => {
    if (this.#ending !== null) throw this.#ending
    if (!this.#isQuiet) await this.#waitForSilence()
    this.#answers = []
    this.#reader.reset()
    await this.#write(question)
    return await this.nextAnswer()
  }

  readonly send: DncChannel['send'] = async (frame, mayGo, signal) => {
    for (let offset = 0; offset < frame.length; offset += atOnce) {
      const wasStopped = this.#isStopped
      await this.#waitFor(() => (this.#isStopped ? null : true), 'the controller sent XOFF and no XON', signal)
      if (offset === 0 || wasStopped) await mayGo(offset > 0)
      // XOFF may have come while the safe state was read: that reading is not valid any more
      if (this.#isStopped) {
        offset -= atOnce
        continue
      }
      await this.#write(frame.slice(offset, offset + atOnce))
    }
  }

  readonly xonAtMs = (): number | null => this.#xonAtMs

  readonly useXon: DncChannel['useXon'] = async (withinMs) => {
    const isFresh = (): true | null =>
      this.#xonAtMs !== null && this.#clock.monotonic() - this.#xonAtMs < withinMs ? true : null
    await this.#waitFor(isFresh, 'the controller sent no XON', noSignal)
    this.#xonAtMs = null
  }

  readonly close = (): Promise<void> => this.#connection.close()

  #receive(bytes: Uint8Array): void {
    this.#lastByteAtMs = this.#clock.monotonic()
    for (const token of this.#reader.feed(bytes)) this.#handleToken(token)
    this.#wake()
  }

  #handleToken(token: DncToken): void {
    switch (token.kind) {
      case 'xon':
        this.#isStopped = false
        this.#xonAtMs = this.#clock.monotonic()
        return
      case 'xoff':
        this.#isStopped = true
        this.#xonAtMs = null
        return
      case 'line':
      case 'control':
      case 'noise':
        if (this.#answers.length < maxAnswers) this.#answers.push(token)
    }
  }

  async #watchEnd(): Promise<void> {
    this.#ending = endedBy(await this.#connection.ended)
    this.#wake()
  }

  #wake(): void {
    for (const wake of this.#waiting) wake()
  }

  /** The first value that `find` returns; it is called again after everything that comes. */
  async #waitFor<Value>(find: () => Value | null, missing: string, signal: AbortSignal): Promise<Value> {
    const deadlineMs = this.#clock.monotonic() + this.#answerMs
    let isOverdue = false
    for (;;) {
      if (this.#ending !== null) throw this.#ending
      if (signal.aborted) throw new BrakeError('cancelled', 'cancelled')
      const value = find()
      if (value !== null) return value
      const leftMs = deadlineMs - this.#clock.monotonic()
      if (leftMs <= 0 && !isOverdue) {
        // after a delay of the event loop, a timer runs before the bytes that have already arrived are read
        isOverdue = true
        await setImmediate()
        continue
      }
      if (leftMs <= 0) throw new BrakeError('no_answer', `${missing} within ${this.#answerMs} ms`)
      const changed = new AbortController()
      const wake = (): void => changed.abort()
      this.#waiting.add(wake)
      signal.addEventListener('abort', wake)
      await this.#clock.wait(leftMs, changed.signal)
      this.#waiting.delete(wake)
      signal.removeEventListener('abort', wake)
    }
  }

  /** Waits for answers to questions that another program sent, or that came too late: they would be taken for the answer to the next one. */
  async #waitForSilence(): Promise<void> {
    for (let round = 0; round < noisyRounds; round += 1) {
      const fromMs = this.#clock.monotonic()
      // oxlint-disable-next-line no-await-in-loop
      await this.#clock.wait(this.#answerMs)
      if (this.#ending !== null) throw this.#ending
      if (this.#lastByteAtMs < fromMs) {
        this.#isQuiet = true
        return
      }
    }
    throw new BrakeError('bad_frame', `the connection is not quiet for ${this.#answerMs} ms`)
  }

  async #write(text: string): Promise<void> {
    try {
      await this.#connection.write(Buffer.from(text, 'latin1'))
    } catch (error) {
      throw error instanceof ConnectionError ? endedBy(error) : error
    }
    if (this.#characterMs > 0) await this.#clock.wait(text.length * this.#characterMs)
  }
}
