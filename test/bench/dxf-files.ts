// DXF files a second: ours, beside the bare library that we write them with and beside ezdxf, all drawing the same plates.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import Drawing from 'dxf-writer/src/Drawing.js'
import { sheetDxf } from '../../shared/drawing/files.ts'
import type { DrawnPiece, DrawnSheet } from '../../shared/drawing/files.ts'
import { plateOf } from '../../shared/drawing/plate.ts'
import type { Plate } from '../../shared/drawing/plate.ts'
import { sandboxSheets } from '../unit/drawing/sandbox-sheets.ts'
import type { Row } from './run.ts'
import { sideBySide, timed } from './side-by-side.ts'

const rounds = 7
/** How often a round draws all plates. */
const times = 10

export async function dxfRows(): Promise<Row[]> {
  const all = sandboxSheets().flatMap((sheet) => sheet.pieces.map((piece) => ({ sheet, piece })))
  const drawings = all.map(({ sheet, piece }) => drawingOf(sheet, piece))
  const input = JSON.stringify(drawings)

  const ours = timed(() => {
    for (let time = 0; time < times; time += 1) {
      for (const { sheet, piece } of all) if (!sheetDxf(sheet, { piece }).ok) throw new Error(`${sheet.id} is refused`)
    }
  })
  const bare = timed(() => {
    for (let time = 0; time < times; time += 1) for (const drawing of drawings) bareDxf(drawing)
  })
  const ezdxf = async (): Promise<number> =>
    Number(
      execFileSync('/usr/bin/python3', [join(import.meta.dirname, 'ezdxf_plates.py'), '1'], {
        input,
        encoding: 'utf8',
      }),
    ) * times

  const perSecond = (ms: number): string => ((all.length * times * 1000) / ms).toFixed(0)
  const beside = await sideBySide(ours, bare, rounds)
  const half = beside.theirs / beside.ours
  const python = await sideBySide(ours, ezdxf, rounds)
  const twenty = python.theirs / python.ours
  return [
    {
      what: `DXF of the sandbox's ${all.length} plates beside bare dxf-writer drawing the same shapes (medians of ${rounds} rounds)`,
      measured: `${half.toFixed(2)} times its files/s of processor time: ${perSecond(beside.ours)} beside ${perSecond(beside.theirs)}`,
      promised: 'at least 0.5 times',
      holds: half >= 0.5,
    },
    {
      what: 'the same beside ezdxf, in memory',
      measured: `${twenty.toFixed(1)} times its files/s of processor time: ${perSecond(python.ours)} beside ${perSecond(python.theirs)}`,
      promised: 'at least 20 times',
      holds: twenty >= 20,
    },
  ]
}

/** What is to be drawn, worked out beforehand: the others are spared that. */
interface PlateDrawing {
  outline: [number, number, number][]
  circles: [number, number, number][]
  cutouts: [number, number, number][][]
  bends: [number, number, number, number, boolean][]
  texts: [number, number, string][]
  width: number
  length: number
}

const corners = (points: Plate['outline']) => points.map(({ x, y, bulge }): [number, number, number] => [x, y, bulge])

function drawingOf(sheet: DrawnSheet, piece: DrawnPiece): PlateDrawing {
  const plate = plateOf(sheet, piece)
  if (!plate.ok) throw new Error(`${sheet.id}: ${plate.refusal.message}`)
  const { outline, cutouts, bends, widthMm, lengthMm } = plate.value
  return {
    outline: corners(outline),
    circles: cutouts.flatMap((cutout): [number, number, number][] =>
      cutout.kind === 'circle' ? [[cutout.x, cutout.y, cutout.diameterMm / 2]] : [],
    ),
    cutouts: cutouts.flatMap((cutout) => (cutout.kind === 'polyline' ? [corners(cutout.points)] : [])),
    bends: bends.map(({ from, to, up }) => [from.x, from.y, to.x, to.y, up]),
    texts: [
      [4, 4, `${sheet.order.numberDisplay} / ${sheet.sheetNo}`],
      ...bends.map(({ from, to, number, up, angleDeg }): [number, number, string] => [
        (from.x + to.x) / 2,
        (from.y + to.y) / 2,
        `${number} ${up ? 'UP' : 'DOWN'} ${angleDeg}`,
      ]),
    ],
    width: widthMm,
    length: lengthMm,
  }
}

/** As dxf-writer's own manual draws: the same layers and shapes, without the line's own line type, rounding or extent. */
function bareDxf({ outline, circles, cutouts, bends, texts }: PlateDrawing): string {
  const drawing = new Drawing()
  drawing.setUnits('Millimeters')
  drawing.addLineType('CENTER', '____ _ ____ _', [32, -6, 6, -6])
  drawing.addLineType('DASHED', '__ __ __ __', [12, -6])
  drawing.addLayer('IV_OUTER_PROFILE', 7, 'CONTINUOUS')
  drawing.addLayer('IV_INTERIOR_PROFILES', 5, 'CONTINUOUS')
  drawing.addLayer('IV_BEND', 3, 'CENTER')
  drawing.addLayer('IV_BEND_DOWN', 1, 'DASHED')
  drawing.addLayer('TEXT', 2, 'CONTINUOUS')
  drawing.setActiveLayer('IV_OUTER_PROFILE').drawPolyline(outline, true)
  drawing.setActiveLayer('IV_INTERIOR_PROFILES')
  for (const [x, y, radius] of circles) drawing.drawCircle(x, y, radius)
  for (const points of cutouts) drawing.drawPolyline(points, true)
  for (const [x1, y1, x2, y2, up] of bends) {
    drawing.setActiveLayer(up ? 'IV_BEND' : 'IV_BEND_DOWN').drawLine(x1, y1, x2, y2)
  }
  drawing.setActiveLayer('TEXT')
  for (const [x, y, text] of texts) drawing.drawText(x, y, 4, 0, text)
  return drawing.toDxfString()
}
