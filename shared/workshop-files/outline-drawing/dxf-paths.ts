// The lines and arcs of a DXF as chains of points: LINE, ARC, CIRCLE, LWPOLYLINE and POLYLINE with bulges. Pure: in the drawing's unit.
import { negated } from '../../base/negated.ts'
import { arcFrom, bulgeArc, chordPoints } from '../../bending/index.ts'
import type { Point } from '../../bending/index.ts'
import { numberOf } from './dxf-groups.ts'
import type { DxfEntity } from './dxf-groups.ts'

/** A chain of points. A closed one does not repeat its first point. */
export interface DxfPath {
  readonly points: readonly Point[]
  readonly isClosed: boolean
  readonly layer: string
}

export interface DxfPaths {
  readonly paths: readonly DxfPath[]
  /** The first curve that is not supported, and the first entity with a coordinate that is not a number. */
  readonly unsupported: DxfEntity | null
  readonly broken: DxfEntity | null
}

/** Layers on which outlines are not drawn. */
const skippedLayers = /^(dim|text|defpoints$|border$|title$|notes$|hatch)/i
/** Curves that this reader does not divide. Other kinds, such as texts and dimensions, are not outlines. */
const curves: ReadonlySet<string> = new Set(['SPLINE', 'ELLIPSE', 'INSERT', 'HELIX', 'MLINE'])

/** `errorUnits`: the largest distance of a chord from its arc. */
export function dxfPaths(entities: readonly DxfEntity[], errorUnits: number): DxfPaths {
  const paths: DxfPath[] = []
  let unsupported: DxfEntity | null = null
  let broken: DxfEntity | null = null
  for (const [index, entity] of entities.entries()) {
    if (skippedLayers.test(entity.layer)) continue
    if (curves.has(entity.kind)) unsupported ??= entity
    const path = pathOf(entity, entities.slice(index + 1, index + 1 + maxVertices), errorUnits)
    if (path === null) continue
    if (path.points.some(({ x, y }) => !Number.isFinite(x) || !Number.isFinite(y))) {
      broken ??= entity
      continue
    }
    // looking at a face from behind mirrors it
    const isMirrored = numberOf(entity, 230, 1) < 0 && entity.kind !== 'LINE'
    const points = isMirrored ? path.points.map(({ x, y }) => ({ x: negated(x), y })) : path.points
    paths.push({ points, isClosed: path.isClosed, layer: entity.layer })
  }
  return { paths, unsupported, broken }
}

const maxVertices = 5_000

function pathOf(
  entity: DxfEntity,
  following: readonly DxfEntity[],
  errorUnits: number,
): { points: readonly Point[]; isClosed: boolean } | null {
  const centre = { x: numberOf(entity, 10), y: numberOf(entity, 20) }
  const radius = numberOf(entity, 40)
  switch (entity.kind) {
    case 'LINE':
      return { points: [centre, { x: numberOf(entity, 11), y: numberOf(entity, 21) }], isClosed: false }
    case 'CIRCLE': {
      const circle = arcFrom({ x: centre.x + radius, y: centre.y }, centre, 360)
      return { points: chordPoints(circle, errorUnits), isClosed: true }
    }
    case 'ARC': {
      const [start, end] = [numberOf(entity, 50), numberOf(entity, 51)]
      const from = arcFrom({ x: centre.x + radius, y: centre.y }, centre, start).to
      const arc = arcFrom(from, centre, (((end - start) % 360) + 360) % 360 || 360)
      return { points: [...chordPoints(arc, errorUnits), arc.to], isClosed: false }
    }
    case 'LWPOLYLINE':
      return polyline(lightVertices(entity), numberOf(entity, 70), errorUnits)
    case 'POLYLINE': {
      const end = following.findIndex(({ kind }) => kind !== 'VERTEX')
      const vertices = following.slice(0, end === -1 ? undefined : end)
      const corners = vertices.map((vertex) => ({
        x: numberOf(vertex, 10),
        y: numberOf(vertex, 20),
        bulge: numberOf(vertex, 42),
      }))
      return polyline(corners, numberOf(entity, 70), errorUnits)
    }
    default:
      return null
  }
}

interface Vertex extends Point {
  readonly bulge: number
}

function lightVertices({ groups }: DxfEntity): Vertex[] {
  const vertices: { x: number; y: number; bulge: number }[] = []
  for (const { code, value } of groups) {
    if (code === 10) vertices.push({ x: Number(value), y: 0, bulge: 0 })
    const vertex = vertices.at(-1)
    if (vertex === undefined) continue
    if (code === 20) vertex.y = Number(value)
    if (code === 42) vertex.bulge = Number(value)
  }
  return vertices
}

function polyline(vertices: readonly Vertex[], flags: number, errorUnits: number) {
  const isClosed = flags % 2 === 1
  const points = vertices.flatMap((from, index): Point[] => {
    const to = vertices[index + 1] ?? (isClosed ? vertices[0] : undefined)
    const start = { x: from.x, y: from.y }
    return to === undefined || from.bulge === 0 ? [start] : chordPoints(bulgeArc(start, to, from.bulge), errorUnits)
  })
  return { points, isClosed }
}
