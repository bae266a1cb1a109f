// What is said of one step: handling, gauge, tools, the least clearance, and in red what blocks it.
import type { PlanReason, PlanStep } from '../../shared/bending/plan/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { Sign } from '../ui/sign.tsx'
import { clearanceText, handlingText, handlingWord, reasonSentence } from './plan-texts.ts'

export interface StepFactsProps {
  step: PlanStep
  /** Index of the step, from 0. */
  at: number
  steps: number
  reasons: readonly PlanReason[]
  /** The order is a user's. */
  isOwn: boolean
}

export function StepFacts({ step, at, steps, reasons, isOwn }: StepFactsProps) {
  const texts = useTexts()
  const { t, fineMm } = texts
  const { gauge, dieId, punchId, punchTurned, hemmingToolId } = step
  const word = handlingWord(texts, step)
  const tools = [
    hemmingToolId ?? dieId,
    punchId === null ? null : `${punchId}${punchTurned ? ` (${t('brake_link.punch_turned')})` : ''}`,
  ].filter((tool) => tool !== null)
  const clearance = reasons.length > 0 ? null : clearanceText(texts, step)
  return (
    <div className="step-facts">
      <h3>{t('bend_plan.step_of', { step: at + 1, steps })}</h3>
      {word !== null && <p className="step-word">{word}</p>}
      <p>{handlingText(texts, step)}</p>
      {reasons.map((reason) => (
        <p key={`${reason.code} ${JSON.stringify(reason.params)}`} className="step-hit" role="alert">
          <Sign tone="fault" /> <span>{reasonSentence(texts, reason)}</span>
        </p>
      ))}
      <dl className="step-figures">
        <div className="fact">
          <dt>{t('brake_link.gauge')}</dt>
          <dd className="strong">{fineMm(gauge.xMm)}</dd>
        </div>
        {tools.length > 0 && (
          <div className="fact">
            <dt>{t('bend_plan.tools')}</dt>
            <dd>{tools.join(' · ')}</dd>
          </div>
        )}
      </dl>
      {gauge.contact === 'rounded' && reasons.length === 0 && <p className="muted">{t('bend_plan.rounded')}</p>}
      {clearance !== null && <p className="step-clearance">{clearance}</p>}
      {isOwn && <p className="muted">{t('bend_plan.own_order')}</p>}
    </div>
  )
}
