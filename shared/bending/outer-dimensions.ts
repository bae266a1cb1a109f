// The way back from the plate: which outer flange lengths a plate with these bend lines gives. Pure: mm.
import { bendFigures } from './bend-deductions.ts'
import type { UnfoldingBy } from './bend-deductions.ts'
import { badMeasure, good, refuse } from './outcome.ts'
import type { Outcome } from './outcome.ts'
import type { Bend } from './profile.ts'
import { soundForUnfolding } from './unfolding.ts'
import type { DevelopedWidth } from './unfolding.ts'
import type { Mm } from './units.ts'

export interface FlatPlate extends DevelopedWidth {
  readonly thicknessMm: Mm
  readonly material: string
  readonly bends: readonly Bend[]
}

/**
 * One outer length a flange, to the mould line up to 90° of turn and to the outer tangent above. Refuses what unfolding refuses,
 * bend lines that are not one a bend in order across the plate, and lines so close that a flange would have no length.
 */
export function outerFromFlat(plate: FlatPlate, by: UnfoldingBy): Outcome<Mm[]> {
  const { widthMm, bendMiddlesMm: middles, bends, thicknessMm, material } = plate
  const badWidth = badMeasure('widthMm', 'the width', widthMm)
  if (badWidth !== null) return badWidth
  if (middles.length !== bends.length) {
    return refuse('bendMiddlesMm', 'wrong_count', `${bends.length} bends have ${middles.length} bend lines`)
  }
  const edges = [0, ...middles, widthMm]
  for (const [index, middle] of middles.entries()) {
    const field = `bendMiddlesMm[${index}]`
    if (!Number.isFinite(middle)) return refuse(field, 'not_a_number', `bend line ${index + 1} is no number`)
    if (middle <= (edges[index] ?? 0) || middle >= widthMm) {
      return refuse(field, 'contradicts', `bend line ${index + 1} at ${middle} mm is not in order across the plate`)
    }
  }
  const spans = edges.slice(1).map((edge, index) => edge - (edges[index] ?? 0))
  const flanges = spans.map((lengthMm) => ({ lengthMm, endLengthMm: null }))
  const sound = soundForUnfolding({ thicknessMm, material, bends, flanges })
  if (!sound.ok) return sound
  const figures = bendFigures(sound.value, by)
  if (!figures.ok) return figures
  const half = (bend: number): Mm => (figures.value[bend]?.deductionMm ?? 0) / 2
  const outer = spans.map((span, index) => span + half(index - 1) + half(index))
  const none = outer.findIndex((length) => length <= 0)
  if (none >= 0) return refuse(`flanges[${none}]`, 'contradicts', `flange ${none + 1} would have no length`)
  return good(outer)
}
