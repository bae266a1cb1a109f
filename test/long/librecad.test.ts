// A sample of plates, each by every preset, opened and drawn by LibreCAD, whose drawing is looked at: it is there, it has the
// plate's proportions, and the colours of the layers that hold something.
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dxfPresets } from '../../shared/drawing/files.ts'
import type { DxfPreset } from '../../shared/drawing/files.ts'
import { generatedSheets } from '../fixtures/generated-sheets.ts'
import { piecesOf, writePlate } from '../integration/exports/plate-readers.ts'
import { sill, taperedAngle } from '../unit/drawing/sample-sheets.ts'

const sample = [
  ...piecesOf([sill, taperedAngle]),
  // at these proportions a pixel is a small part of either side
  ...piecesOf(generatedSheets(120, 3))
    .filter(({ plate }) => plate.lengthMm < 8 * plate.widthMm)
    .slice(0, 8),
]

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'librecad-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe.each(dxfPresets)('LibreCAD, given a plate for %s,', (preset) => {
  it.each(sample.map((one) => [`${one.sheet.id} piece ${one.piece.pieceNo}`, one] as const))(
    'draws %s',
    async (_, one) => {
      const { path, plate } = writePlate(folder, one, preset)
      const drawn = await drawnByLibrecad(path)
      expect(drawn.black).toBeGreaterThan(100)
      const bends = preset === 'cutting-only' ? [] : plate.bends
      expect(drawn.green > 0).toBe(bends.some(({ up }) => up))
      expect(drawn.red > 0).toBe(bends.some(({ up }) => !up))
      expect(drawn.blue > 0).toBe(plate.cutouts.length > 0 && hasBlueCutouts(preset))
      // LibreCAD shows the texts of a layer that is off, and they may stand over an edge
      const slack = preset === 'plain' || preset === 'cutting-only' ? 3 : Infinity
      expect(Math.abs(drawn.width - (drawn.height * plate.widthMm) / plate.lengthMm)).toBeLessThan(slack)
    },
  )
})

const hasBlueCutouts = (preset: DxfPreset): boolean => preset !== 'plain' && preset !== 'onshape'

interface Drawn {
  black: number
  green: number
  red: number
  blue: number
  /** Of what is drawn, in pixels. */
  width: number
  height: number
}

/** What LibreCAD prints of a file; throws where it ends with an error or in no time: it hangs on a broken file. */
async function drawnByLibrecad(path: string): Promise<Drawn> {
  const name = basename(path, '.dxf')
  execFileSync('librecad', ['dxf2pdf', '-a', '-t', folder, path], {
    env: { ...process.env, QT_QPA_PLATFORM: 'offscreen' },
    timeout: 20_000,
    stdio: 'ignore',
  })
  execFileSync('pdftoppm', ['-r', '150', '-singlefile', join(folder, `${name}.pdf`), join(folder, name)])
  return inked(await readFile(join(folder, `${name}.ppm`)))
}

/** Counts the pixels of each colour in a binary PPM of 8 bits, and the box of all. */
function inked(ppm: Buffer): Drawn {
  const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(ppm.toString('latin1', 0, 40))
  if (head === null) throw new Error('no PPM')
  const across = Number(head[1])
  const pixels = ppm.subarray(head[0].length)
  const drawn: Drawn = { black: 0, green: 0, red: 0, blue: 0, width: 0, height: 0 }
  let [minX, maxX, minY, maxY] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let at = 0; at < pixels.length; at += 3) {
    const [r = 255, g = 255, b = 255] = [pixels[at], pixels[at + 1], pixels[at + 2]]
    if (Math.min(r, g, b) > 200) continue
    const [x, y] = [(at / 3) % across, Math.floor(at / 3 / across)]
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
