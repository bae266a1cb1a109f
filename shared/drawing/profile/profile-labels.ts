// The labels of a folded profile and their possible places: outer lengths, bends, hems, the colour side, and the end of a tapered piece.
// Each label also has a form for the list under the drawing. Pure. Units: mm.
import {
  bendAngleText,
  flangeLength,
  headingFrom,
  isTapered,
  partOf,
  pieceLength,
  signedTurnDegOf,
} from '../../bending/index.ts'
import type { BendProfile, FoldedSection, Line, Mm, PathPiece, PieceEnd } from '../../bending/index.ts'
import type { DrawnSheet } from '../drawn-sheet.ts'
import type { WantedLabel, DrawingTexts } from '../labels/index.ts'
import { figure, textFor } from '../labels/index.ts'

/** Distance of the band of the colour from the face, on paper. */
export const colourOffsetMm = 0.85

export interface ProfileLabel extends WantedLabel {
  readonly of: { readonly kind: 'flange' | 'bend' | 'colour'; readonly index: number }
  /** Its text in the list; beside the drawing is `key`, or nothing if that is empty. */
  readonly listed: string
  readonly key: string
}

/** The short flanges first, which have the least space; then the bends; then the long flanges, which always find a place. */
export function profileLabels(
  section: FoldedSection,
  colour: readonly PathPiece[],
  sheet: DrawnSheet,
  end: PieceEnd,
  unit: Mm,
  texts: DrawingTexts,
): ProfileLabel[] {
  const { profile } = sheet
  const flanges = flangeLabels(section, profile, end, unit, texts)
  const short = flanges.slice(0, Math.ceil(flanges.length / 2))
  return [
    ...short,
    ...bendLabels(section, profile, unit, texts),
    ...flanges.slice(short.length),
    ...colourLabel(colour, sheet, unit, texts),
  ]
}

function flangeLabels(
  section: FoldedSection,
  profile: BendProfile,
  end: PieceEnd,
  unit: Mm,
  texts: DrawingTexts,
): ProfileLabel[] {
  const last = section.flanges.length - 1
  return section.flanges
    .toSorted((a, b) => a.straightMm - b.straightMm)
    .map((flange): ProfileLabel => {
      const drawnFlange = profile.flanges[flange.index]
      const text = figure(drawnFlange === undefined ? flange.lengthMm : flangeLength(drawnFlange, end), texts)
      const from = flange.index === 0 ? texts.edge : String(flange.index)
      const to = flange.index === last ? texts.edge : String(flange.index + 1)
      return {
        of: { kind: 'flange', index: flange.index },
        text,
        listed: `${from}–${to}: ${text}`,
        key: '',
        clearanceMm: (colourOffsetMm + 1) * unit,
        anchors: [0.5, 0.35, 0.65, 0.2, 0.8].flatMap((share) =>
          (['faceA', 'faceB'] as const).map((side) => ({
            position: partOf(flange[side], share),
            headings: [0, 25, -25, 50, -50, 70, -70].map(
              (by) => flange.headingDeg + (side === 'faceA' ? -90 : 90) + by,
            ),
          })),
        ),
      }
    })
}

function bendLabels(section: FoldedSection, profile: BendProfile, unit: Mm, texts: DrawingTexts): ProfileLabel[] {
  return section.bends.map((bend): ProfileLabel => {
    const drawnBend = profile.bends[bend.index]
    const turnDeg = drawnBend === undefined ? bend.turnDeg : signedTurnDegOf(drawnBend)
    const isUp = turnDeg > 0
    const kind =
      bend.hem === null
        ? bendAngleText(Math.abs(turnDeg), texts.language)
        : `${textFor(texts.hems, bend.hem)}${drawnBend !== undefined && drawnBend.gapMm > 0 ? ` ${figure(drawnBend.gapMm, texts)}` : ''}`
    const outer = isUp ? bend.faceA : bend.faceB
    const inner = isUp ? bend.faceB : bend.faceA
    const outwards = headingFrom(outer.centre, partOf(outer, 0.5))
    const fan = [0, 20, -20, 40, -40, 60, -60, 80, -80, 100, -100, 120, -120]
    const text = `${bend.index + 1} ${isUp ? '▲' : '▼'} ${kind}`
    return {
      of: { kind: 'bend', index: bend.index },
      text,
      listed: text,
      // the direction is part of the key, because a number alone could be a length
      key: `${bend.index + 1}${isUp ? '▲' : '▼'}`,
      clearanceMm: (colourOffsetMm + 1) * unit,
      anchors: [
        { position: partOf(outer, 0.5), headings: fan.map((by) => outwards + by) },
        { position: partOf(inner, 0.5), headings: fan.slice(0, 7).map((by) => outwards + 180 + by) },
      ],
    }
  })
}

/** The label is on the longest run of the heavy line. */
function colourLabel(colour: readonly PathPiece[], sheet: DrawnSheet, unit: Mm, texts: DrawingTexts): ProfileLabel[] {
  const lines = colour.filter((piece) => piece.kind === 'line')
  const longest = lines.reduce<Line | undefined>(
    (best, line) => (best === undefined || pieceLength(line) > pieceLength(best) ? line : best),
    undefined,
  )
  if (longest === undefined) return []
  const along = headingFrom(longest.from, longest.to)
  const outwardDeg = sheet.profile.colourSide === 'utside' ? -90 : 90
  const name = sheet.profile.colour === null ? '' : ` ${sheet.profile.colour}`
  const text = `${texts.colourSide}${name}`
  return [
    {
      of: { kind: 'colour', index: 0 },
      text,
      listed: text,
      key: '',
      clearanceMm: unit,
      anchors: [0.75, 0.25, 0.6, 0.4, 0.85, 0.15, 0.5].map((share) => ({
        position: partOf(longest, share),
        headings: [0, 25, -25, 50, -50].map((by) => along + outwardDeg + by),
      })),
    },
  ]
}

/** The name of the end of a tapered profile: the near end of a right piece is the far end of a left one. */
export function endText(sheet: DrawnSheet, end: PieceEnd, texts: DrawingTexts): string | null {
  if (!isTapered(sheet.profile)) return null
  const [rightName, leftName] = end === 'start' ? [texts.startEnd, texts.farEnd] : [texts.farEnd, texts.startEnd]
  const leftCount = sheet.pieces.filter(({ hand }) => hand === 'left').length
  const name =
    leftCount === 0
      ? rightName
      : leftCount === sheet.pieces.length
        ? leftName
        : `${rightName} · ${texts.left}: ${leftName}`
  return `${texts.tapered}: ${name}`
}
