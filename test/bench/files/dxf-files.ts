// DXF files per second: ours, the library below it used directly, and ezdxf, all drawing the same blanks.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import Drawing from 'dxf-writer/src/Drawing.js'
import { sheetDxf } from '../../../shared/drawing/files.ts'
import type { DrawnPiece, DrawnSheet } from '../../../shared/drawing/files.ts'
import { blankOf } from '../../../shared/drawing/flat-pattern/blank.ts'
import type { Blank } from '../../../shared/drawing/flat-pattern/blank.ts'
import { sandboxSheets } from '../../unit/drawing/sandbox-sheets.ts'
import type { Row } from '../run.ts'
import { sideBySide, processorTimed } from '../side-by-side.ts'

const rounds = 7
/** How many times a round draws all blanks. */
const repetitions = 10

export async function dxfRows(): Promise<Row[]> {
  const all = sandboxSheets().flatMap((sheet) => sheet.pieces.map((piece) => ({ sheet, piece })))
  const drawings = all.map(({ sheet, piece }) => drawingOf(sheet, piece))
  const input = JSON.stringify(drawings)

  const ownTime = processorTimed(() => {
    for (let repetition = 0; repetition < repetitions; repetition += 1) {
      for (const { sheet, piece } of all)
        if (!sheetDxf(sheet, { piece }).ok) throw new Error(`${sheet.id} was rejected`)
    }
  })
  const bare = processorTimed(() => {
    for (let repetition = 0; repetition < repetitions; repetition += 1) for (const drawing of drawings) bareDxf(drawing)
  })
  const ezdxf = async (): Promise<number> =>
    Number(
      execFileSync('/usr/bin/python3', [join(import.meta.dirname, 'ezdxf_blanks.py'), '1'], {
        input,
        encoding: 'utf8',
      }),
    ) * repetitions

  const perSecond = (ms: number): string => ((all.length * repetitions * 1000) / ms).toFixed(0)
  const bareTimes = await sideBySide(ownTime, bare, rounds)
  const bareShare = bareTimes.theirs / bareTimes.ours
  const ezdxfTimes = await sideBySide(ownTime, ezdxf, rounds)
  const ezdxfShare = ezdxfTimes.theirs / ezdxfTimes.ours
  return [
    {
      name: `DXF of the sandbox's ${all.length} blanks, compared with dxf-writer drawing the same shapes directly (medians of ${rounds} rounds)`,
      measured: `${bareShare.toFixed(2)} times its files per second of processor time: ${perSecond(bareTimes.ours)} and ${perSecond(bareTimes.theirs)}`,
      limit: 'at least 0.5 times',
      passes: bareShare >= 0.5,
    },
    {
      name: 'the same blanks, compared with ezdxf writing in memory',
      measured: `${ezdxfShare.toFixed(1)} times its files per second of processor time: ${perSecond(ezdxfTimes.ours)} and ${perSecond(ezdxfTimes.theirs)}`,
      limit: 'at least 20 times',
      passes: ezdxfShare >= 20,
    },
  ]
}

/** The shapes to draw, computed in advance: the other writers need not compute them. */
interface BlankDrawing {
  outline: [number, number, number][]
  circles: [number, number, number][]
  cutouts: [number, number, number][][]
  bends: [number, number, number, number, boolean][]
  texts: [number, number, string][]
  width: number
  length: number
}

const corners = (points: Blank['outline']) => points.map(({ x, y, bulge }): [number, number, number] => [x, y, bulge])

function drawingOf(sheet: DrawnSheet, piece: DrawnPiece): BlankDrawing {
  const blank = blankOf(sheet, piece)
  if (!blank.ok) throw new Error(`${sheet.id}: ${blank.error.message}`)
  const { outline, cutouts, bends, widthMm, lengthMm } = blank.value
  return {
    outline: corners(outline),
    circles: cutouts.flatMap((cutout): [number, number, number][] =>
      cutout.kind === 'circle' ? [[cutout.x, cutout.y, cutout.diameterMm / 2]] : [],
    ),
    cutouts: cutouts.flatMap((cutout) => (cutout.kind === 'polyline' ? [corners(cutout.points)] : [])),
    bends: bends.map(({ from, to, up }) => [from.x, from.y, to.x, to.y, up]),
    texts: [
      [4, 4, `${sheet.order.numberDisplay} / ${sheet.sheetNo}`],
      ...bends.map(({ from, to, number, up, turnDeg }): [number, number, string] => [
        (from.x + to.x) / 2,
        (from.y + to.y) / 2,
        `${number} ${up ? 'UP' : 'DOWN'} ${turnDeg}`,
      ]),
    ],
    width: widthMm,
    length: lengthMm,
  }
}

/** Draws as the manual of dxf-writer does: the same layers and shapes, without line types per line, rounding or extents. */
function bareDxf({ outline, circles, cutouts, bends, texts }: BlankDrawing): string {
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
