// The rules for every DXF of a blank, for each preset and for unusual sheets. Checked in the text and with ezdxf and GDAL.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dxfPresets, sheetDxf } from '../../../shared/drawing/files.ts'
import type { DrawnSheet, DxfOptions } from '../../../shared/drawing/files.ts'
import { generatedSheets } from '../../fixtures/generated-sheets.ts'
import { sill } from '../../unit/drawing/sample-sheets.ts'
import { readBlanks } from './blank-readers.ts'
import { presetLayers } from './preset-layers.ts'

const seed = 7
const sheets = [sill, ...generatedSheets(60, seed)]

function dxf(sheet: DrawnSheet, options?: DxfOptions): string {
  const drawn = sheetDxf(sheet, options)
  if (!drawn.ok) throw new Error(`${sheet.id}: ${drawn.error.message}`)
  return drawn.value
}

/** The group codes and values of a file, in order. */
function groups(text: string): [code: number, value: string][] {
  const lines = text.split('\n')
  expect(lines.pop()).toBe('')
  expect(lines.length % 2).toBe(0)
  return lines.flatMap((line, index) => (index % 2 === 0 ? [[Number(line), lines[index + 1] ?? '']] : []))
}

const sillOfOrder = (numberDisplay: string): DrawnSheet => ({ ...sill, order: { ...sill.order, numberDisplay } })

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conventions-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe.each(dxfPresets)('a DXF for %s', (preset) => {
  const layers = presetLayers[preset]

  it('contains only pairs of a code and a value, and ends in a newline after EOF', () => {
    for (const sheet of sheets) {
      const text = dxf(sheet, { preset })
      const pairs = groups(text)
      expect(pairs.every(([code]) => Number.isInteger(code) && code >= 0)).toBe(true)
      expect(pairs.at(-1)).toEqual([0, 'EOF'])
      expect(text).not.toMatch(/NaN|Infinity|undefined/)
    }
  })

  it('writes lengths with six decimals, bulges with twelve, and no exponents', () => {
    const pairs = sheets.flatMap((sheet) => groups(dxf(sheet, { preset })))
    const values = (...codes: number[]) => pairs.flatMap(([code, value]) => (codes.includes(code) ? [value] : []))
    const lengths = values(10, 11, 20, 21, 40, 50, 51)
    expect(lengths.length).toBeGreaterThan(1000)
    expect(lengths.filter((value) => !/^(?!-0$)-?\d+(\.\d{1,6})?$/.test(value))).toEqual([])
    expect(values(42).filter((value) => !/^-?\d+(\.\d{1,12})?$/.test(value))).toEqual([])
  })

  it('uses only its own layers, and gives its bends their own line type and colour', () => {
    const ownLayers: (string | null)[] = [layers.outer, layers.inner, layers.up, layers.down, 'TEXT']
    for (const sheet of sheets) {
      const pairs = groups(dxf(sheet, { preset }))
      expect(pairs.filter(([code, value]) => code === 8 && !ownLayers.includes(value))).toEqual([])
      const entities = entitiesOf(pairs).filter(({ type }) => type === 'LINE')
      const bends = entities.filter(({ lineType }) => lineType !== 'Continuous')
      expect(bends.map(({ layer, lineType, colour }) => `${layer} ${lineType} ${colour}`).toSorted()).toEqual(
        layers.up === null
          ? []
          : sheet.unfolding.bendLines
              .map(({ direction }) => (direction === 'up' ? `${layers.up} CENTER 3` : `${layers.down} DASHED 1`))
              .toSorted(),
      )
    }
  })
})

const drawAll = () => dxfPresets.flatMap((preset) => sheets.map((sheet) => dxf(sheet, { preset })))

describe('the bytes of a DXF', () => {
  it('are the same in a second run and in another order', () => {
    const first = drawAll()
    const again = dxfPresets
      .toReversed()
      .flatMap((preset) => sheets.toReversed().map((sheet) => dxf(sheet, { preset })))
      .toReversed()
    expect(again.every((text, index) => text === first[index])).toBe(true)
  })

  it('are the same in another process', { tags: 'long' }, () => {
    const program = ['--input-type=module', '-e', programOfOtherProcess]
    expect(execFileSync(process.execPath, program, { encoding: 'utf8' }).trim()).toBe(checksum(drawAll()))
  })
})

describe('the texts of a DXF', () => {
  it.each([
    ['a line feed and other control characters', 'A\nB\r\n0\rC\u0000\u0007\u0085\u2028D', 'A B  0 C    D'],
    ['codes that readers replace by signs', '%%c10 50%% %%u', '% %c10 50% % % %u'],
    ['codes that readers replace by letters', '\\U+00D8 \\M+18FC6 ^J', '\\ U+00D8 \\ M+18FC6 ^J'],
    ['letters beyond the code page', 'Ærø – 漢 😀', 'Ærø – 漢 😀'],
    ['half a surrogate pair', 'A\uD800B', 'A\uFFFDB'],
  ])('keep the file valid with %s', { tags: 'long' }, async (_, numberDisplay, shown) => {
    const path = join(folder, 'text.dxf')
    await writeFile(path, dxf(sillOfOrder(numberDisplay), { showTexts: true }))
    const [read] = await readBlanks([path])
    if (read === undefined || !('header' in read)) throw new Error(read?.wrong.join(', '))
    expect(read.wrong).toEqual([])
    expect(read.texts).toHaveLength(1 + sill.profile.bends.length)
    expect(read.texts[0]).toBe(`${shown} / 3 v2`)
    expect(read.layers['TEXT']).toEqual([2, 'Continuous', 'on'])
    expect(read.rings).toHaveLength(4)
  })

  it('are on a hidden layer by default', async () => {
    const path = join(folder, 'off.dxf')
    await writeFile(path, dxf(sill))
    const [read] = await readBlanks([path])
    expect(read).toMatchObject({ layers: { TEXT: [2, 'Continuous', 'off'] } })
  })
})

interface Entity {
  type: string
  layer?: string
  lineType?: string
  colour?: string
}

function entitiesOf(pairs: readonly [number, string][]): Entity[] {
  const start = pairs.findIndex(([code, value]) => code === 2 && value === 'ENTITIES')
  const entities: Entity[] = []
  for (const [code, value] of pairs.slice(start)) {
    const last = entities.at(-1)
    if (code === 0 && value === 'ENDSEC') break
    if (code === 0) entities.push({ type: value })
    if (code === 8 && last !== undefined) last.layer = value
    if (code === 6 && last !== undefined) last.lineType = value
    if (code === 62 && last !== undefined) last.colour = value
  }
  return entities
}

const checksum = (texts: readonly string[]): string => createHash('sha256').update(texts.join('')).digest('hex')

/** A program that draws the same sheets with the same presets and prints their checksum. */
const programOfOtherProcess = `
  import { createHash } from 'node:crypto'
  const [{ dxfPresets, sheetDxf }, { generatedSheets }, { sill }] = await Promise.all(
    ${JSON.stringify(
      [
        '../../../shared/drawing/files.ts',
        '../../fixtures/generated-sheets.ts',
        '../../unit/drawing/sample-sheets.ts',
      ].map((path) => new URL(path, import.meta.url).href),
    )}.map((url) => import(url)),
  )
  const sheets = [sill, ...generatedSheets(${sheets.length - 1}, ${seed})]
  const texts = dxfPresets.flatMap((preset) => sheets.map((sheet) => sheetDxf(sheet, { preset }).value))
  console.log(createHash('sha256').update(texts.join('')).digest('hex'))
`
