// The bend plan over the whole screen: the strip, the picture of a step with its angle, what is said of it, and an order by hand.
import { useMemo, useState } from 'react'
import type { OrderedStep, PlanReason, PlanRequest, PlanStep } from '../../shared/bending/plan/index.ts'
import type { StepView } from '../../shared/drawing/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { Button } from '../ui/button.tsx'
import { TouchSlider } from '../ui/touch-slider.tsx'
import type { SheetPlan } from './use-sheet-plan.ts'
import { checkedOrder, isSameOrder, movedBy, orderOf, plannedOrder, turnedAt } from './plan-order.ts'
import { PlanStrip } from './plan-strip.tsx'
import { planSentences } from './plan-texts.ts'
import { StepDrawing } from './step-drawing.tsx'
import { StepFacts } from './step-facts.tsx'

export interface PlanViewProps {
  plan: SheetPlan
  colourSide: string
  /** The order that a user made; null: the plan's. */
  own: readonly OrderedStep[] | null
  onOwn: (own: readonly OrderedStep[] | null) => void
  onClose: () => void
}

export function PlanView({ plan, colourSide, own, onOwn, onClose }: PlanViewProps) {
  const texts = useTexts()
  const { t } = texts
  const { answer, request } = plan
  const planned = useMemo(() => plannedOrder(answer, request), [answer, request])
  const checked = useMemo(() => (own === null || request === null ? null : checkedOrder(request, own)), [own, request])
  const shown = checked ?? planned
  const [chosen, setChosen] = useState(0)
  const at = Math.min(chosen, Math.max(0, (shown?.steps.length ?? 1) - 1))
  const step = shown?.steps[at]
  const reasons = shown?.reasons[at] ?? none
  const order = shown === null ? [] : orderOf(shown.steps)
  const arrange = (next: readonly OrderedStep[], show: number): void => {
    onOwn(planned !== null && isSameOrder(next, orderOf(planned.steps)) ? null : next)
    setChosen(show)
  }
  return (
    <div className="bend-plan-view">
      {planSentences(texts, answer).map((sentence) => (
        <p key={sentence} className="bend-plan-verdict" role="status">
          {sentence}
        </p>
      ))}
      {shown !== null && step !== undefined && (
        <>
          <PlanStrip steps={shown.steps} reasons={shown.reasons} at={at} onShow={setChosen} />
          <ShownStep
            key={`${step.kind} ${step.bendIndex} ${step.pose.edgeAtGauge} ${at}`}
            request={request}
            steps={shown.steps}
            at={at}
            step={step}
            reasons={reasons}
            colourSide={colourSide}
            isOwn={checked !== null}
          />
        </>
      )}
      <div className="bend-plan-tools">
        {shown !== null && request !== null && (
          <>
            <Button className="tool" isDisabled={at === 0} onPress={() => arrange(movedBy(order, at, -1), at - 1)}>
              <span aria-hidden="true">←</span> {t('bend_plan.earlier')}
            </Button>
            <Button
              className="tool"
              isDisabled={at >= order.length - 1}
              onPress={() => arrange(movedBy(order, at, 1), at + 1)}
            >
              {t('bend_plan.later')} <span aria-hidden="true">→</span>
            </Button>
            <Button className="tool" onPress={() => arrange(turnedAt(order, at), at)}>
              <span aria-hidden="true">↻</span> {t('bend_plan.turn')}
            </Button>
            <Button className="tool" isDisabled={own === null} onPress={() => onOwn(null)}>
              {t('bend_plan.back_to_plan')}
            </Button>
          </>
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
  at: number
  step: PlanStep
  reasons: readonly PlanReason[]
  colourSide: string
  isOwn: boolean
}

function ShownStep({ request, steps, at, step, reasons, colourSide, isOwn }: ShownStepProps) {
  const { t, deg } = useTexts()
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
            at={at}
            turnDeg={shownDeg}
            reasons={reasons}
            colourSide={colourSide}
            view={view}
            label={t('bend_plan.picture', { step: at + 1, bend: step.bendIndex + 1, turn: deg(shownDeg) })}
          />
        )}
        <StepFacts step={step} at={at} steps={steps.length} reasons={reasons} isOwn={isOwn} />
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
            start={<span className="bend-plan-angle">{deg(shownDeg)}</span>}
            end={<span className="bend-plan-angle">{deg(toDeg)}</span>}
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
