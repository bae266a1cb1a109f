// A person can read every printed page, also of the fullest sheets: no word is on another, near the edge of the paper or too small.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { englishTexts, norwegianTexts, sheetCode } from '../../../shared/drawing/files.ts'
import type { DrawingTexts, DrawnPiece, DrawnSheet } from '../../../shared/drawing/files.ts'
import { generatedSheets } from '../../fixtures/generated-sheets.ts'
import { sandboxSheets } from '../../unit/drawing/sandbox-sheets.ts'
import { onlyLongUnless, runCount } from '../../only-long.ts'
import { withPieces, placedWords, print } from './printed.ts'
import type { PlacedWord } from './printed.ts'

const generated = generatedSheets(runCount(10, 40), 11)
const isTapered = ({ profile }: DrawnSheet) => profile.flanges.some(({ endLengthMm }) => endLengthMm !== null)
const note = 'Folien skal sitte på. Legges med fargesiden ned på filt, og skarpe kanter gås over. '

const bent = { at: '2026-11-23T23:30:00.000Z', quantity: 8, by: 'Bjørn-Erik Ås-Østmarken' }

/** Sheets with everything: 14 bends, a taper, both hands, 8 pieces, a long note, a bent marker, a notice, and a wrong flat pattern. */
const fullest = generatedSheets(600, 7)
  .filter((sheet) => sheet.profile.bends.length === 14 && isTapered(sheet))
  .slice(0, 3)
  .map((sheet): DrawnSheet => {
    const [first] = sheet.pieces
    const piece = (index: number): DrawnPiece => ({
      ...(first ?? { quantity: 1, lengthMm: sheet.lengthMm, endLengthMm: null, outline: null, cutouts: null }),
      pieceNo: index + 1,
      hand: index % 2 === 0 ? 'left' : 'right',
    })
    const pieces = Array.from({ length: 8 }, (_, index) => piece(index))
    return { ...withPieces(sheet, pieces), note: note.repeat(5), approval: { state: 'awaiting' }, reworkCount: 2, bent }
  })
/** `npm test` prints every fourth sheet of the sandbox. */
const everyNth = runCount(4, 1)
const sheets = [...sandboxSheets().filter((_, index) => index % everyNth === 0), ...generated, ...fullest]
const codes = new Map(sheets.map((sheet) => [sheet.id, sheetCode(sheet, '01234567')]))
const differences = [
  { of: { kind: 'width' }, end: 'start', serviceMm: 498.4, oursMm: 495.25 },
  { of: { kind: 'bend', bend: 2 }, end: 'start', serviceMm: 154.6, oursMm: 151.4 },
] as const
const cause = 'Trolig er k fra DIN 6935 brukt som K-faktor. Den er dobbelt så stor.'
const brakes = new Map(sheets.map(({ id }) => [id, 'Kantpresse i hallen bak']))
const checks = new Map(fullest.map(({ id }) => [id, { differences, cause, toleranceMm: 0.3 }]))

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'layout-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const marginOf = (word: PlacedWord): number => Math.min(word.maxY - word.minY, word.maxX - word.minX) * 0.2

/** Whether two words overlap. Poppler's box of a word is higher than its letters by more than a fifth on each side, which may overlap. */
function overlap(one: PlacedWord, other: PlacedWord): boolean {
  const [a, b] = [marginOf(one), marginOf(other)]
  return (
    Math.min(one.maxX - a, other.maxX - b) > Math.max(one.minX + a, other.minX + b) &&
    Math.min(one.maxY - a, other.maxY - b) > Math.max(one.minY + a, other.minY + b)
  )
}

const overlapping = (words: readonly PlacedWord[]): string[] =>
  words.flatMap((one, index) =>
    words
      .slice(index + 1)
      .filter((other) => overlap(one, other))
      .map((other) => `${one.text} × ${other.text}`),
  )

const offThePage = (words: readonly PlacedWord[]): string[] =>
  words
    .filter(({ minX, minY, maxX, maxY }) => minX < 10 || maxX > 200 || minY < 8 || maxY > 289)
    .map(({ text }) => text)

/** The height of poppler's box of a word, from ascent to descent, as a multiple of the font size. */
const boxHeight = 1.164
/** Words below a font size. A word of four letters is longer than high in either direction; the height of a shorter one is unknown. */
const tooSmall = (words: readonly PlacedWord[], leastMm: number): string[] =>
  words
    .filter(({ text }) => text.length >= 4)
    .filter(({ minX, minY, maxX, maxY }) => Math.min(maxY - minY, maxX - minX) < leastMm * boxHeight - 0.02)
    .map(({ text }) => text)

const languages: [language: string, texts: DrawingTexts][] = [
  ['Norwegian', norwegianTexts],
  ['English', englishTexts],
]

for (const [language, texts] of languages)
  describe(`a printed page in ${language}`, onlyLongUnless(language === 'Norwegian'), () => {
    let pages: PlacedWord[][]
    beforeAll(async () => {
      pages = placedWords((await print(folder, language, sheets, { texts, codes, checks, brakes })).path)
    })

    it('has no overlapping texts', () => {
      expect(fullest).toHaveLength(3)
      expect(pages).toHaveLength(sheets.length)
      const faults = pages.map((page, index) => [sheets[index]?.id, ...overlapping(page)])
      expect(faults.filter(({ length }) => length > 1)).toEqual([])
    })

    it('has no text at the edge of the paper, where some printers cannot print', () => {
      const faults = pages.map((page, index) => [sheets[index]?.id, ...offThePage(page)])
      expect(faults.filter(({ length }) => length > 1)).toEqual([])
    })

    it('has no text smaller than 2.3 mm', () => {
      const faults = pages.map((page, index) => [sheets[index]?.id, ...tooSmall(page, 2.3)])
      expect(faults.filter(({ length }) => length > 1)).toEqual([])
    })

    it('contains the whole note', () => {
      for (const [index, sheet] of sheets.entries()) {
        const printed = new Set(pages[index]?.map(({ text }) => text))
        expect((sheet.note ?? '').split(/\s+/).filter((word) => word !== '' && !printed.has(word))).toEqual([])
      }
    })
  })
