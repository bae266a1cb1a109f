// Searches the texts of the project for phrases of an idiom that nobody speaks, and its names and files for metaphors.
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

const trackedFiles = (...globs: string[]): string[] =>
  execFileSync('git', ['ls-files', '-z', ...globs], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })
    .split('\0')
    .filter((file) => file !== '')

test('a file is named after its subject', () => {
  expect(fileNames.test('no-twice.ts')).toBe(true)
  expect(trackedFiles('*.ts', '*.tsx').filter((file) => fileNames.test(basename(file)))).toEqual([])
})

test('no text of the project has a phrase or a name of the old idiom', () => {
  const ownPath = relative(root, import.meta.filename)
  const files = trackedFiles('*.ts', '*.tsx', '*.mts', '*.mjs', '*.md', '*.json', '*.css').filter(
    (file) => file !== ownPath && file !== 'package-lock.json',
  )
  expect(files.length).toBeGreaterThan(1_000)
  expect(files.flatMap((file) => hitsIn(file, readFileSync(join(root, file), 'utf8')))).toEqual([])
})
