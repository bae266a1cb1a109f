// LibreCAD opens and draws a sample of blanks with every preset. The drawing is not empty, and has the blank's proportions and the
// colours of the layers that are not empty.
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dxfPresets } from '../../../shared/drawing/files.ts'
import type { DxfPreset } from '../../../shared/drawing/files.ts'
import { generatedSheets } from '../../fixtures/generated-sheets.ts'
import { piecesOf, writeBlank } from '../../integration/exports/blank-readers.ts'
import { sill, taperedAngle } from '../../unit/drawing/sample-sheets.ts'

const sample = [
  ...piecesOf([sill, taperedAngle]),
  // in these proportions, a pixel is a small part of each side
  ...piecesOf(generatedSheets(120, 3))
    .filter(({ blank }) => blank.lengthMm < 8 * blank.widthMm)
    .slice(0, 8),
]

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'librecad-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe.each(dxfPresets)('LibreCAD with a blank for %s', (preset) => {
  it.each(sample.map((one) => [`${one.sheet.id} piece ${one.piece.pieceNo}`, one] as const))(
    'draws %s',
    async (_, one) => {
      const { path, blank } = writeBlank(folder, one, preset)
      const drawn = await drawnByLibrecad(path)
      expect(drawn.black).toBeGreaterThan(100)
      const bends = preset === 'cutting-only' ? [] : blank.bends
      expect(drawn.green > 0).toBe(bends.some(({ up }) => up))
      expect(drawn.red > 0).toBe(bends.some(({ up }) => !up))
      expect(drawn.blue > 0).toBe(blank.cutouts.length > 0 && hasBlueCutouts(preset))
      // LibreCAD shows the texts of a hidden layer, and they may cross an edge
      const tolerance = preset === 'plain' || preset === 'cutting-only' ? 3 : Infinity
      expect(Math.abs(drawn.width - (drawn.height * blank.widthMm) / blank.lengthMm)).toBeLessThan(tolerance)
    },
  )
})

const hasBlueCutouts = (preset: DxfPreset): boolean => preset !== 'plain' && preset !== 'onshape'

interface Drawn {
  black: number
  green: number
  red: number
  blue: number
  /** The bounding box of the drawing, in pixels. */
  width: number
  height: number
}

/** Prints a file with LibreCAD and counts the pixels. Throws on an error and after 20 s, because LibreCAD hangs on a broken file. */
async function drawnByLibrecad(path: string): Promise<Drawn> {
  const name = basename(path, '.dxf')
  execFileSync('librecad', ['dxf2pdf', '-a', '-t', folder, path], {
    env: { ...process.env, QT_QPA_PLATFORM: 'offscreen' },
    timeout: 20_000,
    stdio: 'ignore',
  })
  execFileSync('pdftoppm', ['-r', '150', '-singlefile', join(folder, `${name}.pdf`), join(folder, name)])
  return countPixels(await readFile(join(folder, `${name}.ppm`)))
}

/** Counts the pixels of each colour in a binary 8-bit PPM, and computes their bounding box. */
function countPixels(ppm: Buffer): Drawn {
  const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(ppm.toString('latin1', 0, 40))
  if (head === null) throw new Error('not a PPM image')
  const widthPx = Number(head[1])
  const pixels = ppm.subarray(head[0].length)
  const drawn: Drawn = { black: 0, green: 0, red: 0, blue: 0, width: 0, height: 0 }
  let [minX, maxX, minY, maxY] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let index = 0; index < pixels.length; index += 3) {
    const [r = 255, g = 255, b = 255] = [pixels[index], pixels[index + 1], pixels[index + 2]]
    if (Math.min(r, g, b) > 200) continue
    const [x, y] = [(index / 3) % widthPx, Math.floor(index / 3 / widthPx)]
    minX = Math.min(minX, x)
    maxX = Math.max(maxX, x)
    minY = Math.min(minY, y)
    maxY = Math.max(maxY, y)
    if (g > r + 80 && g > b + 80) drawn.green += 1
    else if (r > g + 80 && r > b + 80) drawn.red += 1
    else if (b > r + 80 && b > g + 80) drawn.blue += 1
    else drawn.black += 1
  }
  return { ...drawn, width: maxX - minX, height: maxY - minY }
}
