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

export interface FoldedEnds {
  start: FoldedSection
  end: FoldedSection
}

/**
 * The sections after `stepsMade` steps of the order; a fraction is a part of the next step. The order names bends from 0, a hem once or
 * twice. The longest flange stays in its place. Refuses what cannot be folded.
 */
export function foldedEnds(
  profile: BendProfile,
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
  return ok({ start: placedOn(start.value, baseFlange), end: placedOn(end.value, baseFlange) })
}

function longestFlange({ flanges }: BendProfile): number {
  const lengths = flanges.map(({ lengthMm, endLengthMm }) => lengthMm + (endLengthMm ?? lengthMm))
  return lengths.indexOf(Math.max(...lengths))
}

/** The section, moved and turned so that the middle of this flange is the origin and the flange is along x. */
function placedOn(section: FoldedSection, baseFlange: number): FoldedSection {
  const flange = section.flanges[baseFlange]
  if (flange === undefined) return section
  const { from, to } = flange.faceA
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
  const place = (point: Point): Point => {
    const { x, y } = turnAbout(point, middle, -flange.headingDeg)
    return { x: x - middle.x, y: y - middle.y }
  }
  const piece = (one: PathPiece): PathPiece =>
    one.kind === 'line'
      ? { ...one, from: place(one.from), to: place(one.to) }
      : { ...one, from: place(one.from), to: place(one.to), centre: place(one.centre) }
  return { ...section, faceA: section.faceA.map(piece), faceB: section.faceB.map(piece) }
}
