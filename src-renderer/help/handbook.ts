// The pages of the handbook, divided into sections, and the search over them. Pure: takes the Markdown texts.
import MiniSearch from 'minisearch'
import type { HandbookPage } from './handbook-page.ts'

export interface HandbookSection {
  page: HandbookPage
  /** The anchor of the heading on its page. */
  slug: string
  title: string
  /** The text below the heading, as Markdown. */
  text: string
}

export interface HandbookPageText {
  page: HandbookPage
  title: string
  /** The whole page without its title, as Markdown. */
  text: string
  sections: readonly HandbookSection[]
}

/** The anchor of a heading: lower case, every run of characters that are neither letters nor digits as one hyphen. */
export const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')

/** Reads one page: the first line is its title, and each heading of the second level begins a section. */
export function readHandbookPage(page: HandbookPage, markdown: string): HandbookPageText {
  const [titleLine = '', ...rest] = markdown.split('\n')
  const text = rest.join('\n').trim()
  const sections = text
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [title = '', ...lines] = part.split('\n')
      return { page, slug: slugOf(title), title, text: lines.join('\n').trim() }
    })
  return { page, title: titleLine.replace(/^# /, ''), text, sections }
}

/** Finds sections by words, also by the beginning of a word and with one wrong letter in five. Best first. */
export function createHandbookSearch(pages: readonly HandbookPageText[]): (words: string) => HandbookSection[] {
  const sections = pages.flatMap((page) => page.sections)
  const index = new MiniSearch<HandbookSection & { id: number }>({
    fields: ['title', 'text'],
    searchOptions: { boost: { title: 3 }, prefix: true, fuzzy: 0.2, combineWith: 'AND' },
  })
  index.addAll(sections.map((section, id) => ({ ...section, id })))
  return (words) =>
    index.search(words).flatMap(({ id }) => {
      const section = sections[Number(id)]
      return section === undefined ? [] : [section]
    })
}
