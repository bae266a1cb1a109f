// The bend plan over the whole screen: the strip, the picture of a step with its angle, what is said of it, and a custom order.
import { useMemo, useSyncExternalStore } from 'react'
import type { OrderedStep, PlanReason } from '../../shared/bending/plan/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { Button } from '../ui/button.tsx'
import { useConstant } from '../ui/use-constant.ts'
import { Slice } from '../store/slice.ts'
import { timelineOfSteps, bendPosition } from '../fold/scene/index.ts'
import type { SheetPlan } from './sheet-plan.ts'
import { OrderTools } from './order-tools.tsx'
import { checkedOrder, isSameOrder, orderOf, plannedOrder, type ShownOrder } from './plan-order.ts'
import { PlanStrip } from './plan-strip.tsx'
import { keptSentence, notKnownSentences, planSentences } from './plan-texts.ts'
import { ShownStep, type PlannedSheet } from './shown-step.tsx'

export interface PlanViewProps {
  plan: SheetPlan
  sheet: PlannedSheet
  /** The order that a user made; null: the plan's. */
  ownOrder: readonly OrderedStep[] | null
  onOwnOrder: (ownOrder: readonly OrderedStep[] | null) => void
  onClose: () => void
}

export function PlanView({ plan, sheet, ownOrder, onOwnOrder, onClose }: PlanViewProps) {
  const texts = useTexts()
  const { t } = texts
  const { answer, request, keptOrder } = plan
  const planned = useMemo(() => plannedOrder(answer, request), [answer, request])
  const checked = useMemo(
    () => (ownOrder === null || request === null ? null : checkedOrder(request, ownOrder)),
    [ownOrder, request],
  )
  const shown = checked ?? planned
  // the reservations about the order that is shown
  const reservations =
    checked === null ? planSentences(texts, plan) : notKnownSentences(texts, checked.missing, checked.unknown)
  const sentences = [...(keptOrder === null ? [] : [keptSentence(texts, keptOrder)]), ...reservations]
  const position = useConstant(() => new Slice(0))
  const lastStep = Math.max(0, (shown?.steps.length ?? 1) - 1)
  const stepIndex = useSyncExternalStore(position.subscribe, () => Math.min(lastStep, Math.floor(position.value)))
  /** A step is shown before its bend, or where it hits something. */
  const showStep = (index: number, of: ShownOrder | null): void => {
    const shownStep = of?.steps[index]
    const hitDeg = firstHitDeg(of?.reasons[index] ?? none)
    const share = shownStep === undefined ? 0 : hitDeg / shownStep.overTurnDeg
    position.set(of === null ? 0 : bendPosition(timelineOfSteps(of.steps), index, Math.min(1, share)))
  }
  const step = shown?.steps[stepIndex]
  const reasons = shown?.reasons[stepIndex] ?? none
  const order = shown === null ? [] : orderOf(shown.steps)
  const arrange = (next: readonly OrderedStep[], show: number): void => {
    const isPlanned = planned !== null && isSameOrder(next, orderOf(planned.steps))
    onOwnOrder(isPlanned ? null : next)
    showStep(show, isPlanned || request === null ? planned : checkedOrder(request, next))
  }
  return (
    <div className="bend-plan-view">
      {sentences.map((sentence) => (
        <p key={sentence} className="bend-plan-verdict" role="status">
          {sentence}
        </p>
      ))}
      {shown !== null && step !== undefined && (
        <>
          <PlanStrip
            steps={shown.steps}
            reasons={shown.reasons}
            sheet={sheet}
            stepIndex={stepIndex}
            onShow={(index) => showStep(index, shown)}
          />
          <ShownStep
            request={request}
            steps={shown.steps}
            stations={shown.stations}
            stepIndex={stepIndex}
            step={step}
            reasons={reasons}
            sheet={sheet}
            position={position}
            isMeasured={shown.isMeasured}
            isOwn={checked !== null}
          />
        </>
      )}
      <div className="bend-plan-tools">
        {shown !== null && request !== null && (
          <OrderTools
            plan={plan}
            ownOrder={ownOrder}
            order={order}
            stepIndex={stepIndex}
            onArrange={arrange}
            onPlanned={() => onOwnOrder(null)}
          />
        )}
        <Button className="tool bend-plan-close" onPress={onClose}>
          {t('bend_plan.close')}
        </Button>
      </div>
    </div>
  )
}

const none: readonly PlanReason[] = []

/** A step that hits something is shown at that angle. */
const firstHitDeg = (reasons: readonly PlanReason[]): number =>
  Math.min(180, ...reasons.flatMap((reason) => (reason.code === 'hit' ? [reason.params.atTurnDeg] : []))) % 180
