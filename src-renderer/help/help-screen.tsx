// The handbook: its pages, the search over their sections, and the page that was opened.
import { useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import Markdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import type { Language } from '../language/format.ts'
import { useTexts } from '../language/use-texts.ts'
import { useCommandStart } from '../station/queries.ts'
import { formatRoute } from '../route.ts'
import { Icon } from '../ui/icon.tsx'
import { handbookPages, isHandbookPage, type HandbookPage } from './handbook-page.ts'
import {
  createHandbookSearch,
  readHandbookPage,
  slugOf,
  type HandbookPageText,
  type HandbookSection,
} from './handbook.ts'

const texts = import.meta.glob<string>('../../resources/handbook/{nb,en}/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const pictures = import.meta.glob<string>('../../resources/pictures/*/*.png', {
  query: '?url',
  import: 'default',
  eager: true,
})

const handbookIn = (language: Language): readonly HandbookPageText[] =>
  handbookPages.map((page) => readHandbookPage(page, texts[`../../resources/handbook/${language}/${page}.md`] ?? ''))

/** The address of a picture that a page names relative to itself; undefined for any other. */
const pictureAddress = (path: string): string | undefined => pictures[path.replace(/^(\.\.\/)+/, '../../resources/')]

interface HelpScreenProps {
  page: HandbookPage
  /** The anchor of the section to show; null for the top of the page. */
  section: string | null
}

export function HelpScreen({ page, section }: HelpScreenProps) {
  const { t, language } = useTexts()
  const pages = useMemo(() => handbookIn(language), [language])
  const search = useMemo(() => createHandbookSearch(pages), [pages])
  const [words, setWords] = useState('')
  const searchedWords = useDeferredValue(words.trim())
  const results = useMemo(() => (searchedWords === '' ? null : search(searchedWords)), [search, searchedWords])
  return (
    <main className="help">
      <div className="help-side">
        <Button className="back" onPress={() => window.history.back()}>
          <Icon name="back" /> {t('help.back')}
        </Button>
        <h1>{t('help.title')}</h1>
        <label className="field">
          {t('help.search')}
          <input
            className="input"
            type="search"
            maxLength={100}
            value={words}
            onChange={({ target: { value } }) => setWords(value)}
          />
        </label>
        {results !== null && results.length > 0 ? (
          <Results results={results} pages={pages} />
        ) : (
          <>
            {results !== null && <p role="status">{t('help.found_none')}</p>}
            <PageList pages={pages} current={page} />
          </>
        )}
      </div>
      <Page key={`${language} ${page}`} text={pages.find((one) => one.page === page)} section={section} />
    </main>
  )
}

function PageList({ pages, current }: { pages: readonly HandbookPageText[]; current: HandbookPage }) {
  const { t } = useTexts()
  return (
    <nav aria-label={t('help.pages')} className="help-links">
      {pages.map(({ page, title }) => (
        <a
          key={page}
          className="help-link"
          href={formatRoute({ screen: 'help', page, section: null })}
          {...(page === current ? { 'aria-current': 'page' as const } : {})}
        >
          {title}
        </a>
      ))}
    </nav>
  )
}

interface ResultsProps {
  results: readonly HandbookSection[]
  pages: readonly HandbookPageText[]
}

function Results({ results, pages }: ResultsProps) {
  const { t } = useTexts()
  const titleOf = (page: HandbookPage): string => pages.find((one) => one.page === page)?.title ?? ''
  return (
    <nav aria-label={t('help.results')} className="help-links">
      <p role="status">{t('help.found', { count: results.length })}</p>
      {results.map(({ page, slug, title }) => (
        <a key={`${page} ${slug}`} className="help-link" href={formatRoute({ screen: 'help', page, section: slug })}>
          {title}
          <small>{titleOf(page)}</small>
        </a>
      ))}
    </nav>
  )
}

function Page({ text, section }: { text: HandbookPageText | undefined; section: string | null }) {
  const article = useRef<HTMLElement>(null)
  useEffect(() => {
    const heading = section === null ? null : article.current?.querySelector(`[id="${CSS.escape(section)}"]`)
    if (heading instanceof HTMLElement) heading.scrollIntoView()
    else article.current?.scrollTo(0, 0)
  }, [section])
  if (text === undefined) return null
  return (
    <article ref={article} className="help-page" tabIndex={0} aria-label={text.title}>
      <h2>{text.title}</h2>
      <Markdown remarkPlugins={[remarkGfm]} components={components}>
        {text.text}
      </Markdown>
    </article>
  )
}

const components: Components = { h2: Heading, a: PageLink, img: Picture, table: ScrollingTable, code: Code }

/** The page's title is the second level here, so that its sections are the third. */
function Heading({ children }: { children?: ReactNode }) {
  return <h3 id={typeof children === 'string' ? slugOf(children) : undefined}>{children}</h3>
}

/** A link to another page of the handbook opens it here. */
function PageLink({ href, children }: { href?: string | undefined; children?: ReactNode }) {
  const page = href?.replace(/\.md$/, '')
  return isHandbookPage(page) ? <a href={formatRoute({ screen: 'help', page, section: null })}>{children}</a> : children
}

function Picture({ src, alt }: { src?: string | Blob | undefined; alt?: string | undefined }) {
  return <img src={typeof src === 'string' ? pictureAddress(src) : undefined} alt={alt ?? ''} />
}

/** A block in the language `kant` stands for the beginning of a command line of this station. */
function Code({ className, children }: { className?: string | undefined; children?: ReactNode }) {
  const start = useCommandStart()
  return <code>{className === 'language-kant' ? (start ?? '…') : children}</code>
}

function ScrollingTable({ children }: { children?: ReactNode }) {
  return (
    <div className="help-table">
      <table>{children}</table>
    </div>
  )
}
