// The order that the bend plan shows, at which step it is shown, and how a user arranges it.
import { useMemo, useSyncExternalStore } from 'react'
import type { OrderedStep } from '../../shared/bending/plan/index.ts'
import { timelineOfSteps, bendPosition } from '../fold/scene/index.ts'
import { Slice } from '../store/slice.ts'
import { useConstant } from '../ui/use-constant.ts'
import { isSameOrder, orderOf, plannedOrder, type ShownOrder } from './plan-order.ts'
import type { SheetPlan } from './sheet-plan.ts'
import { useCheckedOrder } from './use-checked-order.ts'

/** The order that a user made. */
export interface OwnOrder {
  readonly steps: readonly OrderedStep[]
  /** The step that is shown after its check, from 0. */
  readonly stepIndex: number
}

/** `ownOrder` null: the plan's. `checked` of the result is null until the first check ends. */
export function useShownOrder(
  { answer, request }: SheetPlan,
  ownOrder: OwnOrder | null,
  onOwnOrder: (ownOrder: OwnOrder | null) => void,
) {
  const position = useConstant(() => new Slice(0))
  const planned = useMemo(() => plannedOrder(answer), [answer])
  // the check of an order that does not work gives the steps that are blocked
  const blocked = useMemo(
    () => (answer.kind === 'impossible' && planned !== null ? orderOf(planned.steps) : null),
    [answer, planned],
  )
  const { checked, isRunning } = useCheckedOrder(request, ownOrder?.steps ?? blocked, (result) => {
    if (ownOrder !== null) showStep(position, ownOrder.stepIndex, result)
  })
  const shown = checked ?? planned
  const lastStep = Math.max(0, (shown?.steps.length ?? 1) - 1)
  const stepIndex = useSyncExternalStore(position.subscribe, () => Math.min(lastStep, Math.floor(position.value)))
  const arrange = (steps: readonly OrderedStep[], show: number): void => {
    const isPlanned = planned !== null && isSameOrder(steps, orderOf(planned.steps))
    onOwnOrder(isPlanned ? null : { steps, stepIndex: show })
    if (isPlanned) showStep(position, show, planned)
  }
  return {
    position,
    shown,
    checked,
    stepIndex,
    // a press during a check changes the order that is being checked
    order: ownOrder?.steps ?? (planned === null ? [] : orderOf(planned.steps)),
    arrangedIndex: isRunning && ownOrder !== null ? ownOrder.stepIndex : stepIndex,
    arrange,
  }
}

/** Shows a step before its bend, or where it hits something. */
export function showStep(position: Slice<number>, index: number, of: ShownOrder | null): void {
  const step = of?.steps[index]
  const share = step === undefined ? 0 : firstHitDeg(of?.reasons[index] ?? []) / step.overTurnDeg
  position.set(of === null ? 0 : bendPosition(timelineOfSteps(of.steps), index, Math.min(1, share)))
}

/** A step that hits something is shown at that angle. */
const firstHitDeg = (reasons: ShownOrder['reasons'][number]): number =>
  Math.min(180, ...reasons.flatMap((reason) => (reason.code === 'hit' ? [reason.params.atTurnDeg] : []))) % 180
