// The bends one by one on large keys: which are done, which is next and which are to come. The profile is shown as it is after the one
// that is pressed.
import { Button } from 'react-aria-components/Button'
import { useWords } from '../language/use-words.ts'
import type { BendStep } from './bend-steps.ts'

export interface StepStripProps {
  steps: readonly BendStep[]
  /** So many are made on the drawing; all of them to begin with. */
  made: number
  onMake: (made: number) => void
}

export function StepStrip({ steps, made, onMake }: StepStripProps) {
  const { t, deg, named } = useWords()
  if (steps.length === 0) return null
  const isWhole = made === steps.length
  return (
    <div className="step-strip" role="group" aria-label={t('steps.label')}>
      <Button className="button step-key" aria-pressed={made === 0} onPress={() => onMake(0)}>
        {t('steps.flat')}
      </Button>
      {steps.map(({ bend, direction, angleDeg, hem }, index) => {
        const at = index + 1
        const how = hem === null ? deg(angleDeg) : named('hem', hem)
        const state = isWhole ? null : at < made ? 'done' : at === made ? 'now' : 'coming'
        return (
          <Button
            key={`${index} ${bend}`}
            className={`button step-key step-${state ?? 'any'}`}
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
      <Button className="button step-key" aria-pressed={isWhole} onPress={() => onMake(steps.length)}>
        {t('steps.folded')}
      </Button>
    </div>
  )
}
