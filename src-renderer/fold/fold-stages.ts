// The stages of a fold: how the two ends of a piece look when so many of its bends are made, laid so that the piece stays in its
// place while it folds. Pure.
import {
  foldCrossSection,
  good,
  isTapered,
  stageAfter,
  turnAbout,
  type BendProfile,
  type FoldedSection,
  type Outcome,
  type PathPiece,
  type Point,
} from '../../shared/bending/index.ts'

export interface FoldedEnds {
  start: FoldedSection
  end: FoldedSection
}

/**
 * With so many bends made in the order of their numbers, a part of one by the same part of its turn. The longest flange lies flat and
 * stays where it is. Refuses what cannot be folded.
 */
export function foldedEnds(profile: BendProfile, bendsMade: number): Outcome<FoldedEnds> {
  const order = profile.bends.map((_, index) => index)
  const stage = stageAfter(profile.bends, order, bendsMade)
  if (!stage.ok) return stage
  const start = foldCrossSection(profile, { stage: stage.value })
  if (!start.ok) return start
  const end = isTapered(profile) ? foldCrossSection(profile, { stage: stage.value, at: 'end' }) : start
  if (!end.ok) return end
  const lying = longestFlange(profile)
  return good({ start: laid(start.value, lying), end: laid(end.value, lying) })
}

function longestFlange({ flanges }: BendProfile): number {
  const lengths = flanges.map(({ lengthMm, endLengthMm }) => lengthMm + (endLengthMm ?? lengthMm))
  return lengths.indexOf(Math.max(...lengths))
}

/** Moved and turned so that the middle of this flange is the origin, and it lies along x. */
function laid(section: FoldedSection, lying: number): FoldedSection {
  const flange = section.flanges[lying]
  if (flange === undefined) return section
  const { from, to } = flange.faceA
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
  const place = (point: Point): Point => {
    const { x, y } = turnAbout(point, middle, 0 - flange.headingDeg)
    return { x: x - middle.x, y: y - middle.y }
  }
  const piece = (one: PathPiece): PathPiece =>
    one.kind === 'line'
      ? { ...one, from: place(one.from), to: place(one.to) }
      : { ...one, from: place(one.from), to: place(one.to), centre: place(one.centre) }
  return { ...section, faceA: section.faceA.map(piece), faceB: section.faceB.map(piece) }
}
