// The outer flange lengths that a blank with given bend lines results in: the inverse of the flat pattern. Pure. Units: mm.
import { ok } from '../../base/result.ts'
import type { Result } from '../../base/result.ts'
import { bendFigures } from '../allowance/index.ts'
import type { DeductionRules } from '../allowance/index.ts'
import { badMeasure, refuse } from '../refusal.ts'
import type { Refusal } from '../refusal.ts'
import type { Bend } from '../profile/index.ts'
import { validateForFlatPattern } from './flat-pattern.ts'
import type { DevelopedWidth } from './flat-pattern.ts'
import type { Mm } from '../units.ts'

export interface FlatBlank extends DevelopedWidth {
  readonly thicknessMm: Mm
  readonly material: string
  readonly bends: readonly Bend[]
}

/**
 * One outer length for each flange, to the mould line up to 90° of turn and to the outer tangent above. Refuses what `flatPatternOf`
 * refuses, a count of bend lines other than that of the bends, lines that are out of order, and lines so close that a flange has no length.
 */
export function outerFromFlat(blank: FlatBlank, by: DeductionRules): Result<Mm[], Refusal> {
  const { widthMm, bendMiddlesMm: middles, bends, thicknessMm, material } = blank
  const badWidth = badMeasure('widthMm', 'the width', widthMm)
  if (badWidth !== null) return badWidth
  if (middles.length !== bends.length) {
    return refuse('bendMiddlesMm', 'wrong_count', `${bends.length} bends have ${middles.length} bend lines`)
  }
  const edges = [0, ...middles, widthMm]
  for (const [index, middle] of middles.entries()) {
    const field = `bendMiddlesMm[${index}]`
    if (!Number.isFinite(middle)) return refuse(field, 'not_a_number', `bend line ${index + 1} is not a number`)
    if (middle <= (edges[index] ?? 0) || middle >= widthMm) {
      return refuse(field, 'contradicts', `bend line ${index + 1} at ${middle} mm is not in order across the blank`)
    }
  }
  const spans = edges.slice(1).map((edge, index) => edge - (edges[index] ?? 0))
  const flanges = spans.map((lengthMm) => ({ lengthMm, endLengthMm: null }))
  const sound = validateForFlatPattern({ thicknessMm, material, bends, flanges })
  if (!sound.ok) return sound
  const figures = bendFigures(sound.value, by)
  if (!figures.ok) return figures
  const half = (bend: number): Mm => (figures.value[bend]?.deductionMm ?? 0) / 2
  const outer = spans.map((span, index) => span + half(index - 1) + half(index))
  const none = outer.findIndex((length) => length <= 0)
  if (none >= 0) return refuse(`flanges[${none}]`, 'contradicts', `flange ${none + 1} would have no length`)
  return ok(outer)
}
