// The drawing of the flat pattern: the blank along the page with its first edge on top, numbered bends with an arrow and dashes for up
// and down, positions, cut-outs, overall sizes and the colour side. Pure.
import { negated } from '../../base/negated.ts'
import { ok } from '../../base/result.ts'
import type { Result } from '../../base/result.ts'
import type { Mm, Refusal, Point } from '../../bending/index.ts'
import type { DrawnPiece, DrawnSheet, Vertex } from '../drawn-sheet.ts'
import { edges, pathBox, sceneOf } from '../scene/index.ts'
import { blankOf } from './blank.ts'
import type { Blank } from './blank.ts'
import { blankItems } from './blank-scene.ts'
import type { Scene, SceneItem, TextItem } from '../scene/index.ts'
import type { ShortenedLength } from './shortened-length.ts'
import { spread, figure, norwegianTexts } from '../labels/index.ts'
import { flatPatternCaption } from './flat-pattern-caption.ts'
import { flatPatternLabels } from './flat-pattern-labels.ts'
import { dimensionShare, rowsGapShare, flatPatternLayout } from './flat-pattern-layout.ts'
import type { Frame, SideLabel, FlatPatternLayout } from './flat-pattern-layout.ts'
import type { CutoutLabel } from './flat-pattern-labels.ts'
import type { DrawingTexts } from '../labels/index.ts'

export type { Frame } from './flat-pattern-layout.ts'

export interface FlatPatternOptions {
  readonly piece?: DrawnPiece | undefined
  readonly frame?: Frame | undefined
  readonly texts?: DrawingTexts | undefined
}

const defaultFrame: Frame = { widthMm: 186, heightMm: 84 }
/** Positions that differ by less than this are equal. */
const toleranceMm = 0.01

/** The drawing of one piece, or of the flat pattern as stated; refuses what `blankOf` refuses. */
export function flatPatternScene(sheet: DrawnSheet, options: FlatPatternOptions = {}): Result<Scene, Refusal> {
  const result = blankOf(sheet, options.piece)
  if (!result.ok) return result
  const blank = result.value
  const texts = options.texts ?? norwegianTexts
  const labels = flatPatternLabels(blank, texts)
  const spans = straightEdges(blank)
  const dimensionedEdges = { right: spans.right !== null, top: spans.top !== null, bottom: spans.bottom !== null }
  const layout = flatPatternLayout(blank, labels, options.frame ?? defaultFrame, dimensionedEdges, (shortened, room) =>
    flatPatternCaption(sheet, options.piece, shortened, room, texts),
  )
  const items = [
    ...blankItems(blank).map((item) => itemOnPage(item, layout.length, layout.length.place(blank.lengthMm))),
    ...layout.length.breaks.flatMap((placeMm) => breakMark(placeMm, blank.widthMm, layout.unit)),
    ...sideLabels(blank, layout, layout.left, -1),
    ...sideLabels(blank, layout, layout.right, 1),
    ...(layout.upright ? uprightLabels(blank, layout, labels.cutouts) : []),
    ...rowsUnder(blank, layout),
    ...sizes(blank, layout, spans, texts),
    ...captionItems(layout),
  ]
  return ok(sceneOf(items, layout.unit))
}

/** Turns the blank: its width is down the page, its length along the page. */
const toPage = ({ x, y }: Point, { place }: ShortenedLength): Point => ({ x: place(y), y: negated(x) })

function itemOnPage(item: SceneItem, length: ShortenedLength, far: Mm): SceneItem {
  switch (item.kind) {
    case 'line':
      return {
        kind: 'polyline',
        role: item.role,
        closed: false,
        points: withScaleChanges([cornerAt(item.from), cornerAt(item.to)], false, length.knots).map((corner) => ({
          ...toPage(corner, length),
          bulge: 0,
        })),
      }
    case 'polyline':
      if (item.role === 'cutout') return { ...item, points: cutoutAlong(item.points, length, far) }
      return {
        ...item,
        points: withScaleChanges(item.points, item.closed, length.knots).map((corner) => ({
          ...toPage(corner, length),
          bulge: corner.bulge,
        })),
      }
    case 'circle': {
      const centre = toPage(item.centre, length)
      return { ...item, centre, radiusMm: item.radiusMm * shareThatFits(centre.x, item.radiusMm, far) }
    }
    case 'arc':
    case 'text':
    case 'dimension':
      return item
  }
}

/**
 * A cut-out keeps its shape if the length is shortened, and moves to its place. It is reduced as little as possible if it would exceed the
 * end of the blank.
 */
function cutoutAlong(points: readonly Vertex[], length: ShortenedLength, far: Mm): Vertex[] {
  const { minX, maxX, minY, maxY } = pathBox(edges(points))
  const across = (minX + maxX) / 2
  const middle = (minY + maxY) / 2
  const placedMm = length.place(middle)
  const share = shareThatFits(placedMm, (maxY - minY) / 2, far)
  return points.map(({ x, y, bulge }) => ({
    x: placedMm + (y - middle) * share,
    y: negated(across + (x - across) * share),
    bulge,
  }))
}

const shareThatFits = (placeMm: Mm, half: Mm, far: Mm): number =>
  Math.max(0, Math.min(1, placeMm / half, (far - placeMm) / half))

const cornerAt = ({ x, y }: Point): Vertex => ({ x, y, bulge: 0 })

/** Adds a corner where a straight edge passes a change of scale. */
function withScaleChanges(points: readonly Vertex[], closed: boolean, knots: readonly Mm[]): Vertex[] {
  return points.flatMap((from, index) => {
    const to = points[index + 1] ?? (closed ? points[0] : undefined)
    if (to === undefined || from.bulge !== 0) return [from]
    const passed = knots.filter((knot) => knot > Math.min(from.y, to.y) && knot < Math.max(from.y, to.y))
    const inOrder = to.y > from.y ? passed : passed.toReversed()
    return [
      from,
      ...inOrder.map((knot) => ({
        x: from.x + ((to.x - from.x) * (knot - from.y)) / (to.y - from.y),
        y: knot,
        bulge: 0,
      })),
    ]
  })
}

/** Two thin zigzag lines across the blank: here its length is not to scale. */
function breakMark(placeMm: Mm, width: Mm, unit: Mm): SceneItem[] {
  const over = 1.5 * unit
  const middle = -width / 2
  return [-0.8 * unit, 0.8 * unit].map((shift) => ({
    kind: 'polyline',
    role: 'break',
    closed: false,
    points: [
      { x: placeMm + shift, y: over },
      { x: placeMm + shift, y: middle + 2 * unit },
      { x: placeMm + shift - 1.4 * unit, y: middle + 0.8 * unit },
      { x: placeMm + shift + 1.4 * unit, y: middle - 0.8 * unit },
      { x: placeMm + shift, y: middle - 2 * unit },
      { x: placeMm + shift, y: -width - over },
    ].map((point) => ({ ...point, bulge: 0 })),
  }))
}

/** Labels beside one end of the blank, each with a leader from the end of its bend line. */
function sideLabels(
  blank: Blank,
  layout: FlatPatternLayout,
  labels: readonly SideLabel[],
  outward: 1 | -1,
): SceneItem[] {
  const { length, unit, rowMm, leaderMm, overMm, belowMm } = layout
  const edge = outward === 1 ? length.place(blank.lengthMm) : 0
  const inOrder = labels
    .flatMap(({ bend, text }) => {
      const drawn = blank.bends[bend]
      if (drawn === undefined) return []
      const [, point] = [drawn.from, drawn.to]
        .map((end) => toPage(end, length))
        .toSorted((a, b) => (a.x - b.x) * outward)
      return point === undefined ? [] : [{ point, text }]
    })
    .toSorted((a, b) => b.point.y - a.point.y)
  const places = spread(
    inOrder.map(({ point }) => ({ wanted: -point.y, room: rowMm * unit })),
    { from: -overMm * unit, to: blank.widthMm + belowMm * unit },
  )
  return inOrder.flatMap(({ point, text }, index): SceneItem[] => {
    const y = negated(places[index] ?? point.y)
    return [
      leader([
        { x: point.x + outward * 0.6 * unit, y: point.y },
        { x: edge + outward * 1.6 * unit, y: point.y },
        { x: edge + outward * (leaderMm - 1) * unit, y },
        { x: edge + outward * leaderMm * unit, y },
      ]),
      label({ x: edge + outward * (leaderMm + 0.6) * unit, y }, text, layout, {
        anchor: outward === 1 ? 'start' : 'end',
      }),
    ]
  })
}

/** The labels of the cut-outs, each upright below its cut-out. */
function uprightLabels(blank: Blank, layout: FlatPatternLayout, labels: readonly CutoutLabel[]): SceneItem[] {
  const { length, unit, rowMm, leaderMm } = layout
  const bottom = -blank.widthMm
  const places = spread(
    labels.map(({ placeMm }) => ({ wanted: length.place(placeMm), room: rowMm * unit })),
    { from: 0, to: length.place(blank.lengthMm) },
  )
  return labels.flatMap(({ placeMm, text }, index): SceneItem[] => {
    const x = places[index] ?? 0
    return [
      leader([
        { x: length.place(placeMm), y: bottom - 0.6 * unit },
        { x: length.place(placeMm), y: bottom - 1.6 * unit },
        { x, y: bottom - (leaderMm - 1) * unit },
        { x, y: bottom - leaderMm * unit },
      ]),
      label({ x, y: bottom - (leaderMm + 0.6) * unit }, text, layout, { anchor: 'end', rotationDeg: 90 }),
    ]
  })
}

/** The labels without space beside the blank, in rows below the drawing. */
function rowsUnder(blank: Blank, layout: FlatPatternLayout): SceneItem[] {
  const { unit, rowMm, belowMm, fontMm, besideLeftMm } = layout
  const x = -(besideLeftMm + 1.25 * fontMm) * unit
  const top = -blank.widthMm - (belowMm + rowsGapShare * fontMm) * unit
  return layout.rows.flatMap(({ entries }, row) =>
    entries.map(({ text, offsetEm }) =>
      label({ x: x + offsetEm * fontMm * unit, y: top - (row + 0.5) * rowMm * unit }, text, layout, {}),
    ),
  )
}

/** The overall width and length, and those of the shorter edges of a slanted blank. */
function sizes(
  blank: Blank,
  { length, unit, fontMm, underMm, besideLeftMm, besideRightMm }: FlatPatternLayout,
  { left, right, top, bottom }: Spans,
  texts: DrawingTexts,
): SceneItem[] {
  const far = length.place(blank.lengthMm)
  const down = -blank.widthMm
  const dimension = (from: Point, to: Point, offset: Mm, measured: Mm): SceneItem => ({
    kind: 'dimension',
    role: 'dimension',
    from,
    to,
    offsetMm: offset * unit,
    text: figure(measured, texts),
    sizeMm: fontMm * unit,
  })
  const upright = (x: Mm, [from, to]: Span, offset: Mm) =>
    dimension({ x, y: negated(to) }, { x, y: negated(from) }, offset, to - from)
  const flat = (y: Mm, [from, to]: Span, offset: Mm) =>
    dimension({ x: length.place(from), y }, { x: length.place(to), y }, offset, to - from)
  return [
    upright(0, left ?? [0, blank.widthMm], besideLeftMm),
    ...(right === null ? [] : [upright(far, right, -besideRightMm)]),
    ...(top === null ? [] : [flat(0, top, fontMm)]),
    ...(bottom === null ? [] : [flat(down, bottom, -underMm)]),
    flat(down, [0, blank.lengthMm], -underMm - (bottom === null ? 0 : dimensionShare * fontMm)),
  ]
}

type Span = readonly [Mm, Mm]
type Spans = Readonly<Record<'left' | 'right' | 'top' | 'bottom', Span | null>>

/** The edges of a slanted blank that have a dimension besides the overall one; a notched blank has only the overall dimensions. */
function straightEdges(blank: Blank): Spans {
  const span = (side: 'x' | 'y', lineMm: Mm, whole: Mm): Span | null => {
    const along = side === 'x' ? 'y' : 'x'
    const places = blank.outline
      .filter((corner) => Math.abs(corner[side] - lineMm) < toleranceMm)
      .map((corner) => corner[along])
    const [from, to] = [Math.min(...places), Math.max(...places)]
    return places.length < 2 || to - from > whole - toleranceMm ? null : [from, to]
  }
  const slanted = edges(blank.outline).length === 4
  const whole = { left: null, right: null, top: null, bottom: null }
  if (!slanted) return whole
  const left = span('y', 0, blank.widthMm)
  const right = span('y', blank.lengthMm, blank.widthMm)
  const across: Span = [0, blank.widthMm]
  return {
    ...(left === null && right === null ? { left, right } : { left: left ?? across, right: right ?? across }),
    top: span('x', 0, blank.lengthMm),
    bottom: span('x', blank.widthMm, blank.lengthMm),
  }
}

/** The caption above the drawing, from its left edge. */
function captionItems(layout: FlatPatternLayout): SceneItem[] {
  const { unit, captionUpMm, besideLeftMm, fontMm } = layout
  const left = -besideLeftMm - 1.25 * fontMm
  return layout.caption.map(({ text, x, up, sizeMm }) => ({
    ...label({ x: (left + x) * unit, y: (captionUpMm + up) * unit }, text, layout, {}),
    sizeMm: sizeMm * unit,
  }))
}

const leader = (points: readonly Point[]): SceneItem => ({
  kind: 'polyline',
  role: 'leader',
  closed: false,
  points: points.map(cornerAt),
})

const label = (
  position: Point,
  text: string,
  { fontMm, unit }: FlatPatternLayout,
  { anchor = 'start', rotationDeg = 0 }: Partial<TextItem>,
): TextItem => ({
  kind: 'text',
  role: 'label',
  position,
  text,
  sizeMm: fontMm * unit,
  anchor,
  rotationDeg,
})
