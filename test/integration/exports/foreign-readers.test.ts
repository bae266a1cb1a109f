// What leaves as a file, read by programs that are not ours: ezdxf and GDAL; the printed sheets are in pdf-readers. They are part of what tests need.
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createExporter } from '../../../src-main/exports/index.ts'
import type { ExportResult } from '../../../src-main/exports/index.ts'
import { sandboxSheets } from '../../unit/drawing/sandbox-sheets.ts'
import { sill, taperedAngle } from '../../unit/drawing/sample-sheets.ts'

const font = await readFile(new URL('../../../resources/fonts/DejaVuSans.ttf', import.meta.url))
const order = { ...taperedAngle.order, title: 'Bygg 漢 sør' }
const rightOnly = {
  ...taperedAngle,
  id: 'right-only',
  sheetNo: 5,
  pieces: taperedAngle.pieces.map((piece) => ({ ...piece, hand: 'right' })),
}
const sheets = [sill, { ...taperedAngle, order }, rightOnly, ...sandboxSheets()]
const run = (program: string, args: string[], input = '') => execFileSync(program, args, { encoding: 'utf8', input })

let folder: string
let written: ExportResult
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'exports-'))
  written = await createExporter({ folder, font }).exportSheets(sheets, ['dxf'])
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** For each file on standard input: what is wrong with it, its outline's box, and its bends up and down. */
const ezdxfReport = `
import json, sys, ezdxf
from ezdxf import bbox
for path in sys.stdin.read().split():
    doc = ezdxf.readfile(path)
    audit = doc.audit()
    space = doc.modelspace()
    on = lambda layer: [e for e in space if e.dxf.layer == layer]
    outline = on("IV_OUTER_PROFILE")
    size = bbox.extents(outline).size
    print(json.dumps({
        "path": path,
        "wrong": [str(e.message) for e in list(audit.errors) + list(audit.fixes)],
        "undefined": [e.dxf.layer for e in space if e.dxf.layer not in doc.layers],
        "outlines": [e.dxftype() + ("" if e.closed else " open") for e in outline],
        "box": [round(size.x, 3), round(size.y, 3)],
        "up": [e.dxf.linetype for e in on("IV_BEND")],
        "down": [e.dxf.linetype for e in on("IV_BEND_DOWN")],
        "units": [doc.header.get("$INSUNITS"), doc.header.get("$MEASUREMENT")],
    }))
`

describe('files that other programs read', () => {
  it('were written for every sheet', () => {
    expect(written).toMatchObject({ refused: [], failed: null })
  })

  it('are sound DXF to ezdxf, with the box and the bends of the sheet', () => {
    const plates = written.files.filter(({ format }) => format === 'dxf')
    const sheetOf = new Map(plates.map(({ path, sheetIds }) => [path, sheets.find(({ id }) => id === sheetIds[0])]))
    const lines = run('/usr/bin/python3', ['-c', ezdxfReport], plates.map(({ path }) => path).join('\n'))
      .trim()
      .split('\n')
    expect(lines).toHaveLength(plates.length)
    for (const line of lines) {
      const { path, box, ...report } = JSON.parse(line)
      const sheet = sheetOf.get(path)
      const up = sheet?.unfolding.bendLines.filter(({ direction }) => direction === 'up') ?? []
      const down = sheet?.unfolding.bendLines.filter(({ direction }) => direction === 'down') ?? []
      expect(report).toEqual({
        wrong: [],
        undefined: [],
        outlines: ['LWPOLYLINE'],
        up: up.map(() => 'CENTER'),
        down: down.map(() => 'DASHED'),
        units: [4, 1],
      })
      expect(sheet?.unfolding.widthMm).toBeCloseTo(box[0], 2)
      expect(sheet?.pieces.map(({ lengthMm }) => lengthMm)).toContain(box[1])
    }
  })

  it('are rings with an area to GDAL', () => {
    const sql =
      "SELECT ST_IsRing(geometry) AS ring, ST_Area(ST_BuildArea(geometry)) AS area FROM entities WHERE Layer='IV_OUTER_PROFILE'"
    const path = join(folder, 'T-000012_s4_v2_p1.dxf')
    const told = run('ogrinfo', ['-ro', '-q', '-dialect', 'SQLite', '-sql', sql, path])
    expect(told).toContain('ring (Integer) = 1')
    expect(told).toContain('area (Real) = 118800')
  })
})
