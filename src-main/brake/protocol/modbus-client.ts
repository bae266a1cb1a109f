// The client of a Modbus connection: one request at a time, the gap before it, the deadline after it, and no write that the write
// guard has not allowed.
//
// We do not use the client of modbus-serial: it has no hook between the finished frame and the port, its calls stay open when the
// connection ends, one frame of noise or of another unit ends a call whose answer is still on its way, its errors are English text
// only, and a test cannot control its deadlines. The tests run it against our simulator, as an independent implementation.
import { messageOf } from '../../platform/message-of.ts'
import { waitForDeadline, type Clock } from '../../platform/clock.ts'
import { ConnectionError } from '../transport/index.ts'
import type { Connection, ConnectionEnd } from '../transport/index.ts'
import { BrakeError } from './brake-error.ts'
import { taskQueue } from './task-queue.ts'
import { framingOf, type Framing, type FramingName } from './modbus-framing.ts'
import {
  answerLength,
  exceptionText,
  type Answer,
  type ReadRequest,
  type Request,
  type WriteRequest,
} from './modbus-pdu.ts'
import { WriteGuard, type WriteRules } from './write-guard.ts'

export interface ModbusLink {
  readonly framing: FramingName
  readonly rules: WriteRules
  /** How long the controller may take, without the transmission time of the characters. */
  readonly answerWithinMs: number
  /** The time of one character on the connection; 0 where characters take no time (TCP). */
  readonly characterMs: number
  readonly clock: Clock
}

/** Rejects with a BrakeError. Requests go out one after the other, in the order of the calls. */
export interface ModbusClient {
  readonly read: (request: ReadRequest) => Promise<readonly number[]>
  readonly write: (request: WriteRequest) => Promise<void>
}

/** Modbus over serial line V1.02, 2.5.1.1: 3.5 characters, and no less than 1.75 ms above 19 200 baud. */
const gapMs = (characterMs: number): number => (characterMs === 0 ? 0 : Math.max(3.5 * characterMs, 1.75))

/** How often the client waits for silence after a failure before it gives up. */
const noisyRounds = 4
/** Bytes around the PDU, with any framing. */
const aroundPdu = 7

interface Exchange {
  readonly receive: (byte: number) => void
  readonly end: () => void
}
type Outcome = Answer | 'late' | 'lost' | 'ended'

/** Listens to the connection at once. Where answers have no number, it first waits until the connection is quiet. */
export const modbusClient = (connection: Connection, link: ModbusLink): ModbusClient =>
  new QueuedModbusClient(connection, link)

class QueuedModbusClient implements ModbusClient {
  readonly #connection: Connection
  readonly #link: ModbusLink
  readonly #clock: Clock
  readonly #framing: Framing
  readonly #guard: WriteGuard
  readonly #gapMs: number
  readonly #enqueue = taskQueue()
  #lastByteAtMs: number
  /** How long the connection must be quiet before the next request: a late answer could be taken for its answer. */
  #quietMs: number
  #ended: BrakeError | null = null
  #exchange: Exchange | null = null

  constructor(connection: Connection, link: ModbusLink) {
    this.#connection = connection
    this.#link = link
    this.#clock = link.clock
    this.#framing = framingOf(link.framing)
    this.#guard = new WriteGuard(link.rules)
    this.#gapMs = gapMs(link.characterMs)
    this.#lastByteAtMs = link.clock.monotonic() - this.#gapMs
    // another program may have sent a request just before, and its answer may still come
    this.#quietMs = this.#framing.isNumbered ? 0 : 2 * link.answerWithinMs
    connection.onBytes((bytes) => this.#receive(bytes))
    void connection.ended.then((end) => this.#end(end))
  }

  readonly read: ModbusClient['read'] = (request) => this.#enqueue(() => this.#send(request))

  readonly write: ModbusClient['write'] = async (request) => {
    await this.#enqueue(() => this.#send(request))
  }

  #receive(bytes: Uint8Array): void {
    this.#lastByteAtMs = this.#clock.monotonic()
    for (const byte of bytes) {
      if (this.#exchange === null) this.#framing.receiveUnexpected(byte)
      else this.#exchange.receive(byte)
    }
  }

  #end({ code, message }: ConnectionEnd): void {
    this.#ended = new BrakeError('line_ended', `the connection ended: ${code}, ${message}`)
    this.#exchange?.end()
  }

  /** Waits until no byte has come for `ms`. */
  async #waitForSilence(ms: number): Promise<void> {
    for (let remainingMs = ms; remainingMs > 0; remainingMs = this.#lastByteAtMs + ms - this.#clock.monotonic()) {
      // oxlint-disable-next-line no-await-in-loop
      await this.#clock.wait(Math.ceil(remainingMs))
    }
  }

  /**
   * Waits for answers to earlier requests, which look like the answer to the next one. An answer that takes more than twice its time
   * cannot be distinguished. On TCP, answers are numbered and nothing has to be waited for.
   */
  async #waitForLateAnswers(): Promise<void> {
    for (let round = 0; round < noisyRounds; round++) {
      const from = this.#clock.monotonic()
      // oxlint-disable-next-line no-await-in-loop
      await this.#clock.wait(this.#quietMs)
      if (this.#lastByteAtMs < from) {
        this.#quietMs = 0
        return
      }
    }
    throw new BrakeError('bad_frame', `the connection is not quiet for ${this.#quietMs} ms`)
  }

  /** The only place that writes bytes to the connection. The guard reads the request from the finished frame. */
  #writeFrame(frame: Uint8Array): Promise<void> {
    const decoded = this.#framing.read(frame)
    if (decoded === null) throw new BrakeError('out_of_range', 'the frame is not a request')
    if (decoded.request.kind === 'write') {
      const refusal = this.#guard.refusal(decoded.unit, decoded.request, this.#clock.monotonic())
      if (refusal !== null) throw new BrakeError(refusal.code, refusal.message, refusal.address)
    }
    return this.#connection.write(frame)
  }

  async #waitForTurn(): Promise<void> {
    if (this.#ended === null && this.#quietMs > 0) await this.#waitForLateAnswers()
    const wait = this.#lastByteAtMs + this.#gapMs - this.#clock.monotonic()
    if (this.#ended === null && wait > 0) await this.#waitForSilence(this.#gapMs)
    if (this.#ended !== null) throw this.#ended
  }

  async #send(request: Request): Promise<readonly number[]> {
    await this.#waitForTurn()
    const { rules, answerWithinMs, characterMs } = this.#link
    const frame = this.#framing.frame(rules.unit, request)
    const read = this.#framing.answerReader(rules.unit, request, frame)
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    const settled = new AbortController()
    let received = 0
    let otherUnit: number | null = null
    this.#exchange = {
      receive: (byte) => {
        received += 1
        const token = read(byte)
        if (token === 'lost') resolve('lost')
        else if (token?.kind === 'answer') resolve(token.answer)
        else if (token?.kind === 'wrong_unit') otherUnit = token.unit
      },
      end: () => resolve('ended'),
    }
    const sentAtMs = this.#clock.monotonic()
    try {
      await this.#writeFrame(frame)
      this.#lastByteAtMs = Math.max(this.#lastByteAtMs, this.#clock.monotonic())
      const transmissionMs = Math.ceil((frame.length + answerLength(request) + aroundPdu) * characterMs)
      const deadlineMs = answerWithinMs + transmissionMs
      void waitForDeadline(this.#clock, deadlineMs, settled.signal).then(() => resolve('late'))
      const outcome = await promise
      if (outcome === 'late') throw await this.#lateError(request, received, otherUnit)
      const words = await this.#wordsOf(outcome, request)
      this.#guard.handleAnswer(request, words, sentAtMs)
      return words
    } catch (error) {
      this.#guard.handleFailure()
      if (error instanceof BrakeError) throw error
      if (error instanceof ConnectionError)
        throw new BrakeError('line_ended', `the connection ended: ${error.code}, ${error.message}`)
      throw new BrakeError('bad_frame', messageOf(error))
    } finally {
      settled.abort()
      this.#exchange = null
    }
  }

  async #wordsOf(outcome: Exclude<Outcome, 'late'>, request: Request): Promise<readonly number[]> {
    if (outcome === 'ended') throw this.#ended ?? new BrakeError('line_ended', 'the connection ended')
    if (outcome === 'lost') {
      await this.#connection.close()
      throw new BrakeError('bad_frame', 'the received bytes are not Modbus TCP')
    }
    if (outcome.kind === 'exception') throw new BrakeError('refused', exceptionText(outcome.exception), request.address)
    return outcome.kind === 'values' ? outcome.words : []
  }

  async #lateError(request: Request, received: number, otherUnit: number | null): Promise<BrakeError> {
    const { answerWithinMs } = this.#link
    this.#quietMs = this.#framing.isNumbered ? 0 : answerWithinMs
    // on a stalled connection the frame may arrive later, when nothing is known to be safe
    if (request.kind === 'write') await this.#connection.close()
    if (otherUnit !== null) return new BrakeError('wrong_unit', `unit ${String(otherUnit)} answered`, otherUnit)
    if (received > 0)
      return new BrakeError('bad_frame', `${received} bytes arrived that are not an answer`, request.address)
    return new BrakeError('no_answer', `no answer within ${answerWithinMs} ms`, request.address)
  }
}
