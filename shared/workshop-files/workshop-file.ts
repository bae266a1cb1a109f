// Reads a workshop's JSON file by its schema: the value, or every place that is wrong, with line and field. Pure: the text comes in.
import type * as z from 'zod'
import { failed, ok } from '../base/result.ts'
import type { Result } from '../base/result.ts'
import { readJsonWithLines } from './json-with-lines.ts'
import type { JsonPath } from './json-with-lines.ts'
import { explainIssue } from './schemas/index.ts'
import type { ProblemReason } from './schemas/index.ts'

export interface WrongPlace {
  /** Counted from 1. */
  readonly line: number
  /** "dies[2].vMm"; empty where the text is not JSON. */
  readonly field: string
  /** The language is English. */
  readonly message: string
  readonly why: ProblemReason
}

/** The error lists every wrong place, in the order of the lines. */
export type WorkshopFile<T> = Result<T, readonly WrongPlace[]>

/** Text that is not JSON gives one wrong place with an empty field. */
export function readWorkshopFile<T>(text: string, schema: z.ZodType<T>): WorkshopFile<T> {
  const json = readJsonWithLines(text)
  if (!json.ok) return failed([{ field: '', ...json.error }])
  const { value, lineOf } = json.value
  const parsed = schema.safeParse(value)
  if (parsed.success) return ok(parsed.data)
  const wrong = parsed.error.issues
    .flatMap((issue) => placesOf(issue, value))
    .map(({ path, message, why }) => ({ line: lineOf(path), field: fieldName(path), message, why }))
  return failed(wrong.toSorted((a, b) => a.line - b.line))
}

const fieldName = (path: JsonPath): string =>
  path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${String(part)}`))
    .join('')

/** An unknown field is reported at its own line, not at the line of its object. */
function placesOf(issue: z.core.$ZodIssue, value: unknown): { path: JsonPath; message: string; why: ProblemReason }[] {
  const why = explainIssue(issue, hasValueAt(value, issue.path))
  if (issue.code !== 'unrecognized_keys') return [{ path: issue.path, message: issue.message, why }]
  return issue.keys.map((key) => ({ path: [...issue.path, key], message: 'unknown field', why }))
}

function hasValueAt(value: unknown, path: JsonPath): boolean {
  let current: unknown = value
  for (const part of path)
    current = typeof current === 'object' && current !== null ? Reflect.get(current, part) : undefined
  return current !== undefined
}
