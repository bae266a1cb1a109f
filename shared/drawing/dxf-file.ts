// A DXF file of flat geometry, in our words: layers with a colour and a line type, closed polylines with bulges, circles,
// lines, arcs, texts. dxf-writer writes it; nothing else in the house knows that. Pure: the same calls give the same bytes.
import DatabaseObject from 'dxf-writer/src/DatabaseObject.js'
import Drawing from 'dxf-writer/src/Drawing.js'
import Handle from 'dxf-writer/src/Handle.js'
import type TagsManager from 'dxf-writer/src/TagsManager.js'
import type { Arc, Mm, Point } from '../bending/index.ts'
import type { Vertex } from './drawn-sheet.ts'
import type { Box } from './outline.ts'

export type LineType = 'Continuous' | 'CENTER' | 'DASHED'

export interface DxfLayer {
  /** ASCII: some readers take nothing else. */
  readonly name: string
  /** AutoCAD's colour index. */
  readonly colour: number
  readonly lineType: LineType
  /** Switched off: there, and not shown until asked for. */
  readonly off?: boolean
}

export interface DxfFile {
  polyline(layer: DxfLayer, points: readonly Vertex[]): void
  circle(layer: DxfLayer, centre: Point, radius: Mm): void
  /** Carries its layer's line type and colour itself as well: some readers look at the line alone. */
  line(layer: DxfLayer, from: Point, to: Point): void
  arc(layer: DxfLayer, arc: Arc): void
  /** One line, `at` its lower left; what would break the line or stand for another character is parted by spaces. */
  text(layer: DxfLayer, at: Point, height: Mm, text: string): void
  /** The whole file, ending in a newline. */
  bytes(): string
}

const lineTypes: readonly { name: LineType; picture: string; elements: readonly Mm[] }[] = [
  { name: 'CENTER', picture: '____ _ ____ _', elements: [32, -6, 6, -6] },
  { name: 'DASHED', picture: '__ __ __ __', elements: [12, -6] },
]

/** An empty file in mm whose drawing covers `box`, with these layers. */
export function dxfFile(layers: readonly DxfLayer[], box: Box): DxfFile {
  // The writer counts handles over all files it ever wrote: set back, the same drawing has the same ones.
  Handle.seed = 0
  const drawing = new Drawing()
  drawing.setUnits('Millimeters')
  drawing.header('MEASUREMENT', [[70, 1]])
  drawing.header('DWGCODEPAGE', [[3, 'ANSI_1252']])
  drawing.header('EXTMIN', extreme(box.minX, box.minY))
  drawing.header('EXTMAX', extreme(box.maxX, box.maxY))
  for (const { name, picture, elements } of lineTypes) drawing.addLineType(name, picture, elements)
  for (const { name, colour, lineType, off } of layers) {
    if (!(name in drawing.layers)) drawing.addLayer(name, off === true ? 0 - colour : colour, lineType)
  }
  const on = (layer: DxfLayer): Drawing => drawing.setActiveLayer(layer.name)
  return {
    polyline(layer, points) {
      on(layer).drawPolyline(
        startedStraight(points).map(({ x, y, bulge }) =>
          bulge === 0 ? [rounded(x), rounded(y)] : [rounded(x), rounded(y), fine(bulge)],
        ),
        true,
      )
    },
    circle(layer, centre, radius) {
      on(layer).drawCircle(rounded(centre.x), rounded(centre.y), rounded(radius))
    },
    line(layer, from, to) {
      drawing.layers[layer.name]?.addShape(new TypedLine(layer, from, to))
    },
    arc(layer, { from, to, centre, radiusMm, turnDeg }) {
      const [first, last] = turnDeg > 0 ? [from, to] : [to, from]
      on(layer).drawArc(
        rounded(centre.x),
        rounded(centre.y),
        rounded(radiusMm),
        directionDeg(centre, first),
        directionDeg(centre, last),
      )
    },
    text(layer, at, height, text) {
      on(layer).drawText(rounded(at.x), rounded(at.y), rounded(height), 0, plain(text))
    },
    bytes: () => `${drawing.toDxfString()}\n`,
  }
}

/** dxf-writer's own line leaves line type and colour to the layer. */
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
 * The same closed outline, begun where its first and its last edge are straight: GDAL works the ends of arcs out anew, and finds
 * an outline that begins or ends in one open by the last digit. A straight edge between arcs is parted in its middle for it.
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
 * One line that says no more than it reads: a control character would break the file in two, and `%%c`, `^J` or `\U+00D8` stand
 * for other characters to readers of DXF, so a space parts them. A lone half of a character becomes U+FFFD, as UTF-8 has it.
 */
const plain = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/%(?=%)|\^|\\(?=[UM]\+)/gi, '$& ')
    .toWellFormed()

const extreme = (x: Mm, y: Mm): [number, number][] => [
  [10, rounded(x)],
  [20, rounded(y)],
  [30, 0],
]

/** To a millionth of a mm: no exponent is ever written, and no −0. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6 + 0
/** Bulges have no unit and stand for arcs of any size, so they are written finer. */
const fine = (bulge: number): string => bulge.toFixed(12)
const directionDeg = (from: Point, to: Point): number =>
  rounded(((Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI + 360) % 360)
