// The section of a blank from the picture of its step, in the order of the profile. Pure. Units: mm, radians.
import { foldCrossSection, type BendProfile, type Point } from '../../../shared/bending/index.ts'
import type { PictureBlank, PlanRequest, PlanStep } from '../../../shared/bending/plan/index.ts'
import type { PlacedSection, Section } from './section.ts'

/** The flat blank: where its bend lines are, and its width. */
export interface FlatBlank {
  readonly bendsMm: readonly number[]
  readonly widthMm: number
}

/** Null: the profile cannot be folded. */
export function flatBlankOf(profile: BendProfile, neutral: PlanRequest['neutral']): FlatBlank | null {
  const flat = foldCrossSection(profile, {
    stage: profile.bends.map(() => 0),
    ...(neutral === undefined ? {} : { neutral }),
  })
  if (!flat.ok) return null
  const bendsMm: number[] = []
  let widthMm = 0
  for (const { straightMm } of flat.value.flanges) {
    widthMm += straightMm
    bendsMm.push(widthMm)
  }
  return { bendsMm: bendsMm.slice(0, -1), widthMm }
}

export type Pose = PlanStep['pose']

/**
 * Whether the blank is turned end for end, so that its far end is in front. With face B up and its last edge at the gauge it is not; a flip
 * leaves both ends where they are, and a half turn does not.
 */
export const isEndForEnd = ({ faceUp, edgeAtGauge }: Pose): boolean => (faceUp === 'B') !== (edgeAtGauge === 'last')

export interface BlankOfStep {
  readonly blank: PictureBlank
  readonly pose: Pose
  /** The bends that have a turn in this picture, ascending. */
  readonly bentBends: readonly number[]
  readonly flat: FlatBlank
  /** The radius of each finished bend along the middle: a flat bend has it, too. */
  readonly middlesMm: readonly number[]
  readonly anchor: number
}

const leastTurn = 1e-6

/**
 * The picture has only the bends that are made, and the bend of its step. The others are flat, and their places on the flats between are in
 * proportion to the flat blank. If a blank is turned end for end, x is negated: it is turned about the vertical axis.
 */
export function sectionOfPicture({ blank, pose, bentBends, flat, middlesMm, anchor }: BlankOfStep): PlacedSection {
  const { points, turns } = chainOf(blank, pose)
  const section: { flatsMm: number[]; turns: number[]; middlesMm: number[] } = {
    flatsMm: [],
    turns: middlesMm.map(() => 0),
    middlesMm: [...middlesMm],
  }
  let place = { x: 0, y: 0, heading: 0 }
  for (let line = 0; line <= bentBends.length; line += 1) {
    const [from, to] = [points[2 * line], points[2 * line + 1]]
    if (from === undefined || to === undefined) break
    const [first, last] = [bentBends[line - 1] ?? -1, bentBends[line] ?? middlesMm.length]
    const lengthMm = Math.hypot(to.x - from.x, to.y - from.y)
    const heading = Math.atan2(to.y - from.y, to.x - from.x)
    const [fromMm, toMm] = [flat.bendsMm[first] ?? 0, flat.bendsMm[last] ?? flat.widthMm]
    const placeOf = (bend: number): number =>
      lengthMm * (((flat.bendsMm[bend] ?? (bend < 0 ? 0 : flat.widthMm)) - fromMm) / (toMm - fromMm))
    for (let index = first + 1; index <= last; index += 1) {
      const [start, end] = [placeOf(index - 1), placeOf(index)]
      section.flatsMm.push(end - start)
      if (index !== anchor) continue
      const middle = (start + end) / 2
      place = { x: from.x + middle * Math.cos(heading), y: from.y + middle * Math.sin(heading), heading }
    }
    const after = points[2 * line + 2]
    const [bend, turn] = [bentBends[line], turns[line]]
    if (bend === undefined || turn === undefined || after === undefined) continue
    section.turns[bend] = turn
    const chordMm = Math.hypot(after.x - to.x, after.y - to.y)
    if (Math.abs(turn) > leastTurn) section.middlesMm[bend] = chordMm / (2 * Math.sin(Math.abs(turn) / 2))
  }
  return { section: { ...section, thicknessMm: thicknessOf(blank) } satisfies Section, place }
}

const thicknessOf = ({ faceA, faceB }: PictureBlank): number => {
  const [a, b] = [faceA[0], faceB[0]]
  return a === undefined || b === undefined ? 0 : Math.hypot(a.x - b.x, a.y - b.y)
}

/** The middle line in the order of the profile: the ends of its flats, and the turns between them. */
function chainOf({ faceA, faceB }: PictureBlank, pose: Pose): { points: Point[]; turns: number[] } {
  const mirror = isEndForEnd(pose) ? -1 : 1
  const isReversed = pose.edgeAtGauge === 'first'
  const points = faceA.map(({ x, y }, corner) => {
    const other = faceB[corner] ?? { x, y }
    return { x: (mirror * (x + other.x)) / 2, y: (y + other.y) / 2 }
  })
  const turns: number[] = []
  // flats and bends alternate
  for (let corner = 1; corner < faceA.length - 1; corner += 2) {
    const [a, b] = [faceA[corner]?.bulge ?? 0, faceB[corner]?.bulge ?? 0]
    // the inner face of a sharp bend has no arc
    turns.push(4 * Math.atan(Math.abs(a) > Math.abs(b) ? a : b) * mirror * (isReversed ? -1 : 1))
  }
  return isReversed ? { points: points.toReversed(), turns: turns.toReversed() } : { points, turns }
}
