// The handbook: both languages have the same content, name only existing labels and pages, and the search finds their sections.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { handbookPages } from '../../../../src-renderer/help/handbook-page.ts'
import { createHandbookSearch, readHandbookPage, slugOf } from '../../../../src-renderer/help/handbook.ts'

const resources = join(import.meta.dirname, '../../../../resources')
const languages = ['nb', 'en'] as const
const read = (language: string, page: string): string =>
  readFileSync(join(resources, 'handbook', language, `${page}.md`), 'utf8')

const placeholder = /\{\{\w+\}\}/

/** The texts that are this label, with any words in its placeholders. */
const shownAs = (label: string): RegExp =>
  new RegExp(
    `^${label
      .split(placeholder)
      .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
      .join('[^{}]+')}$`,
  )

/** Whether a text in bold is a label of the screen. A label of placeholders alone says nothing. */
function isLabelIn(language: string): (text: string) => boolean {
  const labels: RegExp[] = []
  const collect = (value: unknown): void => {
    if (typeof value === 'string') {
      if (/\p{L}/u.test(value.split(placeholder).join(''))) labels.push(shownAs(value))
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect)
  }
  collect(JSON.parse(readFileSync(join(resources, `translations/${language}.json`), 'utf8')))
  return (text) => labels.some((label) => label.test(text))
}

describe.each(languages)('the handbook in %s', (language) => {
  const isLabel = isLabelIn(language)

  test.each(handbookPages)('%s: each label in bold is a text of the screen', (page) => {
    const bold = [...read(language, page).matchAll(/\*\*([^*]+)\*\*/g)].map(([, label]) => label ?? '')
    expect(bold.filter((label) => !isLabel(label) && !['DXF', 'PDF', 'CSV', '123'].includes(label))).toEqual([])
  })

  test.each(handbookPages)('%s: no text has a placeholder', (page) => {
    expect(read(language, page)).not.toContain('{{')
  })

  test.each(handbookPages)('%s: each link and picture exists', (page) => {
    const targets = [...read(language, page).matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target ?? '')
    expect(targets.filter((target) => !existsSync(join(resources, 'handbook', language, target)))).toEqual([])
  })

  test('the search finds a section by the beginning of a word in its title, and says nothing of an unknown word', () => {
    const pages = handbookPages.map((page) => readHandbookPage(page, read(language, page)))
    const search = createHandbookSearch(pages)
    // cspell:ignore backu
    const results = search(language === 'nb' ? 'sikkerhetsk' : 'backu').map(({ page, title }) => [page, title])
    expect(results[0]).toEqual(['technician', language === 'nb' ? 'Sikkerhetskopi' : 'Backups'])
    expect(search('xyzzyplugh')).toEqual([])
  })
})

/** How many list items, steps and table rows a text has, and how many code marks. */
const shapeOf = (text: string): number[] => [
  text.match(/^(- |\d\. |\| )/gm)?.length ?? 0,
  text.match(/`/g)?.length ?? 0,
]

test.each(handbookPages)('%s has the same sections in both languages, in the same order', (page) => {
  const [nb, en] = languages.map((language) => readHandbookPage(page, read(language, page)))
  expect(nb?.title).not.toBe('')
  expect(nb?.sections.length).toBe(en?.sections.length)
  expect(nb?.sections.map(({ text }) => shapeOf(text))).toEqual(en?.sections.map(({ text }) => shapeOf(text)))
})

test('a heading has an anchor without spaces and signs', () => {
  expect(slugOf('PINs and kiosk: ø')).toBe('pins-and-kiosk-ø')
})
