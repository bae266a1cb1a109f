// The outlines of tools and machine as edges, in the frame in which they stand still. Pure. Units: mm.
import type { Outline } from '../../fit/index.ts'
import type { Mm } from '../../units.ts'
import type { PlanPart } from '../plan-part.ts'

export interface PartOutline {
  readonly part: PlanPart
  /** x and y of both ends, four numbers an edge. */
  readonly edges: Float64Array
  /** 1 for an edge that lies wholly in the contact zone: a flat beside the step's bend may touch it. */
  readonly contact: Uint8Array
  readonly minX: Mm
  readonly maxX: Mm
  readonly minY: Mm
  readonly maxY: Mm
}

export interface Placed {
  readonly xMm?: Mm
  readonly yMm?: Mm
  /** Mirrored in x = 0, before it is moved. */
  readonly mirrored?: boolean
  /** The contact zone, in the frame of the placed outline. */
  readonly inContact?: ((x: Mm, y: Mm) => boolean) | undefined
}

/** Closes the outline from its last corner to its first. `placed` mirrors it first and then moves it. */
export function partOutline(part: PlanPart, outline: Outline, placed: Placed = {}): PartOutline {
  const { xMm = 0, yMm = 0, mirrored = false, inContact } = placed
  const edges = new Float64Array(outline.length * 4)
  const contact = new Uint8Array(outline.length)
  const side = mirrored ? -1 : 1
  let [minX, maxX, minY, maxY] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let index = 0; index < outline.length; index += 1) {
    const corner = outline[index] ?? origin
    const next = outline[index + 1 === outline.length ? 0 : index + 1] ?? origin
    const ax = side * corner.x + xMm
    const ay = corner.y + yMm
    const bx = side * next.x + xMm
    const by = next.y + yMm
    edges[4 * index] = ax
    edges[4 * index + 1] = ay
    edges[4 * index + 2] = bx
    edges[4 * index + 3] = by
    if (inContact?.(ax, ay) === true && inContact(bx, by)) contact[index] = 1
    if (ax < minX) minX = ax
    if (ax > maxX) maxX = ax
    if (ay < minY) minY = ay
    if (ay > maxY) maxY = ay
  }
  return { part, edges, contact, minX, maxX, minY, maxY }
}

const origin = { x: 0, y: 0 }

/** The outline with a corner where it leaves the circle about 0/0, so that an edge is wholly inside it or wholly outside. */
export function dividedAt(outline: Outline, radiusMm: Mm): Outline {
  return outline.flatMap((from, index) => {
    const to = outline[(index + 1) % outline.length] ?? from
    const inside = Math.hypot(from.x, from.y) < radiusMm
    if (inside === Math.hypot(to.x, to.y) < radiusMm) return [from]
    let [low, high] = [0, 1]
    for (let step = 0; step < 40; step += 1) {
      const middle = (low + high) / 2
      const isMiddleInside = Math.hypot(from.x + middle * (to.x - from.x), from.y + middle * (to.y - from.y)) < radiusMm
      if (isMiddleInside === inside) low = middle
      else high = middle
    }
    return [from, { x: from.x + low * (to.x - from.x), y: from.y + low * (to.y - from.y) }]
  })
}

/** The same part elsewhere. */
export function movedPart(part: PartOutline, xMm: Mm, yMm: Mm): PartOutline {
  const moved = emptyPart()
  placePart(part, xMm, yMm, moved)
  return moved
}

/** A part that `placePart` writes: a caller that measures many places of a part reuses one. */
export type PlacedPart = { -readonly [Field in keyof PartOutline]: PartOutline[Field] }

/** A new target for `placePart`, without edges. */
export const emptyPart = (): PlacedPart => ({
  part: 'fingers',
  edges: new Float64Array(0),
  contact: new Uint8Array(0),
  minX: 0,
  maxX: 0,
  minY: 0,
  maxY: 0,
})

/** Writes the part as it lies elsewhere to `into`. */
export function placePart(part: PartOutline, xMm: Mm, yMm: Mm, into: PlacedPart): void {
  const { edges } = part
  if (into.edges.length !== edges.length) into.edges = new Float64Array(edges.length)
  for (let index = 0; index < edges.length; index += 1)
    into.edges[index] = (edges[index] ?? 0) + (index % 2 === 0 ? xMm : yMm)
  into.part = part.part
  into.contact = part.contact
  into.minX = part.minX + xMm
  into.maxX = part.maxX + xMm
  into.minY = part.minY + yMm
  into.maxY = part.maxY + yMm
}

/** The mirror image in x = 0. */
export function mirroredPart(one: PartOutline): PartOutline {
  const edges = one.edges.map((value, index) => (index % 2 === 0 ? -value : value))
  return { ...one, edges, minX: -one.maxX, maxX: -one.minX }
}

/** Whether the edges are the same set as their mirror image, so that either side gives the same answer. */
export const isSymmetrical = (parts: readonly PartOutline[]): boolean => parts.every(isPartSymmetrical)

/** Whether each edge is the mirror image of an edge, to a millionth of a millimetre. */
function isPartSymmetrical({ edges, minX, maxX }: PartOutline): boolean {
  if (Math.abs(minX + maxX) > 2e-6) return false
  const roundedEdge = (index: number): number => Math.round((edges[index] ?? 0) * 1e6)
  const isMirrored = (one: number, other: number): boolean =>
    roundedEdge(one) === -roundedEdge(other) && roundedEdge(one + 1) === roundedEdge(other + 1)
  for (let one = 0; one < edges.length; one += 4) {
    let hasImage = false
    for (let other = 0; other < edges.length && !hasImage; other += 4) {
      hasImage =
        (isMirrored(one, other + 2) && isMirrored(one + 2, other)) ||
        (isMirrored(one, other) && isMirrored(one + 2, other + 2))
    }
    if (!hasImage) return false
  }
  return true
}
