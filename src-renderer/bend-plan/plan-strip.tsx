// The steps of a plan as keys, in order, with what the operator does with the blank before each.
import { Fragment } from 'react'
import type { PlanReason, PlanStep } from '../../shared/bending/plan/index.ts'
import type { StepSheet } from '../../shared/drawing/index.ts'
import { Button } from '../ui/button.tsx'
import { useTexts } from '../language/use-texts.ts'
import { Icon } from '../ui/icon.tsx'
import { HandlingChip } from './handling-chip.tsx'
import { colourSideText, stepAmount } from './plan-texts.ts'
import { StepSide } from './step-side.tsx'

export interface PlanStripProps {
  steps: readonly PlanStep[]
  reasons: readonly (readonly PlanReason[])[]
  sheet: StepSheet
  /** The shown step, from 0. */
  stepIndex: number
  onShow: (stepIndex: number) => void
}

export function PlanStrip({ steps, reasons, sheet, stepIndex, onShow }: PlanStripProps) {
  const texts = useTexts()
  const { t, named } = texts
  return (
    <div className="bend-plan-strip" role="group" aria-label={t('bend_plan.steps')}>
      {steps.map((step, index) => {
        const { kind, bendIndex, direction, handling, pose } = step
        const isBlocked = (reasons[index]?.length ?? 0) > 0
        const how = stepAmount(texts, step)
        return (
          <Fragment key={`${kind} ${bendIndex}`}>
            <HandlingChip
              handling={handling}
              changesSetUp={step.changesSetUp}
              edge={pose.edgeAtGauge}
              isFirst={index === 0}
            />
            <Button
              className={isBlocked ? 'bend-key bend-key-blocked' : 'bend-key'}
              aria-pressed={index === stepIndex}
              aria-label={[
                t('steps.bend', { step: index + 1, bend: bendIndex + 1, direction: named('bend', direction), how }),
                colourSideText(texts, pose.faceUp, sheet.colourSide, 'plain'),
                isBlocked ? t('bend_plan.blocked') : '',
              ]
                .filter(Boolean)
                .join(', ')}
              onPress={() => onShow(index)}
            >
              <span>
                {bendIndex + 1} <span className="direction">{direction === 'up' ? '▲' : '▼'}</span> {how}
              </span>
              <StepSide faceUp={pose.faceUp} sheet={sheet} />
              {isBlocked && (
                <span className="bend-key-state">
                  <Icon name="close" /> {t('bend_plan.blocked')}
                </span>
              )}
            </Button>
          </Fragment>
        )
      })}
    </div>
  )
}
