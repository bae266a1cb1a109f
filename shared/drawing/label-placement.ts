// Where the labels of a folded profile go: beside what they name, over nothing, each with a leader where it stands apart.
// Greedy: labels are placed in the order given, the nearest free place first. Pure, mm.
import type { Line, Mm, Point } from '../bending/index.ts'
import type { Box } from './outline.ts'
import { linesCross } from './outline.ts'
import { textWidth } from './text-width.ts'

export interface WantedLabel {
  readonly text: string
  /** Where a leader may start, best first: a point and the directions, in degrees, in which the label should be looked for. */
  readonly anchors: readonly { readonly at: Point; readonly headings: readonly number[] }[]
  /** No nearer to the anchor than this. */
  readonly clearanceMm: Mm
  /** Names the whole drawing: it needs no leader. */
  readonly bare?: boolean
}

export interface PlacedLabel {
  readonly text: string
  readonly at: Point
  readonly leader: Line | null
}

/** Rings of places around an anchor, in heights of the text. */
const rings = [0, 0.6, 1.2, 2, 3, 4, 5.5, 7, 9, 12, 16, 22, 30]
/** Off this ring a label wants a leader. */
const ringsWithoutLeader = 0.6

/**
 * No label covers a stroke, and none is seen through `metal` from its anchor: a hem's flap is named on its own side of the fold.
 */
export function placeLabels(
  wanted: readonly WantedLabel[],
  metal: readonly Line[],
  marks: readonly Line[],
  sizeMm: Mm,
): PlacedLabel[] {
  const boxes: Box[] = []
  const leaders: Line[] = []
  const placed: PlacedLabel[] = []
  for (const label of wanted) {
    const found = freePlace(label, { metal, strokes: [...metal, ...marks], boxes, leaders }, sizeMm)
    boxes.push(found.box)
    if (found.placed.leader !== null) leaders.push(found.placed.leader)
    placed.push(found.placed)
  }
  return placed
}

interface Found {
  placed: PlacedLabel
  box: Box
}

interface Taken {
  metal: readonly Line[]
  strokes: readonly Line[]
  boxes: readonly Box[]
  leaders: readonly Line[]
}

function freePlace(label: WantedLabel, { metal, strokes, boxes, leaders }: Taken, size: Mm): Found {
  const half = { x: (textWidth(label.text) * size) / 2, y: size * 0.5 }
  const slack = size * 0.3
  let last: Found | undefined
  for (const ring of rings) {
    for (const { at, headings } of label.anchors) {
      for (const heading of headings) {
        const place = offTo(at, heading, label.clearanceMm + ring * size, half)
        const box = { minX: place.x - half.x, maxX: place.x + half.x, minY: place.y - half.y, maxY: place.y + half.y }
        const leader =
          ring > ringsWithoutLeader && label.bare !== true ? leaderTo(at, box, heading, label.clearanceMm * 0.8) : null
        last = { placed: { text: label.text, at: place, leader }, box }
        const sight = leaderTo(at, box, heading, size * 0.02)
        if (metal.some((line) => linesCross(sight, line))) continue
        const roomy = grown(box, slack)
        if (boxes.some((other) => overlaps(roomy, other))) continue
        if (strokes.some((stroke) => crossesBox(stroke, roomy))) continue
        if (leaders.some((other) => crossesBox(other, roomy))) continue
        if (leader !== null && boxes.some((other) => crossesBox(leader, grown(other, slack / 2)))) continue
        if (leader !== null && [...strokes, ...leaders].some((other) => linesCross(leader, other))) continue
        return last
      }
    }
  }
  if (last === undefined) throw new Error(`the label "${label.text}" has no anchor`)
  return last
}

/** The middle of a box of this size that stands clear of a point by a gap, in a direction. */
function offTo(at: Point, heading: number, gap: Mm, half: Point): Point {
  const dx = Math.cos((heading * Math.PI) / 180)
  const dy = Math.sin((heading * Math.PI) / 180)
  const reach = Math.min(
    Math.abs(dx) < 1e-9 ? Infinity : half.x / Math.abs(dx),
    Math.abs(dy) < 1e-9 ? Infinity : half.y / Math.abs(dy),
  )
  return { x: at.x + dx * (gap + reach), y: at.y + dy * (gap + reach) }
}

function leaderTo(at: Point, box: Box, heading: number, gap: Mm): Line {
  const start = {
    x: at.x + Math.cos((heading * Math.PI) / 180) * gap,
    y: at.y + Math.sin((heading * Math.PI) / 180) * gap,
  }
  const inset = (box.maxY - box.minY) * 0.15
  return {
    kind: 'line',
    from: start,
    to: {
      x: Math.min(box.maxX + inset, Math.max(box.minX - inset, start.x)),
      y: Math.min(box.maxY + inset, Math.max(box.minY - inset, start.y)),
    },
  }
}

const grown = (box: Box, by: Mm): Box => ({
  minX: box.minX - by,
  minY: box.minY - by,
  maxX: box.maxX + by,
  maxY: box.maxY + by,
})

export const overlaps = (a: Box, b: Box): boolean =>
  a.minX < b.maxX && b.minX < a.maxX && a.minY < b.maxY && b.minY < a.maxY

function crossesBox(line: Line, box: Box): boolean {
  const inside = ({ x, y }: Point) => x > box.minX && x < box.maxX && y > box.minY && y < box.maxY
  if (inside(line.from) || inside(line.to)) return true
  const corners: [Point, Point, Point, Point] = [
    { x: box.minX, y: box.minY },
    { x: box.maxX, y: box.minY },
    { x: box.maxX, y: box.maxY },
    { x: box.minX, y: box.maxY },
  ]
  const [a, b, c, d] = corners
  return [
    [a, b],
    [b, c],
    [c, d],
    [d, a],
  ].some(([from, to]) => from !== undefined && to !== undefined && linesCross(line, { kind: 'line', from, to }))
}
