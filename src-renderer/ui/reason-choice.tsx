// Asks why: a few reasons to press, so that no keyboard is needed, and a field for any other.
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useWords } from '../language/use-words.ts'

export interface ReasonChoiceProps {
  reasons: readonly string[]
  /** Empty while none is chosen. */
  chosen: string
  onChoose: (reason: string) => void
}

export function ReasonChoice({ reasons, chosen, onChoose }: ReasonChoiceProps) {
  const { t } = useWords()
  const [text, write] = useState('')
  return (
    <fieldset className="reasons">
      <legend>{t('why.label')}</legend>
      {reasons.map((reason) => (
        <Button
          key={reason}
          className="button toggle"
          aria-pressed={chosen === reason}
          onPress={() => {
            write('')
            onChoose(reason)
          }}
        >
          {reason}
        </Button>
      ))}
      <label className="field">
        {t('why.other')}
        <input
          className="input"
          maxLength={1_000}
          value={text}
          onChange={({ target: { value } }) => {
            write(value)
            onChoose(value.trim())
          }}
        />
      </label>
    </fieldset>
  )
}
