// The drawing of the folded cross-section, finished as it is mounted, and before that with its longest flange level: outer lengths,
// numbers, directions, angles and hems of the bends, and a band along the colour side, or the hatch of bare metal. Pure.
import { isHatched } from '../../colours/index.ts'
import { negated } from '../../base/negated.ts'
import { ok } from '../../base/result.ts'
import type { Result } from '../../base/result.ts'
import { arcFrom, foldCrossSection, isTapered, turnAbout } from '../../bending/index.ts'
import type {
  BendProfile,
  Deg,
  FoldOptions,
  FoldStage,
  FoldedSection,
  Line,
  Mm,
  Refusal,
  PathPiece,
  PieceEnd,
  Point,
} from '../../bending/index.ts'
import type { DrawnSheet, Vertex } from '../drawn-sheet.ts'
import { hatchOf, hatchStepMm } from './hatch.ts'
import { mountingOf } from './mounted.ts'
import type { Face, Mounting } from './mounted.ts'
import { profileLayout, rowShare, rowsGapShare } from './profile-layout.ts'
import { primitives, reach, sceneOf } from '../scene/index.ts'
import type { Anchor, LabelTarget, Scene, SceneItem } from '../scene/index.ts'
import type { Frame } from '../flat-pattern/index.ts'
import { norwegianTexts } from '../labels/index.ts'
import type { DrawingTexts } from '../labels/index.ts'

export interface ProfileOptions {
  /** A tapered profile differs at its two ends. */
  readonly end?: PieceEnd | undefined
  /** Default: completely folded. */
  readonly stage?: FoldStage | undefined
  /** The face that is up at a stage, as the blank lies in the machine; default: B. A finished profile is drawn as it is mounted. */
  readonly faceUp?: Face | undefined
  readonly frame?: Frame | undefined
  readonly texts?: DrawingTexts | undefined
  /** The largest scale, for two ends side by side at one scale. */
  readonly minUnitMm?: Mm | undefined
}

const defaultFrame: Frame = { widthMm: 186, heightMm: 84 }
/** The least thickness on paper, so that a closed hem shows two layers. */
const thinnestMm = 0.7

/** The view at one end of the piece; refuses what `foldCrossSection` refuses. */
export function profileScene(sheet: DrawnSheet, options: ProfileOptions = {}): Result<Scene, Refusal> {
  const end = options.end ?? 'start'
  const { stage } = options
  const folded = foldCrossSection(sheet.profile, { end, stage })
  if (!folded.ok) return folded
  const pose =
    stage === undefined
      ? mountingOf(sheet.profile)
      : { flange: lyingFlange(sheet.profile, folded.value, end), headingDeg: options.faceUp === 'A' ? 180 : 0 }
  const trueSection = turnedTo(folded.value, pose)
  const layout = profileLayout({
    sheet,
    end,
    trueSection,
    sectionAt: (unit) => {
      const thick = drawnThick(sheet.profile, { end, stage }, thinnestMm * unit)
      return thick === undefined ? trueSection : turnedTo(thick, pose)
    },
    frame: options.frame ?? defaultFrame,
    minUnitMm: options.minUnitMm ?? 0,
    texts: options.texts ?? norwegianTexts,
  })
  const { unit, section, colour, labels } = layout
  const hatch = isHatched(sheet.profile)
    ? hatchOf(section.faceA, section.faceB, { thicknessMm: section.thicknessMm, stepMm: hatchStepMm * unit })
    : []
  const sizeMm = layout.fontMm * unit
  const text = (position: Point, content: string, anchor: Anchor = 'middle', target?: LabelTarget): SceneItem => ({
    kind: 'text',
    role: 'label',
    position,
    text: content,
    sizeMm,
    anchor,
    rotationDeg: 0,
    ...(target === undefined ? {} : { target }),
  })
  const drawn: SceneItem[] = [
    { kind: 'polyline', role: 'profile', points: around(section), closed: true },
    ...hatch.map((line): SceneItem => ({ ...line, role: 'hatch' })),
    ...colour.map(stroke),
    ...labels.flatMap(({ text: content, position, leader, of: { kind, index } }): SceneItem[] => [
      ...(leader === null ? [] : [{ ...leader, role: 'leader' } as const]),
      text(position, content, 'middle', kind === 'colour' ? undefined : { kind, index }),
    ]),
  ]
  const lowest = Math.min(...primitives(drawn).flatMap((item) => reach(item).map(({ y }) => y)))
  const start = layout.middle - (Math.max(0, ...layout.rows.map(({ width }) => width)) / 2) * sizeMm
  const rows = layout.rows.flatMap(({ entries }, row) => {
    const y = lowest - (rowsGapShare + (row + 0.5) * rowShare) * sizeMm
    return entries.map((entry) => text({ x: start + entry.offsetEm * sizeMm, y }, entry.text, 'start'))
  })
  return ok(sceneOf([...drawn, ...rows], unit))
}

/** The section with a visible thickness, or the nearest that its shortest flange allows. */
function drawnThick(profile: BendProfile, how: FoldOptions, least: Mm): FoldedSection | undefined {
  for (let thicknessMm = least; thicknessMm > profile.thicknessMm; thicknessMm *= 0.7) {
    const folded = foldCrossSection({ ...profile, thicknessMm }, how)
    if (folded.ok) return folded.value
  }
  return undefined
}

/** The longest flange; for a tapered profile the one that is longest over both ends, so that both have the same orientation. */
function lyingFlange(profile: BendProfile, section: FoldedSection, end: PieceEnd): number {
  const other = isTapered(profile) ? foldCrossSection(profile, { end: end === 'start' ? 'end' : 'start' }) : ok(section)
  const sections = other.ok ? [section, other.value] : [section]
  const lengths = section.flanges.map((_, index) =>
    sections.reduce((sum, { flanges }) => sum + (flanges[index]?.straightMm ?? 0), 0),
  )
  return lengths.indexOf(Math.max(...lengths))
}

/** Turned so that a flange has this direction. */
function turnedTo(section: FoldedSection, pose: Mounting): FoldedSection {
  const flange = section.flanges[pose.flange]
  if (flange === undefined) throw new Error(`the section has no flange ${pose.flange}`)
  const by: Deg = pose.headingDeg - flange.headingDeg
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
  const ahead = section.faceA.map((piece) => ({ ...piece.from, bulge: bulgeOf(piece) }))
  const back = section.faceB.toReversed().map((piece) => ({ ...piece.to, bulge: negated(bulgeOf(piece)) }))
  const turn = section.faceA.at(-1)?.to
  const home = section.faceB[0]?.from
  return [
    ...ahead,
    ...(turn === undefined ? [] : [{ ...turn, bulge: 0 }]),
    ...back,
    ...(home === undefined ? [] : [{ ...home, bulge: 0 }]),
  ]
}

const stroke = (piece: PathPiece): SceneItem =>
  piece.kind === 'line'
    ? { ...piece, role: 'colour-side' }
    : { kind: 'arc', role: 'colour-side', centre: piece.centre, from: piece.from, turnDeg: piece.turnDeg }
