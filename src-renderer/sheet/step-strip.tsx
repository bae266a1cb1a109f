// The bends as large buttons: done, current and coming. A press shows the profile after that bend.
import { Button } from '../ui/button.tsx'
import { useTexts } from '../language/use-texts.ts'
import type { BendStep } from './bend-steps.ts'

export interface StepStripProps {
  steps: readonly BendStep[]
  /** The number of bends that the drawing shows as made; all of them at first. */
  made: number
  onMake: (made: number) => void
}

export function StepStrip({ steps, made, onMake }: StepStripProps) {
  const { t, deg, named } = useTexts()
  if (steps.length === 0) return null
  const isWhole = made === steps.length
  return (
    <div className="step-strip" role="group" aria-label={t('steps.label')}>
      <Button className="step-key" aria-pressed={made === 0} onPress={() => onMake(0)}>
        {t('steps.flat')}
      </Button>
      {steps.map(({ bend, direction, turnDeg, hem }, index) => {
        const at = index + 1
        const how = hem === null ? deg(turnDeg) : named('hem', hem)
        const state = isWhole ? null : at < made ? 'done' : at === made ? 'now' : 'coming'
        return (
          <Button
            key={`${index} ${bend}`}
            className={`step-key step-${state ?? 'any'}`}
            aria-pressed={at === made && !isWhole}
            aria-label={[
              t('steps.bend', { step: at, bend: bend + 1, direction: named('bend', direction), how }),
              state === null ? '' : t(`steps.${state}`),
            ]
              .filter(Boolean)
              .join(', ')}
            onPress={() => onMake(at)}
          >
            <span>
              {bend + 1} <span className="direction">{direction === 'up' ? '▲' : '▼'}</span> {how}
            </span>
            {state !== null && (
              <span className="step-state">
                {state === 'done' ? '✓' : state === 'now' ? '▶' : '○'} {t(`steps.${state}`)}
              </span>
            )}
          </Button>
        )
      })}
      <Button className="step-key" aria-pressed={isWhole} onPress={() => onMake(steps.length)}>
        {t('steps.folded')}
      </Button>
    </div>
  )
}
