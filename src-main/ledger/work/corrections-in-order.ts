// Corrections of this station and of the others as one sequence, and the moments that order them. Accesses the rows through the functions
// that it gets.
import { maxAheadMs, nextMoment } from '../../../shared/peers/index.ts'
import type { CorrectedElsewhere, Elsewhere } from '../store/index.ts'

export interface CorrectionsOptions {
  /** Milliseconds since 1970. */
  now: () => number
  newId: () => string
  elsewhere: Pick<Elsewhere, 'correctionsOf' | 'gaugeCorrectionsOf' | 'newestCorrectionMs'>
  /** Called after the commit of a correction. */
  onChange: () => void
}

/** The rows of one kind of correction. */
interface CorrectionRows<New, Own, Other> {
  insert: (row: New & { id: string; storedAtMs: number }) => void
  /** In the order in which they were stored. */
  ownRows: (pressBrakeId: string | null, material: string) => Own[]
  /** The moment of the newest row; null: there is none. */
  newestMs: () => number | null
  ofOthers: (pressBrakeId: string, material: string) => readonly Other[]
}

/** Stores corrections of one kind, and reads them with those of the other stations. */
export function createCorrections<New, Own extends { storedAtMs: number }, Other extends CorrectedElsewhere>(
  options: CorrectionsOptions,
  { insert, ownRows, newestMs, ofOthers }: CorrectionRows<New, Own, Other>,
) {
  return {
    put: (correction: New): void => {
      insert({ ...correction, id: options.newId(), storedAtMs: momentOfCorrection(options, newestMs() ?? 0) })
      options.onChange()
    },
    /** The corrections of one machine and material, oldest first. */
    of: (pressBrakeId: string | null, material: string): (Own | Other)[] => {
      const rows = ownRows(pressBrakeId, material)
      return pressBrakeId === null ? rows : correctionsInOrder(rows, ofOthers(pressBrakeId, material), options.now())
    },
  }
}

/** The moment of the next correction: after all that this station made or knows, except those of a clock that is far ahead. */
export const momentOfCorrection = (
  { now, elsewhere }: Pick<CorrectionsOptions, 'now' | 'elsewhere'>,
  newestOwnMs: number,
): number => [newestOwnMs, elsewhere.newestCorrectionMs()].reduce(nextMoment, now())

/**
 * Oldest first. `ownRows`: in the order in which they were stored, which decides between them whatever the clock said. A correction of another
 * station whose clock is far ahead does not apply yet: no person could replace it here.
 */
export function correctionsInOrder<Own extends { storedAtMs: number }, Other extends CorrectedElsewhere>(
  ownRows: readonly Own[],
  others: readonly Other[],
  nowMs: number,
): (Own | Other)[] {
  if (others.length === 0) return [...ownRows]
  let laterMs = Infinity
  const ownMoments = ownRows
    .toReversed()
    .map((row) => {
      laterMs = Math.min(laterMs, row.storedAtMs)
      return { row, momentMs: laterMs }
    })
    .toReversed()
  const otherMoments = others
    .filter(({ storedAtMs }) => storedAtMs - nowMs <= maxAheadMs)
    .map((row) => ({ row, momentMs: row.storedAtMs }))
  return [...ownMoments, ...otherMoments].toSorted((a, b) => a.momentMs - b.momentMs).map(({ row }) => row)
}
