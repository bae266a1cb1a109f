// The stages of a fold: both ends of a piece after a number of steps, positioned so that the piece stays in its place. Pure.
import { ok } from '../../shared/base/result.ts'
import type { Result } from '../../shared/base/result.ts'
import {
  foldCrossSection,
  isTapered,
  stageAfter,
  turnAbout,
  type BendProfile,
  type FoldedSection,
  type Refusal,
  type PathPiece,
  type Point,
} from '../../shared/bending/index.ts'
import { mountedHeadings } from '../../shared/drawing/index.ts'

export interface FoldedProfile extends BendProfile {
  family: string
  colourSide: string
}

export interface FoldedEnds {
  start: FoldedSection
  end: FoldedSection
}

/**
 * The sections after `stepsMade` steps of the order; a fraction is a part of the next step. The order names bends from 0, a hem once or
 * twice. The middle of the longest flange stays in its place. Refuses what cannot be folded.
 */
export function foldedEnds(
  profile: FoldedProfile,
  order: readonly number[],
  stepsMade: number,
): Result<FoldedEnds, Refusal> {
  const stage = stageAfter(profile.bends, order, stepsMade)
  if (!stage.ok) return stage
  const start = foldCrossSection(profile, { stage: stage.value })
  if (!start.ok) return start
  const end = isTapered(profile) ? foldCrossSection(profile, { stage: stage.value, end: 'end' }) : start
  if (!end.ok) return end
  const baseFlange = longestFlange(profile)
  const headingDeg = headingAt(profile, baseFlange, order.length === 0 ? 1 : stepsMade / order.length)
  return ok({ start: placedOn(start.value, baseFlange, headingDeg), end: placedOn(end.value, baseFlange, headingDeg) })
}

/**
 * The direction of the longest flange: level with the mounted upper face up as a blank, and as it is mounted when the share that is made
 * reaches 1. So the piece turns into its place while it folds.
 */
function headingAt(profile: FoldedProfile, baseFlange: number, made: number): number {
  const mountedDeg = mountedHeadings(profile)[baseFlange] ?? 0
  const level = 180 * Math.round(mountedDeg / 180)
  return level + made * (mountedDeg - level)
}

function longestFlange({ flanges }: BendProfile): number {
  const lengths = flanges.map(({ lengthMm, endLengthMm }) => lengthMm + (endLengthMm ?? lengthMm))
  return lengths.indexOf(Math.max(...lengths))
}

/** The section, moved and turned so that the middle of this flange is the origin and the flange has this direction. */
function placedOn(section: FoldedSection, baseFlange: number, headingDeg: number): FoldedSection {
  const flange = section.flanges[baseFlange]
  if (flange === undefined) return section
  const { from, to } = flange.faceA
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
  const place = (point: Point): Point => {
    const { x, y } = turnAbout(point, middle, headingDeg - flange.headingDeg)
    return { x: x - middle.x, y: y - middle.y }
  }
  const piece = (one: PathPiece): PathPiece =>
    one.kind === 'line'
      ? { ...one, from: place(one.from), to: place(one.to) }
      : { ...one, from: place(one.from), to: place(one.to), centre: place(one.centre) }
  return { ...section, faceA: section.faceA.map(piece), faceB: section.faceB.map(piece) }
}
