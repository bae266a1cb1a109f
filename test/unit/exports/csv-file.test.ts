// A table as CSV: bytes that spreadsheets read, without cells that they evaluate.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvFile, type Cell } from '../../../src-main/exports/csv/csv-file.ts'
import { textsIn } from './a-day.ts'

const nb = textsIn('nb')
const en = textsIn('en')

/** Parses CSV by RFC 4180 with semicolons, as a spreadsheet does. */
function parsed(text: string): string[][] {
  const rows: string[][] = [[]]
  const cell = /(?:"((?:[^"]|"")*)"|([^;\r\n]*))(;|\r\n)/gy
  for (const [, quoted, plain = '', end] of text.replace(/^\uFEFF/, '').matchAll(cell)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

describe('a CSV file', () => {
  it('starts with a byte order mark, separates cells with semicolons, and ends lines with CRLF', () => {
    const bytes = [
      ...Buffer.from(
        csvFile(
          [
            ['Farge', 'Blå', null],
            ['a', 'b', 'c'],
          ],
          nb,
        ),
      ),
    ]
    expect(bytes.slice(0, 3)).toEqual([0xef, 0xbb, 0xbf])
    expect(Buffer.from(bytes.slice(3)).toString('utf8')).toBe('Farge;Blå;\r\na;b;c\r\n')
  })

  it('writes figures with a comma in Norwegian and a point in English, without a thousands separator or trailing zeros', () => {
    const row = [0.6, 12345.5, 3, 0.1 + 0.2, 1e-9]
    expect(parsed(csvFile([row], nb))).toEqual([['0,6', '12345,5', '3', '0,3', '0']])
    expect(parsed(csvFile([row], en))).toEqual([['0.6', '12345.5', '3', '0.3', '0']])
  })

  it.each(['=1+1', '+47 12345678', '-A', '@SUM(A1)', '\t=1', '＝1'])(
    'prevents a spreadsheet from evaluating %j',
    (text) => {
      expect(parsed(csvFile([[text]], nb))).toEqual([[`'${text}`]])
    },
  )

  it('writes a negative figure as a figure', () => {
    expect(parsed(csvFile([[-1.5]], nb))).toEqual([['-1,5']])
  })

  it('preserves every text', () => {
    const text = fc.string({ unit: 'grapheme' }).filter((one) => !/^[=+\-@\t\r＝＋－＠]/.test(one))
    const hard = fc.constantFrom('a;b', 'a"b', '"', 'a\r\nb', 'a\nb', 'a\rb', ' a ', "'a", 'Ærø ≤ ⌀6 15°')
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.oneof(text, hard), fc.oneof(text, hard)), { minLength: 1 }), (rows) => {
        const cells: Cell[][] = rows
        expect(parsed(csvFile(cells, nb))).toEqual(rows)
      }),
    )
  })
})
