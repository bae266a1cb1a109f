// What of a printed page a person can read: no word over another or over the edge, none too small, on the fullest of sheets too.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { englishTexts, norwegianTexts, sheetCode } from '../../../shared/drawing/files.ts'
import type { DrawingTexts, DrawnPiece, DrawnSheet } from '../../../shared/drawing/files.ts'
import { generatedSheets } from '../../fixtures/generated-sheets.ts'
import { sandboxSheets } from '../../unit/drawing/sandbox-sheets.ts'
import { piecedAs, placedWords, print } from './printed.ts'
import type { PlacedWord } from './printed.ts'

const generated = generatedSheets(40, 11)
const isTapered = ({ profile }: DrawnSheet) => profile.flanges.some(({ endLengthMm }) => endLengthMm !== null)
const note = 'Folien skal sitte på. Legges med fargesiden ned på filt, og skarpe kanter gås over. '

const bent = { at: '2026-11-23T23:30:00.000Z', quantity: 8, by: 'Bjørn-Erik Ås-Østmarken' }

/** All at once: 14 bends, tapered, left and right, 8 pieces, a long note, bent, waiting for the customer, and its flat pattern wrong. */
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
    return { ...piecedAs(sheet, pieces), note: note.repeat(5), approval: { state: 'awaiting' }, reworkCount: 2, bent }
  })
const sheets = [...sandboxSheets(), ...generated, ...fullest]
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

const spare = (word: PlacedWord): number => Math.min(word.maxY - word.minY, word.maxX - word.minX) * 0.2

/** Poppler's box of a word reaches over and under its letters by more than a fifth of it: two lines may share that. */
function overlap(one: PlacedWord, other: PlacedWord): boolean {
  const [a, b] = [spare(one), spare(other)]
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

/** Of the font's size: what poppler takes as the height of a line, from its ascent to its descent. */
const boxHeight = 1.164
/** A word of four letters is longer than it is high, whichever way it reads; of a shorter one the height is not known. */
const tooSmall = (words: readonly PlacedWord[], leastMm: number): string[] =>
  words
    .filter(({ text }) => text.length >= 4)
    .filter(({ minX, minY, maxX, maxY }) => Math.min(maxY - minY, maxX - minX) < leastMm * boxHeight - 0.02)
    .map(({ text }) => text)

describe.each([
  ['Norwegian', norwegianTexts],
  ['English', englishTexts],
] as [string, DrawingTexts][])('a printed page in %s', (language, words) => {
  let pages: PlacedWord[][]
  beforeAll(async () => {
    pages = placedWords((await print(folder, language, sheets, { words, codes, checks, brakes })).path)
  })

  it('has no overlapping texts', () => {
    expect(fullest).toHaveLength(3)
    expect(pages).toHaveLength(sheets.length)
    const faults = pages.map((page, index) => [sheets[index]?.id, ...overlapping(page)])
    expect(faults.filter(({ length }) => length > 1)).toEqual([])
  })

  it('has no text at the edge of the paper, where a printer may not print', () => {
    const faults = pages.map((page, index) => [sheets[index]?.id, ...offThePage(page)])
    expect(faults.filter(({ length }) => length > 1)).toEqual([])
  })

  it('has no text smaller than 2.3 mm', () => {
    const faults = pages.map((page, index) => [sheets[index]?.id, ...tooSmall(page, 2.3)])
    expect(faults.filter(({ length }) => length > 1)).toEqual([])
  })

  it('contains the whole note', () => {
    for (const [index, sheet] of sheets.entries()) {
      const said = new Set(pages[index]?.map(({ text }) => text))
      expect((sheet.note ?? '').split(/\s+/).filter((word) => word !== '' && !said.has(word))).toEqual([])
    }
  })
})
