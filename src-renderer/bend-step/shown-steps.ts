// The steps of a piece at the machine: those of the brake's program with the plan's picture of each, or those of the plan. Pure. Indices
// count from 0.
import { includedDegOf } from '../../shared/bending/index.ts'
import type { PlanStep } from '../../shared/bending/plan/index.ts'
import type { BrakePreview } from '../../shared/station-api/index.ts'
import { handlingOf } from '../brake/brake-texts.ts'

type Program = Extract<BrakePreview, { kind: 'program' }>

export interface ShownStep {
  readonly kind: PlanStep['kind']
  readonly bendIndex: number
  readonly direction: 'up' | 'down'
  /** The angle of the finished bend, as a protractor shows it. */
  readonly includedDeg: number
  readonly turnDeg: number
  /** Null: the stop stays where it was, as in a flattening. */
  readonly gaugeMm: number | null
  readonly levelMm: number
  readonly retractMm: number
  readonly faceUp: 'A' | 'B'
  readonly edge: 'first' | 'last'
  readonly handling: PlanStep['handling']
  readonly changesSetUp: boolean
  /** Null on a folding machine. */
  readonly dieId: string | null
  readonly punchId: string | null
  readonly punchTurned: boolean
  /** Which stroke of a bump this step is, from 1; null: the step is one stroke. */
  readonly stroke: { readonly no: number; readonly of: number } | null
  /** The step of the plan whose picture shows this step; null: the plan has no such step. */
  readonly planIndex: number | null
}

/** Without a program and a plan there are no steps. `program`: null where no brake takes programs. */
export function shownSteps(program: Program | null, plan: readonly PlanStep[] | null, isFolder: boolean): ShownStep[] {
  if (program !== null) return programSteps(program, plan ?? [], isFolder)
  return (plan ?? []).map((step, planIndex) => plannedStep(step, planIndex))
}

function plannedStep(step: PlanStep, planIndex: number): ShownStep {
  const { kind, bendIndex, direction, includedDeg, turnDeg, gauge, pose, handling, changesSetUp } = step
  return {
    kind,
    bendIndex,
    direction,
    includedDeg,
    turnDeg,
    gaugeMm: kind === 'flatten' ? null : gauge.xMm,
    levelMm: gauge.levelMm,
    retractMm: gauge.retractMm,
    faceUp: pose.faceUp,
    edge: pose.edgeAtGauge,
    handling,
    changesSetUp,
    dieId: step.hemmingToolId ?? step.dieId,
    punchId: step.punchId,
    punchTurned: step.punchTurned,
    stroke: step.strokes > 1 ? { no: 1, of: step.strokes } : null,
    planIndex,
  }
}

function programSteps({ program, bends }: Program, plan: readonly PlanStep[], isFolder: boolean): ShownStep[] {
  return program.steps.map((step, index): ShownStep => {
    const bendIndex = step.bend - 1
    const planIndex = plan.findIndex(
      (one) =>
        one.bendIndex === bendIndex &&
        one.kind === step.kind &&
        one.pose.faceUp === step.faceUp &&
        one.pose.edgeAtGauge === step.edge,
    )
    const planned = plan[planIndex]
    const row = program.steps.filter((one) => one.kind === 'bump' && one.bend === step.bend)
    const includedDeg =
      step.kind === 'bump'
        ? (bends.find(({ bend }) => bend === step.bend)?.includedDeg ?? step.includedDeg)
        : step.includedDeg
    const isLaterStroke = step.kind === 'bump' && row[0]?.stepNo !== step.stepNo
    return {
      kind: step.kind,
      bendIndex,
      // a press brake bends every step up
      direction: isFolder ? step.direction : 'up',
      includedDeg,
      turnDeg: includedDegOf(includedDeg),
      gaugeMm: step.kind === 'flatten' ? null : step.gaugeMm,
      levelMm: step.gaugeLevelMm,
      retractMm: step.retractMm,
      faceUp: step.faceUp,
      edge: step.edge,
      handling: index === 0 ? 'none' : handlingOf(step),
      changesSetUp: !isLaterStroke && planned?.changesSetUp === true,
      dieId: isFolder ? null : step.toolName,
      punchId: step.punchName,
      punchTurned: step.punchTurned,
      stroke:
        step.kind === 'bump' ? { no: row.findIndex(({ stepNo }) => stepNo === step.stepNo) + 1, of: row.length } : null,
      planIndex: planIndex === -1 ? null : planIndex,
    }
  })
}
