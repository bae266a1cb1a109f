// The bend plan over the whole screen: the strip, the picture of a step with its angle, its facts, and a custom order.
import type { PlanReason } from '../../shared/bending/plan/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { Button } from '../ui/button.tsx'
import type { SheetPlan } from './sheet-plan.ts'
import { OrderTools } from './order-tools.tsx'
import { PlanStrip } from './plan-strip.tsx'
import { keptSentence, notKnownSentences, planSentences } from './plan-texts.ts'
import { ShownStep, type PlannedSheet } from './shown-step.tsx'
import { showStep, useShownOrder, type OwnOrder } from './use-shown-order.ts'

export interface PlanViewProps {
  plan: SheetPlan
  sheet: PlannedSheet
  /** Null: the plan's. */
  ownOrder: OwnOrder | null
  onOwnOrder: (ownOrder: OwnOrder | null) => void
  onClose: () => void
}

export function PlanView({ plan, sheet, ownOrder, onOwnOrder, onClose }: PlanViewProps) {
  const texts = useTexts()
  const { t } = texts
  const { request, keptOrder } = plan
  const { position, shown, checked, stepIndex, order, arrangedIndex, arrange } = useShownOrder(
    plan,
    ownOrder,
    onOwnOrder,
  )
  // the reservations about the order that is shown
  const reservations =
    ownOrder === null || checked === null
      ? planSentences(texts, plan)
      : notKnownSentences(texts, checked.missing, checked.unknown)
  const sentences = [...(keptOrder === null ? [] : [keptSentence(texts, keptOrder)]), ...reservations]
  const step = shown?.steps[stepIndex]
  const reasons = shown?.reasons[stepIndex] ?? none
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
            onShow={(index) => showStep(position, index, shown)}
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
            isOwn={ownOrder !== null}
          />
        </>
      )}
      <div className="bend-plan-tools">
        {shown !== null && request !== null && (
          <OrderTools
            plan={plan}
            isOwn={ownOrder !== null}
            order={order}
            stepIndex={arrangedIndex}
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
