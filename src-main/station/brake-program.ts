// The program of one piece for the brake that this station stands at: its machine and tool by the workshop's own tables, and the version
// that it has. Pure: reads what it is handed.
import { hash } from 'node:crypto'
import { fit, fitInWords, type Machine } from '../../shared/bending/fit/index.ts'
import {
  brakeProgramView,
  type BrakePreview,
  type BrakeProgramView,
  type WorkshopView,
} from '../../shared/station-api/index.ts'
import { programFor } from '../brake/program/program-for.ts'
import type { BrakeProgram } from '../brake/program/program.ts'
import type { Programs, Sheet } from '../outbox/index.ts'
import { drawingHash } from '../platform/drawing-hash.ts'

export interface ProgramSources {
  readonly workshop: Pick<WorkshopView, 'machines' | 'tools' | 'materials' | 'hemForces'>
  readonly programs: Pick<Programs, 'versionFor'>
  /** Where the station stands; else the sheet says where it is planned. */
  readonly ownBrakeId: string | null
  /** What the controller's table takes; null: not known yet. */
  readonly greatestSteps: number | null
}

/** A BrakeProgram that was kept as JSON. */
export const keptProgram = brakeProgramView.omit({ hash: true })

export function previewOf(
  { workshop, programs, ownBrakeId, greatestSteps }: ProgramSources,
  { sheet, pieceNo, drawingVersion }: { sheet: Sheet; pieceNo: number; drawingVersion: number },
): BrakePreview {
  const wantedBrake = ownBrakeId ?? sheet.pressBrakeId
  const machine = workshop.machines.find(({ pressBrakeId }) => pressBrakeId === wantedBrake)?.machine ?? null
  const tool = machine === null ? null : toolOf(sheet, machine, workshop)
  const sheetHash = drawingHash(sheet)
  const made = programFor({
    sheet,
    drawingHash: sheetHash,
    shownDrawingVersion: drawingVersion,
    pieceNo,
    machine,
    tool: tool !== null && 'refused' in tool ? null : tool,
    version: 1,
    ...(greatestSteps === null ? {} : { mostSteps: greatestSteps }),
  })
  if (!made.ok) {
    const { code, message, params } = made.refusal
    return code === 'no_tool' && tool !== null && 'refused' in tool
      ? { kind: 'refused', code: 'does_not_fit', message: tool.refused, params: {} }
      : { kind: 'refused', code, message, params: { ...params } }
  }
  const content = contentHash(made.program)
  const version = programs.versionFor(sheet.id, sheetHash, pieceNo, content)
  return { kind: 'program', program: programView({ ...made.program, version }) }
}

/** Of all but the version: the same figures for the same piece of the same drawing. */
export const contentHash = (program: BrakeProgram): string =>
  hash('sha256', JSON.stringify({ ...program, version: 0 }), 'hex')

const programView = (program: BrakeProgram): BrakeProgramView => ({
  ...program,
  steps: program.steps.map((step) => ({ ...step })),
  hash: hash('sha256', JSON.stringify(program), 'hex'),
})

type Tool = { name: string; vMm: number | null } | { refused: string } | null

/** The die that fitting chooses for the sheet; a folder has none. Null: the workshop's tables do not say. */
function toolOf(sheet: Sheet, machine: Machine, tables: ProgramSources['workshop']): Tool {
  const fitted = fit(sheet, machine, tables)
  // what contradicts in the sheet itself is the program's to say
  if (!fitted.ok) return null
  if (fitted.value.fits === false)
    return { refused: fitted.value.reasons.map((reason) => fitInWords(reason, 'en')).join('; ') }
  const { vMm } = fitted.value
  if (machine.kind === 'folder') return { name: machine.name, vMm: null }
  const die = tables.tools?.dies.find((one) => machine.dies.includes(one.id) && one.vMm === vMm)
  return die === undefined ? null : { name: die.id, vMm: die.vMm }
}
