// The words on paper and in drawings are those of the screen: each value, and each heading that both have.
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { englishWords, norwegianWords } from '../../../shared/drawing/index.ts'
import { readSentences } from '../../../src-main/station/sentences.ts'

const resources = join(import.meta.dirname, '../../../resources')

describe.each([
  ['nb', norwegianWords],
  ['en', englishWords],
] as const)('in %s', (language, words) => {
  const screen = readSentences(resources, language)
  const all = (table: Readonly<Record<string, string>>, kind: string): [string, string | undefined][] =>
    Object.entries(table).map(([code, word]) => [word, screen[`${kind}.${code}`]])

  test.each([
    ['material', words.materials],
    ['family', words.families],
    ['colour_side', words.colourSides],
    ['film', words.films],
  ])('every %s is named as on the screen', (kind, table) => {
    for (const [onPaper, onScreen] of all(table, kind)) expect(onPaper).toBe(onScreen)
  })

  test('what stands within a line is the screen’s word, but for its capital', () => {
    const pairs: [string, string | undefined][] = [
      ...all(words.hems, 'hem'),
      [words.left, screen['hand.left']],
      [words.right, screen['hand.right']],
      [words.up, screen['bend.up']],
      [words.down, screen['bend.down']],
      [words.waits, screen['approval.awaiting']],
      [words.wantsChange, screen['approval.change_requested']],
      [words.bent, screen['state.bent']],
      [words.unfoldingDiffers, screen['check.title']],
      [words.ours, screen['check.ours']],
    ]
    for (const [onPaper, onScreen] of pairs) expect(onPaper.toLowerCase()).toBe(onScreen?.toLowerCase())
  })

  test('what must be seen first begins with the screen’s words', () => {
    const pairs = [
      [words.awaiting, screen['approval.awaiting']],
      [words.changeRequested, screen['approval.change_requested']],
      [words.differs, screen['check.title']],
    ]
    for (const [onPaper, onScreen] of pairs) expect(onPaper?.split(' – ')[0]).toBe(onScreen?.toUpperCase())
  })

  test('why a sheet is left out is said as on the screen', () => {
    const sentences = Object.entries(words.refusals).filter(([code]) => code !== 'failed')
    for (const [code, why] of sentences) expect(`{{field}} ${why}`).toBe(screen[`export_refused.${code}`])
    expect(screen['export_refused.failed']).toContain(words.refusals['failed'])
  })

  test('headings that both have are the same', () => {
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
