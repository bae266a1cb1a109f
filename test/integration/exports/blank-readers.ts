// Blanks as DXF files, read by three programs that nobody here wrote, ezdxf, GDAL and dxf-parser, and held against the blanks
// themselves: every difference is a sentence. Writes into the folder it is given; runs Debian's python3.
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { Cutout, DrawnPiece, DrawnSheet, Vertex } from '../../../shared/drawing/drawn-sheet.ts'
import { sheetDxf } from '../../../shared/drawing/files.ts'
import type { DxfPreset } from '../../../shared/drawing/files.ts'
import { blankOf } from '../../../shared/drawing/flat-pattern/blank.ts'
import type { Blank } from '../../../shared/drawing/flat-pattern/blank.ts'
import { parserComplaints } from './dxf-parser-reader.ts'
import { polygonArea } from './polygon-area.ts'
import { presetLayers } from './preset-layers.ts'

export interface WrittenBlank {
  readonly path: string
  readonly preset: DxfPreset
  readonly blank: Blank
}

/** Every piece of every sheet; throws where one is refused. */
export function piecesOf(sheets: readonly DrawnSheet[]): { sheet: DrawnSheet; piece: DrawnPiece; blank: Blank }[] {
  return sheets.flatMap((sheet) =>
    sheet.pieces.map((piece) => {
      const blank = blankOf(sheet, piece)
      if (!blank.ok) throw new Error(`${sheet.id} piece ${piece.pieceNo}: ${blank.error.message}`)
      return { sheet, piece, blank: blank.value }
    }),
  )
}

export function writeBlank(
  folder: string,
  { sheet, piece, blank }: { sheet: DrawnSheet; piece: DrawnPiece; blank: Blank },
  preset: DxfPreset,
): WrittenBlank {
  const dxf = sheetDxf(sheet, { piece, preset })
  if (!dxf.ok) throw new Error(`${sheet.id} piece ${piece.pieceNo}: ${dxf.error.message}`)
  const path = join(folder, `${sheet.id}_p${piece.pieceNo}_${preset}.dxf`)
  writeFileSync(path, dxf.value)
  return { path, preset, blank }
}

const facts = z.object({
  wrong: z.array(z.string()),
  header: z.object({
    version: z.string(),
    codePage: z.string(),
    units: z.number(),
    measurement: z.number(),
    extent: z.array(z.number()),
  }),
  layers: z.record(z.string(), z.tuple([z.number(), z.string(), z.enum(['on', 'off'])])),
  shapes: z.array(z.string()),
  box: z.array(z.number()),
  bends: z.array(z.object({ layer: z.string(), lineType: z.string(), colour: z.number(), ends: z.array(z.number()) })),
  texts: z.array(z.string()),
  joined: z.array(z.number()).nullable(),
  rings: z.array(z.number()),
})
export type BlankFacts = z.infer<typeof facts>
const unreadable = z.strictObject({ wrong: z.array(z.string()) })

const reader = new URL('./read_blanks.py', import.meta.url).pathname

/** What ezdxf and GDAL found in each file, in the order given. */
export async function readBlanks(paths: readonly string[]): Promise<(BlankFacts | { wrong: string[] })[]> {
  const told = await new Promise<string>((resolve, reject) => {
    const python = execFile('/usr/bin/python3', [reader], { maxBuffer: 2 ** 30 }, (error, stdout) =>
      error === null ? resolve(stdout) : reject(error),
    )
    python.stdin?.end(paths.map((path) => `${path}\n`).join(''))
  })
  const lines = told.trimEnd().split('\n')
  if (lines.length !== paths.length) throw new Error(`${paths.length} files, ${lines.length} answers`)
  return lines.map((line) => {
    const read: unknown = JSON.parse(line)
    return unreadable.safeParse(read).data ?? facts.parse(read)
  })
}

/** What any of the three readers holds against any of the files, each with its file: none is what a test wants. */
export async function refusals(written: readonly WrittenBlank[]): Promise<string[]> {
  const read = await readBlanks(written.map(({ path }) => path))
  return written.flatMap((one, index) => {
    const found = read[index]
    if (found === undefined) return [`${one.path}: nothing was read`]
    const held = 'header' in found ? [...differences(found, one)] : []
    return [...found.wrong, ...held, ...parserComplaints(one)].map((reason) => `${one.path}: ${reason}`)
  })
}

const say = (what: string, is: unknown, want: unknown): string =>
  `${what} is ${JSON.stringify(is)}, not ${JSON.stringify(want)}`

const same = (what: string, is: unknown, want: unknown): string[] =>
  JSON.stringify(is) === JSON.stringify(want) ? [] : [say(what, is, want)]

const near = (what: string, is: readonly number[], want: readonly number[], by: number): string[] =>
  is.length === want.length && is.every((value, index) => Math.abs(value - (want[index] ?? Number.NaN)) <= by)
    ? []
    : [say(what, is, want)]

function* differences(found: BlankFacts, { blank, preset }: WrittenBlank): Generator<string> {
  const { widthMm, lengthMm } = blank
  const layers = presetLayers[preset]

  const { extent, ...header } = found.header
  yield* same('header', header, { version: 'AC1021', codePage: 'ANSI_1252', units: 4, measurement: 1 })
  yield* near('$EXTMIN and $EXTMAX', extent, [0, 0, widthMm, lengthMm], 1e-6)
  yield* same('the layers', found.layers, { '0': [7, 'CONTINUOUS', 'on'], ...layers.table })
  yield* near('the box of what is cut', found.box, [0, 0, widthMm, lengthMm], 0.001)
  yield* same('the list of shapes', found.shapes, shapesOf(blank, preset))

  const bends = layers.up === null ? [] : blank.bends
  for (const up of [true, false]) {
    const [layer, lineType, colour] = up ? [layers.up, 'CENTER', 3] : [layers.down, 'DASHED', 1]
    const drawn = found.bends.filter((bend) => bend.lineType === lineType)
    const wanted = bends.filter((bend) => bend.up === up)
    const way = up ? 'up' : 'down'
    yield* same(
      `how bends ${way} are drawn`,
      drawn.map((bend) => [bend.layer, bend.colour]),
      wanted.map(() => [layer, colour]),
    )
    const ends = wanted.flatMap(({ from, to }) => [from.x, from.y, to.x, to.y])
    yield* near(
      `where bends ${way} run`,
      drawn.flatMap((bend) => bend.ends),
      ends,
      2e-6,
    )
  }

  const cut = [polygonArea(blank.outline), ...blank.cutouts.map(cutoutArea)].toSorted((a, b) => a - b)
  if (found.joined === null) yield 'its lines and arcs do not meet end to end'
  yield* near(
    'the area of each ring',
    [...found.rings, ...(found.joined ?? [])].toSorted((a, b) => a - b),
    cut,
    0.01,
  )
}

/** By the table: what lies on which layer. */
function shapesOf(blank: Blank, preset: DxfPreset): string[] {
  const { outer, inner, up, down, texts, exploded } = presetLayers[preset]
  const polyline = (layer: string, points: readonly Vertex[]): string[] =>
    exploded ? points.map(({ bulge }) => `${layer} ${bulge === 0 ? 'LINE' : 'ARC'}`) : [`${layer} LWPOLYLINE`]
  return [
    ...polyline(outer, blank.outline),
    ...blank.cutouts.flatMap((cutout) =>
      cutout.kind === 'circle' ? [`${inner} CIRCLE`] : polyline(inner, cutout.points),
    ),
    ...(up === null ? [] : blank.bends.map((bend) => `${bend.up ? up : down} LINE`)),
    ...(texts ? Array.from({ length: blank.bends.length + 1 }, () => 'TEXT TEXT') : []),
  ].toSorted()
}

const cutoutArea = (cutout: Cutout): number =>
  cutout.kind === 'circle' ? (Math.PI * cutout.diameterMm ** 2) / 4 : polygonArea(cutout.points)
