// The drawing of one step at the machine, to scale: tools, machine, the blank at an angle, before and after the bend, the least clearance,
// and in red what is hit. Pure.
import { pointsBox } from '../../bending/index.ts'
import { isHatched } from '../../colours/index.ts'
import { besidePiece, colouredFace, hatchOf, hatchStepMm } from '../profile/index.ts'
import { negated } from '../../base/negated.ts'
import type { Box, Deg, Mm, Point } from '../../bending/index.ts'
import type { PictureBlank, PlanPart, PlanPiece, StepPicture } from '../../bending/plan/index.ts'
import { pathBox, polylinePieces } from '../scene/index.ts'
import type { PolylineItem, Role, Scene, SceneItem } from '../scene/index.ts'
import type { Vertex } from '../drawn-sheet.ts'

/** A part that a piece of the blank hits, or comes nearest to. */
export interface StepPlace {
  readonly part: PlanPart
  readonly piece: PlanPiece
  readonly atTurnDeg: Deg
}

/** What the blank looks like. */
export interface StepSheet {
  readonly material: string
  readonly colour: string | null
  readonly colourSide: string
}

/** The distance of the band of the colour from its face, on paper. */
const bandOffsetMm = 0.6

interface StepSceneOptions {
  readonly turnDeg: Deg
  /** `colourSide`: 'utside' on face A, 'innside' on face B; any other: no colour. */
  readonly sheet: StepSheet
  readonly hits: readonly StepPlace[]
  readonly clearance: StepPlace | null
  /** What is shown; the same through the whole step. */
  readonly box: Box
  /** How many mm of the drawing one mm of paper shows. */
  readonly unitMm: Mm
}

const roleOf: Readonly<Record<PlanPart, Role>> = {
  punch: 'tool',
  die: 'tool',
  hemming_tool: 'tool',
  closing_slot: 'tool',
  clamp: 'machine',
  beam: 'machine',
  holder: 'machine',
  table: 'machine',
  apron: 'machine',
  fingers: 'gauge',
  gauge: 'gauge',
  folding_beam: 'machine',
  sheet: 'machine',
}

export function stepScene(picture: StepPicture, options: StepSceneOptions): Scene {
  const { turnDeg, hits, clearance, box, unitMm } = options
  const shown = picture.blankAt(turnDeg)
  const hitParts = new Set(hits.map(({ part }) => part))
  const parts = picture.partsAt(turnDeg)
  const ghosts = [picture.fromTurnDeg, picture.toTurnDeg].filter((other) => Math.abs(other - turnDeg) > 0.5)
  const items: SceneItem[] = [
    ...parts.map(({ part, outline }) => closed(roleOf[part], corners(outline))),
    ...ghosts.map((other) => closed('ghost', around(picture.blankAt(other)))),
    closed('profile', around(shown)),
    ...hatchIn(shown, options.sheet, unitMm),
    ...colourOf(shown, options.sheet.colourSide, unitMm),
    ...parts.flatMap(({ part, outline }) => (hitParts.has(part) ? [closed('hit', corners(outline))] : [])),
    ...hits.flatMap((hit) => (turnDeg >= hit.atTurnDeg - 1e-6 ? placeOf(picture, hit, 'hit', unitMm) : [])),
    ...(clearance === null || hits.length > 0 || Math.abs(turnDeg - clearance.atTurnDeg) > 0.51
      ? []
      : placeOf(picture, clearance, 'clearance', unitMm)),
  ]
  return { items, unitMm, box, isClipped: true }
}

/** The place where the piece is nearest to the part at its own angle, in a circle that is easy to find. */
function placeOf(picture: StepPicture, { part, piece, atTurnDeg }: StepPlace, role: Role, unitMm: Mm): SceneItem[] {
  const nearest = picture.nearest(atTurnDeg, part, piece)
  if (nearest === null) return []
  const { from, to } = nearest
  const centre = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
  const apart = Math.hypot(to.x - from.x, to.y - from.y)
  return [
    { kind: 'line', role, from, to },
    { kind: 'circle', role, centre, radiusMm: Math.max(apart / 2 + unitMm, 2.5 * unitMm) },
  ]
}

const corners = (outline: readonly Point[]): Vertex[] => outline.map(({ x, y }) => ({ x, y, bulge: 0 }))

const closed = (role: Role, points: readonly Vertex[]): PolylineItem => ({
  kind: 'polyline',
  role,
  points,
  closed: true,
})

/** Both faces as one closed outline. */
function around({ faceA, faceB }: PictureBlank): Vertex[] {
  const back = faceB
    .map(({ x, y }, index) => ({ x, y, bulge: negated(index === 0 ? 0 : (faceB[index - 1]?.bulge ?? 0)) }))
    .toReversed()
  return [...faceA, ...back]
}

const piecesOf = (points: readonly Vertex[]) =>
  polylinePieces({ kind: 'polyline', role: 'hatch', points, closed: false })

function hatchIn({ faceA, faceB }: PictureBlank, sheet: StepSheet, unitMm: Mm): SceneItem[] {
  if (!isHatched(sheet)) return []
  const [a, b] = [piecesOf(faceA), piecesOf(faceB)]
  const [from, to] = [faceA[0], faceB[0]]
  if (from === undefined || to === undefined || a.length !== b.length) return []
  const thicknessMm = Math.hypot(to.x - from.x, to.y - from.y)
  return hatchOf(a, b, { thicknessMm, stepMm: Math.max(hatchStepMm * unitMm, thicknessMm) }).map((line) => ({
    ...line,
    role: 'hatch',
  }))
}

/** A band beside the coloured face, so that a thin blank shows both of its faces. */
function colourOf({ faceA, faceB }: PictureBlank, side: string, unitMm: Mm): SceneItem[] {
  const face = colouredFace(side)
  const [from, to, across] = [faceA[0], faceA[1], faceB[0]]
  if (face === null || from === undefined || to === undefined || across === undefined) return []
  // a blank that is turned end for end has face B on its other side
  const isLeft = (to.x - from.x) * (across.y - from.y) > (to.y - from.y) * (across.x - from.x)
  const by = (isLeft === (face === 'B') ? 1 : -1) * bandOffsetMm * unitMm
  return piecesOf(face === 'A' ? faceA : faceB).flatMap((piece): SceneItem[] => {
    const beside = besidePiece(piece, by)
    if (beside === undefined) return []
    if (beside.kind === 'line') return [{ ...beside, role: 'colour-side' }]
    const { centre, from: start, turnDeg } = beside
    return [{ kind: 'arc', role: 'colour-side', centre, from: start, turnDeg }]
  })
}

/** `whole`: the blank through the whole step. `close`: what is around the bend. */
export type StepView = 'whole' | 'close'

/** How far a picture reaches beyond what it must show, as a share of its size. */
const margin = 0.06
const closeMm: Mm = 45

/** What a picture of the step shows, in the shape of its frame. */
export function stepBox(
  picture: StepPicture,
  view: StepView,
  { width, height }: { readonly width: number; readonly height: number },
): Box {
  const { fromTurnDeg, toTurnDeg, vMm, bendAt } = picture
  const reach = Math.max(closeMm, 3 * (vMm ?? 0))
  const near: Point[] = [
    { x: bendAt.x - reach, y: bendAt.y - reach / 2 },
    { x: bendAt.x + reach, y: bendAt.y + reach / 2 },
  ]
  const swept = [0, 0.5, 1].flatMap((share) => {
    const { faceA } = picture.blankAt(fromTurnDeg + share * (toTurnDeg - fromTurnDeg))
    const box = pathBox(polylinePieces({ kind: 'polyline', role: 'profile', points: faceA, closed: false }))
    return [
      { x: box.minX, y: box.minY },
      { x: box.maxX, y: box.maxY },
    ]
  })
  const { minX, minY, maxX, maxY } = pointsBox(
    view === 'whole' ? [...near.map((point) => half(point, bendAt)), ...swept] : near,
  )
  const centre = { x: (minX + maxX) / 2, y: (minY + maxY) / 2 }
  const mm = Math.max((maxX - minX) / width, (maxY - minY) / height) * (1 + 2 * margin)
  return {
    minX: centre.x - (mm * width) / 2,
    maxX: centre.x + (mm * width) / 2,
    minY: centre.y - (mm * height) / 2,
    maxY: centre.y + (mm * height) / 2,
  }
}

/** The point half as far from `middle`. */
const half = ({ x, y }: Point, middle: Point): Point => ({ x: (x + middle.x) / 2, y: (y + middle.y) / 2 })
