// The texts and pictures of the handbook as they are bundled with the page.
import type { Language } from '../language/format.ts'
import { handbookPages } from './handbook-page.ts'
import { readHandbookPage, type HandbookPageText } from './handbook.ts'

const texts = import.meta.glob<string>('../../resources/handbook/{nb,en}/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const pictures = import.meta.glob<string>('../../resources/pictures/*.png', {
  query: '?url',
  import: 'default',
  eager: true,
})

export const handbookIn = (language: Language): readonly HandbookPageText[] =>
  handbookPages.map((page) => readHandbookPage(page, texts[`../../resources/handbook/${language}/${page}.md`] ?? ''))

/** The address of a picture that a page names relative to itself; undefined for any other. */
export const pictureAddress = (path: string): string | undefined =>
  pictures[path.replace(/^(\.\.\/)+/, '../../resources/')]
