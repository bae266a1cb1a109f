// The arrangement of a flat pattern and its labels in a frame: strips for the blank, the labels of bends on both sides, those of cut-outs
// below and the caption above, so that nothing overlaps. The most readable of several arrangements is chosen. Pure: mm of paper.
import type { Mm } from '../../bending/index.ts'
import { listRows } from '../labels/index.ts'
import type { ListRow } from '../labels/index.ts'
import { edges, pathBox, textWidth } from '../scene/index.ts'
import type { Blank } from './blank.ts'
import { shortenedLength } from './shortened-length.ts'
import type { Interval, ShortenedLength } from './shortened-length.ts'
import type { CaptionRoom, CaptionText } from './flat-pattern-caption.ts'
import { cutoutBox } from './flat-pattern-labels.ts'
import type { FlatPatternLabels } from './flat-pattern-labels.ts'

/** The size on paper of a view. */
export interface Frame {
  readonly widthMm: Mm
  readonly heightMm: Mm
}

export interface SideLabel {
  /** Its place in the blank's bends. */
  readonly bend: number
  readonly text: string
}

export interface FlatPatternLayout {
  readonly fontMm: Mm
  readonly rowMm: Mm
  readonly left: readonly SideLabel[]
  readonly right: readonly SideLabel[]
  readonly leaderMm: Mm
  /** Whether the label of each cut-out is upright below it. */
  readonly upright: boolean
  /** The labels that are in rows under the drawing. */
  readonly rows: readonly ListRow[]
  readonly caption: readonly CaptionText[]
  /** The distance from the blank's upper edge up to the middle of the caption's lowest row. */
  readonly captionUpMm: Mm
  /** The distance from the blank's lower edge down to the highest dimension below it. */
  readonly underMm: Mm
  /** Offsets of the upright dimensions from the near and the far end. */
  readonly besideLeftMm: Mm
  readonly besideRightMm: Mm
  /** How far the labels beside the blank may extend above and below its edges. */
  readonly overMm: Mm
  readonly belowMm: Mm
  readonly length: ShortenedLength
  /** mm of the drawing per mm of paper. */
  readonly unit: Mm
}

/** The edges of a blank that have a dimension besides the overall ones. */
export interface DimensionedEdges {
  readonly right: boolean
  readonly top: boolean
  readonly bottom: boolean
}

/** The length of a leader beyond the blank, in sizes of the font. */
const leaderShare = 1.55
/** The margin of a scene. */
const marginMm = 1.5
/** Above the rows under the drawing, in sizes of the font. */
export const rowsGapShare = 0.3
/** The distance between two dimension lines, in font sizes. */
export const dimensionShare = 2.2
/** The largest scale. */
const maxScale = 1.5
/** The least length on paper of a compressed stretch. */
const minStretchMm = 9
/** The largest reduction of a blank that keeps its cut-outs in proportion. */
const maxShrinkForLength = 1.3
const smallestBlankMm: Frame = { widthMm: 7, heightMm: 3 }

/** The arrangements of labels. `fontCost`: how much smaller, as a logarithm, the blank may be before the next font size is better. */
const sizesOfFont = [
  { fontMm: 3.2, rowShare: 1.25, fontCost: 0 },
  { fontMm: 2.8, rowShare: 1.2, fontCost: 0.35 },
  { fontMm: 2.4, rowShare: 1.1, fontCost: 0.7 },
] as const
/** Positions on the left and names on the right; each bend on alternating sides; or the far positions of a tapered piece in rows. */
const sidesOf = [
  ['both', 0],
  ['in turn', 0.25],
  ['far in rows', 0.5],
] as const
/** The label of each cut-out below it; all labels in rows; or only the number of cut-outs. */
const cutoutsOf = [
  ['upright', 0],
  ['in rows', 0.6],
  ['counted', 1.2],
] as const

interface Way {
  readonly fontMm: Mm
  readonly rowMm: Mm
  readonly sides: (typeof sidesOf)[number][0]
  readonly cutouts: (typeof cutoutsOf)[number][0]
}

export type CaptionOf = (shortened: boolean, room: CaptionRoom) => CaptionText[]

export function flatPatternLayout(
  blank: Blank,
  labels: FlatPatternLabels,
  frame: Frame,
  dimensionedEdges: DimensionedEdges,
  captionOf: CaptionOf,
): FlatPatternLayout {
  const tapered = labels.bends.some(({ end }) => end !== '')
  let best: { layout: FlatPatternLayout; cost: number } | undefined
  for (const { fontMm, rowShare, fontCost } of sizesOfFont) {
    for (const [sides, sidesCost] of tapered ? sidesOf : sidesOf.slice(0, 2)) {
      for (const [cutouts, cutoutsCost] of labels.cutouts.length > 0 ? cutoutsOf : cutoutsOf.slice(0, 1)) {
        const { layout, lacking } = oneLayout(blank, labels, frame, dimensionedEdges, captionOf, {
          fontMm,
          rowMm: fontMm * rowShare,
          sides,
          cutouts,
        })
        const cost = fontCost + sidesCost + cutoutsCost + Math.log(layout.unit) + lacking
        if (best === undefined || cost < best.cost - 1e-9) best = { layout, cost }
      }
    }
  }
  if (best === undefined) throw new Error('there is no way to lay out a flat pattern')
  return best.layout
}

/** One arrangement, with the size that the frame lacks for it; 0 if it fits. */
function oneLayout(
  blank: Blank,
  labels: FlatPatternLabels,
  frame: Frame,
  dimensionedEdges: DimensionedEdges,
  captionOf: CaptionOf,
  { fontMm, rowMm, sides, cutouts }: Way,
): { layout: FlatPatternLayout; lacking: number } {
  const leaderMm = fontMm * leaderShare
  const dimensionMm = fontMm * dimensionShare
  const inner: Frame = { widthMm: frame.widthMm - 2 * marginMm, heightMm: frame.heightMm - 2 * marginMm }
  const { left, right } = sideLabels(blank, labels, sides)
  const reach = (texts: readonly string[]) =>
    texts.length === 0 ? 0 : leaderMm + 0.6 + Math.max(...texts.map(textWidth)) * fontMm
  const column = (side: readonly SideLabel[]) => reach(side.map(({ text }) => text))
  const besideLeftMm = column(left) + fontMm * 0.6
  const besideRightMm = column(right) + fontMm * 0.6
  const beyond = fontMm * 1.25

  const captionRoom = { widthMm: inner.widthMm, fontMm, rowMm }
  const caption = captionOf(true, captionRoom)
  const captionUpMm = fontMm * 1.2 + (dimensionedEdges.top ? dimensionMm : 0)
  const upright = cutouts === 'upright'
  const rows = rowsBelow(labels, { sides, cutouts }, inner.widthMm / fontMm)
  const underMm = (upright ? reach(labels.cutouts.map(({ text }) => text)) : 0) + fontMm
  const belowMm = underMm + (dimensionedEdges.bottom ? dimensionMm : 0) + beyond

  const room: Frame = {
    widthMm: inner.widthMm - besideLeftMm - beyond - (dimensionedEdges.right ? besideRightMm + beyond : column(right)),
    heightMm:
      inner.heightMm -
      captionUpMm -
      Math.max(...caption.map(({ up, sizeMm }) => up + sizeMm / 2)) -
      belowMm -
      (rows.length === 0 ? 0 : rows.length * rowMm + rowsGapShare * fontMm),
  }
  const blankArea: Frame = {
    widthMm: Math.max(room.widthMm, smallestBlankMm.widthMm),
    heightMm: Math.max(room.heightMm, smallestBlankMm.heightMm),
  }
  const { unit, length } = fittedBlank(blank, blankArea)
  const overMm = captionUpMm - fontMm * 0.7
  const columnMm = Math.max(left.length, right.length) * rowMm
  const blankMm: Frame = { widthMm: length.place(blank.lengthMm) / unit, heightMm: blank.widthMm / unit }
  // beside a length text that is wider than its blank there is no space for leaders to labels below the blank
  const besideLength =
    columnMm > blankMm.heightMm + overMm ? textWidth(labels.length) * fontMm - blankMm.widthMm - 2 : 0
  const tooFar = [
    blankArea.widthMm - room.widthMm,
    blankArea.heightMm - room.heightMm,
    columnMm - (blankMm.heightMm + overMm + belowMm),
    besideLength,
    (textWidth(labels.width) * fontMm - blankMm.heightMm) / 2 - overMm,
    upright ? labels.cutouts.length * rowMm - blankMm.widthMm : 0,
  ]
  return {
    layout: {
      fontMm,
      rowMm,
      leaderMm,
      left,
      right,
      upright,
      rows,
      caption: length.breaks.length > 0 ? caption : captionOf(false, captionRoom),
      captionUpMm,
      underMm,
      besideLeftMm,
      besideRightMm,
      overMm,
      belowMm,
      length,
      unit,
    },
    lacking: tooFar.reduce((sum, mm) => sum + (mm > 1e-9 ? 10 + mm : 0), 0),
  }
}

/** The labels in rows under the drawing. `room` in sizes of the font. */
function rowsBelow(
  labels: FlatPatternLabels,
  { sides, cutouts }: Pick<Way, 'sides' | 'cutouts'>,
  room: number,
): ListRow[] {
  const far = sides === 'far in rows' ? labels.farPositions : []
  const each = cutouts === 'in rows' ? labels.cutouts.map(({ text }) => text) : []
  const counted = cutouts === 'counted' ? [labels.counted] : []
  return [far, each, counted].flatMap((texts) => (texts.length === 0 ? [] : listRows(texts, room)))
}

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ')

function sideLabels(blank: Blank, { bends }: FlatPatternLabels, sides: Way['sides']) {
  const middle = (index: number) => (blank.bends[index]?.startMm ?? 0) + (blank.bends[index]?.endMm ?? 0)
  const inOrder = bends.map((label, bend) => ({ ...label, bend })).toSorted((a, b) => middle(a.bend) - middle(b.bend))
  if (sides !== 'in turn') {
    return {
      left: inOrder.map(({ bend, start }): SideLabel => ({ bend, text: start })),
      right: inOrder.map(({ bend, name, end }): SideLabel => ({
        bend,
        text: sides === 'both' ? joined(name, end) : name,
      })),
    }
  }
  const whole = inOrder.map(({ bend, name, start, end }): SideLabel => ({
    bend,
    text: joined(name, end === '' ? start : `${start} → ${end}`),
  }))
  return {
    left: whole.filter((_, index) => index % 2 === 0),
    right: whole.filter((_, index) => index % 2 === 1),
  }
}

const slants = (blank: Blank): boolean => blank.bends.some((bend) => bend.startMm !== bend.endMm)

/** The scale at which the blank fills its area. Its length is shortened if the blank would otherwise be too thin to read. */
function fittedBlank(blank: Blank, room: Frame): { unit: Mm; length: ShortenedLength } {
  const atScale = (unit: Mm) =>
    shortenedLength(blank.lengthMm, room.widthMm * unit, keptStretches(blank, unit), minStretchMm * unit)
  const unit = Math.max(blank.widthMm / room.heightMm, 1 / maxScale)
  const length = atScale(unit)
  if (length.evenReduction === 1 || slants(blank)) return { unit, length }
  const smaller = unit * Math.min(maxShrinkForLength, 1 / length.evenReduction)
  return { unit: smaller, length: atScale(smaller) }
}

/**
 * The intervals of the length with features: corners and arcs of the outline, and the cut-outs, with a margin. The whole length of a
 * tapered blank, because slanted lines would have a kink where the scale changes.
 */
function keptStretches(blank: Blank, unit: Mm): Interval[] {
  if (slants(blank)) return [{ from: 0, to: blank.lengthMm }]
  const slack = 3 * unit
  return [
    ...edges(blank.outline).map((edge) => {
      if (edge.kind === 'line') return { from: edge.from.y, to: edge.from.y }
      const { minY, maxY } = pathBox([edge])
      return { from: minY - slack, to: maxY + slack }
    }),
    ...blank.cutouts.map(cutoutBox).map(({ minY, maxY }) => ({ from: minY - slack, to: maxY + slack })),
  ]
}
