// The DXF of a flat blank for cutting and marking, by the layer names that CAM programs know. Pure.
import { figureText } from '../../base/figures.ts'
import { ok } from '../../base/result.ts'
import type { Result } from '../../base/result.ts'
import { includedDegOf } from '../../bending/index.ts'
import type { Refusal } from '../../bending/index.ts'
import { dxfFile } from './dxf-file.ts'
import type { DxfFile, DxfLayer } from './dxf-file.ts'
import type { DrawnPiece, DrawnSheet } from '../drawn-sheet.ts'
import type { Blank } from '../flat-pattern/index.ts'
import { blankItems } from '../flat-pattern/index.ts'
import { polylinePieces } from '../scene/index.ts'
import type { PolylineItem, SceneItem } from '../scene/index.ts'
import { validateBlanks } from '../sheet-validation.ts'

interface Layers {
  readonly outer: DxfLayer
  readonly inner: DxfLayer
  /** Null: bends are omitted. */
  readonly up: DxfLayer | null
  readonly down: DxfLayer | null
  readonly text: DxfLayer | null
  /** Outlines as lines and arcs, for readers without polylines. */
  readonly exploded: boolean
}

const named = (outer: string, inner: string, up: string, down: string): Layers => ({
  outer: { name: outer, colour: 7, lineType: 'Continuous' },
  inner: { name: inner, colour: 5, lineType: 'Continuous' },
  up: { name: up, colour: 3, lineType: 'CENTER' },
  down: { name: down, colour: 1, lineType: 'DASHED' },
  text: { name: 'TEXT', colour: 2, lineType: 'Continuous', off: true },
  exploded: false,
})

const inventor = named('IV_OUTER_PROFILE', 'IV_INTERIOR_PROFILES', 'IV_BEND', 'IV_BEND_DOWN')
const ground: DxfLayer = { name: '0', colour: 7, lineType: 'Continuous' }

const presets = {
  inventor,
  'solid-edge': named('OUTER_LOOP', 'INTERIOR_LOOPS', 'UP_CENTERLINES', 'DOWN_CENTERLINES'),
  onshape: named(
    'SHEETMETAL_CUT_LINES',
    'SHEETMETAL_CUT_LINES',
    'SHEETMETAL_BEND_LINES_UP',
    'SHEETMETAL_BEND_LINES_DOWN',
  ),
  /** Everything on layer 0, as LINE and ARC; bends differ only by line type and colour. */
  plain: {
    outer: ground,
    inner: ground,
    up: { ...ground, colour: 3, lineType: 'CENTER' },
    down: { ...ground, colour: 1, lineType: 'DASHED' },
    text: null,
    exploded: true,
  },
  'cutting-only': { ...inventor, up: null, down: null, text: null },
} satisfies Record<string, Layers>

export type DxfPreset = keyof typeof presets
export const dxfPresets: readonly DxfPreset[] = ['inventor', 'solid-edge', 'onshape', 'plain', 'cutting-only']

export interface DxfOptions {
  readonly piece?: DrawnPiece | undefined
  readonly preset?: DxfPreset | undefined
  /** Shows the text layer, which is otherwise present but hidden. */
  readonly showTexts?: boolean | undefined
}

/**
 * The blank of one piece as DXF text: one closed outline with its lower left at the origin, cut-outs, bends up and down as
 * lines that carry their own line type and colour. The same sheet gives the same bytes. Refuses an invalid
 * sheet.
 */
export function sheetDxf(sheet: DrawnSheet, options: DxfOptions = {}): Result<string, Refusal> {
  const blanks = validateBlanks(sheet)
  if (!blanks.ok) return blanks
  const blank = blanks.value(options.piece)
  if (!blank.ok) return blank
  const layers: Layers = presets[options.preset ?? 'inventor']
  const text = layers.text === null ? null : { ...layers.text, off: options.showTexts !== true }
  const { widthMm, lengthMm } = blank.value
  const file = dxfFile(
    [layers.outer, layers.inner, layers.up, layers.down, text].filter((layer) => layer !== null),
    { minX: 0, minY: 0, maxX: widthMm, maxY: lengthMm },
  )
  for (const item of blankItems(blank.value)) put(file, layers, item)
  if (text !== null) putTexts(file, text, sheet, blank.value)
  return ok(file.bytes())
}

function put(file: DxfFile, layers: Layers, item: SceneItem): void {
  const layer = layerFor(layers, item)
  if (layer === null) return
  if (item.kind === 'line') file.line(layer, item.from, item.to)
  if (item.kind === 'circle') file.circle(layer, item.centre, item.radiusMm)
  if (item.kind === 'polyline') putOutline(file, layer, item, layers.exploded)
}

function layerFor(layers: Layers, { role }: SceneItem): DxfLayer | null {
  if (role === 'outline') return layers.outer
  if (role === 'cutout') return layers.inner
  if (role === 'bend-up') return layers.up
  if (role === 'bend-down') return layers.down
  return null
}

function putOutline(file: DxfFile, layer: DxfLayer, item: PolylineItem, exploded: boolean): void {
  if (!exploded) {
    file.polyline(layer, item.points)
    return
  }
  for (const piece of polylinePieces(item)) {
    if (piece.kind === 'line') file.line(layer, piece.from, piece.to)
    else file.arc(layer, piece)
  }
}

const textHeightMm = 4

function putTexts(file: DxfFile, layer: DxfLayer, sheet: DrawnSheet, blank: Blank): void {
  const name = `${sheet.order.numberDisplay} / ${sheet.sheetNo} v${sheet.drawingVersion}`
  file.text(layer, { x: textHeightMm, y: textHeightMm }, textHeightMm, `${name}${handMark(blank.hand)}`)
  for (const bend of blank.bends) {
    const middle = { x: (bend.from.x + bend.to.x) / 2, y: (bend.from.y + bend.to.y) / 2 }
    file.text(layer, middle, textHeightMm, `${bend.number} ${bend.up ? 'UP' : 'DOWN'} ${amountOf(bend)}`)
  }
}

/** The included angle as a bare figure, because not every reader's font has the sign of degrees. */
const amountOf = ({ hem, turnDeg }: Blank['bends'][number]): string =>
  hem === null ? figureText(includedDegOf(turnDeg), 2, 'en') : 'HEM'

const handMark = (hand: string): string => (hand === 'left' ? ' L' : hand === 'right' ? ' R' : '')
