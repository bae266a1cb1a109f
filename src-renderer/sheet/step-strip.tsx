// The bends as large buttons: done, current and coming. A press shows the profile after that bend.
import { Fragment } from 'react'
import type { StepSheet } from '../../shared/drawing/index.ts'
import { HandlingChip } from '../bend-plan/handling-chip.tsx'
import { colourSideText, stepAmount } from '../bend-plan/plan-texts.ts'
import { StepSide } from '../bend-plan/step-side.tsx'
import { bendAngleText } from '../../shared/bending/index.ts'
import { handlingOf } from '../brake/brake-texts.ts'
import { Button } from '../ui/button.tsx'
import { useTexts } from '../language/use-texts.ts'
import { Icon } from '../ui/icon.tsx'
import type { BendStep } from './bend-steps.ts'

const stateIcons = { done: 'check', now: 'play', coming: 'circle' } as const

export interface StepStripProps {
  steps: readonly BendStep[]
  sheet: StepSheet
  /** The number of bends that the drawing shows as made; all of them at first. */
  madeCount: number
  onSelect: (madeCount: number) => void
  /** Further buttons at the end. */
  children?: React.ReactNode
}

export function StepStrip({ steps, sheet, madeCount, onSelect, children }: StepStripProps) {
  const texts = useTexts()
  const { t, language, named } = texts
  if (steps.length === 0) return null
  const isFolded = madeCount === steps.length
  return (
    <div className="step-row">
      <div className="step-strip" role="group" aria-label={t('steps.label')}>
        <Button className="step-key" aria-pressed={madeCount === 0} onPress={() => onSelect(0)}>
          {t('steps.flat')}
        </Button>
        {steps.map(({ bend, direction, turnDeg, hem, kind, faceUp, flipped, turned, changesSetUp, edge }, index) => {
          const stepNo = index + 1
          const unplanned = hem === null ? bendAngleText(turnDeg, language) : named('hem', hem)
          const amount = kind === null ? unplanned : stepAmount(texts, { kind, turnDeg })
          // the name of the button says which hem it is
          const shownAmount = kind === null && hem !== null ? t('steps.hem') : amount
          const state = isFolded ? null : stepNo < madeCount ? 'done' : stepNo === madeCount ? 'now' : 'coming'
          const handling = handlingOf({ flipped, turned })
          return (
            <Fragment key={`${index} ${bend}`}>
              {faceUp !== null && (
                <HandlingChip handling={handling} changesSetUp={changesSetUp} edge={edge} isFirst={index === 0} />
              )}
              <Button
                className={`step-key step-${state ?? 'any'}`}
                aria-pressed={stepNo === madeCount && !isFolded}
                aria-label={[
                  t('steps.bend', { step: stepNo, bend: bend + 1, direction: named('bend', direction), how: amount }),
                  faceUp === null ? null : colourSideText(texts, faceUp, sheet.colourSide, 'plain'),
                  state === null ? '' : t(`steps.${state}`),
                ]
                  .filter(Boolean)
                  .join(', ')}
                onPress={() => onSelect(stepNo)}
              >
                <span>
                  {bend + 1} <span className="direction">{direction === 'up' ? '▲' : '▼'}</span> {shownAmount}
                </span>
                {faceUp !== null && <StepSide faceUp={faceUp} sheet={sheet} />}
                {state !== null && (
                  <span className="step-state">
                    <Icon name={stateIcons[state]} /> {t(`steps.${state}`)}
                  </span>
                )}
              </Button>
            </Fragment>
          )
        })}
        <Button className="step-key" aria-pressed={isFolded} onPress={() => onSelect(steps.length)}>
          {t('steps.folded')}
        </Button>
      </div>
      {children}
    </div>
  )
}
