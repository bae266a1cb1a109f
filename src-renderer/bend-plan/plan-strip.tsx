// The steps of a plan as keys, in order, with what the operator does with the blank before each.
import { Fragment } from 'react'
import type { PlanReason, PlanStep } from '../../shared/bending/plan/index.ts'
import { Button } from '../ui/button.tsx'
import { useTexts } from '../language/use-texts.ts'
import { HandlingChip } from './handling-chip.tsx'

export interface PlanStripProps {
  steps: readonly PlanStep[]
  reasons: readonly (readonly PlanReason[])[]
  /** The shown step, from 0. */
  at: number
  onShow: (at: number) => void
}

export function PlanStrip({ steps, reasons, at, onShow }: PlanStripProps) {
  const { t, deg, named } = useTexts()
  return (
    <div className="bend-plan-strip" role="group" aria-label={t('bend_plan.steps')}>
      {steps.map(({ kind, bendIndex, direction, turnDeg, handling, pose }, index) => {
        const isBlocked = (reasons[index]?.length ?? 0) > 0
        const how = kind === 'flatten' || kind === 'pre_bend' ? t(`bend_plan.kind.${kind}`) : deg(turnDeg)
        return (
          <Fragment key={`${kind} ${bendIndex}`}>
            <HandlingChip handling={handling} edge={pose.edgeAtGauge} isFirst={index === 0} />
            <Button
              className={isBlocked ? 'bend-key bend-key-blocked' : 'bend-key'}
              aria-pressed={index === at}
              aria-label={[
                t('steps.bend', { step: index + 1, bend: bendIndex + 1, direction: named('bend', direction), how }),
                isBlocked ? t('bend_plan.blocked') : '',
              ]
                .filter(Boolean)
                .join(', ')}
              onPress={() => onShow(index)}
            >
              <span>
                {bendIndex + 1} <span className="direction">{direction === 'up' ? '▲' : '▼'}</span> {how}
              </span>
              {isBlocked && <span className="bend-key-state">✕ {t('bend_plan.blocked')}</span>}
            </Button>
          </Fragment>
        )
      })}
    </div>
  )
}
