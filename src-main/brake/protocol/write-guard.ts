// The last room before the bytes: whether a write may leave. It knows what the map declares and what the controller itself has
// said of its state, and takes nobody's word for either. Pure: the time comes in.
import type { BrakeErrorCode } from './brake-error.ts'
import { tableOf, type ReadCode, type Request, type Table, type WriteCode, type WriteRequest } from './modbus-pdu.ts'
import { fromWords, widthOf, type RegisterShape } from './register-value.ts'

/** A state counts for a write only if it was asked for less than this long before the frame leaves. */
export const safeForMs = 500

/** A register that says by one of `values` that something is so. */
export interface Condition {
  readonly code: ReadCode
  readonly address: number
  readonly shape: RegisterShape
  /** The bits that count; null: the whole value. */
  readonly mask: number | null
  readonly values: readonly number[]
}

export interface Writable {
  readonly code: WriteCode
  readonly address: number
  readonly shape: RegisterShape
  /** Raw, both ends included. */
  readonly least: number
  readonly greatest: number
  /** Never in one frame with another: the register that asks to load a program. */
  readonly alone: boolean
}

export interface WriteRules {
  readonly unit: number
  /** Null: nothing is ever written. */
  readonly safe: Condition | null
  /** Null: the safe state says it. */
  readonly running: Condition | null
  readonly writable: readonly Writable[]
}

export interface Refusal {
  readonly code: BrakeErrorCode
  readonly message: string
  readonly address: number
}

export interface WriteGuard {
  /** Of any read that was answered; `askedAtMs` is when its request left, which is before the controller looked. */
  readonly answered: (request: Request, words: readonly number[], askedAtMs: number) => void
  /** A request failed: what the brake would have said is not known, so that what it said before counts no more. */
  readonly failed: () => void
  /** Null: the frame may leave at `nowMs`. */
  readonly refusal: (unit: number, request: WriteRequest, nowMs: number) => Refusal | null
}

interface StateReading {
  readonly holds: boolean
  readonly raw: number
  readonly askedAtMs: number
}

/** What a condition's register says, out of a read that covers it; null where it does not. */
function readCondition({ code, address, shape, mask, values }: Condition, request: Request, words: readonly number[]) {
  const from = address - request.address
  const covered = request.code === code && from >= 0 && from + widthOf(shape.type) <= words.length
  if (!covered) return null
  const raw = fromWords(words.slice(from, from + widthOf(shape.type)), shape)
  // `>>> 0`: the bits of a 32-bit register are no negative number
  return { raw, holds: values.includes(mask === null ? raw : (raw & mask) >>> 0) }
}

const placeOf = (table: Table, address: number): string => `${table} ${address}`

export function writeGuard(rules: WriteRules): WriteGuard {
  const { unit, safe, running, writable } = rules
  const byPlace = new Map(writable.map((one) => [placeOf(tableOf(one.code), one.address), one]))
  let lastSafe: StateReading | null = null
  let lastRunning: StateReading | null = null

  /** The whole frame word by word: nothing may go to where nothing is declared, not even half of a value. */
  const outside = (request: WriteRequest): Refusal | null => {
    const { code, words } = request
    for (let at = 0; at < words.length;) {
      const address = request.address + at
      const place = byPlace.get(placeOf(tableOf(code), address))
      const width = place === undefined ? 1 : widthOf(place.shape.type)
      if (place === undefined || place.code !== code || at + width > words.length) {
        return { code: 'out_of_range', message: `the map declares no such write by function ${code}`, address }
      }
      if (place.alone && words.length > width) {
        return { code: 'out_of_range', message: 'what loads a program is written alone', address }
      }
      const raw = fromWords(words.slice(at, at + width), place.shape)
      if (!(raw >= place.least && raw <= place.greatest)) {
        return { code: 'out_of_range', message: `${raw} is not within ${place.least} to ${place.greatest}`, address }
      }
      at += width
    }
    return null
  }

  const fresh = (what: StateReading | null, nowMs: number): StateReading | null =>
    what !== null && nowMs - what.askedAtMs < safeForMs ? what : null

  return {
    answered: (request, words, askedAtMs) => {
      const nowSafe = safe === null ? null : readCondition(safe, request, words)
      if (nowSafe !== null) lastSafe = { ...nowSafe, askedAtMs }
      const nowRunning = running === null ? null : readCondition(running, request, words)
      if (nowRunning !== null) lastRunning = { ...nowRunning, askedAtMs }
    },
    failed: () => {
      lastSafe = null
      lastRunning = null
    },
    refusal: (to, request, nowMs) => {
      const { address } = request
      if (safe === null) return { code: 'read_only', message: 'the map declares no safe state', address }
      if (to !== unit) return { code: 'out_of_range', message: `the map is of unit ${unit}, not of ${to}`, address }
      const wrong = outside(request)
      if (wrong !== null) return wrong
      const runs = fresh(lastRunning, nowMs)
      if (running !== null && runs === null) {
        return { code: 'not_safe', message: 'whether the machine runs was not read just now', address: running.address }
      }
      if (running !== null && runs?.holds === true) {
        return { code: 'running', message: 'the machine runs', address: running.address }
      }
      const isSafe = fresh(lastSafe, nowMs)
      if (isSafe === null) {
        return { code: 'not_safe', message: 'the safe state was not read just now', address: safe.address }
      }
      if (!isSafe.holds) return { code: 'not_safe', message: `${isSafe.raw} is no safe state`, address: safe.address }
      return null
    },
  }
}
