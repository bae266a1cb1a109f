// The texts of drawings that are taken from the texts of the screen.
import { expect, test } from 'vitest'
import { englishTexts, norwegianTexts } from '../../../shared/drawing/index.ts'
import { readSentences } from '../../../src-main/platform/translations.ts'
import { join } from 'node:path'

test('a heading and the name of a value have the text of the screen', () => {
  expect([norwegianTexts.thickness, englishTexts.thickness]).toEqual(['Platetykkelse', 'Thickness'])
  expect([norwegianTexts.materials['sink'], englishTexts.materials['sink']]).toEqual(['Sink', 'Zinc'])
})

test('a text within a line has no capital letter', () => {
  expect([norwegianTexts.waits, englishTexts.waits]).toEqual(['venter på kunde', 'waiting for customer'])
  expect([norwegianTexts.hems['open'], englishTexts.hems['open']]).toEqual(['åpent omslag', 'open hem'])
})

test('a notice starts with the text of the screen in capitals', () => {
  expect(norwegianTexts.awaiting).toBe('VENTER PÅ KUNDE – SKAL IKKE BØYES')
  expect(englishTexts.differs).toBe('THE FLAT PATTERN DOES NOT MATCH – ASK THE OFFICE BEFORE YOU BEND')
})

test('the reason for an omitted sheet has no subject', () => {
  expect([norwegianTexts.refusals['too_short'], englishTexts.refusals['too_short']]).toEqual([
    'er for kort',
    'is too short',
  ])
  for (const texts of [norwegianTexts, englishTexts])
    for (const reason of Object.values(texts.refusals))
      expect(reason).toMatch(/^(er|må|har|stemmer|ligger|krysser|kunne|is|must|has|does|crosses|could) /)
})

test.each([
  ['nb', norwegianTexts],
  ['en', englishTexts],
] as const)('the name of a sheet is that of the screen, in %s', (language, texts) => {
  const screen = readSentences(join(import.meta.dirname, '../../../resources'), language)
  expect(screen['sheet.title']).toBe(`{{order}} · ${texts.sheetNo} {{sheet}}`)
})
