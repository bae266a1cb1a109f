// The program of one piece for the brake that this station stands at: its machine and tool by the workshop's own tables, and the version
// that it has. Pure: reads what it is handed.
import { hash } from 'node:crypto'
import { offeredCorrection, type BendSetting } from '../../shared/bending/index.ts'
import { fit, fitInWords, type Machine } from '../../shared/bending/fit/index.ts'
import { madeOf } from '../../shared/planning/index.ts'
import {
  brakeProgramView,
  type BrakeCorrection,
  type BrakePreview,
  type BrakeProgramView,
  type WorkshopView,
} from '../../shared/station-api/index.ts'
import { programFor } from '../brake/program/program-for.ts'
import type { ProgramRefused } from '../brake/program/program-refusal.ts'
import type { BrakeProgram, ProgramStep } from '../brake/program/program.ts'
import type { Corrections, KeptCorrection, Plans, Programs, Sheet } from '../outbox/index.ts'
import { drawingHash } from '../platform/drawing-hash.ts'

export interface ProgramSources {
  readonly workshop: Pick<WorkshopView, 'machines' | 'tools' | 'materials' | 'hemForces'>
  readonly programs: Pick<Programs, 'versionFor'>
  readonly corrections: Pick<Corrections, 'of'>
  readonly initialsOf: (operatorId: string) => string | null
  /** The lengths that a drawing of a sheet is made in; null: its own pieces. */
  readonly splitOf: Plans['splitOf']
  /** Where the station stands; else the sheet says where it is planned. */
  readonly ownBrakeId: string | null
  /** What the controller's table takes; null: not known yet. */
  readonly greatestSteps: number | null
}

/** A BrakeProgram that was kept as JSON. */
export const keptProgram = brakeProgramView.omit({ hash: true })

interface Asked {
  readonly sheet: Sheet
  readonly pieceNo: number
  readonly drawingVersion: number
}

/** A program with the corrections that are stored for its bends. */
export function previewOf(sources: ProgramSources, asked: Asked): BrakePreview {
  const made = correctedProgram(sources, asked)
  if (!made.ok) {
    const { code, message, params } = made.refusal
    return { kind: 'refused', code, message, params: { ...params } }
  }
  const { program, corrections } = made
  const { sheetId, drawingHash: drawn, pieceNo } = program
  const version = sources.programs.versionFor(sheetId, drawn, pieceNo, contentHash(program))
  return {
    kind: 'program',
    program: programView({ ...program, version }),
    corrections: corrections.map(({ bend, correctionDeg, from }) => ({
      bend,
      correctionDeg,
      from: from.map(({ angleDeg, measuredDeg, operatorId, at, ...one }) => ({
        angleDeg,
        correctionDeg: one.correctionDeg,
        measuredDeg,
        by: operatorId === null ? null : sources.initialsOf(operatorId),
        at: new Date(at).toISOString(),
      })),
    })),
  }
}

interface Corrected {
  readonly ok: true
  readonly program: BrakeProgram
  readonly corrections: readonly Offered[]
  readonly tool: SetTool
}
type Offered = Omit<BrakeCorrection, 'from'> & { readonly from: readonly KeptCorrection[] }
type NoProgram = Pick<ProgramRefused, 'ok'> & { refusal: Omit<ProgramRefused['refusal'], 'code'> & { code: string } }

/** The version is not set yet: 1. */
export function correctedProgram(sources: ProgramSources, asked: Asked): Corrected | NoProgram {
  const { workshop, greatestSteps } = sources
  const { sheet, drawingVersion } = asked
  const split = sources.splitOf(sheet.id, drawingHash(sheet))
  const length = split?.pieces.find(({ pieceNo }) => pieceNo === asked.pieceNo)
  if (split !== null && length === undefined) return noSuchLength(asked.pieceNo)
  const machine =
    workshop.machines.find(({ pressBrakeId }) => pressBrakeId === brakeOf(sources, sheet))?.machine ?? null
  const asMade = split === null ? sheet : { ...sheet, ...madeOf(sheet, split.pieces) }
  const tool = machine === null ? null : toolOf(asMade, machine, workshop)
  const request = {
    sheet,
    drawingHash: drawingHash(sheet),
    shownDrawingVersion: drawingVersion,
    // along its length a piece is bent alike: its lengths take its own steps
    pieceNo: length?.of ?? asked.pieceNo,
    machine,
    tool: tool !== null && 'refused' in tool ? null : tool,
    version: 1,
    ...(greatestSteps === null ? {} : { mostSteps: greatestSteps }),
  }
  const plain = programFor(request)
  if (!plain.ok) {
    const { code } = plain.refusal
    if (code !== 'no_tool' || tool === null || !('refused' in tool)) return plain
    return { ok: false, refusal: { code: 'does_not_fit', message: tool.refused, params: {} } }
  }
  if (tool === null || 'refused' in tool) throw new Error('a program without a tool')
  const stored = sources.corrections.of(brakeOf(sources, sheet), sheet.profile.material)
  const corrections = plain.program.steps.flatMap((step): Offered[] => {
    const offer = offeredCorrection(stored, { ...settingOf(step, tool), angleDeg: step.angleDeg })
    return offer === null ? [] : [{ bend: step.bend, ...offer }]
  })
  const byBend = new Map(corrections.map(({ bend, correctionDeg }) => [bend, correctionDeg]))
  const made = programFor({ ...request, corrections: byBend })
  return made.ok ? { ...made, program: { ...made.program, pieceNo: asked.pieceNo }, corrections, tool } : made
}

const noSuchLength = (pieceNo: number): NoProgram => ({
  ok: false,
  refusal: { code: 'unknown_piece', message: `the sheet is split, and has no length ${pieceNo}`, params: { pieceNo } },
})

/** Where the station stands, else where the sheet is planned. */
export const brakeOf = ({ ownBrakeId }: Pick<ProgramSources, 'ownBrakeId'>, sheet: Sheet): string | null =>
  ownBrakeId ?? sheet.pressBrakeId

/** What a correction of this step holds for. */
export const settingOf = (
  { material, thicknessMm, toolName }: ProgramStep,
  { vMm, punchRadiusMm }: SetTool,
): BendSetting => ({ material, thicknessMm, tool: toolName, vMm, punchRadiusMm })

/** Of all but the version: the same figures for the same piece of the same drawing. */
export const contentHash = (program: BrakeProgram): string =>
  hash('sha256', JSON.stringify({ ...program, version: 0 }), 'hex')

const programView = (program: BrakeProgram): BrakeProgramView => ({
  ...program,
  steps: program.steps.map((step) => ({ ...step })),
  hash: hash('sha256', JSON.stringify(program), 'hex'),
})

interface SetTool {
  readonly name: string
  readonly vMm: number | null
  readonly punchRadiusMm: number | null
}
type Tool = SetTool | { refused: string } | null

/** The die that fitting chooses for the sheet; a folder has none. Null: the workshop's tables do not say. */
function toolOf(sheet: Sheet, machine: Machine, tables: ProgramSources['workshop']): Tool {
  const fitted = fit(sheet, machine, tables)
  // what contradicts in the sheet itself is the program's to say
  if (!fitted.ok) return null
  if (fitted.value.fits === false)
    return { refused: fitted.value.reasons.map((reason) => fitInWords(reason, 'en')).join('; ') }
  const { vMm } = fitted.value
  if (machine.kind === 'folder') return { name: machine.name, vMm: null, punchRadiusMm: null }
  const { dies = [], punches = [] } = tables.tools ?? {}
  const die = dies.find((one) => machine.dies.includes(one.id) && one.vMm === vMm)
  if (die === undefined) return null
  const [radiusMm = null, ...others] = new Set(
    punches.filter(({ id }) => machine.punches.includes(id)).map((punch) => punch.radiusMm),
  )
  // nobody says which of several punches stands in the machine
  return { name: die.id, vMm: die.vMm, punchRadiusMm: others.length > 0 ? null : radiusMm }
}
