// Which days: three large choices, and two fields for any others. What is typed counts once it is a range.
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useWords } from '../language/use-words.ts'
import { faultOf, mostDays, rangeOf, type DaysAsked } from './days-asked.ts'

export interface RangeChoiceProps {
  asked: DaysAsked
  today: string
  onAsk: (asked: DaysAsked) => void
}

export function RangeChoice({ asked, today, onAsk }: RangeChoiceProps) {
  const { t } = useWords()
  return (
    <fieldset className="range-choice">
      <legend className="sr-only">{t('oversight.range')}</legend>
      {(['today', 'week', 'month'] as const).map((kind) => (
        <Button key={kind} className="button toggle" aria-pressed={asked.kind === kind} onPress={() => onAsk({ kind })}>
          {t(`oversight.range_${kind}`)}
        </Button>
      ))}
      <Button
        className="button toggle"
        aria-pressed={asked.kind === 'typed'}
        onPress={() => onAsk({ kind: 'typed', ...rangeOf(asked, today) })}
      >
        {t('oversight.range_typed')}
      </Button>
    </fieldset>
  )
}

/** What was counted last stays while what is typed is no range. */
export function TypedRange({ asked, today, onAsk }: RangeChoiceProps) {
  const { t } = useWords()
  const [typed, write] = useState(() => rangeOf(asked, today))
  const fault = faultOf(typed)
  const type = (change: Partial<typeof typed>): void => {
    const next = { ...typed, ...change }
    write(next)
    if (faultOf(next) === null) onAsk({ kind: 'typed', ...next })
  }
  return (
    <div className="range-typed">
      {(['from', 'to'] as const).map((end) => (
        <label key={end} className="field range-end">
          {t(`oversight.${end}`)}
          <input
            className="input"
            type="date"
            value={typed[end]}
            aria-invalid={fault !== null}
            aria-describedby={fault === null ? undefined : 'range-fault'}
            onChange={({ target: { value } }) => type({ [end]: value })}
          />
        </label>
      ))}
      {fault !== null && (
        <p id="range-fault" className="range-fault" role="alert">
          {t(`oversight.${fault}`, { days: mostDays })}
        </p>
      )}
    </div>
  )
}
