// A table as the text of a CSV file that spreadsheets open with the columns right: UTF-8 with a byte order mark, semicolons, CRLF.
// Pure.
import { stringify } from 'csv-stringify/sync'
import type { Speech } from '../speech.ts'

/** Null is an empty cell. */
export type Cell = string | number | null

/**
 * Numbers have the decimal sign of the language. A text that a spreadsheet would take for a formula begins with an apostrophe, so
 * that nothing in a title or a name is ever worked out.
 */
export const csvFile = (rows: readonly (readonly Cell[])[], { figure }: Speech): string =>
  stringify(
    rows.map((row) => [...row]),
    {
      bom: true,
      delimiter: ';',
      record_delimiter: 'windows',
      // a line break of any kind inside a text, not only the file's own
      quote_record_delimiter: true,
      escape_formulas: true,
      cast: { number: figure },
    },
  )
