// Searches the texts of the project for phrases of an idiom that nobody speaks, and for names of metaphors.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
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
]
const names = ['turnAway', 'postOffice', 'letterBox']

/** The words of a phrase may be on two lines of a comment or a page. */
const patternOf = (phrase: string): string => phrase.replaceAll(' ', String.raw`(?:\s+(?:(?://|\*)\s*)?)`)
const patterns = [
  new RegExp(String.raw`\b(?:${phrases.map(patternOf).join('|')})\b`, 'gi'),
  new RegExp(names.map((name) => `[${name.charAt(0)}${name.charAt(0).toUpperCase()}]${name.slice(1)}`).join('|'), 'g'),
]

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length

const hitsIn = (file: string, text: string): string[] =>
  patterns
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map((hit) => `${file}:${lineAt(text, hit.index)}: ${hit[0].replaceAll(/\s+/g, ' ')}`)

test('a phrase or a name is found on its line, also over two lines', () => {
  const text = 'one\n// The sheet stands\n// twice.\nconst firstLetterBox = turnAwayCount\n'
  expect(hitsIn('a.ts', text)).toEqual(['a.ts:2: stands // twice', 'a.ts:4: LetterBox', 'a.ts:4: turnAway'])
})

test('no text of the project has a phrase or a name of the old idiom', () => {
  const listed = execFileSync('git', ['ls-files', '-z', '*.ts', '*.tsx', '*.mts', '*.mjs', '*.md', '*.json', '*.css'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  const own = relative(root, import.meta.filename)
  const files = listed.split('\0').filter((file) => file !== '' && file !== own && file !== 'package-lock.json')
  expect(files.length).toBeGreaterThan(1_000)
  expect(files.flatMap((file) => hitsIn(file, readFileSync(join(root, file), 'utf8')))).toEqual([])
})
