// The last check before a write is sent. It knows only what the map declares and what the controller itself reported of its state, and
// does not rely on the driver. Pure: the time is a parameter.
import type { ControllerFaultCode } from '../../../shared/station-api/index.ts'
import { tableOf, type ReadCode, type Request, type Table, type WriteCode, type WriteRequest } from './modbus-pdu.ts'
import { fromWords, widthOf, type RegisterShape } from './register-value.ts'

/** A state is valid for a write only if it was requested less than this time before the frame is sent. */
const safeForMs = 500

/** A condition that is true if a register has one of `values`. */
export interface Condition {
  readonly code: ReadCode
  readonly address: number
  readonly shape: RegisterShape
  /** The bits that are compared; null: the whole value. */
  readonly mask: number | null
  readonly values: readonly number[]
}

/** Raw numbers, both ends included. */
interface RawRange {
  readonly least: number
  readonly greatest: number
}

export interface Writable extends RawRange {
  readonly code: WriteCode
  readonly address: number
  readonly shape: RegisterShape
  /** A second range, which need not touch the first. */
  readonly also?: RawRange
  /** Never in one frame with another register: it makes the controller load a program. */
  readonly alone: boolean
}

export interface WriteRules {
  readonly unit: number
  /** Null: nothing is ever written. */
  readonly safe: Condition | null
  /** Null: the safe state also means that the machine does not run. */
  readonly running: Condition | null
  readonly writable: readonly Writable[]
}

interface Refusal {
  readonly code: ControllerFaultCode
  readonly message: string
  readonly address: number
}

interface StateReading {
  readonly isTrue: boolean
  readonly raw: number
  readonly sentAtMs: number
}

/** Evaluates a condition from a read; null if the read does not cover its register. */
function readCondition({ code, address, shape, mask, values }: Condition, request: Request, words: readonly number[]) {
  const from = address - request.address
  const isCovered = request.code === code && from >= 0 && from + widthOf(shape.type) <= words.length
  if (!isCovered) return null
  const raw = fromWords(words.slice(from, from + widthOf(shape.type)), shape)
  // `>>> 0`: the bits of a 32-bit register are not a negative number
  return { raw, isTrue: values.includes(mask === null ? raw : (raw & mask) >>> 0) }
}

/** NaN is outside every range. */
export const isWritable = ({ also, ...range }: Writable, raw: number): boolean =>
  [range, also].some((one) => one !== undefined && raw >= one.least && raw <= one.greatest)

const placeOf = (table: Table, address: number): string => `${table} ${address}`

export class WriteGuard {
  readonly #rules: WriteRules
  readonly #writableByPlace: ReadonlyMap<string, Writable>
  #lastSafe: StateReading | null = null
  #lastRunning: StateReading | null = null

  constructor(rules: WriteRules) {
    this.#rules = rules
    this.#writableByPlace = new Map(rules.writable.map((one) => [placeOf(tableOf(one.code), one.address), one]))
  }

  /** Receives every answered read. `sentAtMs`: when its request was sent, which is before the controller read its state. */
  handleAnswer(request: Request, words: readonly number[], sentAtMs: number): void {
    const { safe, running } = this.#rules
    const newSafe = safe === null ? null : readCondition(safe, request, words)
    if (newSafe !== null) this.#lastSafe = { ...newSafe, sentAtMs }
    const newRunning = running === null ? null : readCondition(running, request, words)
    if (newRunning !== null) this.#lastRunning = { ...newRunning, sentAtMs }
  }

  /** A request failed: the state of the brake is unknown, so earlier reports are not valid any more. */
  handleFailure(): void {
    this.#lastSafe = null
    this.#lastRunning = null
  }

  /** Null: the frame may be sent at `nowMs`. */
  refusal(requestUnit: number, request: WriteRequest, nowMs: number): Refusal | null {
    const { unit, safe } = this.#rules
    const { address } = request
    if (safe === null) return { code: 'read_only', message: 'the map declares no safe state', address }
    if (requestUnit !== unit) {
      return { code: 'out_of_range', message: `the map is for unit ${unit}, not for unit ${requestUnit}`, address }
    }
    return this.#rangeRefusal(request) ?? this.#runningRefusal(nowMs) ?? this.#safeRefusal(safe, nowMs)
  }

  /** Checks every word of the frame: each must be part of a complete declared value within its range. */
  #rangeRefusal({ code, words, address: first }: WriteRequest): Refusal | null {
    for (let index = 0; index < words.length;) {
      const address = first + index
      const place = this.#writableByPlace.get(placeOf(tableOf(code), address))
      const width = place === undefined ? 1 : widthOf(place.shape.type)
      if (place === undefined || place.code !== code || index + width > words.length) {
        return { code: 'out_of_range', message: `the map does not declare this write with function ${code}`, address }
      }
      if (place.alone && words.length > width) {
        return { code: 'out_of_range', message: 'the register that loads a program must be written alone', address }
      }
      const raw = fromWords(words.slice(index, index + width), place.shape)
      if (!isWritable(place, raw)) {
        return { code: 'out_of_range', message: `${raw} is not within ${place.least} to ${place.greatest}`, address }
      }
      index += width
    }
    return null
  }

  #runningRefusal(nowMs: number): Refusal | null {
    const { running } = this.#rules
    if (running === null) return null
    const { address } = running
    const reading = ifValid(this.#lastRunning, nowMs)
    if (reading === null)
      return { code: 'not_safe', message: 'whether the machine runs was not read recently', address }
    return reading.isTrue ? { code: 'running', message: 'the machine runs', address } : null
  }

  #safeRefusal({ address }: Condition, nowMs: number): Refusal | null {
    const reading = ifValid(this.#lastSafe, nowMs)
    if (reading === null) return { code: 'not_safe', message: 'the safe state was not read recently', address }
    return reading.isTrue ? null : { code: 'not_safe', message: `${reading.raw} is not a safe state`, address }
  }
}

const ifValid = (reading: StateReading | null, nowMs: number): StateReading | null =>
  reading !== null && nowMs - reading.sentAtMs < safeForMs ? reading : null
