// A workshop's own JSON file read by its schema: the value, or every place where it is wrong, with line and field. Pure:
// the text comes in, nothing is read from disk.
import type * as z from 'zod'
import { readLinedJson } from './lined-json.ts'
import type { JsonPath } from './lined-json.ts'
import { whyOf, type WrongWhy } from './wrong-why.ts'

export interface WrongPlace {
  /** From 1. */
  readonly line: number
  /** "dies[2].vMm"; empty where the text is no JSON. */
  readonly field: string
  /** In English. */
  readonly message: string
  readonly why: WrongWhy
}

export type WorkshopFile<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly wrong: readonly WrongPlace[] }

const fieldName = (path: JsonPath): string =>
  path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${String(part)}`))
    .join('')

/** An unknown field is reported at its own line, not at its object's. */
function placesOf(issue: z.core.$ZodIssue, value: unknown): { path: JsonPath; message: string; why: WrongWhy }[] {
  const why = whyOf(issue, isThere(value, issue.path))
  if (issue.code !== 'unrecognized_keys') return [{ path: issue.path, message: issue.message, why }]
  return issue.keys.map((key) => ({ path: [...issue.path, key], message: 'unknown field', why }))
}

function isThere(value: unknown, path: JsonPath): boolean {
  let at: unknown = value
  for (const part of path) at = typeof at === 'object' && at !== null ? Reflect.get(at, part) : undefined
  return at !== undefined
}

/** The one way in which a workshop's file is read: every place that is wrong is named, in the order of the lines. */
export function readWorkshopFile<T>(text: string, schema: z.ZodType<T>): WorkshopFile<T> {
  const json = readLinedJson(text)
  if (!json.ok) return { ok: false, wrong: [{ line: json.line, field: '', message: json.message, why: json.why }] }
  const parsed = schema.safeParse(json.value)
  if (parsed.success) return { ok: true, value: parsed.data }
  const wrong = parsed.error.issues
    .flatMap((issue) => placesOf(issue, json.value))
    .map(({ path, message, why }) => ({ line: json.lineOf(path), field: fieldName(path), message, why }))
  return { ok: false, wrong: wrong.toSorted((a, b) => a.line - b.line) }
}
