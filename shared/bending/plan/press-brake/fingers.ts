// Whether the fingers of the backgauge stand free at a reading: of the tools and the blank before the stroke, and of the blank through
// the stroke, when they have moved back. Pure: mm.
import type { GaugeFingers } from '../../fit/machine.ts'
import type { Mm } from '../../units.ts'
import type { BrakeKit } from './brake-kit.ts'
import type { GaugeContact } from '../gauging.ts'
import { legShapes } from '../legs/leg.ts'
import type { LegNode } from '../legs/leg.ts'
import { partOutline } from '../legs/part-outline.ts'
import type { PartOutline } from '../legs/part-outline.ts'
import { segmentToSegment } from '../legs/piece-shape.ts'
import type { PlanSettings } from '../plan-request.ts'
import { centreHeight, firstContact, gapTo, moveShape, movedShape } from '../legs/sweep.ts'
import type { Stroke } from '../legs/sweep.ts'

interface Fingers {
  readonly leg: LegNode
  readonly stroke: Stroke
  readonly kit: BrakeKit
  readonly fingers: GaugeFingers | undefined
  readonly found: GaugeContact
  readonly levelMm: Mm
  readonly retractMm: Mm
  readonly thicknessMm: Mm
  readonly settings: PlanSettings
}

/** Touching is no overlap. */
const touchMm: Mm = 1e-3

export function fingersFree(one: Fingers): boolean {
  const { leg, stroke, kit, fingers, found, levelMm, retractMm, settings } = one
  if (fingers === undefined) return true
  const at = (xMm: Mm): PartOutline => partOutline('fingers', fingers.outline, { xMm, yMm: levelMm })
  const still = at(found.xMm)
  const inTools = kit.sides[0].fixed.parts.some((part) => overlap(part, still))
  if (inTools) return false
  const shapes = legShapes(leg)
  const moved = movedShape()
  const up = -centreHeight(stroke, 0)
  // the piece at the stop face and those beside it touch the fingers, which move back before they could press on them
  const beside = (piece: number): boolean => Math.abs(piece - found.piece) <= 1
  for (const shape of shapes) {
    if (beside(shape.piece)) continue
    moveShape(shape, stroke, 0, moved)
    if (gapTo(moved, still, up, 1, false) < 0 - touchMm) return false
  }
  const group = { parts: [at(found.xMm + retractMm)], fixed: true }
  return shapes.every(
    (shape) =>
      (retractMm <= settings.clearanceMm && beside(shape.piece)) ||
      firstContact(shape, stroke, group, settings.clearanceMm) === null,
  )
}

/** Whether two outlines overlap: an edge of one crosses an edge of the other, or one lies inside the other. */
function overlap(one: PartOutline, other: PartOutline): boolean {
  if (one.maxX <= other.minX || other.maxX <= one.minX || one.maxY <= other.minY || other.maxY <= one.minY) return false
  for (let a = 0; a < one.edges.length; a += 4) {
    for (let b = 0; b < other.edges.length; b += 4) {
      const [ax = 0, ay = 0, bx = 0, by = 0] = one.edges.subarray(a, a + 4)
      const [cx = 0, cy = 0, dx = 0, dy = 0] = other.edges.subarray(b, b + 4)
      if (segmentToSegment(ax, ay, bx, by, cx, cy, dx, dy) === 0 && crosses(ax, ay, bx, by, cx, cy, dx, dy)) return true
    }
  }
  return holds(one, other.edges[0] ?? 0, other.edges[1] ?? 0) || holds(other, one.edges[0] ?? 0, one.edges[1] ?? 0)
}

function crosses(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): boolean {
  const ux = bx - ax
  const uy = by - ay
  const c = ux * (cy - ay) - uy * (cx - ax)
  const d = ux * (dy - ay) - uy * (dx - ax)
  return c * d < 0
}

/** Whether a point lies inside an outline. */
function holds({ edges }: PartOutline, x: number, y: number): boolean {
  let inside = false
  for (let at = 0; at < edges.length; at += 4) {
    const [ax = 0, ay = 0, bx = 0, by = 0] = edges.subarray(at, at + 4)
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside
  }
  return inside
}
