// Which fields of a step a text template takes, and which figures of a program a controller has no field for. Pure.
import { plainBend } from '../program/index.ts'
import type { BrakeProgram, ProgramStep } from '../program/index.ts'
import type { StepFieldName } from './map-fields.ts'
import type { Place, ProgramText } from './text-template.ts'

const fieldOfPlace: Partial<Record<Place, StepFieldName>> = {
  step: 'stepNo',
  bend: 'bend',
  angle: 'angleDeg',
  correction: 'correctionDeg',
  gauge: 'gaugeMm',
  length: 'lengthMm',
  thickness: 'thicknessMm',
  direction: 'direction',
  edge: 'edge',
  flip: 'flipped',
  turn: 'turned',
  material: 'material',
  tool: 'tool',
  punch: 'punch',
  kind: 'kind',
  face: 'faceUp',
  punchturned: 'punchTurned',
  station: 'station',
  setup: 'setUp',
  strokes: 'strokes',
  level: 'gaugeLevelMm',
  retract: 'retractMm',
  springback: 'springbackDeg',
}

const isPlace = (name: string): name is Place => Object.hasOwn(fieldOfPlace, name)

/** Each field once, in the order of the lines. A place in braces that is not a field of a step is ignored. */
export function fieldsOfText({ step }: ProgramText): readonly StepFieldName[] {
  const places = step.flatMap((line) => [...line.matchAll(/\{([a-z]+)\}/g)].flatMap(([, name]) => name ?? []))
  return [...new Set(places.filter(isPlace).flatMap((place) => fieldOfPlace[place] ?? []))]
}

/**
 * The fields that the operator sets by hand if the controller has no field for them. The kind is not one of them: without
 * a field for it, `buildProgram` refuses a hem.
 */
const planFields = ['punchTurned', 'station', 'setUp', 'gaugeLevelMm', 'retractMm'] as const
export type UnsentField = (typeof planFields)[number] | 'tool' | 'punch' | 'springbackDeg'

/** What the controller does not take: the tools that change between steps, and the fields in which a step differs from a plain bend. */
export function unsentFields({ steps }: BrakeProgram, taken: readonly StepFieldName[]): readonly UnsentField[] {
  const isPlain = (step: ProgramStep, field: (typeof planFields)[number]): boolean => step[field] === plainBend[field]
  const used: readonly UnsentField[] = [
    ...(changes(steps, ({ toolName }) => toolName) ? (['tool'] as const) : []),
    ...(changes(steps, ({ punchName }) => punchName) ? (['punch'] as const) : []),
    ...planFields.filter((field) => steps.some((step) => !isPlain(step, field))),
    ...(steps.some(({ springbackDeg }) => (springbackDeg ?? 0) > 0) ? (['springbackDeg'] as const) : []),
  ]
  return used.filter((field) => !taken.includes(field))
}

const changes = (steps: readonly ProgramStep[], nameOf: (step: ProgramStep) => string | null): boolean =>
  new Set(steps.map(nameOf)).size > 1
