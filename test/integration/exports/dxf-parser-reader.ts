// Reads a blank's DXF file with dxf-parser, and compares it with the blank.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { IDxf } from 'dxf-parser'
import * as z from 'zod'
import { polygonArea } from './polygon-area.ts'
import type { WrittenBlank } from './blank-readers.ts'
import { presetLayers } from './preset-layers.ts'

// The types of the package do not match its exports, so this declares the export.
const DxfParser: new () => { parseSync(text: string): IDxf | null } = createRequire(import.meta.url)('dxf-parser')

const point = z.object({ x: z.number(), y: z.number() })
const entity = z.object({
  type: z.string(),
  layer: z.string(),
  lineType: z.string().optional(),
  colorIndex: z.number().optional(),
  shape: z.boolean().optional(),
  vertices: z.array(point.extend({ bulge: z.number().default(0) })).optional(),
})

/** The differences between the file, as dxf-parser reads it, and the blank. */
export function* parserComplaints({ path, blank, preset }: WrittenBlank): Generator<string> {
  const layers = presetLayers[preset]
  const read = new DxfParser().parseSync(readFileSync(path, 'utf8'))
  if (read === null) {
    yield 'dxf-parser reads nothing'
    return
  }
  const entities = z.array(entity).parse(read.entities)
  if (!layers.exploded) {
    const outline = entities.find(({ layer, type }) => layer === layers.outer && type === 'LWPOLYLINE')
    const corners = outline?.vertices ?? []
    // the file may start at any corner, and has one more corner if it starts within a straight edge
    const hasAllCorners = blank.outline.every(({ x, y, bulge }) =>
      corners.some((one) => Math.abs(one.x - x) + Math.abs(one.y - y) < 2e-6 && Math.abs(one.bulge - bulge) < 1e-11),
    )
    const extraCorners = corners.length - blank.outline.length
    const areaDifference = polygonArea(corners) - polygonArea(blank.outline)
    if (
      outline?.shape !== true ||
      !hasAllCorners ||
      extraCorners < 0 ||
      extraCorners > 1 ||
      Math.abs(areaDifference) > 0.01
    ) {
      yield 'dxf-parser reads another outline'
    }
  }
  for (const [layer, lineType, colour, up] of [
    [layers.up, 'CENTER', 3, true],
    [layers.down, 'DASHED', 1, false],
  ] as const) {
    const bends = entities.filter((one) => one.type === 'LINE' && one.lineType === lineType)
    const count = layers.up === null ? 0 : blank.bends.filter((bend) => bend.up === up).length
    if (bends.length !== count || !bends.every((one) => one.layer === layer && one.colorIndex === colour)) {
      yield `dxf-parser reads other bends than ${count} on ${layer}`
    }
  }
}
