// Writes the outline of one tool, or of one part of a machine, into the text of its file, and leaves the rest of the text as it is. Pure:
// uses jsonc-parser.
import { applyEdits, modify, type JSONPath } from 'jsonc-parser'
import { failed, ok } from '../base/result.ts'
import type { Result } from '../base/result.ts'
import { deriveTool } from '../bending/fit/index.ts'
import type { Outline, Tooling } from '../bending/fit/index.ts'
import { readJsonWithLines } from './json-with-lines.ts'
import { readTooling, readMachine } from './readers.ts'
import { toolLists } from './tool-drawings.ts'
import type { ToolKind } from './tool-drawings.ts'
import type { WrongPlace } from './workshop-file.ts'
import { fieldOf } from './drawn-part.ts'
import { fieldOfPart } from './machine-drawings.ts'
import type { DrawnPartName } from './machine-drawings.ts'

export interface ToolOutline {
  readonly kind: ToolKind
  readonly id: string
  readonly outline: Outline
  /** Whether the outline's figures replace the entered ones. */
  readonly useFigures: boolean
  /** The original drawing that is kept beside the file. */
  readonly drawing: { readonly file: string; readonly sha256: string }
}

/** The new text. The error lists what would be wrong in it; empty: the file has no such tool. */
export function withToolOutline(text: string, tool: ToolOutline): Result<string, readonly WrongPlace[]> {
  const json = readJsonWithLines(text)
  if (!json.ok) return failed([{ field: '', ...json.error }])
  const list = toolLists[tool.kind]
  const index = indexOf(json.value.value, list, tool.id)
  if (index === -1) return failed([])
  const begin = text.startsWith('\uFEFF') ? text.slice(1) : text
  let next = begin
  const set = (field: string, value: unknown): void => {
    next = applyEdits(next, modify(next, [list, index, field], value, {}))
  }
  if (tool.useFigures) {
    const { tipRadiusMm, includedDeg, vMm, shoulderRadiusMm, heightMm } = deriveTool(tool.outline, tool.kind)
    if (tipRadiusMm !== undefined && tipRadiusMm !== null && tipRadiusMm > 0) {
      set('radiusMm', undefined)
      set('tipRadiusMm', tipRadiusMm)
    }
    if (includedDeg !== null) set('angleDeg', includedDeg)
    if (vMm !== undefined && vMm !== null) set('vMm', vMm)
    if (shoulderRadiusMm !== undefined && shoulderRadiusMm !== null && tool.kind === 'die')
      set('shoulderRadiusMm', shoulderRadiusMm)
    if (tool.kind !== 'hemmingTool') set('heightMm', heightMm)
  }
  set('drawing', tool.drawing)
  next = withOutlineAt(next, [list, index, 'outline'], tool.outline)
  const read = readTooling(next)
  return read.ok ? ok(next) : failed(read.error)
}

function indexOf(value: unknown, list: string, id: string): number {
  const tools: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, list) : undefined
  if (!Array.isArray(tools)) return -1
  return tools.findIndex((tool: unknown) => typeof tool === 'object' && tool !== null && Reflect.get(tool, 'id') === id)
}

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

/** The text with the outline at a path; the rest of the text stays as it is. */
function withOutlineAt(text: string, path: JSONPath, outline: Outline): string {
  const next = applyEdits(text, modify(text, path, placeholder, {}))
  const corners = outline.map(({ x, y }) => `        [${x}, ${y}]`).join(',\n')
  return next.replace(JSON.stringify(placeholder), `[\n${corners}\n      ]`)
}

/** No tool's id and no figure has this text. */
const placeholder = 'the outline\u0000'
