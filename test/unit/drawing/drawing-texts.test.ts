// Drawings and the screen use the same texts for each value and each common heading.
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { englishTexts, norwegianTexts } from '../../../shared/drawing/index.ts'
import { readSentences } from '../../../src-main/platform/translations.ts'

const resources = join(import.meta.dirname, '../../../resources')

describe.each([
  ['nb', norwegianTexts],
  ['en', englishTexts],
] as const)('in %s', (language, words) => {
  const screen = readSentences(resources, language)
  const all = (table: Readonly<Record<string, string>>, kind: string): [string, string | undefined][] =>
    Object.entries(table).map(([code, word]) => [word, screen[`${kind}.${code}`]])

  test.each([
    ['material', words.materials],
    ['family', words.families],
    ['colour_side', words.colourSides],
    ['film', words.films],
  ])('every %s has the name of the screen', (kind, table) => {
    for (const [onPaper, onScreen] of all(table, kind)) expect(onPaper).toBe(onScreen)
  })

  test('a text within a line is the text of the screen, except for its capital letter', () => {
    const pairs: [string, string | undefined][] = [
      ...all(words.hems, 'hem'),
      [words.left, screen['hand.left']],
      [words.right, screen['hand.right']],
      [words.up, screen['bend.up']],
      [words.down, screen['bend.down']],
      [words.waits, screen['approval.awaiting']],
      [words.wantsChange, screen['approval.change_requested']],
      [words.bent, screen['state.bent']],
      [words.flatPatternDiffers, screen['check.title']],
      [words.ours, screen['check.ours']],
    ]
    for (const [onPaper, onScreen] of pairs) expect(onPaper.toLowerCase()).toBe(onScreen?.toLowerCase())
  })

  test('a notice starts with the text of the screen', () => {
    const pairs = [
      [words.awaiting, screen['approval.awaiting']],
      [words.changeRequested, screen['approval.change_requested']],
      [words.differs, screen['check.title']],
    ]
    for (const [onPaper, onScreen] of pairs) expect(onPaper?.split(' – ')[0]).toBe(onScreen?.toUpperCase())
  })

  test('the reason for an omitted sheet is the text of the screen', () => {
    const sentences = Object.entries(words.refusals).filter(([code]) => code !== 'failed')
    for (const [code, why] of sentences) expect(`{{field}} ${why}`).toBe(screen[`export_refused.${code}`])
    expect(screen['export_refused.failed']).toContain(words.refusals['failed'])
  })

  test('common headings are equal', () => {
    const headings = {
      dueDate: 'sheet.due',
      material: 'sheet.material',
      colourSide: 'sheet.colour_side',
      film: 'sheet.film',
      thickness: 'sheet.thickness',
      developedWidth: 'sheet.developed',
      quantity: 'sheet.quantity',
      profile: 'sheet.profile',
      unfolding: 'sheet.unfolding',
      bends: 'sheet.bends',
      direction: 'sheet.bend_direction',
      angle: 'sheet.bend_angle',
      radius: 'sheet.bend_radius',
      position: 'sheet.bend_position',
      pieces: 'sheet.pieces',
      hand: 'sheet.piece_hand',
      note: 'sheet.note',
      allBrakes: 'brake.all',
    } as const
    for (const [name, key] of Object.entries(headings))
      expect([name, Object.entries(words).find(([one]) => one === name)?.[1]]).toEqual([name, screen[key]])
    expect(screen['sheet.title']).toBe(`{{order}} · ${words.sheetNo} {{sheet}}`)
    expect(screen['list.sheet']).toBe('{{order}} · {{sheet}}')
  })
})
