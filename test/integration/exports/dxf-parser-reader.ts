// A blank's DXF file read by npm's dxf-parser and held against the blank. Reads the file.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { IDxf } from 'dxf-parser'
import * as z from 'zod'
import { polygonArea } from './polygon-area.ts'
import type { WrittenBlank } from './blank-readers.ts'
import { presetLayers } from './preset-layers.ts'

// Its types and its module disagree about what it exports: this is what it is.
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

/** What the parser found that is not as the blank is. */
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
    // begun anywhere, and with one corner more where a straight edge was parted to begin in it
    const asDrawn = blank.outline.every(({ x, y, bulge }) =>
      corners.some((is) => Math.abs(is.x - x) + Math.abs(is.y - y) < 2e-6 && Math.abs(is.bulge - bulge) < 1e-11),
    )
    const more = corners.length - blank.outline.length
    const area = polygonArea(corners) - polygonArea(blank.outline)
    if (outline?.shape !== true || !asDrawn || more < 0 || more > 1 || Math.abs(area) > 0.01) {
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
