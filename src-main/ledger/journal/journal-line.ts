// A line of the journal: a CRC-32 of the rest, a space, and one row of the store as readable JSON. Pure except for Node's checksum.
import { crc32 } from 'node:zlib'
import * as z from 'zod'
import type { Row, Value } from './journaled-tables.ts'

const blob = z.union([z.strictObject({ text: z.string() }), z.strictObject({ base64: z.base64() })])
const line = z.strictObject({
  /** The id of the store. */
  store: z.string(),
  /** The store's number of the change. A higher number is newer. */
  n: z.int().nonnegative(),
  /** Time of writing, for people. */
  at: z.string(),
  /** The table of the row; `journal` for the first line of a file. */
  of: z.string(),
  row: z.record(z.string(), z.union([z.string(), z.number(), z.null(), blob])),
})

export interface JournalLine extends Omit<z.infer<typeof line>, 'row'> {
  row: Row
}

/** Ends with a line feed. */
export function writeLine(entry: JournalLine): string {
  const { store, n, at: loggedAt, of } = entry
  const text = JSON.stringify({ store, n, at: loggedAt, of, row: rowAsJson(entry.row) })
  return `${checksum(text)} ${text}\n`
}

/** `text` without its line feed. Null: the line is damaged. */
export function readLine(text: string): JournalLine | null {
  if (text.length < 10 || text.slice(0, 9) !== `${checksum(text.slice(9))} `) return null
  const entry = line.safeParse(jsonOf(text.slice(9))).data
  if (entry === undefined) return null
  return { ...entry, row: Object.fromEntries(Object.entries(entry.row).map(([name, value]) => [name, read(value)])) }
}

/** Bytes as text where that is reversible, otherwise as base 64. */
export const rowAsJson = (row: Row): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, written(value)]))

const checksum = (text: string): string => crc32(text).toString(16).padStart(8, '0')

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

// a request's bytes are JSON, so they are written as text where that is reversible
function written(value: Value): string | number | null | z.infer<typeof blob> {
  if (!(value instanceof Uint8Array)) return value
  const bytes = Buffer.from(value)
  const text = bytes.toString('utf8')
  return Buffer.from(text).equals(bytes) ? { text } : { base64: bytes.toString('base64') }
}

const read = (value: ReturnType<typeof written>): Value => {
  if (typeof value !== 'object' || value === null) return value
  return 'text' in value ? Buffer.from(value.text) : Buffer.from(value.base64, 'base64')
}
