// A DXF file of flat geometry: layers with a colour and a line type, closed polylines with bulges, circles, lines, arcs, texts. The only
// module that uses dxf-writer. Pure: the same calls give the same bytes.
import ArcShape from 'dxf-writer/src/Arc.js'
import Circle from 'dxf-writer/src/Circle.js'
import DatabaseObject from 'dxf-writer/src/DatabaseObject.js'
import Drawing from 'dxf-writer/src/Drawing.js'
import Handle from 'dxf-writer/src/Handle.js'
import Polyline from 'dxf-writer/src/Polyline.js'
import TagsManager from 'dxf-writer/src/TagsManager.js'
import Text from 'dxf-writer/src/Text.js'
import { headingFrom } from '../../bending/index.ts'
import type { Arc, Box, Mm, Point } from '../../bending/index.ts'
import type { Vertex } from '../drawn-sheet.ts'

type LineType = 'Continuous' | 'CENTER' | 'DASHED'

export interface DxfLayer {
  /** ASCII, because some readers accept nothing else. */
  readonly name: string
  /** AutoCAD's colour index. */
  readonly colour: number
  readonly lineType: LineType
  /** Off: present, but not shown. */
  readonly off?: boolean
}

export interface DxfFile {
  polyline(layer: DxfLayer, points: readonly Vertex[]): void
  circle(layer: DxfLayer, centre: Point, radius: Mm): void
  /** Also has the line type and colour of its layer, because some readers ignore the layer. */
  line(layer: DxfLayer, from: Point, to: Point): void
  arc(layer: DxfLayer, arc: Arc): void
  /** One line of text, `position` is its lower left. Spaces separate control sequences, so that readers show them unchanged. */
  text(layer: DxfLayer, position: Point, height: Mm, text: string): void
  /** The whole file, ending in a newline. */
  bytes(): string
}

const lineTypes: readonly { name: LineType; picture: string; elements: readonly Mm[] }[] = [
  { name: 'CENTER', picture: '____ _ ____ _', elements: [32, -6, 6, -6] },
  { name: 'DASHED', picture: '__ __ __ __', elements: [12, -6] },
]

/** An empty file in mm whose drawing covers `box`, with these layers. */
export function dxfFile(layers: readonly DxfLayer[], box: Box): DxfFile {
  const frame = frameOf(layers)
  const shapes = new Map<string, (() => Shape)[]>(frame.layers.map((name) => [name, []]))
  const put = ({ name }: DxfLayer, make: () => Shape) => void shapes.get(name)?.push(make)
  return {
    polyline(layer, points) {
      const corners = startedStraight(points).map(({ x, y, bulge }): [number, number, string?] =>
        bulge === 0 ? [rounded(x), rounded(y)] : [rounded(x), rounded(y), fine(bulge)],
      )
      put(layer, () => new Polyline(corners, true))
    },
    circle(layer, centre, radius) {
      put(layer, () => new Circle(rounded(centre.x), rounded(centre.y), rounded(radius)))
    },
    line(layer, from, to) {
      put(layer, () => new TypedLine(layer, from, to))
    },
    arc(layer, { from, to, centre, radiusMm, turnDeg }) {
      const [first, last] = turnDeg > 0 ? [from, to] : [to, from]
      const angles = [directionDeg(centre, first), directionDeg(centre, last)] as const
      put(layer, () => new ArcShape(rounded(centre.x), rounded(centre.y), rounded(radiusMm), ...angles))
    },
    text(layer, position, height, text) {
      put(layer, () => new Text(rounded(position.x), rounded(position.y), rounded(height), 0, plain(text)))
    },
    bytes: () => filled(frame, shapes, box),
  }
}

/** The common text of files with the same layers: all except the extent, the shapes and the next free handle. */
interface Frame {
  /** The text around `$HANDSEED`, the four figures of the extent, and the shapes. */
  readonly parts: readonly string[]
  /** The names of the layers in the order of the file. */
  readonly layers: readonly string[]
  readonly lastHandle: number
  readonly modelSpace: string
}

const gap = '\u0000'
const frames = new Map<string, Frame>()

/** Built once for each set of layers, because it is nine tenths of a file. */
function frameOf(layers: readonly DxfLayer[]): Frame {
  const key = JSON.stringify(layers)
  const cached = frames.get(key)
  if (cached !== undefined) return cached
  // the writer counts handles over all files; it is reset, so that the same drawing has the same handles
  Handle.seed = 0
  const drawing = new Drawing()
  drawing.setUnits('Millimeters')
  drawing.header('MEASUREMENT', [[70, 1]])
  drawing.header('DWGCODEPAGE', [[3, 'ANSI_1252']])
  for (const corner of ['EXTMIN', 'EXTMAX']) {
    drawing.header(corner, [
      [10, gap],
      [20, gap],
      [30, 0],
    ])
  }
  for (const { name, picture, elements } of lineTypes) drawing.addLineType(name, picture, elements)
  for (const { name, colour, lineType, off } of layers) {
    if (!(name in drawing.layers)) drawing.addLayer(name, off === true ? -colour : colour, lineType)
  }
  const text = drawing.toDxfString()
  const frame: Frame = {
    parts: text
      .replace(/(?<=\$HANDSEED\n5\n).*/, gap)
      .replace(/(?<=\nENTITIES\n)/, gap)
      .split(gap),
    layers: Object.keys(drawing.layers),
    lastHandle: Handle.seed,
    modelSpace: drawing.modelSpace.handle,
  }
  frames.set(key, frame)
  return frame
}

function filled(frame: Frame, shapes: ReadonlyMap<string, readonly (() => Shape)[]>, box: Box): string {
  Handle.seed = frame.lastHandle
  const entities = new TagsManager()
  for (const [name, shapesOfLayer] of shapes) {
    for (const make of shapesOfLayer) {
      const shape = make()
      shape.layer = { name }
      shape.ownerObjectHandle = frame.modelSpace
      shape.tags(entities)
    }
  }
  const extent = [box.minX, box.minY, box.maxX, box.maxY].map((value) => String(rounded(value)))
  const between = [Handle.peek(), ...extent, `${entities.toDxfString()}\n`]
  return `${frame.parts.map((part, index) => `${part}${between[index] ?? ''}`).join('')}\n`
}

type Shape = DatabaseObject

/** A line with its own line type and colour: the line of dxf-writer has those of its layer. */
class TypedLine extends DatabaseObject {
  readonly #style: DxfLayer
  readonly #from: Point
  readonly #to: Point

  constructor(style: DxfLayer, from: Point, to: Point) {
    super(['AcDbEntity', 'AcDbLine'])
    this.#style = style
    this.#from = from
    this.#to = to
  }

  override tags(manager: TagsManager): void {
    manager.push(0, 'LINE')
    super.tags(manager)
    manager.push(8, this.#style.name)
    manager.push(6, this.#style.lineType)
    manager.push(62, this.#style.colour)
    manager.point(rounded(this.#from.x), rounded(this.#from.y))
    manager.push(11, rounded(this.#to.x))
    manager.push(21, rounded(this.#to.y))
    manager.push(31, 0)
  }
}

/**
 * The same closed outline, starting where its first and last edge are straight. GDAL recomputes the ends of arcs, so an outline that
 * starts or ends with an arc is open by the last digit. A straight edge between arcs is divided in its middle.
 */
function startedStraight(points: readonly Vertex[]): readonly Vertex[] {
  const straight = (index: number): boolean => points.at(index)?.bulge === 0
  const between = points.findIndex((_, index) => straight(index) && straight(index - 1))
  if (between !== -1) return [...points.slice(between), ...points.slice(0, between)]
  const edge = points.findIndex((_, index) => straight(index))
  const from = points[edge]
  const to = points[(edge + 1) % points.length]
  if (from === undefined || to === undefined) return points
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2, bulge: 0 }
  return [middle, ...points.slice(edge + 1), ...points.slice(0, edge + 1)]
}

/**
 * One line without control sequences: a control character would break the file, and DXF readers replace `%%c`, `^J` or `\U+00D8`, so a
 * space is inserted. A lone surrogate becomes U+FFFD, as in UTF-8.
 */
const plain = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/%(?=%)|\^|\\(?=[UM]\+)/gi, '$& ')
    .toWellFormed()

/** Rounds to a millionth of a mm, so that no exponent is ever written, and no −0. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6 + 0
/** Bulges have no unit and describe arcs of any size, so they have more digits. */
const fine = (bulge: number): string => bulge.toFixed(12)
const directionDeg = (from: Point, to: Point): number => rounded((headingFrom(from, to) + 360) % 360)
