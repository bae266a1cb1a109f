// A program as the lines of text that a controller takes: the last room before the bytes, so every figure is held to its range here
// once more, whoever asks. Pure.
import { figures, placeInText } from './text-template.ts'
import type { Figure, Place, ProgramText } from './text-template.ts'
import type { BrakeProgram, ProgramStep } from '../program/program.ts'

export interface ProgramLine {
  readonly text: string
  /** Null where it belongs to no step. */
  readonly stepNo: number | null
}

export interface OutOfRange {
  /** Null where it is no step's. */
  readonly stepNo: number | null
  readonly message: string
}

export type ProgramLines =
  { readonly ok: true; readonly lines: readonly ProgramLine[] } | { readonly ok: false; readonly wrong: OutOfRange }

const figureOf = (step: ProgramStep): Record<Figure, number> => ({
  angle: step.includedDeg,
  correction: step.correctionDeg,
  gauge: step.gaugeMm,
  length: step.lengthMm,
  thickness: step.thicknessMm,
})

/** The first figure of a step outside the range that the controller's file declares; null: none is. NaN is in no range. */
export function outsideLimits(text: ProgramText, step: ProgramStep): OutOfRange | null {
  const values = figureOf(step)
  for (const figure of figures) {
    const { least, greatest } = text.limits[figure]
    const value = values[figure]
    if (value >= least && value <= greatest) continue
    const message = `step ${step.stepNo}: the ${figure} is ${value}, it must be ${least} to ${greatest}`
    return { stepNo: step.stepNo, message }
  }
  return null
}

/**
 * The program by its template, or the first thing that it may not hold: a figure out of range, as written too, more steps than the
 * table takes, a line that is too long. Of names, letters, digits, blanks and '.+-' are kept, and '_' stands for the rest.
 */
export function programToText(text: ProgramText, program: BrakeProgram): ProgramLines {
  const { steps } = program
  if (steps.length === 0 || steps.length > text.greatestSteps) {
    const message = `${steps.length} steps, the controller takes 1 to ${text.greatestSteps}`
    return { ok: false, wrong: { stepNo: null, message } }
  }
  const lines: ProgramLine[] = []
  const ofProgram = {
    name: plain(program.name),
    version: String(program.version),
    piece: String(program.pieceNo),
    steps: String(steps.length),
  }
  for (const line of text.head) lines.push({ text: filled(line, ofProgram), stepNo: null })
  for (const step of steps) {
    const wrong = outsideLimits(text, step) ?? outsideLimits(text, asWritten(text, step))
    if (wrong !== null) return { ok: false, wrong }
    const places = { ...ofProgram, ...ofStep(text, step) }
    for (const line of text.step) lines.push({ text: filled(line, places), stepNo: step.stepNo })
  }
  for (const line of text.tail) lines.push({ text: filled(line, ofProgram), stepNo: null })
  const long = lines.find((line) => line.text.length > text.longestLine)
  if (long === undefined) return { ok: true, lines }
  const message = `a line has ${long.text.length} characters, the controller takes ${text.longestLine}: ${long.text}`
  return { ok: false, wrong: { stepNo: long.stepNo, message } }
}

function ofStep(text: ProgramText, step: ProgramStep): Partial<Record<Place, string>> {
  const values = figureOf(step)
  const written = (figure: Figure): string => values[figure].toFixed(text.decimals).replace('.', text.decimalMark)
  return {
    step: String(step.stepNo),
    bend: String(step.bend),
    direction: text.words[step.direction],
    edge: text.words[step.edge],
    angle: written('angle'),
    correction: written('correction'),
    gauge: written('gauge'),
    length: written('length'),
    thickness: written('thickness'),
    material: plain(step.material),
    tool: plain(step.toolName),
  }
}

/** Rounding must not carry a figure over its limit. */
function asWritten(text: ProgramText, step: ProgramStep): ProgramStep {
  const rounded = (value: number): number => Number(value.toFixed(text.decimals))
  return {
    ...step,
    includedDeg: rounded(step.includedDeg),
    correctionDeg: rounded(step.correctionDeg),
    gaugeMm: rounded(step.gaugeMm),
    lengthMm: rounded(step.lengthMm),
    thicknessMm: rounded(step.thicknessMm),
  }
}

const filled = (line: string, places: Readonly<Record<string, string>>): string =>
  line.replaceAll(placeInText, (written, place: string) => places[place] ?? written)

/** No name can end a comment or a line, or be read as a word of the controller's own. */
const plain = (words: string): string => words.replaceAll(/[^A-Za-z0-9 .+-]/g, '_')

const ends = { crlf: '\r\n', lf: '\n', cr: '\r' } as const

/** As it ends in the controller's text. */
export const withLineEnd = ({ endOfLine }: ProgramText, line: string): string => `${line}${ends[endOfLine]}`
