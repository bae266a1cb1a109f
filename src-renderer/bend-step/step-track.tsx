// The steps across the top: done, the shown one, and those that come, with what is done with the blank between them.
import { Fragment } from 'react'
import { HandlingIcons } from '../bend-plan/handling-icons.tsx'
import { useTexts } from '../language/use-texts.ts'
import { Icon } from '../ui/icon.tsx'
import type { ShownStep } from './shown-steps.ts'

export interface StepTrackProps {
  steps: readonly ShownStep[]
  stepIndex: number
}

/** How many steps are shown before those that are far away are left out. */
const mostShown = 5

export function StepTrack({ steps, stepIndex }: StepTrackProps) {
  const { t, deg } = useTexts()
  const first = Math.max(0, Math.min(stepIndex - 2, steps.length - mostShown))
  return (
    <ol className="bend-step-track" aria-label={t('bend_plan.steps')}>
      {steps.slice(first, first + mostShown).map(({ includedDeg, kind, handling }, offset) => {
        const index = first + offset
        const state = index < stepIndex ? 'done' : index === stepIndex ? 'now' : 'coming'
        return (
          <Fragment key={index}>
            {offset > 0 && (
              <li className="bend-step-between" aria-hidden="true">
                <HandlingIcons handling={handling} />
              </li>
            )}
            <li className={`bend-step-tile bend-step-${state}`} aria-current={state === 'now' ? 'step' : undefined}>
              {state === 'done' ? <Icon name="check" /> : <small>{index + 1}</small>}
              <span>{kind === 'flatten' ? t('bend_plan.kind.flatten') : deg(includedDeg)}</span>
            </li>
          </Fragment>
        )
      })}
      <li className="bend-step-short" aria-hidden="true">
        {stepIndex + 1}/{steps.length}
      </li>
    </ol>
  )
}
