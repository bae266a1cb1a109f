// Whether a folded cross-section runs through itself, which no plate can, or touches itself where none should. Pure: mm.
import { chords, distanceBetween } from './chords.ts'
import { foldCrossSection } from './folded-section.ts'
import type { FoldedSection } from './folded-section.ts'
import { good, refuse } from './outcome.ts'
import type { Outcome } from './outcome.ts'
import { distance, partOf } from './plane.ts'
import type { Line, PathPiece, Point } from './plane.ts'
import { isTapered } from './profile.ts'
import type { BendProfile } from './profile.ts'
import type { Mm } from './units.ts'

/** Nearer than this is touching; further than this into one another is running through. */
const touchMm: Mm = 0.001
/** Chords stand off their arcs by less than what counts. */
const chordErrorMm: Mm = touchMm / 2
/** Up to so far along the chain parts may touch: a flap lies on the flange it is folded from, and so does the bend it leads to. */
const foldReach = 3

/** One flange or bend with both its faces: flange i stands at 2i, bend i at 2i + 1. */
interface Part {
  readonly faces: readonly [PathPiece, PathPiece]
  readonly minX: Mm
  readonly maxX: Mm
  readonly minY: Mm
  readonly maxY: Mm
}

/**
 * The profile itself when neither end of its piece, folded, runs through itself or touches itself where it should not; else the
 * later part that does.
 *
 * It may touch itself where a hem or another flap lies on the flange that it is folded from, and wherever the first or the last
 * flange, or the bend beside it, lies against any other part: so tubes close and edges are tucked away.
 */
export function soundSection<P extends BendProfile>(profile: P): Outcome<P> {
  for (const at of isTapered(profile) ? (['start', 'end'] as const) : (['start'] as const)) {
    const section = foldCrossSection(profile, { at })
    if (!section.ok) return section
    const meeting = partsMeeting(section.value)
    if (meeting === null) continue
    const { first, later, how } = meeting
    return refuse(partField(later), 'crosses', `${partName(later)} ${how} ${partName(first)}`)
  }
  return good(profile)
}

const partName = (part: number): string => `${part % 2 === 0 ? 'flange' : 'bend'} ${Math.floor(part / 2) + 1}`
const partField = (part: number): string => `profile.${part % 2 === 0 ? 'flanges' : 'bends'}[${Math.floor(part / 2)}]`

interface Meeting {
  readonly first: number
  readonly later: number
  readonly how: 'runs through' | 'touches'
}

function partsMeeting({ faceA, faceB }: FoldedSection): Meeting | null {
  const parts = faceA.flatMap((piece, index) => {
    const opposite = faceB[index]
    return opposite === undefined ? [] : [boxed(piece, opposite)]
  })
  for (const [later, part] of parts.entries()) {
    for (const [first, other] of parts.slice(0, Math.max(0, later - 1)).entries()) {
      if (!boxesMeet(part, other)) continue
      const mayTouch = later - first <= foldReach || first <= 1 || later >= parts.length - 2
      const how = meetingOf(part, other, mayTouch)
      if (how !== null) return { first, later, how }
    }
  }
  return null
}

function meetingOf(one: Part, other: Part, mayTouch: boolean): Meeting['how'] | null {
  const [edges, met] = [edgesOf(one), edgesOf(other)]
  if (edges.some((edge) => met.some((against) => cross(edge, against)))) return 'runs through'
  // Where faces lie exactly on faces nothing crosses, however much the parts have in common.
  if (middlesOf(one).some((point) => isInside(other, point))) return 'runs through'
  if (middlesOf(other).some((point) => isInside(one, point))) return 'runs through'
  if (mayTouch) return null
  return edges.some((edge) => met.some((against) => distanceBetween(edge, against) <= touchMm)) ? 'touches' : null
}

function boxed(...faces: readonly [PathPiece, PathPiece]): Part {
  const corners = faces.flatMap((piece): Point[] => {
    if (piece.kind === 'line') return [piece.from, piece.to]
    const { centre, radiusMm } = piece
    return [
      { x: centre.x - radiusMm, y: centre.y - radiusMm },
      { x: centre.x + radiusMm, y: centre.y + radiusMm },
    ]
  })
  const xs = corners.map(({ x }) => x)
  const ys = corners.map(({ y }) => y)
  return { faces, minX: Math.min(...xs), maxX: Math.max(...xs), minY: Math.min(...ys), maxY: Math.max(...ys) }
}

const boxesMeet = (one: Part, other: Part): boolean =>
  one.minX <= other.maxX + touchMm &&
  other.minX <= one.maxX + touchMm &&
  one.minY <= other.maxY + touchMm &&
  other.minY <= one.maxY + touchMm

/** Both faces, and the ends across the thickness. */
function edgesOf({ faces: [a, b] }: Part): Line[] {
  return [
    ...chords(a, chordErrorMm),
    ...chords(b, chordErrorMm),
    { kind: 'line', from: a.from, to: b.from },
    { kind: 'line', from: a.to, to: b.to },
  ]
}

/** Points amid the thickness: at either end of a part and halfway. */
const middlesOf = ({ faces: [a, b] }: Part): Point[] =>
  [0, 0.5, 1].map((share) => {
    const [one, two] = [partOf(a, share), partOf(b, share)]
    return { x: (one.x + two.x) / 2, y: (one.y + two.y) / 2 }
  })

/** Whether a point lies within a part by more than counts as touching. */
function isInside({ faces: [a, b] }: Part, point: Point): boolean {
  if (a.kind === 'arc' && b.kind === 'arc') {
    const [inner, outer] = a.radiusMm < b.radiusMm ? [a, b] : [b, a]
    const out = distance(outer.centre, point)
    if (out <= inner.radiusMm + touchMm || out >= outer.radiusMm - touchMm) return false
    const sense = Math.sign(outer.turnDeg)
    const begun = sense * sideOf(outer.centre, outer.from, point) > touchMm
    const notOver = sense * sideOf(outer.centre, outer.to, point) < 0 - touchMm
    return Math.abs(outer.turnDeg) <= 180 ? begun && notOver : begun || notOver
  }
  const on = 0 - sideOf(a.from, b.from, point)
  const up = sideOf(a.from, a.to, point)
  return (
    on > touchMm && on < distance(a.from, a.to) - touchMm && up > touchMm && up < distance(a.from, b.from) - touchMm
  )
}

const cross = (one: Line, other: Line): boolean => liesAcross(one, other) && liesAcross(other, one)

/** Whether the other's ends lie on either side of the line through one, each by more than counts as touching. */
function liesAcross({ from, to }: Line, other: Line): boolean {
  const one = sideOf(from, to, other.from)
  const two = sideOf(from, to, other.to)
  return Math.min(one, two) + touchMm < 0 && Math.max(one, two) > touchMm
}

/** How far a point lies to the left of the line through two others; 0 where those are the same. */
function sideOf(from: Point, to: Point, point: Point): Mm {
  const length = distance(from, to)
  return length === 0 ? 0 : ((to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x)) / length
}
