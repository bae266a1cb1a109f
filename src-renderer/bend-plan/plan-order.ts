// The order of the steps that is shown: the plan's, or the one that a user made of it, checked. Pure.
import { orderCheck } from '../../shared/bending/plan/index.ts'
import type {
  OrderedStep,
  Plan,
  PlanMissing,
  PlanReason,
  PlanRequest,
  PlanStep,
} from '../../shared/bending/plan/index.ts'
import type { BendPlanAnswer } from '../../shared/station-api/index.ts'
import type { SheetPlan } from './sheet-plan.ts'

export interface ShownOrder extends Pick<Plan, 'stations'> {
  readonly steps: readonly PlanStep[]
  /** The least clearance of each step is computed, and every outline that it needs is known. */
  readonly isMeasured: boolean
  /** What is not known of the tools and the springback in this order. */
  readonly missing: readonly PlanMissing[]
  readonly unknown: readonly { readonly code: string; readonly params: Readonly<Record<string, string | number>> }[]
  /** The reasons that block each step; empty: nothing blocks it. */
  readonly reasons: readonly (readonly PlanReason[])[]
}

/**
 * The steps of the plan, or without one of the order that is blocked in the fewest steps: its check gives those steps. Null: there
 * is no order.
 */
export function plannedOrder(answer: BendPlanAnswer): ShownOrder | null {
  if (answer.kind === 'not_planned') return null
  if (answer.kind === 'impossible') {
    if (answer.bestOrder === null) return null
    const { steps, stations } = answer.bestOrder
    return { steps, stations, isMeasured: false, missing: [], unknown: [], reasons: steps.map(() => []) }
  }
  if (answer.plan === null) return null
  const { steps, stations, proof } = answer.plan
  const { missing, reasons: unknown } = answer.kind === 'not_known' ? answer : { missing: [], reasons: [] }
  const isMeasured = proof !== 'best_so_far' && missing.length === 0
  return { steps, stations, isMeasured, missing, unknown, reasons: steps.map(() => []) }
}

/** The steps of the plan; empty: no order works, none is planned, or the machine cannot bend the sheet. */
export const workingSteps = ({ answer, refusals }: Pick<SheetPlan, 'answer' | 'refusals'>): readonly PlanStep[] =>
  answer.kind === 'impossible' || refusals.length > 0 ? [] : (plannedOrder(answer)?.steps ?? [])

export const orderOf = (steps: readonly PlanStep[]): OrderedStep[] =>
  steps.map(({ kind, bendIndex, pose }) => ({ kind, bendIndex, pose }))

/** The step at `stepIndex` one place earlier (-1) or later (1); unchanged at the ends. */
export function movedBy(order: readonly OrderedStep[], stepIndex: number, by: -1 | 1): readonly OrderedStep[] {
  const [step, other] = [order[stepIndex], order[stepIndex + by]]
  if (step === undefined || other === undefined) return order
  return order.map((one, index) => (index === stepIndex ? other : index === stepIndex + by ? step : one))
}

/** The other edge at the gauge: half a turn about a vertical axis. */
export const turnedAt = (order: readonly OrderedStep[], stepIndex: number): readonly OrderedStep[] =>
  order.map((step, index) =>
    index === stepIndex
      ? {
          ...step,
          pose: {
            ...step.pose,
            edgeAtGauge: step.pose.edgeAtGauge === 'first' ? ('last' as const) : ('first' as const),
          },
        }
      : step,
  )

export const isSameOrder = (one: readonly OrderedStep[], other: readonly OrderedStep[]): boolean =>
  one.length === other.length &&
  one.every((step, stepIndex) => {
    const twin = other[stepIndex]
    return (
      twin?.kind === step.kind &&
      twin.bendIndex === step.bendIndex &&
      twin.pose.faceUp === step.pose.faceUp &&
      twin.pose.edgeAtGauge === step.pose.edgeAtGauge
    )
  })

/** Null: the order does not belong to this blank. The caller drives the check. */
export function* checkedOrder(
  request: PlanRequest,
  order: readonly OrderedStep[],
): Generator<unknown, ShownOrder | null> {
  const checked = yield* orderCheck(request, order)
  if (!checked.ok) return null
  const { steps, stations, blocked, missing, reasons: unknown } = checked.value
  return {
    steps,
    stations,
    isMeasured: missing.length === 0,
    missing,
    unknown,
    reasons: steps.map((_, stepIndex) => blocked.find(({ step }) => step === stepIndex)?.reasons ?? []),
  }
}
