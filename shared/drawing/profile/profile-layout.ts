// Scale and labels of a folded profile, so that all labels are inside the frame: a smaller scale, smaller letters, or numbers at the bends
// and a list under the drawing. Pure. Units: mm.
import type { Box, FoldedSection, Line, Mm, PathPiece, PieceEnd } from '../../bending/index.ts'
import { colourRuns } from './colour-side.ts'
import type { DrawnSheet } from '../drawn-sheet.ts'
import { listRows, placeAnywhere, placeLabels, occupancyOf } from '../labels/index.ts'
import type { ListRow, Ground, PlacedLabel, DrawingTexts } from '../labels/index.ts'
import { chords, pathBox } from '../scene/index.ts'
import { colourOffsetMm, endText, profileLabels } from './profile-labels.ts'
import type { ProfileLabel } from './profile-labels.ts'
import { rowsOf } from '../flat-pattern/index.ts'
import type { Frame } from '../flat-pattern/index.ts'

export interface ProfileLayout {
  /** mm of the drawing per mm of paper. */
  readonly unit: Mm
  readonly fontMm: Mm
  readonly section: FoldedSection
  readonly colour: readonly PathPiece[]
  readonly labels: readonly (PlacedLabel & Pick<ProfileLabel, 'of'>)[]
  /** The list under the drawing: its widest row is centred on `middle`, its first row is directly below the lowest label. */
  readonly rows: readonly ListRow[]
  readonly middle: Mm
}

export interface ProfileToLay {
  readonly sheet: DrawnSheet
  readonly end: PieceEnd
  /** The section with its true thickness; it determines the scale. */
  readonly trueSection: FoldedSection
  /** The section as it is drawn at a scale, with a visible thickness. */
  readonly sectionAt: (unit: Mm) => FoldedSection
  readonly frame: Frame
  readonly minUnitMm: Mm
  readonly texts: DrawingTexts
}

interface Way {
  readonly fontMm: Mm
  /** Space for labels beside the section, the sum of both sides. */
  readonly free: Frame
  /** Each label beside its part; labels without a place in the list; or all in the list, with the numbers wherever there is space. */
  readonly kind: 'beside' | 'listed' | 'anywhere'
}

/** The ways to label a drawing, the most readable first. No letters are smaller than 2.3 mm. */
const ways: readonly Way[] = [
  { fontMm: 3.2, free: { widthMm: 14, heightMm: 10 }, kind: 'beside' },
  { fontMm: 3.2, free: { widthMm: 40, heightMm: 20 }, kind: 'beside' },
  { fontMm: 3.2, free: { widthMm: 60, heightMm: 34 }, kind: 'beside' },
  { fontMm: 2.8, free: { widthMm: 36, heightMm: 18 }, kind: 'beside' },
  { fontMm: 2.4, free: { widthMm: 26, heightMm: 14 }, kind: 'beside' },
  { fontMm: 2.4, free: { widthMm: 50, heightMm: 28 }, kind: 'beside' },
  { fontMm: 2.8, free: { widthMm: 16, heightMm: 14 }, kind: 'listed' },
  { fontMm: 2.4, free: { widthMm: 24, heightMm: 18 }, kind: 'listed' },
  { fontMm: 2.4, free: { widthMm: 24, heightMm: 18 }, kind: 'anywhere' },
]
/** The margin of a scene. */
const marginMm = 1.5
export const rowShare = 1.25
/** Above the rows under the drawing, in sizes of the font. */
export const rowsGapShare = 0.4
/** The largest scale. */
const maxScale = 1.5
const smallestSectionMm: Frame = { widthMm: 12, heightMm: 7 }
const cellMm = 0.5
/** How often labels without a place may move to the list. */
const maxGrowths = 3

/** Uses the last way where no way puts every label inside the frame. */
export function profileLayout(profile: ProfileToLay): ProfileLayout {
  let last: ProfileLayout | undefined
  for (const [index, way] of ways.entries()) {
    const { layout, whole } = way.kind === 'beside' ? attempt(profile, way, new Set()) : attemptListed(profile, way)
    if (whole) return larger(profile, way, ways[index - 1]) ?? layout
    last = layout
  }
  if (last === undefined) throw new Error('there is no arrangement of a profile')
  return last
}

/** The middle between a scale that fits and one that does not, if it fits too. */
function larger(profile: ProfileToLay, way: Way, before: Way | undefined): ProfileLayout | null {
  if (before === undefined || before.fontMm !== way.fontMm || way.kind !== 'beside') return null
  const free: Frame = {
    widthMm: (before.free.widthMm + way.free.widthMm) / 2,
    heightMm: (before.free.heightMm + way.free.heightMm) / 2,
  }
  const { layout, whole } = attempt(profile, { ...way, free }, new Set())
  return whole ? layout : null
}

interface Attempt {
  readonly layout: ProfileLayout
  /** Whether every label that belongs in the drawing has a place there. */
  readonly whole: boolean
  readonly unplaced: readonly ProfileLabel['of'][]
}

const nameOf = ({ kind, index }: ProfileLabel['of']): string => `${kind} ${index}`

function attemptListed(profile: ProfileToLay, way: Way): Attempt {
  const { bends, flanges } = profile.trueSection
  const listed = new Set(['colour 0', ...bends.map(({ index }) => nameOf({ kind: 'bend', index }))])
  const addFlanges = () => flanges.forEach(({ index }) => listed.add(nameOf({ kind: 'flange', index })))
  if (way.kind === 'anywhere') addFlanges()
  let latest = attempt(profile, way, listed)
  for (let growths = 0; !latest.whole && growths < maxGrowths; growths += 1) {
    const more = latest.unplaced.filter((of) => !listed.has(nameOf(of)))
    if (more.length === 0) break
    if (growths === maxGrowths - 1) addFlanges()
    for (const of of more) listed.add(nameOf(of))
    latest = attempt(profile, way, listed)
  }
  return latest
}

function attempt(profile: ProfileToLay, { fontMm, free, kind }: Way, listed: ReadonlySet<string>): Attempt {
  const { sheet, end, trueSection, sectionAt, frame, minUnitMm, texts } = profile
  const inner: Frame = { widthMm: frame.widthMm - 2 * marginMm, heightMm: frame.heightMm - 2 * marginMm }
  const rows = rowsUnder(trueSection, sheet, end, listed, inner.widthMm / fontMm, texts)
  const rowsMm = rows.length === 0 ? 0 : (rows.length * rowShare + rowsGapShare) * fontMm
  const sectionBox = pathBox([...trueSection.faceA, ...trueSection.faceB])
  const unit = Math.max(
    minUnitMm,
    1 / maxScale,
    (sectionBox.maxX - sectionBox.minX) / Math.max(smallestSectionMm.widthMm, inner.widthMm - free.widthMm),
    (sectionBox.maxY - sectionBox.minY) / Math.max(smallestSectionMm.heightMm, inner.heightMm - rowsMm - free.heightMm),
  )
  const section = sectionAt(unit)
  const colour = colourRuns(section, sheet.profile.colourSide, colourOffsetMm * unit)
  const asChords = (pieces: readonly PathPiece[]): Line[] => pieces.flatMap((piece) => chords(piece, 0.1 * unit))
  const drawn = pathBox([...section.faceA, ...section.faceB, ...colour])
  const bounds = around(drawn, inner.widthMm * unit, (inner.heightMm - rowsMm) * unit)
  const ground: Ground = {
    drawn: occupancyOf(asChords([...section.faceA, ...section.faceB]), asChords(colour), drawn, cellMm * unit),
    bounds,
    sizeMm: fontMm * unit,
    ownFaceMm: 0.5 * unit,
  }
  const labels = profileLabels(section, colour, sheet, end, unit, texts).flatMap((label): ProfileLabel[] => {
    if (!listed.has(nameOf(label.of))) return [label]
    return label.key === '' ? [] : [{ ...label, text: label.key }]
  })
  const places =
    kind === 'anywhere' ? placeAnywhere(labels, ground) : placeLabels(labels, ground, { orNone: kind === 'beside' })
  const unplaced = labels.filter((_, index) => (places[index] ?? null) === null).map(({ of }) => of)
  return {
    layout: {
      unit,
      fontMm,
      section,
      colour,
      labels: labels.flatMap(({ of }, index) => {
        const place = places[index] ?? null
        return place === null ? [] : [{ ...place, of }]
      }),
      rows,
      middle: (bounds.minX + bounds.maxX) / 2,
    },
    whole: unplaced.length === 0,
    unplaced,
  }
}

/** A box of this size with the centre of another. */
function around({ minX, maxX, minY, maxY }: Box, width: Mm, height: Mm): Box {
  const [x, y] = [(minX + maxX) / 2, (minY + maxY) / 2]
  return { minX: x - width / 2, maxX: x + width / 2, minY: y - height / 2, maxY: y + height / 2 }
}

/** The colour precedes the chain of flanges and bends. */
const placeInChain = ({ kind, index }: ProfileLabel['of']): number =>
  kind === 'colour' ? -1 : 2 * index + (kind === 'bend' ? 1 : 0)

/** The name of the end and the listed labels: the colour, then the chain from the first edge to the last. `room` in widths of the font. */
function rowsUnder(
  section: FoldedSection,
  sheet: DrawnSheet,
  end: PieceEnd,
  listed: ReadonlySet<string>,
  room: number,
  texts: DrawingTexts,
): ListRow[] {
  const name = endText(sheet, end, texts)
  const ends = name === null ? [] : rowsOf(name.split(' · '), room).flatMap((row) => listRows([row], room))
  if (listed.size === 0) return ends
  // only the texts are used here, not the places
  const heavy = sheet.profile.colourSide === 'utside' || sheet.profile.colourSide === 'innside' ? section.faceA : []
  const parts = profileLabels(section, heavy, sheet, end, 1, texts)
    .filter(({ of }) => listed.has(nameOf(of)))
    .toSorted((a, b) => placeInChain(a.of) - placeInChain(b.of))
    .map((label) => label.listed)
  return [...ends, ...listRows(parts, room)]
}
