// Computes the number of pieces from a controller's counter: strokes, a counter that was reset, a counter that jumps. Pure.
import { negated } from '../../../shared/base/negated.ts'

export interface CounterBase {
  /** The counter's value when counting began; below 0 where strokes of a piece were made before a reset. */
  readonly counter: number
  /** Pieces counted before that. */
  readonly counted: number
}

export interface Counter {
  readonly base: CounterBase
  /** The last value that was accepted. */
  readonly last: number
  /** The value before this one, where it was not accepted. */
  readonly doubted: number | null
}

export type CounterStep =
  /** Accepted; `total` is the number of pieces since the start. */
  | { readonly kind: 'total'; readonly counter: Counter; readonly total: number }
  /** Not accepted yet: the counter is read once more. */
  | { readonly kind: 'doubt'; readonly counter: Counter; readonly code: CounterDoubt }
  /** The counter started at 0 again. Counting continues from there, if the program is still ours. */
  | { readonly kind: 'reset'; readonly counter: Counter }
  /** Implausible twice: a person must decide. */
  | { readonly kind: 'lost'; readonly code: CounterDoubt }
export type CounterDoubt = 'counter_jumped_back' | 'counter_jumped_ahead'

/** No brake makes more pieces between two polls a quarter of a second apart. After a longer pause a person confirms the job anyway. */
const maxJump = 20

/** The number of pieces at an accepted value. */
export const totalAt = ({ counter, counted }: CounterBase, value: number, strokesPerPiece: number): number =>
  counted + Math.floor((value - counter) / strokesPerPiece)

/** The lowest value at which `total` pieces are counted. */
export const minReading = ({ counter, counted }: CounterBase, total: number, strokesPerPiece: number): number =>
  counter + (total - counted) * strokesPerPiece

/** Pieces that can be made while a counter rolls over. A reset so near to the greatest value is treated as a rollover. */
const piecesAtRollover = 2

/** `strokesPerPiece` is 1 for a counter of pieces. `greatest`: the value before the counter rolls over to 0; null: not known. */
export function readCounter(
  before: Counter,
  value: number,
  strokesPerPiece: number,
  greatest: number | null = null,
): CounterStep {
  const { base, last, doubted } = before
  const jumpsAhead = value - last > maxJump * strokesPerPiece
  if (value >= last && !jumpsAhead) {
    const counter = { base, last: value, doubted: null }
    return { kind: 'total', counter, total: totalAt(base, value, strokesPerPiece) }
  }
  const code = jumpsAhead ? 'counter_jumped_ahead' : 'counter_jumped_back'
  const isSameDirection = doubted !== null && (jumpsAhead ? doubted > last : doubted < last) && value >= doubted
  if (!isSameDirection) return { kind: 'doubt', counter: { ...before, doubted: value }, code }
  // a counter that was reset starts at 0: the first poll after it reads the strokes of one piece at most
  if (jumpsAhead || doubted > strokesPerPiece || value > doubted + maxJump * strokesPerPiece)
    return { kind: 'lost', code }
  if (greatest !== null && doubted + greatest + 1 - last <= piecesAtRollover * strokesPerPiece) {
    const rolledOver = { counter: base.counter - greatest - 1, counted: base.counted }
    return { kind: 'reset', counter: { base: rolledOver, last: 0, doubted: null } }
  }
  const strokesBefore = (last - base.counter) % strokesPerPiece
  const newBase = { counter: negated(strokesBefore), counted: totalAt(base, last, strokesPerPiece) }
  return { kind: 'reset', counter: { base: newBase, last: 0, doubted: null } }
}
