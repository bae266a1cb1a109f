// Converts a program into lines of text by the controller's template. It is the last step before the bytes, so it checks the range of
// every figure again. Pure.
import { failed, ok, type Result } from '../../../shared/base/result.ts'
import { figures, placeInText, planFigures } from './text-template.ts'
import type { Figure, Place, ProgramText } from './text-template.ts'
import { isHemStep } from '../program/index.ts'
import type { BrakeProgram, ProgramStep } from '../program/index.ts'

export interface ProgramLine {
  readonly text: string
  /** Null if it does not belong to a step. */
  readonly stepNo: number | null
}

export interface OutOfRange {
  /** Null if it does not belong to a step. */
  readonly stepNo: number | null
  readonly message: string
}

type Figures = Readonly<Record<Figure, number | null>>

const hasPlace = ({ step }: ProgramText, place: Place): boolean => step.some((line) => line.includes(`{${place}}`))

/** A correction without a place of its own is added to the angle. */
const figuresOf = (text: ProgramText, step: ProgramStep): Figures => ({
  angle: hasPlace(text, 'correction') ? step.includedDeg : step.includedDeg + step.correctionDeg,
  correction: step.correctionDeg,
  gauge: step.gaugeMm,
  length: step.lengthMm,
  thickness: step.thicknessMm,
  level: step.gaugeLevelMm,
  retract: step.retractMm,
  springback: step.springbackDeg,
})

const isPlanFigure = (figure: Figure): boolean => planFigures.some((one) => one === figure)

/** Without a place for its kind, the controller would take every step for a bend. */
const missingKind = (text: ProgramText, step: ProgramStep): OutOfRange | null =>
  !isHemStep(step) || hasPlace(text, 'kind')
    ? null
    : {
        stepNo: step.stepNo,
        message: `step ${step.stepNo} is part of a hem, and the template has no place for its kind`,
      }

/** The first figure of a step outside the range in the controller's file, or null. NaN is outside every range. */
function findOutOfRange(text: ProgramText, step: ProgramStep, round: (value: number) => number): OutOfRange | null {
  const values = figuresOf(text, step)
  for (const figure of [...figures, ...planFigures]) {
    const isFlattening = figure === 'angle' && step.kind === 'flatten'
    const range = (isFlattening ? text.limits.flatten : undefined) ?? text.limits[figure]
    if (range === undefined || (isPlanFigure(figure) && !hasPlace(text, figure))) continue
    const { least, greatest } = range
    const exact = values[figure]
    const value = exact === null ? null : round(exact)
    if (value === null && text.words.unknown !== undefined) continue
    if (value === null) {
      return {
        stepNo: step.stepNo,
        message: `the ${figure} of step ${step.stepNo} is not known, and the template has no text for that`,
      }
    }
    if (value >= least && value <= greatest) continue
    const message = `step ${step.stepNo}: the ${figure} is ${value}, it must be ${least} to ${greatest}`
    return { stepNo: step.stepNo, message }
  }
  return null
}

/**
 * The program's lines by the template, or the first error: a kind of step that the template cannot name, a figure that is out of range
 * before or after rounding, more steps than the table has, or a line that is too long. In names, '_' replaces every character except letters, digits, blanks and '.+-'.
 */
export function programToText(text: ProgramText, program: BrakeProgram): Result<readonly ProgramLine[], OutOfRange> {
  const { steps } = program
  if (steps.length === 0 || steps.length > text.greatestSteps) {
    const message = `the program has ${steps.length} steps, the controller takes 1 to ${text.greatestSteps}`
    return failed({ stepNo: null, message })
  }
  const lines: ProgramLine[] = []
  const programPlaces = {
    name: plain(program.name),
    version: String(program.version),
    piece: String(program.pieceNo),
    steps: String(steps.length),
  }
  for (const line of text.head) lines.push({ text: fillPlaces(line, programPlaces), stepNo: null })
  for (const step of steps) {
    // rounding must not move a figure out of its range
    const outOfRange =
      missingKind(text, step) ??
      findOutOfRange(text, step, (value) => value) ??
      findOutOfRange(text, step, roundedFor(text))
    if (outOfRange !== null) return failed(outOfRange)
    const places = { ...programPlaces, ...stepPlaces(text, step) }
    for (const line of text.step) lines.push({ text: fillPlaces(line, places), stepNo: step.stepNo })
  }
  for (const line of text.tail) lines.push({ text: fillPlaces(line, programPlaces), stepNo: null })
  const tooLong = lines.find((line) => line.text.length > text.longestLine)
  if (tooLong === undefined) return ok(lines)
  const message = `a line has ${tooLong.text.length} characters, the controller takes ${text.longestLine}: ${tooLong.text}`
  return failed({ stepNo: tooLong.stepNo, message })
}

function stepPlaces(text: ProgramText, step: ProgramStep): Partial<Record<Place, string>> {
  const values = figuresOf(text, step)
  const format = (figure: Figure): string =>
    values[figure]?.toFixed(text.decimals).replace('.', text.decimalMark) ?? text.words.unknown ?? ''
  return {
    step: String(step.stepNo),
    bend: String(step.bend),
    direction: text.words[step.direction],
    edge: text.words[step.edge],
    angle: format('angle'),
    correction: format('correction'),
    gauge: format('gauge'),
    length: format('length'),
    thickness: format('thickness'),
    material: plain(step.material),
    tool: plain(step.toolName),
    punch: plain(step.punchName ?? '-'),
    kind: text.words.kinds?.[step.kind] ?? '',
    face: text.words.faces?.[step.faceUp] ?? '',
    flip: step.flipped ? '1' : '0',
    turn: step.turned ? '1' : '0',
    punchturned: step.punchTurned ? '1' : '0',
    station: String(step.station),
    setup: String(step.setUp),
    strokes: String(step.strokes),
    level: format('level'),
    retract: format('retract'),
    springback: format('springback'),
  }
}

/** Rounds a figure as it is written. */
const roundedFor =
  ({ decimals }: ProgramText) =>
  (value: number): number =>
    Number(value.toFixed(decimals))

const fillPlaces = (line: string, places: Readonly<Record<string, string>>): string =>
  line.replaceAll(placeInText, (written, place: string) => places[place] ?? written)

/** A name without characters that could end a comment or a line, or that could be a command of the controller. */
const plain = (name: string): string => name.replaceAll(/[^A-Za-z0-9 .+-]/g, '_')

const lineEnds = { crlf: '\r\n', lf: '\n', cr: '\r' } as const

/** Adds the controller's end of line. */
export const withLineEnd = ({ endOfLine }: ProgramText, line: string): string => `${line}${lineEnds[endOfLine]}`
