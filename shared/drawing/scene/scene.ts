// A drawing in mm as plain data: each stroke has a role instead of a colour. The screen, the PDF and the DXF draw from it. x to the
// right, y up. Pure.
import type { Box, Deg, Line, Mm, PathPiece, Point } from '../../bending/index.ts'
import { arcFrom, bulgeArc, pointsBox } from '../../bending/index.ts'
import { edges, outsideOf, pathBox } from './outline.ts'
import type { Vertex } from '../drawn-sheet.ts'
import { textWidth } from './text-width.ts'

/** The meaning of a stroke. Each medium has its own weight, dashes and colour for it. */
export const roles = [
  'machine',
  'tool',
  'gauge',
  'ghost',
  'outline',
  'cutout',
  'bend-up',
  'bend-down',
  'profile',
  'hatch',
  'colour-side',
  'dimension',
  'leader',
  'break',
  'label',
  'clearance',
  'hit',
] as const
export type Role = (typeof roles)[number]

interface LineItem {
  readonly kind: 'line'
  readonly role: Role
  readonly from: Point
  readonly to: Point
}

interface ArcItem {
  readonly kind: 'arc'
  readonly role: Role
  readonly centre: Point
  readonly from: Point
  readonly turnDeg: Deg
}

interface CircleItem {
  readonly kind: 'circle'
  readonly role: Role
  readonly centre: Point
  readonly radiusMm: Mm
}

/** A chain of corners with bulges, as DXF has them. */
export interface PolylineItem {
  readonly kind: 'polyline'
  readonly role: Role
  readonly points: readonly Vertex[]
  readonly closed: boolean
}

export type Anchor = 'start' | 'middle' | 'end'

/** One line of text, `position` the middle of its height. `sizeMm` is the font's size. */
export interface TextItem {
  readonly kind: 'text'
  readonly role: Role
  readonly position: Point
  readonly text: string
  readonly sizeMm: Mm
  readonly anchor: Anchor
  /** 0 reads to the right, 90 upwards. */
  readonly rotationDeg: 0 | 90
  /** The part of the profile that the text states; absent: none. */
  readonly target?: LabelTarget
}

/** A flange or a bend of the profile, from 0. */
export interface LabelTarget {
  readonly kind: 'flange' | 'bend'
  readonly index: number
}

/** A measured distance: the line stands `offsetMm` to the left of from → to, with a tick at each end and the text over it. */
interface DimensionItem {
  readonly kind: 'dimension'
  readonly role: 'dimension'
  readonly from: Point
  readonly to: Point
  readonly offsetMm: Mm
  readonly text: string
  readonly sizeMm: Mm
}

export type SceneItem = LineItem | ArcItem | CircleItem | PolylineItem | TextItem | DimensionItem
/** The items of a scene without dimensions. */
export type Primitive = Exclude<SceneItem, DimensionItem>

export interface Scene {
  readonly items: readonly SceneItem[]
  /** How many mm of the drawing one mm of paper shows: text, weights and dashes are chosen for that scale. */
  readonly unitMm: Mm
  readonly box: Box
  /** Nothing outside the box is shown. */
  readonly isClipped?: boolean
}

/** The box of the scene has a margin of 1.5 mm of paper around all items. */
export function sceneOf(items: readonly SceneItem[], unitMm: Mm): Scene {
  const box = pointsBox(primitives(items).flatMap(reach))
  const margin = unitMm * 1.5
  return {
    items,
    unitMm,
    box: {
      minX: box.minX - margin,
      minY: box.minY - margin,
      maxX: box.maxX + margin,
      maxY: box.maxY + margin,
    },
  }
}

/** The items with each dimension replaced by lines and a text; its lines are interrupted at texts. */
export function primitives(items: readonly SceneItem[]): Primitive[] {
  const drawn = items.flatMap((item) => (item.kind === 'dimension' ? drawnDimension(item) : [item]))
  const taken = drawn.flatMap((item) => (item.kind === 'text' ? [clearedFor(item)] : []))
  return drawn.flatMap((item) =>
    item.kind === 'line' && item.role === 'dimension'
      ? taken
          .reduce((lines: Line[], box) => lines.flatMap((line) => outsideOf(line, box)), [{ ...item, kind: 'line' }])
          .map((line) => ({ ...line, role: item.role }))
      : [item],
  )
}

/** Free space around a text: less than the distance of a dimension's text from its line. */
function clearedFor(item: TextItem): Box {
  const { minX, maxX, minY, maxY } = textBox(item)
  const by = item.sizeMm * 0.2
  return { minX: minX - by, maxX: maxX + by, minY: minY - by, maxY: maxY + by }
}

function drawnDimension({ from, to, offsetMm, text, sizeMm, role }: DimensionItem): Primitive[] {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1
  const ahead = { x: (to.x - from.x) / length, y: (to.y - from.y) / length }
  const left = { x: -ahead.y, y: ahead.x }
  const outward = Math.sign(offsetMm)
  const off = (point: Point, by: Mm): Point => ({ x: point.x + left.x * by, y: point.y + left.y * by })
  const tick = sizeMm * 0.35
  const ticked = (point: Point): Primitive => ({
    kind: 'line',
    role,
    from: { x: point.x - (ahead.x + left.x) * tick, y: point.y - (ahead.y + left.y) * tick },
    to: { x: point.x + (ahead.x + left.x) * tick, y: point.y + (ahead.y + left.y) * tick },
  })
  const start = off(from, offsetMm)
  const end = off(to, offsetMm)
  const upright = Math.abs(ahead.y) > Math.abs(ahead.x)
  const beside = off({ x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 }, outward * sizeMm * 0.75)
  return [
    { kind: 'line', role, from: off(from, outward * sizeMm * 0.4), to: off(start, outward * tick) },
    { kind: 'line', role, from: off(to, outward * sizeMm * 0.4), to: off(end, outward * tick) },
    { kind: 'line', role, from: start, to: end },
    ticked(start),
    ticked(end),
    { kind: 'text', role, position: beside, text, sizeMm, anchor: 'middle', rotationDeg: upright ? 90 : 0 },
  ]
}

/** The corners of the area that a primitive covers. */
export function reach(item: Primitive): Point[] {
  switch (item.kind) {
    case 'line':
      return [item.from, item.to]
    case 'circle':
      return cornersOf({
        minX: item.centre.x - item.radiusMm,
        minY: item.centre.y - item.radiusMm,
        maxX: item.centre.x + item.radiusMm,
        maxY: item.centre.y + item.radiusMm,
      })
    case 'arc':
      return cornersOf(pathBox([arcFrom(item.from, item.centre, item.turnDeg)]))
    case 'polyline':
      return cornersOf(pathBox(polylinePieces(item)))
    case 'text':
      return cornersOf(textBox(item))
  }
}

/** The bulge of the last point counts only in a closed polyline. */
export function polylinePieces({ points, closed }: PolylineItem): PathPiece[] {
  if (closed) return edges(points)
  return points.slice(0, -1).flatMap((from, index): PathPiece[] => {
    const to = points[index + 1]
    if (to === undefined) return []
    return [from.bulge === 0 ? { kind: 'line', from, to } : bulgeArc(from, to, from.bulge)]
  })
}

/** The area that a text covers, by the widths of the embedded font. */
export function textBox({ position, text, sizeMm, anchor, rotationDeg }: TextItem): Box {
  const width = textWidth(text) * sizeMm
  const before = anchor === 'start' ? 0 : anchor === 'middle' ? width / 2 : width
  const half = sizeMm * 0.5
  return rotationDeg === 0
    ? { minX: position.x - before, maxX: position.x - before + width, minY: position.y - half, maxY: position.y + half }
    : { minX: position.x - half, maxX: position.x + half, minY: position.y - before, maxY: position.y - before + width }
}

const cornersOf = (box: Box): Point[] => [
  { x: box.minX, y: box.minY },
  { x: box.maxX, y: box.maxY },
]
