// The outlines of tools and machine as edges, in the frame in which they stand still. Pure: mm.
import type { Outline } from '../../fit/outline.ts'
import type { Mm } from '../../units.ts'
import type { PlanPart } from '../plan-part.ts'

export interface PartOutline {
  readonly part: PlanPart
  /** x and y of both ends, four numbers an edge. */
  readonly edges: Float64Array
  /** 1 for an edge that lies wholly in the contact zone: a flat beside the own bend may touch it. */
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

export function partOutline(part: PlanPart, outline: Outline, placed: Placed = {}): PartOutline {
  const { xMm = 0, yMm = 0, mirrored = false, inContact } = placed
  const edges = new Float64Array(outline.length * 4)
  const contact = new Uint8Array(outline.length)
  let [minX, maxX, minY, maxY] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const [index, corner] of outline.entries()) {
    const next = outline[(index + 1) % outline.length] ?? corner
    const side = mirrored ? -1 : 1
    const [ax, ay] = [side * corner.x + xMm, corner.y + yMm]
    const [bx, by] = [side * next.x + xMm, next.y + yMm]
    edges.set([ax, ay, bx, by], index * 4)
    if (inContact?.(ax, ay) === true && inContact(bx, by)) contact[index] = 1
    minX = Math.min(minX, ax)
    maxX = Math.max(maxX, ax)
    minY = Math.min(minY, ay)
    maxY = Math.max(maxY, ay)
  }
  return { part, edges, contact, minX, maxX, minY, maxY }
}

/** The mirror image in x = 0. */
export function mirroredPart(one: PartOutline): PartOutline {
  const edges = one.edges.map((value, index) => (index % 2 === 0 ? -value : value))
  return { ...one, edges, minX: 0 - one.maxX, maxX: 0 - one.minX }
}

/** Whether the edges are the same set as their mirror image, so that either side gives the same answer. */
export function isSymmetrical(parts: readonly PartOutline[]): boolean {
  const keys = (list: readonly PartOutline[]): string =>
    list
      .flatMap(({ part, edges }) => {
        const rows: string[] = []
        for (let at = 0; at < edges.length; at += 4) {
          const ends = [0, 2].map((end) => `${round(edges[at + end])},${round(edges[at + end + 1])}`)
          rows.push(`${part}:${ends.toSorted().join(' ')}`)
        }
        return rows
      })
      .toSorted()
      .join('|')
  return keys(parts) === keys(parts.map(mirroredPart))
}

const round = (value: number | undefined): number => Math.round((value ?? 0) * 1e6) + 0
