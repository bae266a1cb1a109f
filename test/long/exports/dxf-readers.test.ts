// Writes the blanks of the sandbox and generated blanks as DXF, and reads them with ezdxf, GDAL and dxf-parser.
// ten-thousand-blanks.test.ts reads more of them, and librecad.test.ts some with LibreCAD.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createExporter } from '../../../src-main/exports/index.ts'
import type { DrawnSheet } from '../../../shared/drawing/files.ts'
import { dxfPresets } from '../../../shared/drawing/files.ts'
import { generatedSheets } from '../../fixtures/generated-sheets.ts'
import { sandboxSheets } from '../../unit/drawing/sandbox-sheets.ts'
import { sill, taperedAngle } from '../../unit/drawing/sample-sheets.ts'
import { piecesOf, readBlanks, readerComplaints, writeBlank } from '../../integration/exports/blank-readers.ts'
import type { BlankFacts } from '../../integration/exports/blank-readers.ts'

const generated = generatedSheets(200, 20_261_121)
const blanks = piecesOf(generated).slice(0, 300)
const font = await readFile(new URL('../../../resources/fonts/DejaVuSans.ttf', import.meta.url))

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'blanks-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the DXF of blanks, read by other programs,', () => {
  it('equals 300 generated blanks', async () => {
    expect(blanks).toHaveLength(300)
    expect(await readerComplaints(blanks.map((one) => writeBlank(folder, one, 'inventor')))).toEqual([])
  })

  it.each(dxfPresets)('equals generated blanks for %s', async (preset) => {
    const some = blanks.filter((_, index) => index % 10 === 0)
    expect(await readerComplaints(some.map((one) => writeBlank(folder, one, preset)))).toEqual([])
  })

  it("equals the sandbox's blanks in the exported files", async () => {
    const sheets = [sill, taperedAngle, ...sandboxSheets()]
    const { files, refused, failed } = await createExporter({ folder, font }).exportSheets(sheets, ['dxf'])
    expect({ refused, failed }).toEqual({ refused: [], failed: null })
    const pieces = piecesOf(sheets)
    const written = files.flatMap(({ path, sheetIds }) => {
      const pieceNo = Number(/_p(\d+)(?:_[LR])?\.dxf$/.exec(path)?.[1])
      const ownPiece = pieces.find(({ sheet, piece }) => sheet.id === sheetIds[0] && piece.pieceNo === pieceNo)
      return ownPiece === undefined ? [] : [{ path, preset: 'inventor' as const, blank: ownPiece.blank }]
    })
    expect(written.length).toBeGreaterThan(sheets.length)
    expect(written).toHaveLength(files.length)
    expect(await readerComplaints(written)).toEqual([])
  })

  it('is mirrored for the other hand, with the same area', async () => {
    const pairs = generated.slice(0, 60).flatMap(bothHands)
    expect(pairs.length).toBeGreaterThan(20)
    const read = await readBlanks(pairs.flatMap((pair) => pair.map((one) => writeBlank(folder, one, 'inventor').path)))
    for (const [index] of pairs.entries()) {
      const [right, left] = [factsOf(read[2 * index]), factsOf(read[2 * index + 1])]
      const [, , , length = Number.NaN] = right.header.extent
      expect(left.rings).toHaveLength(right.rings.length)
      for (const [ring, area] of left.rings.entries()) expect(area).toBeCloseTo(right.rings[ring] ?? Number.NaN, 2)
      expect(bendEnds(left)).toEqual(bendEnds(right, (y) => length - y))
      expect(left.header).toEqual(right.header)
    }
  })
})

/** A right piece and an equal left one, both without an outline of their own. */
function bothHands(sheet: DrawnSheet) {
  const piece = sheet.pieces.find(({ outline, cutouts }) => outline === null && cutouts === null)
  if (piece === undefined) return []
  const right = { ...piece, pieceNo: 101, hand: 'right' }
  const left = { ...piece, pieceNo: 102, hand: 'left' }
  return [piecesOf([{ ...sheet, pieces: [right, left], quantity: 2 * piece.quantity }])]
}

function factsOf(read: BlankFacts | { wrong: string[] } | undefined): BlankFacts {
  if (read === undefined || !('header' in read)) throw new Error(`unreadable: ${read?.wrong.join(', ')}`)
  return read
}

/** The line type and both ends of every bend as text, in an order that does not depend on the hand. */
function bendEnds({ bends }: BlankFacts, mirror: (y: number) => number = (y) => y): string[] {
  return bends
    .map(({ lineType, ends: [x1 = 0, y1 = 0, x2 = 0, y2 = 0] }) => {
      const ends = [[x1, mirror(y1)] as const, [x2, mirror(y2)] as const].toSorted((a, b) => a[1] - b[1])
      return `${lineType} ${ends.map(([x, y]) => `${x.toFixed(4)} ${y.toFixed(4)}`).join(' – ')}`
    })
    .toSorted()
}
