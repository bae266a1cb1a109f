// The unfolding as the operator sees it: the plate lying along the page with its first edge on top, bends numbered and told up
// from down by arrow and dashes, positions, cut-outs, overall sizes and the colour side. Pure.
import { good } from '../bending/index.ts'
import type { Mm, Outcome, Point } from '../bending/index.ts'
import type { DrawnPiece, DrawnSheet, Vertex } from './drawn-sheet.ts'
import { edges, pathBox } from './outline.ts'
import type { Box } from './outline.ts'
import { plateOf } from './plate.ts'
import type { Plate, PlateBend } from './plate.ts'
import { plateItems } from './plate-scene.ts'
import { sceneOf } from './scene.ts'
import type { Scene, SceneItem, TextItem } from './scene.ts'
import { shortenedLength } from './shortened-length.ts'
import type { Interval, ShortenedLength } from './shortened-length.ts'
import { spread } from './spread.ts'
import { textWidth } from './text-width.ts'
import { unfoldingCaption } from './unfolding-caption.ts'
import type { CaptionText } from './unfolding-caption.ts'
import { figure, norwegianWords } from './words.ts'
import type { DrawingWords } from './words.ts'

/** The room on paper that a view is made for. */
export interface Frame {
  readonly widthMm: Mm
  readonly heightMm: Mm
}

export interface UnfoldingOptions {
  readonly piece?: DrawnPiece | undefined
  readonly frame?: Frame | undefined
  readonly words?: DrawingWords | undefined
}

/** On paper, in mm. */
const fontMm = 3.2
const lineMm = fontMm * 1.25
const leaderMm = 5
const dimensionMm = fontMm * 2.2
/** From the plate up to the middle of its caption. */
const captionMm = fontMm * 1.2
const defaultFrame: Frame = { widthMm: 186, heightMm: 84 }
/** No drawing is made larger than this. */
const largestScale = 1.5
/** Within this two places are the same place. */
const slackMm = 0.01
/** A stretch of the length is compressed to no less than this on paper. */
const shortestStretchMm = 9

/** The view of one piece, or of the unfolding as written; refuses what `plateOf` refuses. */
export function unfoldingScene(sheet: DrawnSheet, options: UnfoldingOptions = {}): Outcome<Scene> {
  const plate = plateOf(sheet, options.piece)
  if (!plate.ok) return plate
  const words = options.words ?? norwegianWords
  const frame = options.frame ?? defaultFrame
  const labels = labelsOf(plate.value, words)
  const captionRoom = { widthMm: frame.widthMm - leftOfPlateMm(labels), fontMm, rowMm: lineMm }
  const captionTexts = (shortened: boolean) => unfoldingCaption(sheet, options.piece, shortened, captionRoom, words)
  const view = viewOf(plate.value, labels, frame, Math.max(...captionTexts(true).map(({ up }) => up)))
  const items = [
    ...plateItems(plate.value).map((item) => laidAlong(item, view.length)),
    ...view.length.breaks.flatMap((at) => breakMark(at, plate.value.widthMm, view.unit)),
    ...bendLabels(plate.value, view),
    ...cutoutLabels(plate.value, view),
    ...sizes(plate.value, view, words),
    ...captionItems(captionTexts(view.length.breaks.length > 0), plate.value, view.unit),
  ]
  return good(sceneOf(items, view.unit))
}

interface Labels {
  /** One a bend, in the order of the bends. */
  readonly starts: readonly string[]
  readonly ends: readonly string[]
  readonly cutouts: readonly { at: Mm; text: string }[]
}

interface View {
  readonly labels: Labels
  readonly length: ShortenedLength
  /** mm of the drawing to a mm of paper. */
  readonly unit: Mm
}

function labelsOf(plate: Plate, words: DrawingWords): Labels {
  const tapered = plate.bends.some((bend) => bend.startMm !== bend.endMm)
  return {
    starts: plate.bends.map((bend) => figure(bend.startMm, words)),
    ends: plate.bends.map((bend) => `${bendName(bend, words)}${tapered ? ` · ${figure(bend.endMm, words)}` : ''}`),
    cutouts: cutoutTexts(plate, words),
  }
}

const bendName = (bend: PlateBend, words: DrawingWords): string =>
  `${bend.number} ${bend.up ? '▲' : '▼'} ${figure(bend.angleDeg, words)}°`

/** Cut-outs at the same place along the length share a label. */
function cutoutTexts(plate: Plate, words: DrawingWords): { at: Mm; text: string }[] {
  const counted = new Map<string, { at: Mm; what: string; count: number }>()
  for (const cutout of plate.cutouts) {
    const box = cutoutBox(cutout)
    const what =
      cutout.kind === 'circle'
        ? `⌀${figure(cutout.diameterMm, words)}`
        : `${figure(box.maxX - box.minX, words)} × ${figure(box.maxY - box.minY, words)}`
    const at = (box.minY + box.maxY) / 2
    const key = `${at.toFixed(2)} ${what}`
    const known = counted.get(key)
    counted.set(key, { at, what, count: (known?.count ?? 0) + 1 })
  }
  return [...counted.values()]
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, what, count }) => ({ at, text: `${count > 1 ? `${count} × ` : ''}${what} · ${figure(at, words)}` }))
}

function cutoutBox(cutout: Plate['cutouts'][number]): Box {
  if (cutout.kind === 'polyline') return pathBox(edges(cutout.points))
  const radius = cutout.diameterMm / 2
  return { minX: cutout.x - radius, maxX: cutout.x + radius, minY: cutout.y - radius, maxY: cutout.y + radius }
}

/** The row of cut-out labels under the plate. */
const cutoutsMm = ({ cutouts }: Labels): Mm =>
  cutouts.length === 0 ? 0 : leaderMm + 0.6 + widest(cutouts.map(({ text }) => text))

const widest = (texts: readonly string[]): Mm => Math.max(0, ...texts.map(textWidth)) * fontMm

/** The positions of the bends and the overall width. */
const leftOfPlateMm = ({ starts }: Labels): Mm => widest(starts) + leaderMm + 0.6 + dimensionMm

/** The scale at which plate and labels fill the frame, the length shortened where it would make the plate too thin to read. */
function viewOf(plate: Plate, labels: Labels, frame: Frame, captionRowsMm: Mm): View {
  const beside = widest(labels.starts) + widest(labels.ends) + 2 * (leaderMm + 1) + dimensionMm + fontMm
  const below =
    (labels.cutouts.length > 0 ? widest(labels.cutouts.map(({ text }) => text)) + leaderMm : 0) + dimensionMm
  const room = {
    width: Math.max(30, frame.widthMm - beside),
    height: Math.max(20, frame.heightMm - below - 3 * fontMm - captionRowsMm),
  }
  let unit = Math.max(plate.widthMm / room.height, 1 / largestScale)
  let length = shortenedLength(plate.lengthMm, room.width * unit, keptStretches(plate, unit), shortestStretchMm * unit)
  const over = length.place(plate.lengthMm) / (room.width * unit)
  if (over > 1) {
    unit *= over
    length = shortenedLength(plate.lengthMm, room.width * unit, keptStretches(plate, unit), shortestStretchMm * unit)
  }
  return { labels, length, unit }
}

/** Where something happens along the length: the outline's corners and arcs, and the cut-outs, with a little on either side. */
function keptStretches(plate: Plate, unit: Mm): Interval[] {
  const slack = 3 * unit
  return [
    ...edges(plate.outline).map((edge) => {
      if (edge.kind === 'line') return { from: edge.from.y, to: edge.from.y }
      const { minY, maxY } = pathBox([edge])
      return { from: minY - slack, to: maxY + slack }
    }),
    ...plate.cutouts.map(cutoutBox).map(({ minY, maxY }) => ({ from: minY - slack, to: maxY + slack })),
  ]
}

/** Across the width becomes down the page, along the length becomes along it. */
const laid = ({ x, y }: Point, { place }: ShortenedLength): Point => ({ x: place(y), y: 0 - x })

function laidAlong(item: SceneItem, length: ShortenedLength): SceneItem {
  switch (item.kind) {
    case 'line':
      return {
        kind: 'polyline',
        role: item.role,
        closed: false,
        points: withKnots([cornerAt(item.from), cornerAt(item.to)], false, length.knots).map((corner) => ({
          ...laid(corner, length),
          bulge: 0,
        })),
      }
    case 'polyline':
      return {
        ...item,
        points: withKnots(item.points, item.closed, length.knots).map((corner) => ({
          ...laid(corner, length),
          bulge: corner.bulge,
        })),
      }
    case 'circle':
      return { ...item, centre: laid(item.centre, length) }
    case 'arc':
    case 'text':
    case 'dimension':
      return item
  }
}

const cornerAt = ({ x, y }: Point): Vertex => ({ x, y, bulge: 0 })

/** A corner more wherever a straight edge passes a place at which the scale changes. */
function withKnots(points: readonly Vertex[], closed: boolean, knots: readonly Mm[]): Vertex[] {
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

/** Two thin zigzag lines across the plate: here its length is not to scale. */
function breakMark(at: Mm, width: Mm, unit: Mm): SceneItem[] {
  const over = 1.5 * unit
  const middle = 0 - width / 2
  return [-0.8 * unit, 0.8 * unit].map((shift) => ({
    kind: 'polyline',
    role: 'break',
    closed: false,
    points: [
      { x: at + shift, y: over },
      { x: at + shift, y: middle + 2 * unit },
      { x: at + shift - 1.4 * unit, y: middle + 0.8 * unit },
      { x: at + shift + 1.4 * unit, y: middle - 0.8 * unit },
      { x: at + shift, y: middle - 2 * unit },
      { x: at + shift, y: 0 - width - over },
    ].map((point) => ({ ...point, bulge: 0 })),
  }))
}

/** Positions at the near end, and the bends' names (with the far positions of a tapered piece) at the far end. */
function bendLabels(plate: Plate, { labels, length, unit }: View): SceneItem[] {
  const far = length.place(plate.lengthMm)
  const column = (edge: Mm, out: 1 | -1, texts: readonly string[]) =>
    labelColumn(
      plate.bends.map((bend, index) => {
        const ends = [bend.from, bend.to].map((end) => laid(end, length)).toSorted((a, b) => (a.x - b.x) * out)
        return { at: ends[1] ?? { x: edge, y: 0 }, text: texts[index] ?? '' }
      }),
      edge,
      out,
      unit,
    )
  return [...column(0, -1, labels.starts), ...column(far, 1, labels.ends)]
}

/** Texts beside an edge, each with a leader from where its bend line ends. */
function labelColumn(labels: readonly { at: Point; text: string }[], edge: Mm, out: 1 | -1, unit: Mm): SceneItem[] {
  const inOrder = labels.toSorted((a, b) => b.at.y - a.at.y)
  const places = spread(inOrder.map(({ at }) => ({ wanted: 0 - at.y, room: lineMm * unit })))
  return inOrder.flatMap(({ at, text }, index): SceneItem[] => {
    const y = 0 - (places[index] ?? at.y)
    return [
      leader([
        { x: at.x + out * 0.6 * unit, y: at.y },
        { x: edge + out * 1.6 * unit, y: at.y },
        { x: edge + out * (leaderMm - 1) * unit, y },
        { x: edge + out * leaderMm * unit, y },
      ]),
      label({ x: edge + out * (leaderMm + 0.6) * unit, y }, text, unit, { anchor: out === 1 ? 'start' : 'end' }),
    ]
  })
}

function cutoutLabels(plate: Plate, { labels, length, unit }: View): SceneItem[] {
  const bottom = 0 - plate.widthMm
  const places = spread(labels.cutouts.map(({ at }) => ({ wanted: length.place(at), room: lineMm * unit })))
  return labels.cutouts.flatMap(({ at, text }, index): SceneItem[] => {
    const x = places[index] ?? 0
    return [
      leader([
        { x: length.place(at), y: bottom - 0.6 * unit },
        { x: length.place(at), y: bottom - 1.6 * unit },
        { x, y: bottom - (leaderMm - 1) * unit },
        { x, y: bottom - leaderMm * unit },
      ]),
      label({ x, y: bottom - (leaderMm + 0.6) * unit }, text, unit, { anchor: 'end', rotationDeg: 90 }),
    ]
  })
}

/** Width and length overall, and those of a slanted plate's shorter edges. */
function sizes(plate: Plate, { labels, length, unit }: View, words: DrawingWords): SceneItem[] {
  const far = length.place(plate.lengthMm)
  const { left, right, top, bottom } = straightEdges(plate)
  const beside = plate.bends.length > 0 ? leaderMm + 0.6 + fontMm * 0.6 : fontMm
  const under = cutoutsMm(labels)
  const down = 0 - plate.widthMm
  const dimension = (from: Point, to: Point, offset: Mm, measured: Mm): SceneItem => ({
    kind: 'dimension',
    role: 'dimension',
    from,
    to,
    offsetMm: offset * unit,
    text: figure(measured, words),
    sizeMm: fontMm * unit,
  })
  const upright = (x: Mm, [from, to]: Span, offset: Mm) =>
    dimension({ x, y: 0 - to }, { x, y: 0 - from }, offset, to - from)
  const flat = (y: Mm, [from, to]: Span, offset: Mm) =>
    dimension({ x: length.place(from), y }, { x: length.place(to), y }, offset, to - from)
  return [
    upright(0, left ?? [0, plate.widthMm], beside + widest(labels.starts)),
    ...(right === null ? [] : [upright(far, right, 0 - beside - widest(labels.ends))]),
    ...(top === null ? [] : [flat(0, top, fontMm)]),
    ...(bottom === null ? [] : [flat(down, bottom, 0 - under - fontMm)]),
    flat(down, [0, plate.lengthMm], 0 - under - fontMm - (bottom === null ? 0 : dimensionMm)),
  ]
}

type Span = readonly [Mm, Mm]

/** The edges of a slanted plate that want a size of their own beside the overall one; a notched plate is measured overall alone. */
function straightEdges(plate: Plate): Record<'left' | 'right' | 'top' | 'bottom', Span | null> {
  const span = (side: 'x' | 'y', at: Mm, whole: Mm): Span | null => {
    const along = side === 'x' ? 'y' : 'x'
    const places = plate.outline
      .filter((corner) => Math.abs(corner[side] - at) < slackMm)
      .map((corner) => corner[along])
    const [from, to] = [Math.min(...places), Math.max(...places)]
    return places.length < 2 || to - from > whole - slackMm ? null : [from, to]
  }
  const slanted = edges(plate.outline).length === 4
  const whole = { left: null, right: null, top: null, bottom: null }
  if (!slanted) return whole
  const left = span('y', 0, plate.widthMm)
  const right = span('y', plate.lengthMm, plate.widthMm)
  const across: Span = [0, plate.widthMm]
  return {
    ...(left === null && right === null ? { left, right } : { left: left ?? across, right: right ?? across }),
    top: span('x', 0, plate.lengthMm),
    bottom: span('x', plate.widthMm, plate.lengthMm),
  }
}

/** Over the plate, and over the size of its upper edge where that has one. */
function captionItems(texts: readonly CaptionText[], plate: Plate, unit: Mm): SceneItem[] {
  const over = captionMm + (straightEdges(plate).top === null ? 0 : dimensionMm)
  return texts.map(({ text, x, up, sizeMm }) => ({
    ...label({ x: x * unit, y: (over + up) * unit }, text, unit, {}),
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
  at: Point,
  text: string,
  unit: Mm,
  { anchor = 'start', rotationDeg = 0 }: Partial<TextItem>,
): TextItem => ({
  kind: 'text',
  role: 'label',
  at,
  text,
  sizeMm: fontMm * unit,
  anchor,
  rotationDeg,
})
