// A sheet from the figures that a test of the fit needs; the others are usual ones.
import type { SheetToFit } from '../../../../shared/bending/fit/index.ts'

export interface Shape {
  flanges?: readonly number[]
  turns?: readonly number[]
  hems?: readonly (string | null)[]
  thicknessMm?: number
  radiusMm?: number
  material?: string
  rm?: number | null
  lengthMm?: number
}

/** A sheet with its bend lines at the sums of the flange lengths. */
export function sheetOf({
  flanges = [40, 60],
  turns = [90],
  hems = [],
  thicknessMm = 1,
  radiusMm = 1.3,
  material = 'galvanisert_stal',
  rm = 390,
  lengthMm = 2000,
}: Shape = {}): SheetToFit {
  const bends = turns.map((turnDeg, index) => {
    const hem = hems[index] ?? null
    return { angleDeg: turnDeg, insideRadiusMm: hem === null ? radiusMm : 0, hem, gapMm: 0 }
  })
  const before = (index: number): number => flanges.slice(0, index + 1).reduce((sum, one) => sum + one, 0)
  return {
    lengthMm,
    pieces: [{ lengthMm, endLengthMm: null }],
    profile: {
      thicknessMm,
      material,
      tensileStrengthMpa: rm,
      film: 'none',
      grain: null,
      flanges: flanges.map((one) => ({ lengthMm: one, endLengthMm: null })),
      bends,
    },
    unfolding: {
      widthMm: before(flanges.length),
      bendLines: bends.map((_, index) => ({ bend: index, positionMm: before(index) })),
    },
  }
}
