// Places the labels of a folded profile next to the parts that they name, without overlap, with a leader if a label is further away.
// Greedy: in the given order, the nearest free place first. Pure. Units: mm.
import { along, linesCross, radians } from '../../bending/index.ts'
import type { Box, Line, Mm, Point } from '../../bending/index.ts'
import type { Occupancy } from './occupancy.ts'
import { textWidth } from '../scene/index.ts'

export interface WantedLabel {
  readonly text: string
  /** Where a leader may start, best first: a point and the directions, in degrees, in which the label should be looked for. */
  readonly anchors: readonly { readonly position: Point; readonly headings: readonly number[] }[]
  /** The least distance from the anchor. */
  readonly clearanceMm: Mm
}

export interface PlacedLabel {
  readonly text: string
  readonly position: Point
  readonly leader: Line | null
}

/** The drawing area: its bounds and the strokes in it. */
export interface Ground {
  readonly drawn: Occupancy
  readonly bounds: Box
  readonly sizeMm: Mm
  /** Metal nearer to an anchor than this is the anchor's own face. */
  readonly ownFaceMm: Mm
}

/** Distances of the places around an anchor, in heights of the text. */
const rings = [0, 0.6, 1.2, 2, 3, 4, 5.5, 7, 9, 12, 16]
/** A label further away than this gets a leader. */
const ringsWithoutLeader = 0.6

interface Taken {
  readonly boxes: Box[]
  readonly leaders: Line[]
}

/**
 * One place for each label; null if there is no place within the bounds that covers no stroke and no other label and has no metal between
 * it and its anchor (so the label of a hem's flap is on its own side of the fold). Optionally stops at the first label without a place.
 */
export function placeLabels(
  wanted: readonly WantedLabel[],
  ground: Ground,
  { orNone }: { orNone: boolean },
): (PlacedLabel | null)[] {
  const taken: Taken = { boxes: [], leaders: [] }
  const places: (PlacedLabel | null)[] = []
  for (const label of wanted) {
    const free = freePlace(label, ground, taken)
    places.push(free?.placed ?? null)
    if (free === null) {
      if (orNone) break
      continue
    }
    taken.boxes.push(free.box)
    if (free.placed.leader !== null) taken.leaders.push(free.placed.leader)
  }
  return places
}

interface FreePlace {
  readonly placed: PlacedLabel
  readonly box: Box
}

function freePlace(label: WantedLabel, ground: Ground, taken: Taken): FreePlace | null {
  const { sizeMm: size, bounds, drawn } = ground
  const half = { x: (textWidth(label.text) * size) / 2, y: size * 0.5 }
  for (const ring of rings) {
    for (const { position: anchor, headings } of label.anchors) {
      for (const heading of headings) {
        const place = offTo(anchor, heading, label.clearanceMm + ring * size, half)
        const box = { minX: place.x - half.x, maxX: place.x + half.x, minY: place.y - half.y, maxY: place.y + half.y }
        const roomy = grown(box, size * 0.3)
        if (!holds(bounds, box) || drawn.inBox(roomy) || taken.boxes.some((other) => overlaps(roomy, other))) continue
        if (taken.leaders.some((other) => crossesBox(other, roomy))) continue
        const sightLine = leaderTo(anchor, box, heading, ground.ownFaceMm)
        if (drawn.between(sightLine.from, sightLine.to, 'metal')) continue
        if (ring <= ringsWithoutLeader) return { placed: { text: label.text, position: place, leader: null }, box }
        const leader = leaderTo(anchor, box, heading, label.clearanceMm * 0.8)
        if (drawn.between(leader.from, leader.to, 'any')) continue
        if (taken.boxes.some((other) => crossesBox(leader, grown(other, size * 0.15)))) continue
        if (taken.leaders.some((other) => linesCross(leader, other))) continue
        return { placed: { text: label.text, position: place, leader }, box }
      }
    }
  }
  return null
}

/**
 * A place for every label: the nearest place on a grid, whose leader may cross anything but a text. For a drawing without better places;
 * null only if the area is full.
 */
export function placeAnywhere(wanted: readonly WantedLabel[], ground: Ground): (PlacedLabel | null)[] {
  const { sizeMm: size, bounds, drawn } = ground
  const boxes: Box[] = []
  const leaders: Line[] = []
  return wanted.map(({ text, anchors }) => {
    const anchor = anchors[0]?.position
    if (anchor === undefined) return null
    const half = { x: (textWidth(text) * size) / 2, y: size * 0.5 }
    let best: (FreePlace & { away: Mm }) | undefined
    for (let x = bounds.minX + half.x; x <= bounds.maxX - half.x; x += size * 0.8) {
      for (let y = bounds.minY + half.y; y <= bounds.maxY - half.y; y += size * 0.8) {
        const away = Math.hypot(x - anchor.x, y - anchor.y)
        if (best !== undefined && away >= best.away) continue
        const box = { minX: x - half.x, maxX: x + half.x, minY: y - half.y, maxY: y + half.y }
        const roomy = grown(box, size * 0.2)
        if (drawn.inBox(roomy) || boxes.some((other) => overlaps(roomy, other))) continue
        if (leaders.some((other) => crossesBox(other, roomy))) continue
        const leader = leaderTo(anchor, box, 0, 0)
        if (boxes.some((other) => crossesBox(leader, other))) continue
        best = { placed: { text, position: { x, y }, leader }, box, away }
      }
    }
    if (best === undefined) return null
    boxes.push(best.box)
    if (best.placed.leader !== null) leaders.push(best.placed.leader)
    return best.placed
  })
}

/** The centre of a box of this size at a distance from a point, in a direction. */
function offTo(anchor: Point, heading: number, gap: Mm, half: Point): Point {
  const dx = Math.cos(radians(heading))
  const dy = Math.sin(radians(heading))
  const reach = Math.min(
    Math.abs(dx) < 1e-9 ? Infinity : half.x / Math.abs(dx),
    Math.abs(dy) < 1e-9 ? Infinity : half.y / Math.abs(dy),
  )
  return { x: anchor.x + dx * (gap + reach), y: anchor.y + dy * (gap + reach) }
}

function leaderTo(anchor: Point, box: Box, heading: number, gap: Mm): Line {
  const start = along(anchor, heading, gap)
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

const holds = (bounds: Box, box: Box): boolean =>
  box.minX >= bounds.minX && box.maxX <= bounds.maxX && box.minY >= bounds.minY && box.maxY <= bounds.maxY

const overlaps = (a: Box, b: Box): boolean => a.minX < b.maxX && b.minX < a.maxX && a.minY < b.maxY && b.minY < a.maxY

function crossesBox(line: Line, box: Box): boolean {
  const { from, to } = line
  if (Math.max(from.x, to.x) <= box.minX || Math.min(from.x, to.x) >= box.maxX) return false
  if (Math.max(from.y, to.y) <= box.minY || Math.min(from.y, to.y) >= box.maxY) return false
  const inside = ({ x, y }: Point) => x > box.minX && x < box.maxX && y > box.minY && y < box.maxY
  if (inside(from) || inside(to)) return true
  return (
    linesCross(line, lineFrom({ x: box.minX, y: box.minY }, { x: box.maxX, y: box.maxY })) ||
    linesCross(line, lineFrom({ x: box.minX, y: box.maxY }, { x: box.maxX, y: box.minY }))
  )
}

const lineFrom = (from: Point, to: Point): Line => ({ kind: 'line', from, to })
