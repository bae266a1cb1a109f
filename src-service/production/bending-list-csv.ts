// The day's list as CSV: UTF-8 with a byte order mark, semicolons, a header row with the names of the JSON's members. Pure.
import * as z from 'zod'
import { bendingListEntry } from '../../shared/workshop-api/index.ts'

const names = bendingListEntry.keyof().options
const line = z.record(z.string(), z.unknown())

/** One row an entry, each given as JSON. A bent sheet shows when it was bent; what has no value is empty. */
export function bendingListCsv(entries: readonly string[]): string {
  const rows = entries.map((entry) => {
    const values = line.parse(JSON.parse(entry))
    return names.map((name) => cell(name === 'bent' ? bentAt(values[name]) : values[name]))
  })
  return `\uFEFF${[names, ...rows].map((row) => `${row.join(';')}\r\n`).join('')}`
}

const marker = z.object({ at: z.string() }).nullable()
const bentAt = (value: unknown) => marker.parse(value)?.at ?? null

function cell(value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return ''
  return /[";\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}
