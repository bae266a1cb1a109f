// Writes blanks as DXF files, reads them with ezdxf, GDAL and dxf-parser, and compares the results with the blanks. Each difference
// is one sentence. Writes into a given folder and runs Debian's python3.
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

/** Every piece of every sheet, with its blank. Throws if a blank is refused. */
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

const blankFacts = z.object({
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
export type BlankFacts = z.infer<typeof blankFacts>
const unreadable = z.strictObject({ wrong: z.array(z.string()) })

const readerProgram = new URL('./read_blanks.py', import.meta.url).pathname

/** The facts that ezdxf and GDAL read from each file, in the given order. */
export async function readBlanks(paths: readonly string[]): Promise<(BlankFacts | { wrong: string[] })[]> {
  const output = await new Promise<string>((resolve, reject) => {
    const python = execFile('/usr/bin/python3', [readerProgram], { maxBuffer: 2 ** 30 }, (error, stdout) =>
      error === null ? resolve(stdout) : reject(error),
    )
    python.stdin?.end(paths.map((path) => `${path}\n`).join(''))
  })
  const lines = output.trimEnd().split('\n')
  if (lines.length !== paths.length) throw new Error(`${paths.length} files, ${lines.length} answers`)
  return lines.map((line) => {
    const read: unknown = JSON.parse(line)
    return unreadable.safeParse(read).data ?? blankFacts.parse(read)
  })
}

/** The differences that the three readers find between the files and their blanks, each with its file. Empty if all files are correct. */
export async function readerComplaints(written: readonly WrittenBlank[]): Promise<string[]> {
  const read = await readBlanks(written.map(({ path }) => path))
  return written.flatMap((file, index) => {
    const result = read[index]
    if (result === undefined) return [`${file.path}: nothing was read`]
    const differing = 'header' in result ? [...differences(result, file)] : []
    return [...result.wrong, ...differing, ...parserComplaints(file)].map((reason) => `${file.path}: ${reason}`)
  })
}

const describeDifference = (subject: string, actual: unknown, expected: unknown): string =>
  `${subject} is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`

const compare = (subject: string, actual: unknown, expected: unknown): string[] =>
  JSON.stringify(actual) === JSON.stringify(expected) ? [] : [describeDifference(subject, actual, expected)]

function compareNumbers(
  subject: string,
  actual: readonly number[],
  expected: readonly number[],
  tolerance: number,
): string[] {
  const isEqual = (value: number, index: number) => Math.abs(value - (expected[index] ?? Number.NaN)) <= tolerance
  return actual.length === expected.length && actual.every(isEqual)
    ? []
    : [describeDifference(subject, actual, expected)]
}

function* differences(facts: BlankFacts, { blank, preset }: WrittenBlank): Generator<string> {
  const { widthMm, lengthMm } = blank
  const layers = presetLayers[preset]

  const { extent, ...header } = facts.header
  yield* compare('header', header, { version: 'AC1021', codePage: 'ANSI_1252', units: 4, measurement: 1 })
  yield* compareNumbers('$EXTMIN and $EXTMAX', extent, [0, 0, widthMm, lengthMm], 1e-6)
  yield* compare('the layers', facts.layers, { '0': [7, 'CONTINUOUS', 'on'], ...layers.table })
  yield* compareNumbers('the bounding box of the cuts', facts.box, [0, 0, widthMm, lengthMm], 0.001)
  yield* compare('the list of shapes', facts.shapes, shapesOf(blank, preset))

  const bends = layers.up === null ? [] : blank.bends
  for (const up of [true, false]) {
    const [layer, lineType, colour] = up ? [layers.up, 'CENTER', 3] : [layers.down, 'DASHED', 1]
    const drawn = facts.bends.filter((bend) => bend.lineType === lineType)
    const expected = bends.filter((bend) => bend.up === up)
    const direction = up ? 'up' : 'down'
    yield* compare(
      `the layers and colours of bends ${direction}`,
      drawn.map((bend) => [bend.layer, bend.colour]),
      expected.map(() => [layer, colour]),
    )
    const ends = expected.flatMap(({ from, to }) => [from.x, from.y, to.x, to.y])
    yield* compareNumbers(
      `the ends of bends ${direction}`,
      drawn.flatMap((bend) => bend.ends),
      ends,
      2e-6,
    )
  }

  const cut = [polygonArea(blank.outline), ...blank.cutouts.map(cutoutArea)].toSorted((a, b) => a - b)
  if (facts.joined === null) yield 'its lines and arcs are not closed chains'
  yield* compareNumbers(
    'the area of each ring',
    [...facts.rings, ...(facts.joined ?? [])].toSorted((a, b) => a - b),
    cut,
    0.01,
  )
}

/** Every shape with its layer, as the table of the issue demands. */
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
