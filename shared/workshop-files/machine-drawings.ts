// The outlines of a machine's file as set-up draws them, and what is wrong at which corner. An invalid file is read as far as it can be.
// Pure: the text comes in.
import type { Outline, Tooling } from '../bending/fit/index.ts'
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

/** A part of a machine that has an outline. */
type DrawnPartName = (typeof figuresOf)[keyof typeof figuresOf][number][number]

interface DrawnPart {
  readonly part: DrawnPartName
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
      .map((parts) => parts.flatMap((part) => drawnPart(part, outlines, wrong)))
      .filter((parts) => parts.length > 0),
    wrong,
  }
}

function drawnPart(part: DrawnPartName, outlines: unknown, wrong: readonly WrongPlace[]): DrawnPart[] {
  const field = part === 'folding_beam' ? 'beam' : part
  const stated = fieldOf(outlines, field)
  const outline = drawableOutline(part === 'fingers' ? fieldOf(stated, 'outline') : stated)
  return outline === null ? [] : [{ part, outline, wrong: faultsOfPart(wrong, `outlines.${field}`) }]
}
