// The tools of the workshop's file as set-up draws them: outline, entered and derived figures, and what is wrong at which corner. An
// invalid file is read as far as it can be. Pure: the text comes in.
import { deriveTool, toolDifferences, validateOutline } from '../bending/fit/index.ts'
import type { Outline, Tooling } from '../bending/fit/index.ts'
import { drawableOutline, faultsOfPart, fieldOf } from './drawn-part.ts'
import type { DrawnFault } from './drawn-part.ts'
import { readJsonWithLines } from './json-with-lines.ts'
import { readTooling } from './readers.ts'
import type { WrongPlace } from './workshop-file.ts'

export const toolLists = { die: 'dies', punch: 'punches', hemmingTool: 'hemmingTools' } as const
export type ToolKind = keyof typeof toolLists
const toolKinds = ['die', 'punch', 'hemmingTool'] as const

interface ToolFigureRow {
  readonly field: 'tipRadiusMm' | 'includedDeg' | 'vMm' | 'shoulderRadiusMm' | 'heightMm' | 'bodyWidthMm'
  /** Null: the file does not state it, or no file does. */
  readonly entered: number | null
  /** Null: the outline does not give it. */
  readonly derived: number | null
  readonly differs: boolean
}

interface ToolDrawing {
  readonly kind: ToolKind
  readonly id: string
  /** Null: the file has none, or one that cannot be drawn. */
  readonly outline: Outline | null
  /** The lower part of a hemming tool. */
  readonly closing: Outline | null
  readonly figures: readonly ToolFigureRow[]
  readonly wrong: readonly DrawnFault[]
}

export interface ToolDrawings {
  readonly tools: readonly ToolDrawing[]
  /** Null: the file is wrong. */
  readonly tooling: Tooling | null
  /** Faults that belong to no tool. */
  readonly wrong: readonly WrongPlace[]
}

export function toolDrawings(text: string): ToolDrawings {
  const file = readTooling(text)
  const wrong = file.ok ? [] : file.error
  const json = readJsonWithLines(text)
  const tooling = file.ok ? file.value : null
  if (!json.ok) return { tools: [], tooling, wrong }
  const tools = toolKinds.flatMap((kind) => {
    const list = fieldOf(json.value.value, toolLists[kind])
    return Array.isArray(list)
      ? list.map((tool: unknown, index) => toolDrawing(kind, tool, faultsOfPart(wrong, `${toolLists[kind]}[${index}]`)))
      : []
  })
  const reported = new Set(tools.flatMap((tool) => tool.wrong.map(({ field }) => field)))
  return { tools, tooling, wrong: wrong.filter(({ field }) => !reported.has(field)) }
}

function toolDrawing(kind: ToolKind, tool: unknown, wrong: ToolDrawing['wrong']): ToolDrawing {
  const outline = drawableOutline(fieldOf(tool, 'outline'))
  const id = fieldOf(tool, 'id')
  const isSound = outline !== null && validateOutline(outline, kind).length === 0
  return {
    kind,
    id: typeof id === 'string' ? id : '',
    outline,
    closing: drawableOutline(fieldOf(fieldOf(tool, 'closing'), 'outline')),
    figures: figureRows(kind, tool, isSound ? outline : null),
    wrong,
  }
}

const fieldsOf = {
  die: ['vMm', 'includedDeg', 'shoulderRadiusMm', 'heightMm', 'bodyWidthMm'],
  punch: ['tipRadiusMm', 'includedDeg', 'heightMm', 'bodyWidthMm'],
  hemmingTool: ['vMm', 'includedDeg', 'bodyWidthMm'],
} as const

function figureRows(kind: ToolKind, tool: unknown, outline: Outline | null): ToolFigureRow[] {
  const derived = outline === null ? null : deriveTool(outline, kind)
  const numberAt = (name: string): number | null => {
    const value = fieldOf(tool, name)
    return typeof value === 'number' ? value : null
  }
  const entered = {
    tipRadiusMm: numberAt('tipRadiusMm') ?? numberAt('radiusMm'),
    includedDeg: numberAt('angleDeg'),
    vMm: numberAt('vMm'),
    shoulderRadiusMm: numberAt('shoulderRadiusMm'),
    heightMm: numberAt('heightMm'),
    bodyWidthMm: null,
  }
  const stated = Object.fromEntries(Object.entries(entered).filter(([, figure]) => figure !== null))
  const differing = new Set<string>(
    outline === null ? [] : toolDifferences({ ...stated, outline }, kind).map(({ field }) => field),
  )
  return fieldsOf[kind].map((field) => ({
    field,
    entered: entered[field],
    derived: derived?.[field] ?? null,
    differs: differing.has(field),
  }))
}
