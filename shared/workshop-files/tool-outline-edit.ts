// Writes the outline of one tool into the text of the workshop's file of tools, and leaves the rest of the text as it is. Pure: uses
// jsonc-parser.
import { applyEdits, modify } from 'jsonc-parser'
import { failed, ok } from '../base/result.ts'
import type { Result } from '../base/result.ts'
import { deriveTool } from '../bending/fit/index.ts'
import type { Outline } from '../bending/fit/index.ts'
import { readJsonWithLines } from './json-with-lines.ts'
import { withOutlineAt } from './outline-text.ts'
import { readTooling } from './readers.ts'
import { toolLists } from './tool-drawings.ts'
import type { ToolKind } from './tool-drawings.ts'
import type { WrongPlace } from './workshop-file.ts'

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
