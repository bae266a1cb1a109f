import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { englishTexts, norwegianTexts, sheetPdf } from '../../../shared/drawing/files.ts'
import { sill, taperedAngle, throwing, withFlatPattern } from './sample-sheets.ts'

const font = readFileSync(new URL('../../../resources/fonts/DejaVuSans.ttf', import.meta.url))

describe('the printed sheets', () => {
  it('have the same bytes for the same sheets', async () => {
    const once = await sheetPdf([sill, taperedAngle], { font })
    const again = await sheetPdf([sill, taperedAngle], { font })
    expect(once.pages).toBe(2)
    expect(once.bytes).toEqual(again.bytes)
  })

  it('embed only the used part of the font', async () => {
    const { bytes } = await sheetPdf([sill], { font })
    expect(bytes?.length).toBeLessThan(font.length / 10)
  })

  it('differ by language', async () => {
    const norwegian = await sheetPdf([sill], { font })
    const english = await sheetPdf([sill], { font, texts: englishTexts })
    expect(english.bytes).not.toEqual(norwegian.bytes)
  })

  it('omit an invalid sheet, list it with its field, and print the others', async () => {
    const bad = { ...withFlatPattern(sill, { widthMm: 5 }), id: 'bad' }
    const printed = await sheetPdf([sill, bad, taperedAngle], { font })
    expect(printed.pages).toBe(2)
    expect(printed.refused).toMatchObject([{ sheetId: 'bad', refusal: { field: 'unfolding.outline' } }])
    expect(printed.bytes).toEqual((await sheetPdf([sill, taperedAngle], { font })).bytes)
  })

  it.each(['profile', 'note'] as const)('omit a sheet whose %s causes an error, and list it', async (field) => {
    const broken = throwing({ ...sill, id: 'broken' }, field)
    const printed = await sheetPdf([sill, broken, taperedAngle], { font })
    expect(printed.refused).toEqual([
      { sheetId: 'broken', refusal: { field: '', code: 'failed', message: `no ${field} here` } },
    ])
    expect(printed.bytes).toEqual((await sheetPdf([sill, taperedAngle], { font })).bytes)
  })

  it('omit a sheet whose page cannot be drawn, also from page numbers and contents', async () => {
    const contents = { day: null, brake: null }
    // read when the page is prepared, and once more when it is drawn
    let reads = 0
    const broken = Object.defineProperty({ ...sill, id: 'broken' }, 'reworkCount', {
      get: () => {
        throw new Error(`no rework here, ${(reads += 1)}`)
      },
    })
    const printed = await sheetPdf([sill, broken, taperedAngle], { font, contents })
    expect(reads).toBe(1)
    expect(printed).toMatchObject({ pages: 3, refused: [{ sheetId: 'broken', refusal: { code: 'failed' } }] })
    const leftOut = [{ name: 'T-000012 · 3', reason: norwegianTexts.refusals['failed'] ?? '' }]
    const without = await sheetPdf([sill, taperedAngle], { font, contents: { ...contents, leftOut } })
    expect(printed.bytes).toEqual(without.bytes)
  })

  it('do not exist if no sheet can be drawn', async () => {
    const printed = await sheetPdf([withFlatPattern(sill, { lengthMm: NaN })], { font })
    expect(printed).toMatchObject({ bytes: null, pages: 0, refused: [{ refusal: { field: 'unfolding.lengthMm' } }] })
  })

  it('reject a sheet with a piece that cannot be cut', async () => {
    const [first] = sill.pieces
    if (first === undefined) throw new Error('the sample has pieces')
    const pieces = [first, { ...first, pieceNo: 2, lengthMm: -1 }]
    expect(await sheetPdf([{ ...sill, pieces }], { font })).toMatchObject({
      bytes: null,
      refused: [{ refusal: { field: 'pieces[1].lengthMm' } }],
    })
  })
})
