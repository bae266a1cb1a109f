// Writes ten thousand random blanks as DXF files, which ezdxf, GDAL and dxf-parser read.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dxfPresets } from '../../../shared/drawing/files.ts'
import { generatedSheet } from '../../fixtures/generated-sheets.ts'
import { piecesOf, readerComplaints, writeBlank } from '../../integration/exports/blank-readers.ts'

const seed = 10_000
const parts = 20
const blanksEach = 500

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'blanks-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The first `blanksEach` blanks of this part's sheets. Parts share no sheets. */
function blanksOf(part: number) {
  const blanks: ReturnType<typeof piecesOf> = []
  for (let index = 0; blanks.length < blanksEach; index += 1) {
    blanks.push(...piecesOf([generatedSheet(seed, part * blanksEach + index)]))
  }
  return blanks.slice(0, blanksEach)
}

describe('ten thousand generated blanks', () => {
  it.each(Array.from({ length: parts }, (_, part) => part))(
    'are read unchanged by ezdxf, GDAL and dxf-parser, part %i of 20',
    async (part) => {
      const blanks = blanksOf(part)
      const written = blanks.map((one, index) =>
        // every tenth blank uses the next of the other presets
        writeBlank(
          folder,
          one,
          index % 10 === 0 ? (dxfPresets[(index / 10) % dxfPresets.length] ?? 'inventor') : 'inventor',
        ),
      )
      expect(written).toHaveLength(blanksEach)
      expect(await readerComplaints(written)).toEqual([])
    },
  )
})
