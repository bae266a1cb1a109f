// The cross-section of a piece as flats and bends along the middle of its thickness, from the first edge of the profile to the last, and
// where it is. Pure. Units: mm, radians. A positive turn goes to the left of the way; face A is on its right.
import { radians, type FoldedSection, type Point } from '../../../shared/bending/index.ts'

export interface Section {
  readonly thicknessMm: number
  /** One more than the bends. */
  readonly flatsMm: readonly number[]
  readonly turns: readonly number[]
  /** The radius of each bend along the middle of the thickness. */
  readonly middlesMm: readonly number[]
}

/** Where the middle of the section's anchor flat is, and its direction. */
export interface Placement {
  readonly x: number
  readonly y: number
  readonly heading: number
}

export interface PlacedSection {
  readonly section: Section
  readonly place: Placement
}

/** The longest flat of the blank: it is the anchor of every stage. */
export const anchorOf = (flatsMm: readonly number[]): number => flatsMm.indexOf(Math.max(...flatsMm))

/** A section as `foldCrossSection` places it. */
export function sectionOfFold({ thicknessMm, flanges, bends }: FoldedSection, anchor: number): PlacedSection {
  const flange = flanges[anchor]
  const section = {
    thicknessMm,
    flatsMm: flanges.map(({ straightMm }) => straightMm),
    turns: bends.map(({ turnDeg }) => radians(turnDeg)),
    middlesMm: bends.map(({ insideRadiusMm }) => insideRadiusMm + thicknessMm / 2),
  }
  if (flange === undefined) return { section, place: { x: 0, y: 0, heading: 0 } }
  const { faceA, faceB, headingDeg } = flange
  const corners = [faceA.from, faceA.to, faceB.from, faceB.to]
  const mean = (pick: (point: Point) => number): number => corners.reduce((sum, point) => sum + pick(point) / 4, 0)
  return { section, place: { x: mean(({ x }) => x), y: mean(({ y }) => y), heading: radians(headingDeg) } }
}

/**
 * The section drawn with another thickness. Its bends are as wide as that needs, so that flaps that lie on each other still do, and its
 * flats are shorter by as much: the length along the middle stays.
 */
export function thickened(section: Section, thicknessMm: number): Section {
  if (thicknessMm <= section.thicknessMm) return section
  const flatsMm = [...section.flatsMm]
  const middlesMm = section.middlesMm.map((middleMm, bend) => {
    const wideMm = Math.max(middleMm, thicknessMm / 2)
    const takenMm = ((wideMm - middleMm) * Math.abs(section.turns[bend] ?? 0)) / 2
    for (const flat of [bend, bend + 1]) flatsMm[flat] = Math.max(0, (flatsMm[flat] ?? 0) - takenMm)
    return wideMm
  })
  return { ...section, thicknessMm, flatsMm, middlesMm }
}
