// Builds the program of one piece for the station's brake: the machine from the workshop's tables, the plan, stored corrections, and the
// version. Pure.
import { failed, ok, type Failed, type Result } from '../../../shared/base/result.ts'
import { hash } from 'node:crypto'
import { alikeCorrections, offeredCorrection, planMissingText, planReasonText } from '../../../shared/bending/index.ts'
import { fit, fitInWords, type Fit, type Machine } from '../../../shared/bending/fit/index.ts'
import { asMade } from '../../../shared/planning/index.ts'
import type {
  BrakeCorrection,
  BrakePreview,
  BrakeProgramView,
  MachineView,
  WorkshopView,
} from '../../../shared/station-api/index.ts'
import { isNotPlanned } from '../../../shared/bending/plan/index.ts'
import {
  buildProgram,
  unsentFields,
  type BrakeProgram,
  type NoOrder,
  type PlannedOrder,
  type ProgramRefusal,
  type StepFieldName,
} from '../../brake/index.ts'
import type { Corrections, GaugeCorrections, KnownCorrection, Plans, Programs, Sheet } from '../../ledger/index.ts'
import { drawingHash } from '../../platform/drawing-hash.ts'
import { reasonView, type PlanOutcome, type ProgramPlan } from '../bend-plans/index.ts'
import { gaugedFlanges, gaugeView, type GaugedFlange, type GaugeTables } from './gauged-flanges.ts'
import { measuredBends, settingOf, type MeasuredBend } from './measured-bends.ts'
import { correctedBy } from './corrected-by.ts'
import { notKnownOf } from './not-known.ts'
import { contentHash } from './stored-program.ts'

/** `plan`: what the planner says about the sheet at its machine, as it is in `workshop`. */
export interface ProgramSources extends ProgramPlan {
  readonly workshop: Pick<WorkshopView, 'tools' | 'materials' | 'hemForces'>
  readonly programs: Pick<Programs, 'versionFor'>
  readonly corrections: Pick<Corrections, 'of'>
  readonly gaugeCorrections: Pick<GaugeCorrections, 'of'>
  readonly initialsOf: (operatorId: string) => string | null
  /** The lengths into which this drawing of the sheet is split; null: it is not split. */
  readonly split: ReturnType<Plans['splitOf']>
  /** The machine for which the program is made; null: no file of the workshop describes it, or there is none. */
  readonly machine: MachineView | null
  /** The machine in the service, under which corrections are stored; null: the service does not know it. */
  readonly pressBrakeId: string | null
  /** The greatest number of steps in the controller's table. */
  readonly greatestSteps: number
  /** The fields of a step that the controller takes. */
  readonly stepFields: readonly StepFieldName[]
}

interface PieceRequest {
  readonly sheet: Sheet
  readonly pieceNo: number
  readonly drawingVersion: number
}

/** The program with the stored corrections of its bends, or why there is none. */
export function previewOf(sources: ProgramSources, request: PieceRequest): BrakePreview {
  const result = correctedProgram(sources, request)
  if (!result.ok) {
    const { code, message, params } = result.error
    const { plan, isOwnOrder } = sources
    const reasons = plannerCodes.has(code) && plan.ok && plan.value.kind !== 'works' ? plan.value.reasons : []
    const refusal = code === 'cannot_be_bent' && isOwnOrder ? 'own_order_blocked' : code
    return { kind: 'refused', code: refusal, message, params: { ...params }, planReasons: reasons.map(reasonView) }
  }
  const { program, bends, corrections, gauges } = result.value
  const { sheetId, drawingHash: programDrawingHash, pieceNo } = program
  const version = sources.programs.versionFor(sheetId, programDrawingHash, pieceNo, contentHash(program))
  return {
    kind: 'program',
    program: programView({ ...program, version }),
    isOwnOrder: sources.isOwnOrder,
    bends: bends.map(({ bend, includedDeg }) => ({ bend, includedDeg })),
    unsent: [...unsentFields(program, sources.stepFields)],
    notKnown: notKnownOf(sources, result.value),
    gauges: gauges.map((gauge) => gaugeView(sources, program, gauge)),
    corrections: corrections.map(({ bend, correctionDeg, alike, from }) => ({
      bend,
      correctionDeg,
      alike,
      basedOn: from.map((one) => ({
        includedDeg: one.includedDeg,
        correctionDeg: one.correctionDeg,
        measuredDeg: one.measuredDeg,
        ...correctedBy(one, sources.initialsOf),
      })),
    })),
  }
}

export interface Corrected {
  readonly program: BrakeProgram
  /** Its bends as a person measures them. */
  readonly bends: readonly MeasuredBend[]
  readonly corrections: readonly Offered[]
  readonly gauges: readonly GaugedFlange[]
  /** Null: no machine is known, or the sheet contradicts itself. */
  readonly fit: Fit | null
  /** The reach of the backgauge; null: the machine is not known. */
  readonly reach: GaugeTables['reach'] | null
}
type Offered = Omit<BrakeCorrection, 'basedOn'> & { readonly from: readonly KnownCorrection[] }
/** `code`: also the codes that only the station uses. */
type NoProgram = Omit<ProgramRefusal, 'code'> & { code: string }

/** The version is not set yet: 1. */
export function correctedProgram(sources: ProgramSources, piece: PieceRequest): Result<Corrected, NoProgram> {
  const { workshop, greatestSteps, stepFields } = sources
  const { sheet, drawingVersion } = piece
  const { split } = sources
  if (split !== null && !split.pieces.some(({ pieceNo }) => pieceNo === piece.pieceNo))
    return noSuchLength(piece.pieceNo)
  const sheetAsMade = asMade(sheet, split)
  const machine = sources.machine?.machine ?? null
  const fitted = machine === null ? null : fitOf(sheetAsMade, machine, workshop)
  const request = {
    // all lengths of a piece have the bends of the whole piece
    sheet: sheetAsMade,
    drawingHash: drawingHash(sheet),
    shownDrawingVersion: drawingVersion,
    pieceNo: piece.pieceNo,
    machine,
    order: orderOf(sources.plan),
    version: 1,
    maxSteps: greatestSteps,
    stepFields,
  }
  const plain = buildProgram(request)
  const isByFit = plain.ok || codesByFit.has(plain.error.code)
  if (isByFit && fitted?.fits === false) {
    const message = fitted.reasons.map((reason) => fitInWords(reason, 'en')).join('; ')
    return failed({ code: 'does_not_fit', message, params: {} })
  }
  if (!plain.ok) return plain
  const stored = sources.corrections.of(sources.pressBrakeId, sheet.profile.material)
  const bends = measuredBends(plain.value.steps, sheet.profile)
  const corrections = bends.flatMap((measured): Offered[] => {
    const { bend, includedDeg } = measured
    const offer = offeredCorrection(stored, { ...settingOf(measured, workshop), includedDeg })
    const setting = { ...settingOf(measured, workshop), includedDeg }
    return offer === null ? [] : [{ bend, alike: alikeCorrections(stored, setting), ...offer }]
  })
  const byBend = new Map(corrections.map(({ bend, correctionDeg }) => [bend, correctionDeg]))
  const storedGauges = sources.gaugeCorrections.of(sources.pressBrakeId, sheet.profile.material)
  const gauges =
    machine === null
      ? []
      : gaugedFlanges(sheetAsMade, bends, plain.value.steps, { tables: workshop, reach: machine, stored: storedGauges })
  const gaugeCorrections = new Map(gauges.map(({ bend, correctionMm }) => [bend, correctionMm]))
  const result = buildProgram({ ...request, corrections: byBend, gaugeCorrections })
  return result.ok
    ? ok({
        program: result.value,
        reach: machine,
        fit: fitted,
        bends,
        corrections,
        gauges,
      })
    : result
}

/** The refusals of the planner. */
const plannerCodes: ReadonlySet<string> = new Set(['cannot_be_bent', 'order_not_known'])
/** The refusals that a sheet which does not fit the machine has too. */
const codesByFit: ReadonlySet<string> = new Set(['tools_unreadable', 'not_planned', ...plannerCodes])

const noSuchLength = (pieceNo: number): Failed<NoProgram> =>
  failed({ code: 'unknown_piece', message: `the sheet is split, and has no length ${pieceNo}`, params: { pieceNo } })

/** The plan whose steps are taken, with what is not known about their springback, or why there is none. */
function orderOf(plan: PlanOutcome): PlannedOrder | NoOrder {
  if (!plan.ok) {
    const { code, message } = plan.error
    return { code: code === 'no_tools' ? 'tools_unreadable' : 'not_planned', message }
  }
  const { value } = plan
  if (value.kind === 'works') return { plan: value.plan }
  const sentences = value.reasons.map((reason) => planReasonText(reason, 'en'))
  if (value.kind === 'impossible' && !isNotPlanned(value.reasons))
    return { code: 'cannot_be_bent', message: sentences.join('; ') || 'no order works' }
  if (value.kind === 'impossible' || value.plan === null) {
    const missing = value.kind === 'impossible' ? [] : value.missing
    const unknown = [...missing.map((one) => planMissingText(one, 'en')), ...sentences].join('; ')
    return { code: 'order_not_known', message: unknown || 'no order is known to work' }
  }
  const unknownSprings = value.reasons.flatMap(({ code, params }) =>
    code === 'springback_unknown' ? [params.bendIndex + 1] : [],
  )
  return { plan: value.plan, unknownSpringbacks: new Set(unknownSprings) }
}

const programView = (program: BrakeProgram): BrakeProgramView => ({
  ...program,
  steps: program.steps.map((step) => ({ ...step })),
  hash: hash('sha256', JSON.stringify(program), 'hex'),
})

/** Null: the sheet contradicts itself, which `buildProgram` reports. */
function fitOf(sheet: Sheet, machine: Machine, tables: ProgramSources['workshop']): Fit | null {
  const fitted = fit(sheet, machine, tables)
  return fitted.ok ? fitted.value : null
}
