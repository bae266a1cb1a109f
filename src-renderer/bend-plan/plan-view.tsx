// The bend plan over the whole screen: the strip, the picture of a step with its angle, what is said of it, and an order by hand.
import { useMemo, useState } from 'react'
import { bendAngleText, swingText, turnText } from '../../shared/bending/index.ts'
import type { OrderedStep, PlanReason, PlanRequest, PlanStep } from '../../shared/bending/plan/index.ts'
import type { StepSheet, StepView } from '../../shared/drawing/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { Button } from '../ui/button.tsx'
import { TouchSlider } from '../ui/touch-slider.tsx'
import type { SheetPlan } from './use-sheet-plan.ts'
import { OrderTools } from './order-tools.tsx'
import { checkedOrder, isSameOrder, orderOf, plannedOrder } from './plan-order.ts'
import { PlanStrip } from './plan-strip.tsx'
import { keptSentence, notKnownSentences, planSentences } from './plan-texts.ts'
import { StepDrawing } from './step-drawing.tsx'
import { StepFacts } from './step-facts.tsx'

export interface PlanViewProps {
  plan: SheetPlan
  sheet: StepSheet
  /** The order that a user made; null: the plan's. */
  own: readonly OrderedStep[] | null
  onOwn: (own: readonly OrderedStep[] | null) => void
  onClose: () => void
}

export function PlanView({ plan, sheet, own, onOwn, onClose }: PlanViewProps) {
  const texts = useTexts()
  const { t } = texts
  const { answer, request } = plan
  const planned = useMemo(() => plannedOrder(answer, request), [answer, request])
  const checked = useMemo(() => (own === null || request === null ? null : checkedOrder(request, own)), [own, request])
  const shown = checked ?? planned
  const { keptOrder } = plan
  // the reservations about the order that is shown
  const reservations =
    checked === null ? planSentences(texts, plan) : notKnownSentences(texts, checked.missing, checked.unknown)
  const sentences = [...(keptOrder === null ? [] : [keptSentence(texts, keptOrder)]), ...reservations]
  const [chosen, setChosen] = useState(0)
  const stepIndex = Math.min(chosen, Math.max(0, (shown?.steps.length ?? 1) - 1))
  const step = shown?.steps[stepIndex]
  const reasons = shown?.reasons[stepIndex] ?? none
  const order = shown === null ? [] : orderOf(shown.steps)
  const arrange = (next: readonly OrderedStep[], show: number): void => {
    onOwn(planned !== null && isSameOrder(next, orderOf(planned.steps)) ? null : next)
    setChosen(show)
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
            onShow={setChosen}
          />
          <ShownStep
            key={`${step.kind} ${step.bendIndex} ${step.pose.edgeAtGauge} ${stepIndex}`}
            request={request}
            steps={shown.steps}
            stepIndex={stepIndex}
            step={step}
            reasons={reasons}
            sheet={sheet}
            isMeasured={shown.isMeasured}
            isOwn={checked !== null}
          />
        </>
      )}
      <div className="bend-plan-tools">
        {shown !== null && request !== null && (
          <OrderTools
            plan={plan}
            own={own}
            order={order}
            stepIndex={stepIndex}
            onArrange={arrange}
            onPlanned={() => onOwn(null)}
          />
        )}
        <Button variant="primary" className="tool bend-plan-close" onPress={onClose}>
          {t('bend_plan.close')}
        </Button>
      </div>
    </div>
  )
}

const none: readonly PlanReason[] = []

interface ShownStepProps {
  request: PlanRequest | null
  steps: readonly PlanStep[]
  stepIndex: number
  step: PlanStep
  reasons: readonly PlanReason[]
  sheet: StepSheet
  isMeasured: boolean
  isOwn: boolean
}

function ShownStep({ request, steps, stepIndex, step, reasons, sheet, isMeasured, isOwn }: ShownStepProps) {
  const { t, language } = useTexts()
  const [turnDeg, setTurnDeg] = useState(() => firstHitDeg(reasons))
  const [view, setView] = useState<StepView>('whole')
  const toDeg = step.overTurnDeg
  const shownDeg = Math.min(toDeg, turnDeg)
  return (
    <>
      <div className="bend-plan-body">
        {request !== null && (
          <StepDrawing
            request={request}
            steps={steps}
            stepIndex={stepIndex}
            turnDeg={shownDeg}
            reasons={reasons}
            sheet={sheet}
            view={view}
            label={t('bend_plan.picture', {
              step: stepIndex + 1,
              bend: step.bendIndex + 1,
              angle: swingText(shownDeg, language),
            })}
          />
        )}
        <StepFacts
          step={step}
          colourSide={sheet.colourSide}
          stepIndex={stepIndex}
          steps={steps.length}
          stations={new Set(steps.map(({ station }) => station)).size}
          reasons={reasons}
          isMeasured={isMeasured}
          isOwn={isOwn}
        />
      </div>
      {request !== null && (
        <div className="bend-plan-tools">
          <TouchSlider
            label={t('bend_plan.angle')}
            className="bend-plan-slider"
            value={shownDeg}
            maxValue={toDeg}
            step={0.5}
            onChange={setTurnDeg}
            start={
              <span className="bend-plan-swing">
                <span className="bend-plan-angle">{bendAngleText(shownDeg, language)}</span>
                <span className="sub">{turnText(shownDeg, language)}</span>
              </span>
            }
            end={<span className="bend-plan-angle">{bendAngleText(toDeg, language)}</span>}
          />
          <Button
            className="tool"
            aria-pressed={view === 'close'}
            onPress={() => setView(view === 'close' ? 'whole' : 'close')}
          >
            {t(view === 'close' ? 'bend_plan.whole' : 'bend_plan.close_up')}
          </Button>
        </div>
      )}
    </>
  )
}

/** A step that hits something is shown at that angle. */
const firstHitDeg = (reasons: readonly PlanReason[]): number =>
  Math.min(180, ...reasons.flatMap((reason) => (reason.code === 'hit' ? [reason.params.atTurnDeg] : []))) % 180
