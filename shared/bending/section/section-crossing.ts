// Whether a folded cross-section runs through itself, which is impossible, or touches itself where it must not. Pure. Units: mm.
import { ok } from '../../base/result.ts'
import type { Result } from '../../base/result.ts'
import { foldCrossSection } from './folded-section.ts'
import type { FoldedSection } from './folded-section.ts'
import { intersections } from '../geometry/index.ts'
import { metalBetween, metalHolds } from './metal.ts'
import { refuse } from '../refusal.ts'
import type { Refusal } from '../refusal.ts'
import type { PathPiece, Point } from '../geometry/index.ts'
import { isTapered, profileAlong } from '../profile/index.ts'
import type { BendProfile } from '../profile/index.ts'
import type { Mm } from '../units.ts'

/** Parts nearer than this touch; an overlap deeper than this runs through. */
const touchMm: Mm = 0.001
/** Parts up to this far apart in the chain may touch: a flap and its next bend lie on the flange from which the flap is folded. */
const foldReach = 3

/** One flange or bend with both faces: flange i has the index 2i, bend i the index 2i + 1. */
interface Part {
  readonly faces: readonly [PathPiece, PathPiece]
  readonly minX: Mm
  readonly maxX: Mm
  readonly minY: Mm
  readonly maxY: Mm
}

/** In a tapered piece some flanges grow while others shrink, so parts may meet between the ends and at neither end. */
const stationsOfATaper = 9

/**
 * The profile, if its folded section nowhere runs through itself or touches itself where it must not; otherwise a refusal of the later
 * part. A tapered piece is checked at both ends and at seven places between.
 *
 * Allowed contacts: a hem or another flap on the flange from which it is folded, and the first or last flange, or the bend next to it,
 * on any other part. So tubes close and edges are covered.
 */
export function validateSection<P extends BendProfile>(profile: P): Result<P, Refusal> {
  const stations = isTapered(profile) ? stationsOfATaper : 1
  for (let station = 0; station < stations; station += 1) {
    const section = foldCrossSection(stations === 1 ? profile : profileAlong(profile, station / (stations - 1)))
    if (!section.ok) return section
    const contact = firstContact(section.value)
    if (contact === null) continue
    const { first, later, how } = contact
    return refuse(partField(later), 'crosses', `${partName(later)} ${how} ${partName(first)}`)
  }
  return ok(profile)
}

const partName = (part: number): string => `${part % 2 === 0 ? 'flange' : 'bend'} ${Math.floor(part / 2) + 1}`
const partField = (part: number): string => `profile.${part % 2 === 0 ? 'flanges' : 'bends'}[${Math.floor(part / 2)}]`

/** Two parts that run through each other or touch where they must not. */
interface Contact {
  readonly first: number
  readonly later: number
  readonly how: 'runs through' | 'touches'
}

function firstContact({ faceA, faceB }: FoldedSection): Contact | null {
  const parts = faceA.flatMap((piece, index) => {
    const opposite = faceB[index]
    return opposite === undefined ? [] : [boxed(piece, opposite)]
  })
  for (const [later, part] of parts.entries()) {
    for (let first = 0; first < later - 1; first += 1) {
      const other = parts[first]
      if (other === undefined || !boxesMeet(part, other)) continue
      const mayTouch = later - first <= foldReach || first <= 1 || later >= parts.length - 2
      if (partsOverlap(part, other, -touchMm)) return { first, later, how: 'runs through' }
      if (!mayTouch && partsOverlap(part, other, touchMm)) return { first, later, how: 'touches' }
    }
  }
  return null
}

/** Whether two parts overlap, also where one lies inside the other without crossing its outline. */
function partsOverlap(one: Part, other: Part, byMm: Mm): boolean {
  const [edges, around] = [metalBetween(...one.faces, byMm), metalBetween(...other.faces, 0)]
  const corner = edges[0]?.from
  return (
    (corner !== undefined && metalHolds(...other.faces, corner)) ||
    edges.some((edge) => around.some((met) => intersections(edge, met).length > 0))
  )
}

function boxed(...faces: readonly [PathPiece, PathPiece]): Part {
  let [minX, maxX, minY, maxY] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const { x, y } of faces.flatMap(reachOf)) {
    minX = Math.min(minX, x)
    maxX = Math.max(maxX, x)
    minY = Math.min(minY, y)
    maxY = Math.max(maxY, y)
  }
  return { faces, minX, maxX, minY, maxY }
}

/** Points whose bounding box contains a face: the ends of a short arc and the meeting point of their tangents, the circle of a long one. */
function reachOf(face: PathPiece): Point[] {
  if (face.kind === 'line') return [face.from, face.to]
  const { from, to, centre, radiusMm, turnDeg } = face
  if (Math.abs(turnDeg) < 120) {
    const middle = { x: (from.x + to.x) / 2 - centre.x, y: (from.y + to.y) / 2 - centre.y }
    const square = middle.x * middle.x + middle.y * middle.y
    const on = square === 0 ? 0 : (radiusMm * radiusMm) / square
    return [from, to, { x: centre.x + middle.x * on, y: centre.y + middle.y * on }]
  }
  return [
    { x: centre.x - radiusMm, y: centre.y - radiusMm },
    { x: centre.x + radiusMm, y: centre.y + radiusMm },
  ]
}

const boxesMeet = (one: Part, other: Part): boolean =>
  one.minX <= other.maxX + touchMm &&
  other.minX <= one.maxX + touchMm &&
  one.minY <= other.maxY + touchMm &&
  other.minY <= one.maxY + touchMm
