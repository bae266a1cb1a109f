// Searches the texts of the project for phrases of an idiom that nobody speaks, and its names and files for metaphors. Some phrases are
// forbidden in comments only.
// cspell:ignore happening rhythm knock greet patience plate plates
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')

const phrases = [
  'stands twice',
  'is waited for by',
  'nothing is kept of',
  'is not asked yet',
  'who has gone',
  'holds anything',
  'write the day',
  'post office',
  'the own bend',
]
const names = ['turnAway', 'postOffice', 'letterBox']
const fileNames =
  /^(happening|rhythm|knock|greet|patience|spread|meeting|no-twice|wrong-why|let-go|who-answers|watch)\.tsx?$/

/** The words of a phrase may be on two lines of a comment or a page. */
const patternOf = (phrase: string): string => phrase.replaceAll(' ', String.raw`(?:-|\s+(?:(?://|\*)\s*)?)`)
const patterns = [
  new RegExp(String.raw`\b(?:${phrases.map(patternOf).join('|')})\b`, 'gi'),
  new RegExp(names.map((name) => `[${name.charAt(0)}${name.charAt(0).toUpperCase()}]${name.slice(1)}`).join('|'), 'g'),
  // a Norwegian dictionary takes flatPlate for a word, so the spelling check does not find the forbidden word in it
  /(?<=[a-z])Plates?(?![a-z])/g,
]

/** `is no longer` and the like are allowed. */
const comparisons = 'better|earlier|further|higher|later|less|longer|lower|more|nearer|worse'
/** Patterns for comments only. `there is no …` is allowed. */
const commentPatterns = [
  /(?:^|[.:;?!)]) +Of +[a-z`]+/g,
  /\bno +more(?= *(?:[.,:;)]|$))/g,
  new RegExp(String.raw`(?<!\b[Tt]here +)\b(?:is|are|was|were) +no +(?!(?:${comparisons})\b)\w+`, 'g'),
  /\bbut +for\b/g,
  /\bwithout +a +word\b/g,
  /\bhears? +of\b/g,
]
/** One comment, or several `//` comments on lines that follow each other. */
const comments = /(?<![^\s{(,])(?:\/\*[\s\S]*?\*\/|\/\/.*(?:\n[ \t]*\/\/.*)*)/g

/** Replaces the marks and the line breaks of a comment by as many spaces, so that each word keeps its place. */
const withoutMarks = (comment: string): string =>
  comment.replaceAll(/^\/[/*]+|\*\/$|\s*\n\s*(?:\/\/|\*(?!\/))?/g, (mark) => ' '.repeat(mark.length))

const hitsInComments = (file: string, text: string): string[] =>
  [...text.matchAll(comments)].flatMap((comment) =>
    commentPatterns
      .flatMap((pattern) => [...withoutMarks(comment[0]).matchAll(pattern)])
      .map((hit) => `${file}:${lineAt(text, comment.index + hit.index)}: ${hit[0].trim().replaceAll(/\s+/g, ' ')}`),
  )

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length

const hitsIn = (file: string, text: string): string[] =>
  patterns
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map((hit) => `${file}:${lineAt(text, hit.index)}: ${hit[0].replaceAll(/\s+/g, ' ')}`)

test('a phrase or a name is found on its line, also over two lines', () => {
  const text =
    'one\n// The sheet stands\n// twice.\nconst firstLetterBox = turnAwayCount\nconst flatPlate = templateOf()\n'
  const expected = ['a.ts:2: stands // twice', 'a.ts:4: LetterBox', 'a.ts:4: turnAway', 'a.ts:5: Plate']
  expect(hitsIn('a.ts', text)).toEqual(expected)
})

test('a phrase is found in a comment on its line, also over two lines, and not in the code', () => {
  const text = [
    "const spoken = 'is no word, but for one'",
    '/** Of two links, the older one stays. There is no third. */',
    'a() // it is no longer dialled, and it counts no',
    '// more. It is no',
    '// object',
    '/*',
    ' * The first. Of the others, none',
    ' * but for one ends without a word. It hears of none.',
    ' */',
  ].join('\n')
  expect(hitsInComments('a.ts', text).toSorted()).toEqual([
    'a.ts:2: Of two',
    'a.ts:3: no more',
    'a.ts:4: is no object',
    'a.ts:7: . Of the',
    'a.ts:8: but for',
    'a.ts:8: hears of',
    'a.ts:8: without a word',
  ])
})

const trackedFiles = (...globs: string[]): string[] =>
  execFileSync('git', ['ls-files', '-z', ...globs], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })
    .split('\0')
    .filter((file) => file !== '')

test('a file is named after its subject', () => {
  expect(fileNames.test('no-twice.ts')).toBe(true)
  expect(trackedFiles('*.ts', '*.tsx').filter((file) => fileNames.test(basename(file)))).toEqual([])
})

test('no comment has a phrase of the old idiom', () => {
  const ownPath = relative(root, import.meta.filename)
  const files = trackedFiles('*.ts', '*.tsx', '*.mts', '*.mjs', '*.css').filter((file) => file !== ownPath)
  expect(files.length).toBeGreaterThan(1_000)
  expect(files.flatMap((file) => hitsInComments(file, readFileSync(join(root, file), 'utf8')))).toEqual([])
})

test('no text of the project has a phrase or a name of the old idiom', () => {
  const ownPath = relative(root, import.meta.filename)
  const files = trackedFiles('*.ts', '*.tsx', '*.mts', '*.mjs', '*.md', '*.json', '*.css').filter(
    (file) => file !== ownPath && file !== 'package-lock.json',
  )
  expect(files.length).toBeGreaterThan(1_000)
  expect(files.flatMap((file) => hitsIn(file, readFileSync(join(root, file), 'utf8')))).toEqual([])
})
