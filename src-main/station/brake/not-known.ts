// What is not known about a program: what the planner and the fit do not know, and where a correction may turn a bend further than the
// plan was checked. A person reads it before the program is sent. Pure.
import { hash } from 'node:crypto'
import { checkFurther } from '../../../shared/bending/plan/index.ts'
import type { Fit } from '../../../shared/bending/fit/index.ts'
import { isSettledByOrder, type NotKnown } from '../../../shared/planning/index.ts'
import type { BrakeProgram } from '../../brake/index.ts'
import { reasonView, type PlanOutcome, type ProgramPlan } from '../bend-plans/index.ts'
import { correctionOfBend, strokesOf } from './measured-bends.ts'

/** Null: everything is known. */
export function notKnownOf(
  planned: ProgramPlan,
  { fit, program }: { readonly fit: Fit | null; readonly program: Pick<BrakeProgram, 'steps'> },
): NotKnown | null {
  const unknown = {
    ...unknownToPlanner(planned.plan),
    fit: unknownToFit(fit).map(reasonView),
    corrections: blockedByCorrections(planned, program.steps),
  }
  const isKnown = Object.values(unknown).every((list) => list.length === 0)
  return isKnown ? null : { ...unknown, hash: hash('sha256', JSON.stringify(unknown), 'hex') }
}

function unknownToPlanner(plan: PlanOutcome): Pick<NotKnown, 'missing' | 'reasons'> {
  if (!plan.ok || plan.value.kind !== 'not_known') return { missing: [], reasons: [] }
  const { missing, reasons } = plan.value
  return { missing: missing.map(({ part, id }) => ({ part, id })), reasons: reasons.map(reasonView) }
}

/** The planner has settled the order of the bends, and names an unknown springback itself. */
const unknownToFit = (fit: Fit | null): Fit['reasons'] =>
  fit?.fits === 'unknown'
    ? fit.reasons.filter(({ code }) => code !== 'springback_unknown' && !isSettledByOrder(code))
    : []

/**
 * A correction either sets a machine right, or makes up for springback that the tables do not know. In the second case the sheet is turned
 * further than the plan was checked.
 */
function blockedByCorrections(
  { plan, planRequest }: ProgramPlan,
  programSteps: BrakeProgram['steps'],
): NotKnown['corrections'] {
  if (!plan.ok || plan.value.kind === 'impossible' || plan.value.plan === null || planRequest === null) return []
  const corrections = planRequest.profile.bends.map((_, index) => correctionOfBend(strokesOf(programSteps, index + 1)))
  const furtherTurnDeg = corrections.map((correctionDeg) => Math.max(0, -correctionDeg))
  if (furtherTurnDeg.every((deg) => deg === 0)) return []
  const { steps } = plan.value.plan
  return checkFurther(planRequest, plan.value.plan, furtherTurnDeg).flatMap(({ step, reasons }) => {
    const bendIndex = steps[step]?.bendIndex ?? -1
    const correctionDeg = corrections[bendIndex] ?? 0
    return correctionDeg < 0 ? [{ bend: bendIndex + 1, correctionDeg, reasons: reasons.map(reasonView) }] : []
  })
}
