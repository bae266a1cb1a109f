// Spelling. The glossary of CONTRIBUTING.md is a dictionary: its first two columns are known words, the words of its last column are
// forbidden.
import { readFileSync } from 'node:fs'

const glossary = readFileSync(new URL('CONTRIBUTING.md', import.meta.url), 'utf8').split('## Glossary')[1] ?? ''
const rows = glossary
  .split('\n')
  .filter(
    (line) =>
      line.startsWith('|') && !line.startsWith('|--') && !line.startsWith('| --') && !line.startsWith('| English'),
  )
  .map((line) => line.split('|').slice(1, -1))
const wordsOf = (text = '') => text.match(/[\p{L}'-]+/gu) ?? []
const terms = rows.flatMap(([english, bokmal]) => [...wordsOf(english), ...wordsOf(bokmal)])
const forbidden = rows.flatMap((row) => wordsOf(row[3]))
if (terms.length === 0 || forbidden.length === 0) throw new Error('the glossary of CONTRIBUTING.md was not found')

export default {
  version: '0.2',
  language: 'en-GB,nb',
  import: ['@cspell/dict-nb-no/cspell-ext.json'],
  useGitignore: true,
  // words of the trade, names and abbreviations that no dictionary has
  dictionaryDefinitions: [{ name: 'project', path: './cspell-words.txt', addWords: true }],
  dictionaries: ['nb-no', 'typescript', 'node', 'html', 'css', 'softwareTerms', 'npm', 'python', 'project'],
  words: terms,
  flagWords: forbidden,
  // identifiers of data: hashes, keys, base64, ULIDs; `bend_anew` is a code in the stores of workshops
  ignoreRegExpList: [
    '/[A-Za-z0-9+/=_-]{40,}/g',
    '/\\b[0-9A-HJKMNP-TV-Z]{26}\\b/g',
    '/\\\\u[0-9a-fA-F]{4}/g',
    '/#[0-9a-fA-F]{3,8}\\b/g',
    '/\\bbend_anew\\b/g', // cspell:disable-line
  ],
  ignorePaths: [
    '.git',
    'package-lock.json',
    'cspell-words.txt',
    'resources/fonts',
    'resources/colours',
    'resources/sandbox/*.json',
    'test/fixtures/generated',
    '*.svg',
    '*.db',
    '*.png',
  ],
  overrides: [
    // Norwegian texts, and tests that press the buttons with these texts
    {
      filename: [
        'resources/translations/nb.json',
        'resources/handbook/nb/**',
        'test/bench/screen/taps.ts',
        'test/long/screen/{counting,exports,find-sheets}.test.ts',
        'test/unit/renderer/list/row-texts.test.ts',
      ],
      ignoreWords: ['plate'], // cspell:disable-line
    },
    // the glossary itself names the forbidden words
    { filename: 'CONTRIBUTING.md', ignoreWords: forbidden },
  ],
}
