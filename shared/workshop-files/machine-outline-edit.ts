// Writes the outline of one part of a machine into the text of its file, and leaves the rest of the text as it is. Pure: uses jsonc-parser.
import { failed, ok } from '../base/result.ts'
import type { Result } from '../base/result.ts'
import type { Outline, Tooling } from '../bending/fit/index.ts'
import { fieldOf } from './drawn-part.ts'
import { readJsonWithLines } from './json-with-lines.ts'
import { fieldOfPart } from './machine-drawings.ts'
import type { DrawnPartName } from './machine-drawings.ts'
import { withOutlineAt } from './outline-text.ts'
import { readMachine } from './readers.ts'
import type { WrongPlace } from './workshop-file.ts'

/** The new text. The error lists what would be wrong in it; empty: the file has no such part. */
export function withMachineOutline(
  text: string,
  { part, outline }: { readonly part: DrawnPartName; readonly outline: Outline },
  tools: Tooling | null,
): Result<string, readonly WrongPlace[]> {
  const json = readJsonWithLines(text)
  if (!json.ok) return failed([{ field: '', ...json.error }])
  const field = fieldOfPart(part)
  if (fieldOf(fieldOf(json.value.value, 'outlines'), field) === undefined) return failed([])
  const path = ['outlines', field, ...(part === 'fingers' ? ['outline'] : [])]
  const next = withOutlineAt(text.startsWith('\uFEFF') ? text.slice(1) : text, path, outline)
  const read = readMachine(next, { tools, others: [] })
  return read.ok ? ok(next) : failed(read.error)
}
