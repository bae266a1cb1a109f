// Reads the closed loops of a tool's drawing from a DXF text, for a person to pick one. Pure.
import { toThousandth } from '../../base/figures.ts'
import { failed, ok } from '../../base/result.ts'
import type { Result } from '../../base/result.ts'
import type { Mm, Point } from '../../bending/index.ts'
import { explain } from '../schemas/index.ts'
import type { ProblemReason } from '../schemas/index.ts'
import { closedLoops } from './closed-loops.ts'
import type { ClosedLoop } from './closed-loops.ts'
import { readDxfGroups } from './dxf-groups.ts'
import { dxfPaths } from './dxf-paths.ts'

export interface OutlineDrawing {
  /** The largest first. */
  readonly loops: readonly ClosedLoop[]
  /** What was closed, dropped or assumed. */
  readonly notices: readonly ProblemReason[]
}

/** Millimetres of a unit, by the code of $INSUNITS. */
const mmOfUnit: ReadonlyMap<number, Mm> = new Map([
  [1, 25.4],
  [2, 304.8],
  [4, 1],
  [5, 10],
  [6, 1000],
])
/** A drawing without a unit that is smaller than this is in inches. */
const maxInches = 12
/** The largest distance of a chord from its arc. */
const chordErrorMm: Mm = 0.02
const maxEntities = 5_000
const maxLoops = 100
const maxCornersOfLoop = 1_000

/** The error says why the drawing gives no outline. */
export function readOutlineDrawing(text: string): Result<OutlineDrawing, ProblemReason> {
  const read = readDxfGroups(text)
  if (!read.ok) return failed(explain('dxf_no_dxf', { line: read.error }))
  const { unitCode, entities } = read.value
  if (entities.length > maxEntities) return failed(explain('dxf_too_large', { most: maxEntities }))
  const unit = unitOf(
    unitCode,
    dxfPaths(entities, 1).paths.flatMap(({ points }) => points),
  )
  if (unit === null) return failed(explain('dxf_unit', { code: unitCode }))
  const { paths, unsupported, broken } = dxfPaths(entities, chordErrorMm / unit.mm)
  if (unsupported !== null) {
    const { kind, layer, line } = unsupported
    return failed(explain('dxf_curve', { kind, layer, line }))
  }
  if (broken !== null) return failed(explain('dxf_number', { kind: broken.kind, line: broken.line }))
  const inMm = paths.map((path) => ({ ...path, points: path.points.map((point) => scaled(point, unit.mm)) }))
  const { loops, gaps, widestGapMm, open, doubles } = closedLoops(inMm)
  const [end] = open
  const openAt = end === undefined ? {} : { xMm: toThousandth(end.x), yMm: toThousandth(end.y) }
  if (loops.length === 0)
    return failed(end === undefined ? explain('dxf_no_lines') : explain('dxf_open', { ...openAt, count: open.length }))
  if (loops.some(({ corners }) => corners.length > maxCornersOfLoop))
    return failed(explain('dxf_too_large', { most: maxCornersOfLoop }))
  const notices = [
    ...(unit.isGuessed ? [explain('dxf_inches')] : []),
    ...(gaps > 0 ? [explain('dxf_gaps', { count: gaps, widestMm: toThousandth(widestGapMm) })] : []),
    ...(doubles > 0 ? [explain('dxf_doubles', { count: doubles })] : []),
    ...(end === undefined ? [] : [explain('dxf_open', { ...openAt, count: open.length })]),
  ]
  const largest = loops.toSorted((a, b) => boxArea(b.corners) - boxArea(a.corners)).slice(0, maxLoops)
  return ok({ loops: largest.map((loop) => ({ ...loop, corners: loop.corners.map(roundedPoint) })), notices })
}

function unitOf(code: number, points: readonly Point[]): { mm: Mm; isGuessed: boolean } | null {
  if (code !== 0) {
    const mm = mmOfUnit.get(code)
    return mm === undefined ? null : { mm, isGuessed: false }
  }
  const [width, height] = boxSize(points)
  return Math.max(width, height) <= maxInches ? { mm: 25.4, isGuessed: true } : { mm: 1, isGuessed: false }
}

const sizeOf = (values: readonly number[]): number =>
  values.reduce((most, value) => Math.max(most, value), -Infinity) -
  values.reduce((least, value) => Math.min(least, value), Infinity)

function boxSize(points: readonly Point[]): [number, number] {
  return [sizeOf(points.map(({ x }) => x)), sizeOf(points.map(({ y }) => y))]
}

function boxArea(points: readonly Point[]): number {
  const [width, height] = boxSize(points)
  return width * height
}

const scaled = ({ x, y }: Point, by: number): Point => ({ x: x * by, y: y * by })
const roundedPoint = ({ x, y }: Point): Point => ({ x: toThousandth(x), y: toThousandth(y) })
