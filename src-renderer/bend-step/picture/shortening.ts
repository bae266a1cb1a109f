// A long blank is drawn shorter: a flat part is cut and has a break mark. Only a flat part behind which nothing stands may be cut, so that
// what comes near a tool is always drawn in its true place. Pure. Units: mm.
import type { Point } from '../../../shared/bending/index.ts'
import type { DrawnBlank } from './drawn-blank.ts'

export interface Shortening {
  /** Index of the sample at the end of the flat part that is nearer to the bend, and of the one at its other end. */
  readonly near: number
  readonly far: number
  readonly cutMm: number
}

/** A lip that rises less than this hits nothing that is drawn. */
const highestLipMm = 30
/** What stays of a flat part on both sides of its break mark together. */
const leastFlatMm = 24

/** The longest flat part on a side of the bend that may be cut, and how much of it; null: none. `side`: -1 the operator's, 1 the gauge's. */
export function longestCut(blank: DrawnBlank, bendX: number, side: -1 | 1): Shortening | null {
  let best: Shortening | null = null
  for (const flat of blank.flats) {
    const [near, far] = side < 0 ? [flat.to, flat.from] : [flat.from, flat.to]
    const [inner, outer] = [blank.samples[near]?.middle, blank.samples[far]?.middle]
    if (inner === undefined || outer === undefined) continue
    const isOnSide = (inner.x - bendX) * side > -1e-6 && (outer.x - inner.x) * side > 0
    if (!isOnSide || Math.abs(outer.y - inner.y) > Math.abs(outer.x - inner.x) * 0.1) continue
    const behind = side < 0 ? blank.samples.slice(0, far + 1) : blank.samples.slice(far)
    if (behind.some(({ middle }) => Math.abs(middle.y - outer.y) > highestLipMm)) continue
    const cutMm = Math.hypot(outer.x - inner.x, outer.y - inner.y) - leastFlatMm
    if (cutMm > 0 && (best === null || cutMm > best.cutMm)) best = { near, far, cutMm }
  }
  return best
}

/** The blank without the cut parts. */
export function shortened(blank: DrawnBlank, cuts: readonly Shortening[]): DrawnBlank {
  let samples = blank.samples
  for (const { near, far, cutMm } of cuts) {
    const by = scaled(directionOf(blank, far, near), cutMm)
    const isCut = (index: number): boolean => (far < near ? index <= far : index >= far)
    samples = samples.map((sample, index) =>
      isCut(index) ? { ...sample, middle: { x: sample.middle.x + by.x, y: sample.middle.y + by.y } } : sample,
    )
  }
  return { ...blank, samples }
}

export interface BreakMark {
  readonly middle: Point
  /** Along the blank. */
  readonly headingDeg: number
}

/** Where the break mark of a cut is on the shortened blank. */
export function breakMark(blank: DrawnBlank, { near, far }: Shortening): BreakMark {
  const [a, b] = [blank.samples[near]?.middle, blank.samples[far]?.middle]
  if (a === undefined || b === undefined) return { middle: { x: 0, y: 0 }, headingDeg: 0 }
  return {
    middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
    headingDeg: (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI,
  }
}

function directionOf({ samples }: DrawnBlank, from: number, to: number): Point {
  const [a, b] = [samples[from]?.middle ?? { x: 0, y: 0 }, samples[to]?.middle ?? { x: 0, y: 0 }]
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1
  return { x: (b.x - a.x) / length, y: (b.y - a.y) / length }
}

const scaled = ({ x, y }: Point, by: number): Point => ({ x: x * by, y: y * by })
