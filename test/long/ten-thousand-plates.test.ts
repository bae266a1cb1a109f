// Ten thousand plates drawn by chance, written as DXF files and read by ezdxf, GDAL and dxf-parser.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dxfPresets } from '../../shared/drawing/files.ts'
import { generatedSheet } from '../fixtures/generated-sheets.ts'
import { piecesOf, refusals, writePlate } from '../integration/exports/plate-readers.ts'

const seed = 10_000
const parts = 20
const platesEach = 500

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plates-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The first so many plates of the part's own sheets, which no other part has. */
function platesOf(part: number) {
  const plates: ReturnType<typeof piecesOf> = []
  for (let index = 0; plates.length < platesEach; index += 1) {
    plates.push(...piecesOf([generatedSheet(seed, part * platesEach + index)]))
  }
  return plates.slice(0, platesEach)
}

describe('ten thousand generated plates', () => {
  it.each(Array.from({ length: parts }, (_, part) => part))(
    'are what ezdxf, GDAL and dxf-parser read in their files, part %i of 20',
    async (part) => {
      const plates = platesOf(part)
      const written = plates.map((one, index) =>
        // every tenth by one of the other presets, in turn
        writePlate(
          folder,
          one,
          index % 10 === 0 ? (dxfPresets[(index / 10) % dxfPresets.length] ?? 'inventor') : 'inventor',
        ),
      )
      expect(written).toHaveLength(platesEach)
      expect(await refusals(written)).toEqual([])
    },
  )
})
