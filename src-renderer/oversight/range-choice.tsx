// Selects the days: three buttons, and two fields for other ranges. A typed range applies as soon as it is valid.
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { DateChoice } from '../ui/date-choice.tsx'
import { useTexts } from '../language/use-texts.ts'
import { rangeFaultOf, maxDays, rangeOf, type DayChoice } from './day-range.ts'

export interface RangeChoiceProps {
  choice: DayChoice
  today: string
  onChoose: (choice: DayChoice) => void
}

export function RangeChoice({ choice, today, onChoose }: RangeChoiceProps) {
  const { t } = useTexts()
  return (
    <fieldset className="range-choice">
      <legend className="sr-only">{t('oversight.range')}</legend>
      {(['today', 'week', 'month'] as const).map((kind) => (
        <Button key={kind} variant="toggle" aria-pressed={choice.kind === kind} onPress={() => onChoose({ kind })}>
          {t(`oversight.range_${kind}`)}
        </Button>
      ))}
      <Button
        variant="toggle"
        aria-pressed={choice.kind === 'typed'}
        onPress={() => onChoose({ kind: 'typed', ...rangeOf(choice, today) })}
      >
        {t('oversight.range_typed')}
      </Button>
    </fieldset>
  )
}

/** The last valid range stays in use while the typed one is invalid. */
export function TypedRange({ choice, today, onChoose }: RangeChoiceProps) {
  const { t } = useTexts()
  const [typed, setTyped] = useState(() => rangeOf(choice, today))
  const fault = rangeFaultOf(typed)
  const type = (change: Partial<typeof typed>): void => {
    const next = { ...typed, ...change }
    setTyped(next)
    if (rangeFaultOf(next) === null) onChoose({ kind: 'typed', ...next })
  }
  return (
    <div className="range-typed">
      {(['from', 'to'] as const).map((end) => (
        <DateChoice
          key={end}
          label={t(`oversight.${end}`)}
          value={typed[end]}
          isInvalid={fault !== null}
          onChoose={(value) => type({ [end]: value })}
        />
      ))}
      {fault !== null && (
        <p className="range-fault" role="alert">
          {t(`oversight.${fault}`, { days: maxDays })}
        </p>
      )}
    </div>
  )
}
