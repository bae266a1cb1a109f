// The folded cross-section as the operator sees it: the longest flange lying flat, every flange's outer length, every bend's
// number, direction and angle or hem, and a heavy line with its word along the colour side. Pure.
import { arcFrom, flangeLength, foldCrossSection, good, isTapered, turnAbout } from '../bending/index.ts'
import type { BendProfile, FoldedSection, Line, Mm, Outcome, PathPiece, PieceEnd, Point } from '../bending/index.ts'
import type { DrawnSheet, Vertex } from './drawn-sheet.ts'
import { placeLabels } from './label-placement.ts'
import type { WantedLabel } from './label-placement.ts'
import { distanceToLine, flattened, pathBox } from './outline.ts'
import { sceneOf } from './scene.ts'
import type { Scene, SceneItem } from './scene.ts'
import type { Frame } from './unfolding-scene.ts'
import { figure, norwegianWords, wordFor } from './words.ts'
import type { DrawingWords } from './words.ts'

export interface ProfileOptions {
  /** A tapered profile differs at its two ends. */
  readonly end?: PieceEnd | undefined
  readonly frame?: Frame | undefined
  readonly words?: DrawingWords | undefined
}

/** On paper, in mm. */
const fontMm = 3.2
const colourOffsetMm = 1.1
const defaultFrame: Frame = { widthMm: 186, heightMm: 84 }
const largestScale = 1.5
/** Thinner sheet is drawn this thick, so that a closed hem shows as two layers. */
const thinnestMm = 0.7

/** The view at one end of the piece; refuses what `foldCrossSection` refuses. */
export function profileScene(sheet: DrawnSheet, options: ProfileOptions = {}): Outcome<Scene> {
  const end = options.end ?? 'start'
  const words = options.words ?? norwegianWords
  const folded = foldCrossSection(sheet.profile, { at: end })
  if (!folded.ok) return folded
  const unit = unitFor(laidFlat(folded.value), options.frame ?? defaultFrame)
  const section = laidFlat(drawnThick(sheet.profile, end, thinnestMm * unit) ?? folded.value)

  const colour = colourRuns(section, sheet.profile.colourSide, colourOffsetMm * unit)
  const asChords = (pieces: readonly PathPiece[]) => pieces.flatMap((piece) => chords(piece, unit))
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
  return good(
    sceneOf(
      [
        { kind: 'polyline', role: 'profile', points: around(section), closed: true },
        ...colour.map(stroke),
        ...labels.flatMap(({ text, at, leader }): SceneItem[] => [
          ...(leader === null ? [] : [{ ...leader, role: 'leader' } as const]),
          { kind: 'text', role: 'label', at, text, sizeMm: fontMm * unit, anchor: 'middle', rotationDeg: 0 },
        ]),
      ],
      unit,
    ),
  )
}

/** mm of the drawing to a mm of paper, with room for labels all round. */
function unitFor(section: FoldedSection, frame: Frame): Mm {
  const { minX, maxX, minY, maxY } = pathBox([...section.faceA, ...section.faceB])
  return Math.max(
    (maxX - minX) / Math.max(20, frame.widthMm - 56),
    (maxY - minY) / Math.max(20, frame.heightMm - 30),
    1 / largestScale,
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

/** Turned so that the longest flange lies along the page, face A below. */
function laidFlat(section: FoldedSection): FoldedSection {
  const longest = section.flanges.reduce((a, b) => (b.straightMm > a.straightMm ? b : a))
  const by = 0 - longest.headingDeg
  const centre = longest.faceA.from
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

const chords = (piece: PathPiece, unit: Mm): Line[] => {
  const points = [...flattened(piece, 0.1 * unit), piece.to]
  return points.slice(1).map((to, index) => ({ kind: 'line', from: points[index] ?? to, to }))
}

const stroke = (piece: PathPiece): SceneItem =>
  piece.kind === 'line'
    ? { ...piece, role: 'colour-side' }
    : { kind: 'arc', role: 'colour-side', centre: piece.centre, from: piece.from, turnDeg: piece.turnDeg }

/** How finely a piece of the colour side is looked along for places where another part of the section is in its way. */
const looks = 200

/** A line beside the coloured face, left out where another layer of the section lies closer than the line itself. */
function colourRuns(section: FoldedSection, side: string, offset: Mm): PathPiece[] {
  if (side !== 'utside' && side !== 'innside') return []
  const face = side === 'utside' ? section.faceA : section.faceB
  const outward = side === 'utside' ? -1 : 1
  const metal = [...section.faceA, ...section.faceB].flatMap((piece) => chords(piece, offset / 20))
  const clear = (point: Point) => metal.every((line) => distanceToLine(line, point) > offset * 0.97)
  return face.flatMap((piece) => {
    const beside = besidePiece(piece, outward * offset)
    if (beside === undefined) return []
    const free = Array.from({ length: looks + 1 }, (_, index) => clear(partOf(beside, index / looks)))
    return runs(free).map(([from, to]) => cut(beside, from / looks, to / looks))
  })
}

/** A piece moved to its left by `by`; none where an arc would turn inside out. */
function besidePiece(piece: PathPiece, by: Mm): PathPiece | undefined {
  if (piece.kind === 'line') {
    const length = Math.hypot(piece.to.x - piece.from.x, piece.to.y - piece.from.y)
    if (length < 1e-9) return undefined
    const dx = (0 - (piece.to.y - piece.from.y) / length) * by
    const dy = ((piece.to.x - piece.from.x) / length) * by
    return {
      kind: 'line',
      from: { x: piece.from.x + dx, y: piece.from.y + dy },
      to: { x: piece.to.x + dx, y: piece.to.y + dy },
    }
  }
  const radius = piece.radiusMm - Math.sign(piece.turnDeg) * by
  if (radius <= 1e-9 || piece.radiusMm <= 1e-9) return undefined
  const { centre, from } = piece
  const scaled = {
    x: centre.x + ((from.x - centre.x) * radius) / piece.radiusMm,
    y: centre.y + ((from.y - centre.y) * radius) / piece.radiusMm,
  }
  return arcFrom(scaled, centre, piece.turnDeg)
}

function partOf(piece: PathPiece, share: number): Point {
  if (piece.kind === 'arc') return turnAbout(piece.from, piece.centre, piece.turnDeg * share)
  return {
    x: piece.from.x + (piece.to.x - piece.from.x) * share,
    y: piece.from.y + (piece.to.y - piece.from.y) * share,
  }
}

function cut(piece: PathPiece, from: number, to: number): PathPiece {
  const start = partOf(piece, from)
  return piece.kind === 'arc'
    ? arcFrom(start, piece.centre, piece.turnDeg * (to - from))
    : { kind: 'line', from: start, to: partOf(piece, to) }
}

/** First and last index of each run of more than one true. */
function runs(flags: readonly boolean[]): [number, number][] {
  const found: [number, number][] = []
  let start = -1
  for (const [index, flag] of [...flags, false].entries()) {
    if (flag && start === -1) start = index
    if (!flag && start !== -1) {
      if (index - 1 > start) found.push([start, index - 1])
      start = -1
    }
  }
  return found
}

/** The short flanges first, since they have the least room; then the bends; the long flanges find a place anyway. */
function profileLabels(
  section: FoldedSection,
  profile: BendProfile,
  end: PieceEnd,
  unit: Mm,
  words: DrawingWords,
): WantedLabel[] {
  const clearanceMm = (colourOffsetMm + 1) * unit
  const flanges = section.flanges
    .toSorted((a, b) => a.straightMm - b.straightMm)
    .map((flange): WantedLabel => {
      const own = profile.flanges[flange.index]
      return {
        text: figure(own === undefined ? flange.lengthMm : flangeLength(own, end), words),
        clearanceMm,
        anchors: [0.5, 0.35, 0.65, 0.2, 0.8].flatMap((share) =>
          (['faceA', 'faceB'] as const).map((side) => ({
            at: partOf(flange[side], share),
            headings: [0, 25, -25, 50, -50, 70, -70].map(
              (by) => flange.headingDeg + (side === 'faceA' ? -90 : 90) + by,
            ),
          })),
        ),
      }
    })
  const bends = section.bends.map((bend): WantedLabel => {
    const own = profile.bends[bend.index]
    const sign = (own?.angleDeg ?? bend.turnDeg) > 0
    const kind =
      bend.hem === null
        ? `${figure(Math.abs(own?.angleDeg ?? bend.turnDeg), words)}°`
        : `${wordFor(words.hems, bend.hem)}${own !== undefined && own.gapMm > 0 ? ` ${figure(own.gapMm, words)}` : ''}`
    const outer = sign ? bend.faceA : bend.faceB
    const inner = sign ? bend.faceB : bend.faceA
    const outwards = headingFrom(outer.centre, partOf(outer, 0.5))
    const fan = [0, 20, -20, 40, -40, 60, -60, 80, -80, 100, -100, 120, -120]
    return {
      text: `${bend.index + 1} ${sign ? '▲' : '▼'} ${kind}`,
      clearanceMm,
      anchors: [
        { at: partOf(outer, 0.5), headings: fan.map((by) => outwards + by) },
        { at: partOf(inner, 0.5), headings: fan.slice(0, 7).map((by) => outwards + 180 + by) },
      ],
    }
  })
  const short = flanges.slice(0, Math.ceil(flanges.length / 2))
  return [...short, ...bends, ...flanges.slice(short.length)]
}

const headingFrom = (from: Point, to: Point): number => (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI

/** The word stands on the longest run of the heavy line. */
function colourLabel(colour: readonly PathPiece[], sheet: DrawnSheet, unit: Mm, words: DrawingWords): WantedLabel[] {
  const lines = colour.filter((piece) => piece.kind === 'line')
  const longest = lines.reduce<Line | undefined>(
    (best, line) => (best === undefined || lengthOf(line) > lengthOf(best) ? line : best),
    undefined,
  )
  if (longest === undefined) return []
  const along = headingFrom(longest.from, longest.to)
  const out = sheet.profile.colourSide === 'utside' ? -90 : 90
  const name = sheet.profile.colour === null ? '' : ` ${sheet.profile.colour}`
  return [
    {
      text: `${words.colourSide}${name}`,
      clearanceMm: unit,
      anchors: [0.75, 0.25, 0.6, 0.4, 0.85, 0.15, 0.5].map((share) => ({
        at: partOf(longest, share),
        headings: [0, 25, -25, 50, -50].map((by) => along + out + by),
      })),
    },
  ]
}

const lengthOf = ({ from, to }: Line): Mm => Math.hypot(to.x - from.x, to.y - from.y)

/** A tapered profile says which end this is. */
function endLabel(
  section: FoldedSection,
  sheet: DrawnSheet,
  end: PieceEnd,
  unit: Mm,
  words: DrawingWords,
): WantedLabel[] {
  if (!isTapered(sheet.profile)) return []
  const box = pathBox([...section.faceA, ...section.faceB])
  return [
    {
      text: `${words.tapered}: ${end === 'start' ? words.startEnd : words.farEnd}`,
      clearanceMm: 4 * unit,
      anchors: [{ at: { x: (box.minX + box.maxX) / 2, y: box.minY }, headings: [-90] }],
      bare: true,
    },
  ]
}
