// The folded cross-section as the operator sees it: the longest flange lying flat, every flange's outer length, every bend's
// number, direction and angle or hem, and a heavy line with its word along the colour side. Pure.
import { arcFrom, foldCrossSection, good, isTapered, turnAbout } from '../bending/index.ts'
import type { BendProfile, FoldedSection, Line, Mm, Outcome, PathPiece, PieceEnd, Point } from '../bending/index.ts'
import { colourRuns } from './colour-side.ts'
import type { DrawnSheet, Vertex } from './drawn-sheet.ts'
import { placeLabels } from './label-placement.ts'
import { chords, pathBox } from './outline.ts'
import { colourLabel, colourOffsetMm, endLabel, profileLabels } from './profile-labels.ts'
import { sceneOf } from './scene.ts'
import type { Scene, SceneItem } from './scene.ts'
import type { Frame } from './unfolding-scene.ts'
import { norwegianWords } from './words.ts'
import type { DrawingWords } from './words.ts'

export interface ProfileOptions {
  /** A tapered profile differs at its two ends. */
  readonly end?: PieceEnd | undefined
  readonly frame?: Frame | undefined
  readonly words?: DrawingWords | undefined
  /** No larger than this: for two ends drawn side by side at one scale. */
  readonly leastUnitMm?: Mm | undefined
}

/** On paper, in mm. */
const fontMm = 3.2
const defaultFrame: Frame = { widthMm: 186, heightMm: 84 }
const largestScale = 1.5
/** Thinner sheet is drawn this thick, so that a closed hem shows as two layers. */
const thinnestMm = 0.7

/** The view at one end of the piece; refuses what `foldCrossSection` refuses. */
export function profileScene(sheet: DrawnSheet, options: ProfileOptions = {}): Outcome<Scene> {
  const end = options.end ?? 'start'
  const words = options.words ?? norwegianWords
  const frame = options.frame ?? defaultFrame
  const folded = foldCrossSection(sheet.profile, { at: end })
  if (!folded.ok) return folded
  const lying = lyingFlange(sheet.profile, folded.value, end)
  const flat = laidFlat(folded.value, lying)
  const least = options.leastUnitMm ?? 0
  let unit = Math.max(least, unitFor(flat, frame, firstMargins))
  let scene = sceneAt(sheet, flat, lying, end, unit, words)
  for (let round = 0; round < fittingRounds; round += 1) {
    unit = Math.max(least, unitFor(flat, frame, marginsOf(scene, flat)))
    scene = sceneAt(sheet, flat, lying, end, unit, words)
  }
  return good(scene)
}

/** The room that labels take on paper is known once they are placed: so often the scale is chosen anew by it. */
const fittingRounds = 2
const firstMargins = { widthMm: 40, heightMm: 20 }

function marginsOf({ box, unitMm }: Scene, section: FoldedSection): Frame {
  const own = pathBox([...section.faceA, ...section.faceB])
  return {
    widthMm: (box.maxX - box.minX - own.maxX + own.minX) / unitMm,
    heightMm: (box.maxY - box.minY - own.maxY + own.minY) / unitMm,
  }
}

/** mm of the drawing to a mm of paper, beside margins for the labels. */
function unitFor(section: FoldedSection, frame: Frame, margins: Frame): Mm {
  const { minX, maxX, minY, maxY } = pathBox([...section.faceA, ...section.faceB])
  return Math.max(
    (maxX - minX) / Math.max(20, frame.widthMm - margins.widthMm),
    (maxY - minY) / Math.max(20, frame.heightMm - margins.heightMm),
    1 / largestScale,
  )
}

function sceneAt(
  sheet: DrawnSheet,
  flat: FoldedSection,
  lying: number,
  end: PieceEnd,
  unit: Mm,
  words: DrawingWords,
): Scene {
  const thick = drawnThick(sheet.profile, end, thinnestMm * unit)
  const section = thick === undefined ? flat : laidFlat(thick, lying)
  const colour = colourRuns(section, sheet.profile.colourSide, colourOffsetMm * unit)
  const asChords = (pieces: readonly PathPiece[]) => pieces.flatMap((piece) => chords(piece, 0.1 * unit))
  const labels = placeLabels(
    [
      ...profileLabels(section, sheet.profile, end, unit, words),
      ...colourLabel(colour, sheet, unit, words),
      ...endLabel(section, sheet, end, unit, words),
    ],
    asChords([...section.faceA, ...section.faceB]),
    asChords(colour),
    fontMm * unit,
  )
  return sceneOf(
    [
      { kind: 'polyline', role: 'profile', points: around(section), closed: true },
      ...colour.map(stroke),
      ...labels.flatMap(({ text, at, leader }): SceneItem[] => [
        ...(leader === null ? [] : [{ ...leader, role: 'leader' } as const]),
        { kind: 'text', role: 'label', at, text, sizeMm: fontMm * unit, anchor: 'middle', rotationDeg: 0 },
      ]),
    ],
    unit,
  )
}

/** The section at a thickness that shows, or as near to it as its shortest flange allows. */
function drawnThick(profile: BendProfile, end: PieceEnd, least: Mm): FoldedSection | undefined {
  for (let thicknessMm = least; thicknessMm > profile.thicknessMm; thicknessMm *= 0.7) {
    const folded = foldCrossSection({ ...profile, thicknessMm }, { at: end })
    if (folded.ok) return folded.value
  }
  return undefined
}

/** The longest flange; of a tapered profile the one that is longest over both ends, so that they stand alike. */
function lyingFlange(profile: BendProfile, section: FoldedSection, end: PieceEnd): number {
  const other = isTapered(profile)
    ? foldCrossSection(profile, { at: end === 'start' ? 'end' : 'start' })
    : good(section)
  const sections = other.ok ? [section, other.value] : [section]
  const lengths = section.flanges.map((_, index) =>
    sections.reduce((sum, { flanges }) => sum + (flanges[index]?.straightMm ?? 0), 0),
  )
  return lengths.indexOf(Math.max(...lengths))
}

/** Turned so that this flange lies along the page, face A below. */
function laidFlat(section: FoldedSection, lying: number): FoldedSection {
  const flange = section.flanges[lying]
  if (flange === undefined) throw new Error(`the section has no flange ${lying}`)
  const by = 0 - flange.headingDeg
  const centre = flange.faceA.from
  const turn = (point: Point): Point => turnAbout(point, centre, by)
  const line = (piece: Line): Line => ({ ...piece, from: turn(piece.from), to: turn(piece.to) })
  const bends = section.bends.map((bend) => ({
    ...bend,
    faceA: arcFrom(turn(bend.faceA.from), turn(bend.faceA.centre), bend.turnDeg),
    faceB: arcFrom(turn(bend.faceB.from), turn(bend.faceB.centre), bend.turnDeg),
  }))
  const flanges = section.flanges.map((flange) => ({
    ...flange,
    headingDeg: flange.headingDeg + by,
    faceA: line(flange.faceA),
    faceB: line(flange.faceB),
  }))
  const face = (side: 'faceA' | 'faceB'): PathPiece[] =>
    flanges.flatMap((flange, index) => {
      const bend = bends[index]
      return bend === undefined ? [flange[side]] : [flange[side], bend[side]]
    })
  return { ...section, flanges, bends, faceA: face('faceA'), faceB: face('faceB') }
}

const bulgeOf = (piece: PathPiece): number =>
  piece.kind === 'arc' && piece.radiusMm > 1e-9 ? Math.tan((piece.turnDeg * Math.PI) / 720) : 0

/** The whole section as one closed outline: face A out, face B back. */
function around(section: FoldedSection): Vertex[] {
  const out = section.faceA.map((piece) => ({ ...piece.from, bulge: bulgeOf(piece) }))
  const back = section.faceB.toReversed().map((piece) => ({ ...piece.to, bulge: 0 - bulgeOf(piece) }))
  const turn = section.faceA.at(-1)?.to
  const home = section.faceB[0]?.from
  return [
    ...out,
    ...(turn === undefined ? [] : [{ ...turn, bulge: 0 }]),
    ...back,
    ...(home === undefined ? [] : [{ ...home, bulge: 0 }]),
  ]
}

const stroke = (piece: PathPiece): SceneItem =>
  piece.kind === 'line'
    ? { ...piece, role: 'colour-side' }
    : { kind: 'arc', role: 'colour-side', centre: piece.centre, from: piece.from, turnDeg: piece.turnDeg }
