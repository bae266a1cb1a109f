// The parts of a folding machine around one bend. Two frames are used, both with the clamped flat along x and the thickness above the
// table: the clamped leg's, with +x away from the operator, and the swinging leg's, its mirror image. Pure. Units: mm.
import { negated } from '../../../base/negated.ts'
import { levelToleranceMm } from '../../fit/index.ts'
import type { FolderMachine, FolderOutlines, Outline } from '../../fit/index.ts'
import type { Mm } from '../../units.ts'
import { dividedAt, highest, lowest, partOutline, pieceOf } from '../legs/index.ts'
import type { LegShape, PartOutline } from '../legs/index.ts'
import type { PlanReason } from '../plan-reason.ts'
import type { PlanMissing } from '../plan.ts'

/** The blank may touch the nose of the clamp within this distance of the bend line: it bends around it. */
const noseZoneMm: Mm = 4

export interface FolderParts {
  /** Above the clamped leg in its frame, where the middle of the sheet is at y = 0. Folded up the clamp, folded down the table. */
  readonly over: PartOutline
  /** Below the clamped leg: the other of the two. */
  readonly under: PartOutline
  readonly beam: PartOutline
  readonly missing: readonly PlanMissing[]
}

const upsideDown = (outline: Outline): Outline => outline.map(({ x, y }) => ({ x, y: negated(y) }))

/** `up`: the blade swings up. Downward everything is upside down: the blank bends around the lower beam. */
export function folderParts(machine: FolderMachine, thicknessMm: Mm, up: boolean): FolderParts {
  const { outlines, name } = machine
  const nothing: PlanMissing[] =
    outlines === undefined
      ? (['clamp', 'folding_beam', 'table', 'gauge'] as const).map((part) => ({ part, id: name }))
      : []
  const { clamp, table, beam } = outlines ?? { clamp: [], table: [], beam: [] }
  const [over, under] = up ? [clamp, table] : [upsideDown(table), upsideDown(clamp)]
  const [overPart, underPart] = up ? (['clamp', 'table'] as const) : (['table', 'clamp'] as const)
  const half = thicknessMm / 2
  const inContact = (x: Mm, y: Mm): boolean => Math.hypot(x, y - half) < noseZoneMm + 1e-3
  return {
    over: partOutline(overPart, dividedAt(over, noseZoneMm), { yMm: half, inContact }),
    under: partOutline(underPart, under, { yMm: -half }),
    beam: partOutline('folding_beam', beam, { yMm: -half }),
    missing: nothing,
  }
}

/** A part moved up, and mirrored for the frame of the swinging leg. */
export function placedPart(part: PartOutline, yMm: Mm, mirrored: boolean): PartOutline {
  const side = mirrored ? -1 : 1
  const edges = part.edges.map((value, index) => (index % 2 === 0 ? side * value : value + yMm))
  const [minX, maxX] = mirrored ? [-part.maxX, -part.minX] : [part.minX, part.maxX]
  return { ...part, edges, minX, maxX, minY: part.minY + yMm, maxY: part.maxY + yMm }
}

/** The y of the highest corner of the gauge, at least 0. */
export const gaugeHeight = ({ gauge }: FolderOutlines): Mm => Math.max(0, ...gauge.map(({ y }) => y))

/** How far back from the nose the sole of the clamp lies on the sheet; behind it the clamp may stand free of the sheet. */
export function soleDepth({ clamp }: FolderOutlines): Mm {
  const low = clamp.flatMap((from, index) => {
    const to = clamp[(index + 1) % clamp.length] ?? from
    return Math.max(from.y, to.y) <= levelToleranceMm ? [[Math.min(from.x, to.x), Math.max(from.x, to.x)] as const] : []
  })
  const sorted = low.toSorted(([a], [b]) => a - b)
  return sorted.reduce((depth, [from, to]) => (from <= depth + levelToleranceMm ? Math.max(depth, to) : depth), 0)
}

/**
 * A flange behind the nose that is higher than the raised clamp: the part goes in and out sideways only, and this machine has no room for
 * that. Whether the folded side hooks the nose while the clamp lifts is not checked.
 */
export function trappedReason(
  shapes: readonly LegShape[],
  { clampOpeningMm, outlines }: FolderMachine,
  thicknessMm: Mm,
  bendIndex: number,
  isUp: boolean,
): PlanReason | null {
  if (outlines?.sidewaysRemoval !== false) return null
  const most = clampOpeningMm - thicknessMm / 2 + 1e-6
  const high = shapes.find((shape) => !shape.inLine && (isUp ? highest(shape) : -lowest(shape)) > most)
  if (high === undefined) return null
  const { kind: pieceKind, index: pieceIndex } = pieceOf(high.piece)
  return { code: 'trapped', params: { bendIndex, part: 'clamp', pieceKind, pieceIndex } }
}
