// The one who writes to a Modbus line: one request at a time, the gap before it, the deadline after it, and no write that the guard
// has not let through.
//
// Not modbus-serial's client, though it is well kept: its answer to whether a frame may leave can only be thrown away between the
// finished frame and the port, its calls stay open when the line ends, one frame of noise or of another unit is the end of a call whose
// answer is still on its way, what failed is told in English alone, and its deadlines cannot be held by a test. It speaks to our
// simulator in the tests instead, as somebody who did not write it.
import { messageOf } from '../../platform/message-of.ts'
import type { Clock } from '../../platform/clock.ts'
import { LineError, type Line, type LineEnd } from '../transport/transport.ts'
import { BrakeError } from './brake-error.ts'
import { inTurn } from './in-turn.ts'
import { framingOf, type FramingName } from './modbus-framing.ts'
import {
  answerLength,
  exceptionWords,
  type Answer,
  type ReadRequest,
  type Request,
  type WriteRequest,
} from './modbus-pdu.ts'
import { writeGuard, type WriteRules } from './write-guard.ts'

export interface ModbusLink {
  readonly framing: FramingName
  readonly rules: WriteRules
  /** How long the controller may think, beside the time that the characters take. */
  readonly answerWithinMs: number
  /** Of the line; 0 where it has no pace. */
  readonly characterMs: number
  readonly clock: Clock
}

/** Rejects with a BrakeError. Requests go out one after the other, in the order of the calls. */
export interface ModbusClient {
  readonly read: (request: ReadRequest) => Promise<readonly number[]>
  readonly write: (request: WriteRequest) => Promise<void>
}

/** Modbus over serial line V1.02, 2.5.1.1: 3.5 characters, and no less than 1.75 ms above 19 200 baud. */
export const gapMs = (characterMs: number): number => (characterMs === 0 ? 0 : Math.max(3.5 * characterMs, 1.75))

/** How often a line that should be quiet after a failure may be found not to be. */
const noisyRounds = 4
/** Beside the PDU, whatever the framing. */
const aroundPdu = 7

interface Exchanging {
  readonly hear: (byte: number) => void
  readonly end: () => void
}
type Outcome = Answer | 'late' | 'lost' | 'ended'

export function modbusClient(line: Line, link: ModbusLink): ModbusClient {
  const { rules, answerWithinMs, characterMs, clock } = link
  const framing = framingOf(link.framing)
  const guard = writeGuard(rules)
  const gap = gapMs(characterMs)
  const turn = inTurn()
  let lastByteAt = clock.monotonic() - gap
  // somebody may have asked just before the line was ours, and be answered still
  let quietMs = framing.numbered ? 0 : 2 * answerWithinMs
  let ended: BrakeError | null = null
  let exchanging: Exchanging | null = null

  line.onBytes((bytes) => {
    lastByteAt = clock.monotonic()
    for (const byte of bytes) {
      if (exchanging === null) framing.unasked(byte)
      else exchanging.hear(byte)
    }
  })
  const end = ({ code, message }: LineEnd): void => {
    ended = new BrakeError('line_ended', `the line ended: ${code}, ${message}`)
    exchanging?.end()
  }
  void line.ended.then(end)

  const quietFor = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left = lastByteAt + ms - clock.monotonic()) {
      // oxlint-disable-next-line no-await-in-loop
      await clock.wait(Math.ceil(left))
    }
  }

  /**
   * What was asked before may still be answered, and looks like the answer to what is asked next: it is waited out. A controller that takes
   * more than twice its time is not told apart; on TCP, where answers have numbers, there is nothing to wait for.
   */
  const settle = async (): Promise<void> => {
    for (let round = 0; round < noisyRounds; round++) {
      const from = clock.monotonic()
      // oxlint-disable-next-line no-await-in-loop
      await clock.wait(quietMs)
      if (lastByteAt < from) {
        quietMs = 0
        return
      }
    }
    throw new BrakeError('bad_frame', `the line is not quiet for ${quietMs} ms`)
  }

  /** The only place from which bytes reach the line. What may be written is read from the finished frame. */
  const send = (frame: Uint8Array): Promise<void> => {
    const asked = framing.read(frame)
    if (asked === null) throw new BrakeError('out_of_range', 'what should be sent is no request')
    if (asked.request.kind === 'write') {
      const refusal = guard.refusal(asked.unit, asked.request, clock.monotonic())
      if (refusal !== null) throw new BrakeError(refusal.code, refusal.message, refusal.address)
    }
    return line.write(frame)
  }

  const exchange = async (request: Request): Promise<readonly number[]> => {
    if (ended === null && quietMs > 0) await settle()
    const wait = lastByteAt + gap - clock.monotonic()
    if (ended === null && wait > 0) await quietFor(gap)
    if (ended !== null) throw ended

    const frame = framing.frame(rules.unit, request)
    const read = framing.answerReader(rules.unit, request, frame)
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    const over = new AbortController()
    let heard = 0
    let otherUnit: number | null = null
    exchanging = {
      hear: (byte) => {
        heard += 1
        const what = read(byte)
        if (what === 'lost') resolve('lost')
        else if (what?.kind === 'answer') resolve(what.answer)
        else if (what?.kind === 'wrong_unit') otherUnit = what.unit
      },
      end: () => resolve('ended'),
    }
    const askedAtMs = clock.monotonic()
    try {
      await send(frame)
      lastByteAt = Math.max(lastByteAt, clock.monotonic())
      const onTheWay = (frame.length + answerLength(request) + aroundPdu) * characterMs
      void clock.wait(answerWithinMs + Math.ceil(onTheWay), over.signal).then(() => resolve('late'))
      const outcome = await promise
      if (outcome === 'ended') throw ended ?? new BrakeError('line_ended', 'the line ended')
      if (outcome === 'lost') {
        await line.close()
        throw new BrakeError('bad_frame', 'what came is no Modbus TCP')
      }
      if (outcome === 'late') {
        quietMs = framing.numbered ? 0 : answerWithinMs
        // on a line that stalls the frame may still be on its way, to arrive when nothing is known to be safe
        if (request.kind === 'write') await line.close()
        if (otherUnit !== null) throw new BrakeError('wrong_unit', `unit ${String(otherUnit)} answered`, otherUnit)
        if (heard > 0) throw new BrakeError('bad_frame', `${heard} bytes came that are no answer`, request.address)
        throw new BrakeError('no_answer', `no answer within ${answerWithinMs} ms`, request.address)
      }
      if (outcome.kind === 'exception')
        throw new BrakeError('refused', exceptionWords(outcome.exception), request.address)
      const words = outcome.kind === 'values' ? outcome.words : []
      guard.answered(request, words, askedAtMs)
      return words
    } catch (error) {
      guard.failed()
      if (error instanceof BrakeError) throw error
      if (error instanceof LineError)
        throw new BrakeError('line_ended', `the line ended: ${error.code}, ${error.message}`)
      throw new BrakeError('bad_frame', messageOf(error))
    } finally {
      over.abort()
      exchanging = null
    }
  }

  return {
    read: (request) => turn(() => exchange(request)),
    write: async (request) => {
      await turn(() => exchange(request))
    },
  }
}
