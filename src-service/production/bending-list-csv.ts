// The day's list as CSV: UTF-8 with a byte order mark, semicolons, and a header row with the names of the JSON members. Pure.
import { stringify } from 'csv-stringify/sync'
import * as z from 'zod'
import { bendingListEntry } from '../../shared/workshop-api/index.ts'

const names = bendingListEntry.keyof().options
const line = z.record(z.string(), z.unknown())
const scalar = z.union([z.string(), z.number(), z.null()])

/**
 * One row per entry. `entries` are texts of JSON. The column `bent` has the time of the marker; null is empty. Texts are not escaped
 * against formulas of a spreadsheet, because programs read this file.
 */
export function bendingListCsv(entries: readonly string[]): string {
  const rows = entries.map((entry) => {
    const values = line.parse(JSON.parse(entry))
    return names.map((name) => scalar.parse(name === 'bent' ? bentAt(values[name]) : (values[name] ?? null)))
  })
  return stringify([names, ...rows], {
    bom: true,
    delimiter: ';',
    record_delimiter: 'windows',
    quote_record_delimiter: true,
  })
}

const marker = z.object({ at: z.string() }).nullable()
const bentAt = (value: unknown): string | null => marker.parse(value)?.at ?? null
