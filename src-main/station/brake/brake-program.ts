// Builds the program of one piece for the station's brake: machine and tool from the workshop's tables, stored corrections, and the
// version. Pure.
import { failed, ok, type Failed, type Result } from '../../../shared/base/result.ts'
import { hash } from 'node:crypto'
import { offeredCorrection, type BendSetting } from '../../../shared/bending/index.ts'
import { fit, fitInWords, type Machine } from '../../../shared/bending/fit/index.ts'
import { madeOf } from '../../../shared/planning/index.ts'
import type {
  BrakeCorrection,
  BrakePreview,
  BrakeProgramView,
  WorkshopView,
} from '../../../shared/station-api/index.ts'
import { buildProgram, type ProgramRefusal, type BrakeProgram, type ProgramStep } from '../../brake/index.ts'
import type { Corrections, StoredCorrectionRow, Plans, Programs, Sheet } from '../../ledger/index.ts'
import { drawingHash } from '../../platform/drawing-hash.ts'
import { contentHash } from './stored-program.ts'

export interface ProgramSources {
  readonly workshop: Pick<WorkshopView, 'machines' | 'tools' | 'materials' | 'hemForces'>
  readonly programs: Pick<Programs, 'versionFor'>
  readonly corrections: Pick<Corrections, 'of'>
  readonly initialsOf: (operatorId: string) => string | null
  /** The lengths into which a drawing of a sheet is split; null: it is not split. */
  readonly splitOf: Plans['splitOf']
  /** The brake of the station; null: the brake that the sheet is planned for. */
  readonly ownBrakeId: string | null
  /** The greatest number of steps in the controller's table; null: not known yet. */
  readonly greatestSteps: number | null
}

interface PieceRequest {
  readonly sheet: Sheet
  readonly pieceNo: number
  readonly drawingVersion: number
}

/** The program with the stored corrections of its bends, or why there is none. */
export function previewOf(sources: ProgramSources, request: PieceRequest): BrakePreview {
  const made = correctedProgram(sources, request)
  if (!made.ok) {
    const { code, message, params } = made.error
    return { kind: 'refused', code, message, params: { ...params } }
  }
  const { program, corrections } = made.value
  const { sheetId, drawingHash: programDrawingHash, pieceNo } = program
  const version = sources.programs.versionFor(sheetId, programDrawingHash, pieceNo, contentHash(program))
  return {
    kind: 'program',
    program: programView({ ...program, version }),
    corrections: corrections.map(({ bend, correctionDeg, from }) => ({
      bend,
      correctionDeg,
      from: from.map(({ includedDeg, measuredDeg, operatorId, at, ...one }) => ({
        includedDeg,
        correctionDeg: one.correctionDeg,
        measuredDeg,
        by: operatorId === null ? null : sources.initialsOf(operatorId),
        at: new Date(at).toISOString(),
      })),
    })),
  }
}

interface Corrected {
  readonly program: BrakeProgram
  readonly corrections: readonly Offered[]
  readonly tool: SetTool
}
type Offered = Omit<BrakeCorrection, 'from'> & { readonly from: readonly StoredCorrectionRow[] }
/** `code`: also the codes that only the station uses. */
type NoProgram = Omit<ProgramRefusal, 'code'> & { code: string }

/** The version is not set yet: 1. */
export function correctedProgram(sources: ProgramSources, piece: PieceRequest): Result<Corrected, NoProgram> {
  const { workshop, greatestSteps } = sources
  const { sheet, drawingVersion } = piece
  const split = sources.splitOf(sheet.id, drawingHash(sheet))
  const length = split?.pieces.find(({ pieceNo }) => pieceNo === piece.pieceNo)
  if (split !== null && length === undefined) return noSuchLength(piece.pieceNo)
  const machine =
    workshop.machines.find(({ pressBrakeId }) => pressBrakeId === brakeOf(sources, sheet))?.machine ?? null
  const sheetAsMade = split === null ? sheet : { ...sheet, ...madeOf(sheet, split.pieces) }
  const tool = machine === null ? null : toolOf(sheetAsMade, machine, workshop)
  const request = {
    sheet,
    drawingHash: drawingHash(sheet),
    shownDrawingVersion: drawingVersion,
    // all lengths of a piece have the bends of the whole piece
    pieceNo: length?.of ?? piece.pieceNo,
    machine,
    tool: tool !== null && 'refused' in tool ? null : tool,
    version: 1,
    ...(greatestSteps === null ? {} : { mostSteps: greatestSteps }),
  }
  const plain = buildProgram(request)
  if (!plain.ok) {
    const { code } = plain.error
    if (code !== 'no_tool' || tool === null || !('refused' in tool)) return plain
    return failed({ code: 'does_not_fit', message: tool.refused, params: {} })
  }
  if (tool === null || 'refused' in tool) throw new Error('a program without a tool')
  const stored = sources.corrections.of(brakeOf(sources, sheet), sheet.profile.material)
  const corrections = plain.value.steps.flatMap((step): Offered[] => {
    const offer = offeredCorrection(stored, { ...settingOf(step, tool), includedDeg: step.includedDeg })
    return offer === null ? [] : [{ bend: step.bend, ...offer }]
  })
  const byBend = new Map(corrections.map(({ bend, correctionDeg }) => [bend, correctionDeg]))
  const made = buildProgram({ ...request, corrections: byBend })
  return made.ok ? ok({ program: { ...made.value, pieceNo: piece.pieceNo }, corrections, tool }) : made
}

const noSuchLength = (pieceNo: number): Failed<NoProgram> =>
  failed({ code: 'unknown_piece', message: `the sheet is split, and has no length ${pieceNo}`, params: { pieceNo } })

/** The brake of the station, otherwise the brake that the sheet is planned for. */
export const brakeOf = ({ ownBrakeId }: Pick<ProgramSources, 'ownBrakeId'>, sheet: Sheet): string | null =>
  ownBrakeId ?? sheet.pressBrakeId

/** The material and tool for which a correction of this step is valid. */
export const settingOf = (
  { material, thicknessMm, toolName, punchName }: ProgramStep,
  { vMm, punchRadiusMm }: SetTool,
): BendSetting => ({ material, thicknessMm, tool: toolName, punch: punchName, vMm, punchRadiusMm })

const programView = (program: BrakeProgram): BrakeProgramView => ({
  ...program,
  steps: program.steps.map((step) => ({ ...step })),
  hash: hash('sha256', JSON.stringify(program), 'hex'),
})

interface SetTool {
  readonly name: string
  readonly punch: string | null
  readonly vMm: number | null
  readonly punchRadiusMm: number | null
}
type Tool = SetTool | { refused: string } | null

/** The die and punch that the fit chooses for the sheet; a folding machine has none. Null: the workshop's tables do not tell. */
function toolOf(sheet: Sheet, machine: Machine, tables: ProgramSources['workshop']): Tool {
  const fitted = fit(sheet, machine, tables)
  // `buildProgram` reports contradictions in the sheet
  if (!fitted.ok) return null
  if (fitted.value.fits === false)
    return { refused: fitted.value.reasons.map((reason) => fitInWords(reason, 'en')).join('; ') }
  if (machine.kind === 'folder') return { name: machine.name, punch: null, vMm: null, punchRadiusMm: null }
  const { dieId, punchId } = fitted.value
  const die = tables.tools?.dies.find(({ id }) => id === dieId)
  const punch = tables.tools?.punches.find(({ id }) => id === punchId)
  if (die === undefined || punch === undefined) return null
  return { name: die.id, punch: punch.id, vMm: die.vMm, punchRadiusMm: punch.tipRadiusMm }
}
