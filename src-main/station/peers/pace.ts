// How long the rest of a sheet takes, at the pace since its first piece was seen. Pure, apart from its clock.
import { hourMs } from '../../../shared/base/durations.ts'
import type { BendingNow } from '../../../shared/peers/index.ts'

/** A longer time means that the work paused; it is not a measure of its speed. */
const mostMs = 12 * hourMs

interface Course {
  sheetId: string
  first: { done: number; ms: number }
  last: { done: number; ms: number }
}

export class Pace {
  readonly #monotonic: () => number
  #course: Course | null = null

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic
  }

  /** Records the pieces that are done now. Returns the time that the rest takes in ms; undefined: not known yet. */
  leftMs({ sheetId, done, wanted }: Pick<BendingNow, 'sheetId' | 'done' | 'wanted'>): number | undefined {
    const now = { done, ms: this.#monotonic() }
    const before = this.#course
    // another sheet, or a count that a person corrected
    if (before?.sheetId !== sheetId || done < before.last.done) this.#course = { sheetId, first: now, last: now }
    else if (done > before.last.done) this.#course = { ...before, last: now }
    const { first, last } = this.#course ?? { first: now, last: now }
    const doneSince = last.done - first.done
    if (doneSince === 0) return undefined
    const wholeMs = ((last.ms - first.ms) / doneSince) * Math.max(0, wanted - done)
    return wholeMs > mostMs ? undefined : Math.max(0, Math.round(wholeMs - (now.ms - last.ms)))
  }
}
