// A workshop's own JSON file read by its schema: the value, or every place where it is wrong, with line and field. Pure:
// the text comes in, nothing is read from disk.
import type * as z from 'zod'
import { readLinedJson } from './lined-json.ts'
import type { JsonPath } from './lined-json.ts'

export interface WrongPlace {
  /** From 1. */
  readonly line: number
  /** "dies[2].vMm"; empty where the text is no JSON. */
  readonly field: string
  readonly message: string
}

export type WorkshopFile<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly wrong: readonly WrongPlace[] }

const fieldName = (path: JsonPath): string =>
  path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${String(part)}`))
    .join('')

/** An unknown field is reported at its own line, not at its object's. */
function placesOf(issue: z.core.$ZodIssue): { path: JsonPath; message: string }[] {
  if (issue.code !== 'unrecognized_keys') return [{ path: issue.path, message: issue.message }]
  return issue.keys.map((key) => ({ path: [...issue.path, key], message: 'unknown field' }))
}

/** The one way in which a workshop's file is read: every place that is wrong is named, in the order of the lines. */
export function readWorkshopFile<T>(text: string, schema: z.ZodType<T>): WorkshopFile<T> {
  const json = readLinedJson(text)
  if (!json.ok) return { ok: false, wrong: [{ line: json.line, field: '', message: json.message }] }
  const parsed = schema.safeParse(json.value)
  if (parsed.success) return { ok: true, value: parsed.data }
  const wrong = parsed.error.issues
    .flatMap(placesOf)
    .map(({ path, message }) => ({ line: json.lineOf(path), field: fieldName(path), message }))
  return { ok: false, wrong: wrong.toSorted((a, b) => a.line - b.line) }
}
