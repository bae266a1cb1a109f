// From what a controller's counter reads to how many pieces were made: strokes, a counter that was reset, one that jumps. Pure.

export interface CounterBase {
  /** What the counter read when counting began; below 0 where strokes of a piece were made before a reset. */
  readonly counter: number
  /** Pieces counted before that. */
  readonly counted: number
}

export interface Counter {
  readonly base: CounterBase
  /** The last reading that was believed. */
  readonly last: number
  /** The reading before, where it was not believed. */
  readonly doubted: number | null
}

export type CounterStep =
  /** Believed: so many pieces in all. */
  | { readonly kind: 'total'; readonly counter: Counter; readonly total: number }
  /** Not believed: to be read once more. */
  | { readonly kind: 'doubt'; readonly counter: Counter; readonly code: CounterDoubt }
  /** It began from 0 again. To be counted on from there, where the program is still ours. */
  | { readonly kind: 'reset'; readonly counter: Counter }
  /** Read twice and not to be understood: a person says how it goes on. */
  | { readonly kind: 'lost'; readonly code: CounterDoubt }
export type CounterDoubt = 'counter_jumped_back' | 'counter_jumped_ahead'

/** No brake makes more pieces between two readings a quarter of a second apart; after a pause a person is asked anyway. */
export const greatestLeap = 20

/** Pieces in all at a reading that is believed. */
export const totalAt = ({ counter, counted }: CounterBase, value: number, strokesPerPiece: number): number =>
  counted + Math.floor((value - counter) / strokesPerPiece)

/** Where it stands when so many pieces were counted, and not one stroke more. */
export const leastReading = ({ counter, counted }: CounterBase, total: number, strokesPerPiece: number): number =>
  counter + (total - counted) * strokesPerPiece

/** What can be made while a counter begins anew behind its greatest; one that is set back so near to it is taken for this. */
const piecesAtRollover = 2

/** `strokesPerPiece` is 1 for a counter of pieces. `greatest`: behind it the counter goes on at 0; null: not known. */
export function readCounter(
  before: Counter,
  value: number,
  strokesPerPiece: number,
  greatest: number | null = null,
): CounterStep {
  const { base, last, doubted } = before
  const leaps = value - last > greatestLeap * strokesPerPiece
  if (value >= last && !leaps) {
    const counter = { base, last: value, doubted: null }
    return { kind: 'total', counter, total: totalAt(base, value, strokesPerPiece) }
  }
  const code = leaps ? 'counter_jumped_ahead' : 'counter_jumped_back'
  const sameWay = doubted !== null && (leaps ? doubted > last : doubted < last) && value >= doubted
  if (!sameWay) return { kind: 'doubt', counter: { ...before, doubted: value }, code }
  // one that somebody set back begins at 0: what stands at the first look are strokes of one piece at the most
  if (leaps || doubted > strokesPerPiece || value > doubted + greatestLeap * strokesPerPiece)
    return { kind: 'lost', code }
  if (greatest !== null && doubted + greatest + 1 - last <= piecesAtRollover * strokesPerPiece) {
    const rolledOver = { counter: base.counter - greatest - 1, counted: base.counted }
    return { kind: 'reset', counter: { base: rolledOver, last: 0, doubted: null } }
  }
  const strokesBefore = (last - base.counter) % strokesPerPiece
  const anew = { counter: 0 - strokesBefore, counted: totalAt(base, last, strokesPerPiece) }
  return { kind: 'reset', counter: { base: anew, last: 0, doubted: null } }
}
