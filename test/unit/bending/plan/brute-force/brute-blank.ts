// What the searches share: which cost is less, how far a blank reaches over a tool, and what a gauge touches. Mm and degrees.
import { toMouldLine } from '../../../../../shared/bending/fit/index.ts'
import { degrees } from '../../../../../shared/bending/index.ts'
import { reachIn } from '../second-checker/polygons.ts'
import { middleOf, widthOf } from '../second-checker/sampled-folder.ts'
import { bendNow, isRight, sectionAbout, signOf } from '../second-checker/sampled-section.ts'
import type { Blank, PlacedPiece } from '../second-checker/sampled-section.ts'

/** Gaps this near to the clearance may be judged either way. */
export const doubtMm = 0.03

/** Compares the first figures that differ. */
export const isLess = (a: readonly number[], b: readonly number[]): boolean => {
  const differing = a.findIndex((one, index) => one !== b[index])
  return differing !== -1 && (a[differing] ?? 0) < (b[differing] ?? 0)
}

/** From a bend towards the last edge (1) or the first (-1): its outer length, or the flat width up to a done bend or the edge if that is more. */
export function lengthBeside(
  blank: Blank,
  done: readonly number[],
  bend: number,
  towards: 1 | -1,
  radiusMm: number,
): number {
  const turnDeg = degrees(Math.abs(bendNow(blank, bend, 1).turn))
  const stated = blank.profile.flanges[towards === 1 ? bend + 1 : bend]?.lengthMm ?? 0
  const outerMm = toMouldLine(stated, turnDeg, radiusMm, blank.thicknessMm)
  let next = bend + towards
  while (done[next] === 0) next += towards
  if (next === bend + towards) return outerMm
  const edge = towards === 1 ? widthOf(blank) : 0
  const end = done[next] === undefined ? edge : middleOf(blank, next)
  return Math.max(outerMm, Math.abs(end - middleOf(blank, bend)))
}

/** The leg at the gauge before a bend is made: its lower face is level, at the height 0. */
export function legAtGauge(blank: Blank, done: readonly number[], bend: number, lastAtGauge: boolean): PlacedPiece[] {
  const flat = { turn: signOf(blank, bend) * 1e-7, radiusMm: 0, besideMm: (blank.zoneMm[bend] ?? 0) / 2 }
  const now = done.map((one, index) => (index === bend ? flat : bendNow(blank, index, one)))
  // a flat bend has its arc's centre on the upper face
  return sectionAbout(blank, now, bend, lastAtGauge, 'right')
    .filter(({ piece }) => isRight(piece, bend, lastAtGauge))
    .map((one) => ({ ...one, polygon: one.polygon.map(({ x, y }) => ({ x, y: y + blank.thicknessMm })) }))
}

export interface BruteContact {
  readonly x: number
  readonly safe: boolean
  readonly piece: number
}

/** What a stop face between two heights touches first; null: nothing. */
export function contactIn(
  blank: Blank,
  done: readonly number[],
  leg: readonly PlacedPiece[],
  lastAtGauge: boolean,
  low: number,
  high: number,
): BruteContact | null {
  const x = Math.max(...leg.map(({ polygon }) => reachIn(polygon, low, high)))
  if (!Number.isFinite(x)) return null
  const lastPiece = lastAtGauge ? 2 * blank.profile.bends.length : 0
  const isSafe = ({ piece, polygon, heading }: PlacedPiece): boolean => {
    if (piece % 2 === 1) return done[(piece - 1) / 2] === 2
    const ys = polygon.map(({ y }) => y)
    const overlap = Math.min(high, Math.max(...ys)) - Math.max(low, Math.min(...ys))
    if (Math.abs(Math.cos(heading)) < 0.02 && overlap >= 3) return true
    const outwards = lastAtGauge ? Math.cos(heading) : -Math.cos(heading)
    const isLevel = Math.abs(Math.sin(heading)) < 0.02 && outwards > 0
    return piece === lastPiece && isLevel && overlap >= blank.thicknessMm / 2
  }
  const touching = leg.filter(({ polygon }) => reachIn(polygon, low, high) >= x - 1e-4)
  const safe = touching.find(isSafe)
  return { x, safe: safe !== undefined, piece: (safe ?? touching[0])?.piece ?? 0 }
}
