// Converts a program into register values by the controller's map. Pure.
import type { ControllerMap } from './map-fields.ts'
import { namedCell, stepCells, type StepCell, type WrittenCell } from './map-cells.ts'
import { toRaw, rawRange } from './register.ts'
import { isHemStep } from '../program/index.ts'
import type { BrakeProgram, ProgramStep } from '../program/index.ts'
import { BrakeError, toWords } from '../protocol/index.ts'

export interface ProgramRegister extends WrittenCell {
  /** Null: it belongs to the whole program. */
  readonly stepNo: number | null
  readonly field: string
  readonly scale: number
}

const kindNumbers: Readonly<Record<ProgramStep['kind'], number>> = { bend: 0, pre_bend: 1, flatten: 2, bump: 3 }

/** The value of a step's field as a number; null if the map has no number for it, or the step has no value. */
function stepValue(step: ProgramStep, { field, declared }: StepCell, hasCorrectionRegister: boolean): number | null {
  switch (field) {
    case 'stepNo':
    case 'bend':
    case 'correctionDeg':
    case 'gaugeMm':
    case 'lengthMm':
    case 'thicknessMm':
    case 'station':
    case 'setUp':
    case 'strokes':
    case 'gaugeLevelMm':
    case 'retractMm':
      return step[field]
    case 'springbackDeg':
      return step.springbackDeg ?? declared.unknown ?? null
    // the field of a map has this name; it is the included angle
    case 'angleDeg':
      return hasCorrectionRegister ? step.includedDeg : step.includedDeg + step.correctionDeg
    case 'direction':
      return step.direction === 'up' ? 0 : 1
    case 'edge':
      return step.edge === 'first' ? 0 : 1
    case 'flipped':
    case 'turned':
    case 'punchTurned':
      return step[field] ? 1 : 0
    case 'material':
      return declared.codes?.[step.material] ?? null
    case 'tool':
      return declared.codes?.[step.toolName] ?? null
    case 'punch':
      return declared.codes?.[step.punchName ?? ''] ?? null
    case 'kind':
      return kindNumbers[step.kind]
    case 'faceUp':
      return step.faceUp === 'A' ? 0 : 1
  }
}

function missingNumber({ stepNo, material, toolName, punchName }: ProgramStep, field: StepCell['field']): string {
  const names: Partial<Record<StepCell['field'], string>> = { material, tool: toolName, punch: punchName ?? 'none' }
  const name = names[field]
  return name === undefined
    ? `the ${field} of step ${stepNo} is not known, and the map has no value for that`
    : `the map has no number for the ${field} ${name}`
}

/** Throws a BrakeError 'out_of_range' with the address if a value is outside the map's range. It never changes a value to fit. */
function stepToRegisters(step: ProgramStep, map: ControllerMap): ProgramRegister[] {
  const steps = map.program?.steps
  if (steps === undefined) return []
  if (isHemStep(step) && steps.fields.kind === undefined) {
    const { address } = stepCells(step.stepNo, map)[0] ?? { address: steps.first }
    throw new BrakeError(
      'out_of_range',
      `step ${step.stepNo} is part of a hem, and the map has no field for its kind`,
      address,
    )
  }
  return stepCells(step.stepNo, map).map((cell) => {
    const { address, declared, field, shape } = cell
    const value = stepValue(step, cell, steps.fields.correctionDeg !== undefined)
    if (value === null) {
      throw new BrakeError('out_of_range', missingNumber(step, field), address)
    }
    const raw = toRaw(value, declared)
    const limits = step.kind === 'flatten' && declared.flatten !== undefined ? declared.flatten : declared
    const { least, greatest } = rawRange({ ...declared, ...limits })
    if (!(raw >= least && raw <= greatest)) {
      const range = `${limits.least} to ${limits.greatest}`
      throw new BrakeError('out_of_range', `${field} of step ${step.stepNo} is ${value}, not within ${range}`, address)
    }
    const words = toWords(raw, shape)
    return { ...cell, code: steps.write, words, stepNo: step.stepNo, field, scale: declared.scale }
  })
}

/**
 * The registers of all steps, then the step count; without the register that loads the program. Throws a BrakeError 'out_of_range' or
 * 'read_only'.
 */
export function programToRegisters(program: BrakeProgram, map: ControllerMap): readonly ProgramRegister[] {
  if (map.program === undefined) throw new BrakeError('read_only', 'the map declares no registers for a program')
  const { stepCount, steps } = map.program
  const declared = map.registers[stepCount]
  const count = namedCell(stepCount, map)
  if (declared?.write === undefined || count === null)
    throw new BrakeError('read_only', 'the map declares no writable step count')
  if (program.steps.length < 1 || program.steps.length > steps.room) {
    throw new BrakeError(
      'out_of_range',
      `the program has ${program.steps.length} steps, the table has ${steps.room}`,
      count.address,
    )
  }
  if (program.steps.some((step, index) => step.stepNo !== index + 1)) {
    throw new BrakeError('out_of_range', 'the steps are not numbered from 1', steps.first)
  }
  const words = toWords(program.steps.length, count.shape)
  return [
    ...program.steps.flatMap((step) => stepToRegisters(step, map)),
    { ...count, code: declared.write, words, stepNo: null, field: stepCount, scale: 1 },
  ]
}
