// The fingers of the backgauge in the separate checker of the tests: what they are in, and how near the ram comes to them.
import type { PressBrakeMachine } from '../../../../../shared/bending/fit/index.ts'
import type { PlanStep } from '../../../../../shared/bending/plan/index.ts'
import { apart, moved, shrunk } from './polygons.ts'
import type { Polygon } from './polygons.ts'
import type { Gap } from './sampled-brake.ts'
import type { PlacedPiece } from './sampled-section.ts'

/** Checks the fingers at the blank before the stroke: they are in no tool, and the blank is not in them. */
export function fingersAtRest(
  { outlines }: PressBrakeMachine,
  { gauge }: PlanStep,
  gaugeMm: number,
  pieces: readonly PlacedPiece[],
  tools: readonly Polygon[],
): Gap[] {
  const finger = shrunk(moved(outlines?.fingers.outline ?? [], gaugeMm + 0.3, gauge.levelMm))
  const inTool = tools.some((tool) => apart(finger, tool) === 0)
  const inside = pieces.filter(({ polygon }) => apart(finger, polygon) === 0)
  return [
    ...(inTool ? [{ part: 'fingers' as const, piece: -1, gapMm: 0 }] : []),
    ...inside.map(({ piece }) => ({ part: 'fingers' as const, piece, gapMm: 0 })),
  ]
}

/** Whether a piece is in the fingers, further than it may touch them. A step that is checked without its gauge has none. */
export const isInFingers = (
  { outlines }: PressBrakeMachine,
  { gauge: { xMm, levelMm } }: PlanStep,
  gaugeMm: number,
  polygon: Polygon,
): boolean => xMm !== 0 && apart(shrunk(moved(outlines?.fingers.outline ?? [], gaugeMm + 0.3, levelMm)), polygon) === 0

/** The distance of the fingers from what moves with the ram: as it comes down, as they move back at the pinch point, and in the stroke. */
export function fingersAtRam(
  { outlines }: PressBrakeMachine,
  { gauge: { xMm, levelMm, retractMm } }: PlanStep,
  gaugeMm: number,
  ram: readonly Polygon[],
  isPinch: boolean,
): Gap[] {
  // a step that is checked without its gauge
  if (xMm === 0) return []
  const gapOf = (backMm: number, liftMm: number): number => {
    const fingers = moved(outlines?.fingers.outline ?? [], gaugeMm + backMm, levelMm)
    return Math.min(...ram.map((outline) => apart(moved(outline, 0, liftMm), fingers)))
  }
  const everyMm = 2
  const upTo = (mostMm: number): number[] =>
    Array.from({ length: Math.ceil(mostMm / everyMm) }, (_, index) => Math.min(mostMm, (index + 1) * everyMm))
  const gapsMm = isPinch
    ? [gapOf(0, 0), ...upTo(60).map((liftMm) => gapOf(0, liftMm)), ...upTo(retractMm).map((backMm) => gapOf(backMm, 0))]
    : [gapOf(retractMm, 0)]
  return [{ part: 'fingers', piece: -1, gapMm: Math.min(...gapsMm) }]
}
