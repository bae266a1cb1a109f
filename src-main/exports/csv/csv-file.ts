// A table as a CSV file that spreadsheets open with separate columns: UTF-8 with a byte order mark, semicolons, CRLF. Pure.
import { stringify } from 'csv-stringify/sync'
import type { ExportTexts } from '../export-texts.ts'

/** Null is an empty cell. */
export type Cell = string | number | null

/**
 * Numbers have the decimal sign of the language. A text that a spreadsheet would read as a formula gets an apostrophe, so that no title
 * or name is evaluated.
 */
export const csvFile = (rows: readonly (readonly Cell[])[], { figure }: ExportTexts): string =>
  stringify(
    rows.map((row) => [...row]),
    {
      bom: true,
      delimiter: ';',
      record_delimiter: 'windows',
      // quotes a text with any kind of line break, not only CRLF
      quote_record_delimiter: true,
      escape_formulas: true,
      cast: { number: figure },
    },
  )
