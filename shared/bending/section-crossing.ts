// Whether a folded cross-section runs through itself, which no plate can. Pure: mm.
// Lying against itself, as a hem's flap does and a tube's last flange may, is no crossing.
import { foldCrossSection } from './folded-section.ts'
import type { FoldedSection } from './folded-section.ts'
import { good, refuse } from './outcome.ts'
import type { Outcome } from './outcome.ts'
import { partOf } from './plane.ts'
import type { PathPiece, Point } from './plane.ts'
import { isTapered } from './profile.ts'
import type { BendProfile } from './profile.ts'
import type { Mm } from './units.ts'

/** Less than this into one another counts as lying against. */
const leastCrossingMm: Mm = 0.001
/** Arcs are followed in chords of at most this turn. */
const chordDeg = 15

interface Edge {
  readonly a: Point
  readonly b: Point
}

/** One flange or bend with both its faces: flange i stands at 2i, bend i at 2i + 1. */
interface Part {
  readonly faces: readonly [PathPiece, PathPiece]
  readonly minX: Mm
  readonly maxX: Mm
  readonly minY: Mm
  readonly maxY: Mm
}

/** The profile itself when it is folded without running through itself at either end of the piece; else the later part that does. */
export function soundSection<P extends BendProfile>(profile: P): Outcome<P> {
  for (const at of isTapered(profile) ? (['start', 'end'] as const) : (['start'] as const)) {
    const section = foldCrossSection(profile, { at })
    if (!section.ok) return section
    const crossing = sectionCrossing(section.value)
    if (crossing === null) continue
    const [first, later] = crossing
    return refuse(partField(later), 'contradicts', `${partName(later)} runs through ${partName(first)}`)
  }
  return good(profile)
}

const partName = (part: number): string => `${part % 2 === 0 ? 'flange' : 'bend'} ${Math.floor(part / 2) + 1}`
const partField = (part: number): string => `profile.${part % 2 === 0 ? 'flanges' : 'bends'}[${Math.floor(part / 2)}]`

function sectionCrossing({ faceA, faceB }: FoldedSection): readonly [number, number] | null {
  const parts = faceA.flatMap((piece, index) => {
    const opposite = faceB[index]
    return opposite === undefined ? [] : [boxed(piece, opposite)]
  })
  for (const [later, part] of parts.entries()) {
    for (const [first, other] of parts.slice(0, Math.max(0, later - 1)).entries()) {
      if (!boxesMeet(part, other)) continue
      const edges = edgesOf(other)
      if (edgesOf(part).some((edge) => edges.some((met) => cross(edge, met)))) return [first, later]
    }
  }
  return null
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
  one.minX <= other.maxX && other.minX <= one.maxX && one.minY <= other.maxY && other.minY <= one.maxY

/** Both faces, and the ends across the thickness. */
function edgesOf({ faces: [a, b] }: Part): Edge[] {
  return [...chordsOf(a), ...chordsOf(b), { a: a.from, b: b.from }, { a: a.to, b: b.to }]
}

function chordsOf(piece: PathPiece): Edge[] {
  if (piece.kind === 'line') return [{ a: piece.from, b: piece.to }]
  const count = Math.ceil(Math.abs(piece.turnDeg) / chordDeg)
  return Array.from({ length: count }, (_, step) => ({
    a: partOf(piece, step / count),
    b: partOf(piece, (step + 1) / count),
  }))
}

const cross = (one: Edge, other: Edge): boolean => liesAcross(one, other) && liesAcross(other, one)

/** Whether the other's ends lie on either side of the line through one, each by more than counts as lying against. */
function liesAcross({ a, b }: Edge, other: Edge): boolean {
  const length = Math.hypot(b.x - a.x, b.y - a.y)
  if (length === 0) return false
  const side = (point: Point): Mm => ((b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)) / length
  const from = side(other.a)
  const to = side(other.b)
  return Math.min(from, to) + leastCrossingMm < 0 && Math.max(from, to) > leastCrossingMm
}
