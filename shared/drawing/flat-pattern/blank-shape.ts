// Validates an outline and its cut-outs for cutting: closed, counter-clockwise, of the stated size, without contact. Pure. Units: mm.
import { ok } from '../../base/result.ts'
import type { Result } from '../../base/result.ts'
import { badMeasure, hundredthTolerance, refuse, signedArea } from '../../bending/index.ts'
import type { Mm, Refusal, Point, Refused } from '../../bending/index.ts'
import { contourOf, contoursMeet, cutoutContour, liesInside, meetsItself, withoutRepeats } from '../scene/index.ts'
import type { Contour } from '../scene/index.ts'
import type { Cutout, Vertex } from '../drawn-sheet.ts'

export interface BlankShape {
  readonly widthMm: Mm
  readonly lengthMm: Mm
  readonly outline: readonly Vertex[]
  readonly cutouts: readonly Cutout[]
}

export interface StatedShape extends Omit<BlankShape, 'widthMm'> {
  /** Null where it is the outline's own. */
  readonly widthMm: Mm | null
}

/**
 * The shape as it is cut; `fieldPath` is its path in the sheet. The last corner joins the first; a corner that repeats the one before is
 * removed. Refuses an outline that is not one counter-clockwise contour from 0 × 0 to the stated width and length, or that touches itself,
 * and a cut-out that is not a shape, reaches the edge of the blank or beyond, or meets another.
 */
export function validateShape(fieldPath: string, stated: StatedShape): Result<BlankShape, Refusal> {
  const { outline, cutouts, lengthMm } = stated
  const field = `${fieldPath}.outline`
  const refusal =
    badVertices(field, 'the outline', outline) ??
    (stated.widthMm === null ? null : badMeasure(`${fieldPath}.widthMm`, 'the width', stated.widthMm)) ??
    badMeasure(`${fieldPath}.lengthMm`, 'the length', lengthMm)
  if (refusal !== null) return refusal
  const once = withoutRepeats(outline)
  const blank = contourOf(once)
  const { minX, minY, maxX, maxY } = blank.box
  const widthMm = stated.widthMm ?? maxX
  if (Math.abs(minX) > hundredthTolerance || Math.abs(minY) > hundredthTolerance) {
    return refuse(field, 'contradicts', `the outline starts at ${place({ x: minX, y: minY })}, not at 0 × 0`)
  }
  if (Math.abs(maxX - widthMm) > hundredthTolerance || Math.abs(maxY - lengthMm) > hundredthTolerance) {
    return refuse(
      field,
      'contradicts',
      `the outline is ${place({ x: maxX, y: maxY })} mm, the blank ${widthMm} × ${lengthMm}`,
    )
  }
  const crossing = meetsItself(blank)
  if (crossing !== null) {
    return refuse(field, 'crosses', `the outline crosses or touches itself at ${place(crossing)}`)
  }
  if (signedArea(blank.around()) < 0) {
    return refuse(field, 'contradicts', `the ${once.length} corners of the outline run clockwise`)
  }
  const bad = badCutouts(`${fieldPath}.cutouts`, cutouts, blank)
  return bad ?? ok({ widthMm, lengthMm, outline: once, cutouts: cutouts.map(cutOnce) })
}

const cutOnce = (cutout: Cutout): Cutout =>
  cutout.kind === 'circle' ? cutout : { kind: 'polyline', points: withoutRepeats(cutout.points) }

const place = ({ x, y }: Point): string => `${x.toFixed(2)} × ${y.toFixed(2)}`

function badVertices(field: string, name: string, vertices: readonly Vertex[]): Refused | null {
  for (const [index, vertex] of vertices.entries()) {
    for (const key of ['x', 'y', 'bulge'] as const) {
      if (Number.isFinite(vertex[key])) continue
      return refuse(
        `${field}[${index}].${key}`,
        'not_a_number',
        `corner ${index + 1} of ${name}: ${key} is not a number`,
      )
    }
  }
  const count = withoutRepeats(vertices).length
  return count < 3 ? refuse(field, 'wrong_count', `${name} has ${count} corners, it must have 3 or more`) : null
}

function badCutouts(field: string, cutouts: readonly Cutout[], blank: Contour): Refused | null {
  const before: Contour[] = []
  for (const [index, cutout] of cutouts.entries()) {
    const cutoutField = `${field}[${index}]`
    const name = `cut-out ${index + 1}`
    const refusal =
      cutout.kind === 'circle'
        ? badCircle(cutoutField, name, cutout)
        : badVertices(`${cutoutField}.points`, name, cutout.points)
    if (refusal !== null) return refusal
    const contour = cutoutContour(cutOnce(cutout))
    const crossing = cutout.kind === 'circle' ? null : meetsItself(contour)
    if (crossing !== null)
      return refuse(cutoutField, 'crosses', `${name} crosses or touches itself at ${place(crossing)}`)
    const over = contoursMeet(contour, blank)
    if (over !== null) return refuse(cutoutField, 'outside', `${name} reaches the edge of the blank at ${place(over)}`)
    if (!liesInside(contour, blank)) {
      return refuse(
        cutoutField,
        'outside',
        `${name} lies outside the blank, from ${place({ x: contour.box.minX, y: contour.box.minY })}`,
      )
    }
    for (const [other, earlier] of before.entries()) {
      const touching = contoursMeet(contour, earlier)
      if (touching !== null)
        return refuse(cutoutField, 'crosses', `${name} touches cut-out ${other + 1} at ${place(touching)}`)
      if (liesInside(contour, earlier) || liesInside(earlier, contour)) {
        return refuse(cutoutField, 'crosses', `${name} and cut-out ${other + 1} lie within one another`)
      }
    }
    before.push(contour)
  }
  return null
}

function badCircle(field: string, name: string, circle: Cutout & { kind: 'circle' }): Refused | null {
  for (const key of ['x', 'y'] as const) {
    if (!Number.isFinite(circle[key]))
      return refuse(`${field}.${key}`, 'not_a_number', `${name}: ${key} is not a number`)
  }
  return badMeasure(`${field}.diameterMm`, `the diameter of ${name}`, circle.diameterMm)
}
