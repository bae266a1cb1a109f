// The outlines of a machine's file as set-up draws them, and what is wrong at which corner. An invalid file is read as far as it can be.
// Pure: the text comes in.
import type { Outline, OutlinePart, Tooling } from '../bending/fit/index.ts'
import { drawableOutline, faultsOfPart, fieldOf } from './drawn-part.ts'
import type { DrawnFault } from './drawn-part.ts'
import { readJsonWithLines } from './json-with-lines.ts'
import { readMachine } from './readers.ts'
import type { WrongPlace } from './workshop-file.ts'

/** The parts of each figure share their origin: the seat of the punch, the seat of the die, the stop face, or the bend line. */
const figuresOf = {
  press_brake: [['clamp', 'beam'], ['holder', 'table', 'apron'], ['fingers']],
  folder: [['clamp', 'folding_beam', 'table', 'gauge']],
} as const

type MachineOutlinePart = Exclude<OutlinePart, 'punch' | 'die' | 'hemmingTool' | 'closing'>

/** What the outlines of a folding machine's parts are checked for; those of a press brake have the name of their part. */
const checkedAs = {
  clamp: 'folderClamp',
  folding_beam: 'folderBeam',
  table: 'folderTable',
  gauge: 'folderGauge',
} as const

/** A part of a machine that has an outline. */
export type DrawnPartName = (typeof figuresOf)[keyof typeof figuresOf][number][number]

interface DrawnPart {
  readonly part: DrawnPartName
  /** The rules for its shape and its reference point. */
  readonly checkedAs: MachineOutlinePart
  /** mm. */
  readonly outline: Outline
  readonly wrong: readonly DrawnFault[]
}

export interface MachineDrawing {
  /** Empty: the file states no name. */
  readonly name: string
  /** Each with its parts to one scale. No figure: the file has no outlines, or states no known kind. */
  readonly figures: readonly (readonly DrawnPart[])[]
  /** Every fault of the file, those of the outlines too. */
  readonly wrong: readonly WrongPlace[]
}

/** `tools`: the tools that the machine's file may name; null: they are not known and not checked. */
export function machineDrawing(text: string, tools: Tooling | null): MachineDrawing {
  const file = readMachine(text, { tools, others: [] })
  const wrong = file.ok ? [] : file.error
  const json = readJsonWithLines(text)
  if (!json.ok) return { name: '', figures: [], wrong }
  const machine = json.value.value
  const [name, kind, outlines] = ['name', 'kind', 'outlines'].map((field) => fieldOf(machine, field))
  const figures = kind === 'press_brake' || kind === 'folder' ? figuresOf[kind] : []
  return {
    name: typeof name === 'string' ? name : '',
    figures: figures
      .map((parts) => parts.flatMap((part) => drawnPart(part, kind, outlines, wrong)))
      .filter((parts) => parts.length > 0),
    wrong,
  }
}

/** The field of `outlines` that has the outline of a part. */
export const fieldOfPart = (part: DrawnPartName): string => (part === 'folding_beam' ? 'beam' : part)

/** Null: a machine of this kind has no such part. */
function rulesFor(part: DrawnPartName, kind: unknown): MachineOutlinePart | null {
  if (kind === 'press_brake') return part === 'folding_beam' || part === 'gauge' ? null : part
  return part === 'clamp' || part === 'folding_beam' || part === 'table' || part === 'gauge' ? checkedAs[part] : null
}

function drawnPart(part: DrawnPartName, kind: unknown, outlines: unknown, wrong: readonly WrongPlace[]): DrawnPart[] {
  const field = fieldOfPart(part)
  const rules = rulesFor(part, kind)
  const stated = fieldOf(outlines, field)
  const outline = drawableOutline(part === 'fingers' ? fieldOf(stated, 'outline') : stated)
  return outline === null || rules === null
    ? []
    : [{ part, checkedAs: rules, outline, wrong: faultsOfPart(wrong, `outlines.${field}`) }]
}
