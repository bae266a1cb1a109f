// Asks for a reason: buttons with usual reasons, so that no keyboard is needed, and a field for any other.
import { useState } from 'react'
import { Button } from '../button.tsx'
import { useTexts } from '../../language/use-texts.ts'

export interface ReasonChoiceProps {
  reasons: readonly string[]
  /** Empty while none is chosen. */
  chosen: string
  onChoose: (reason: string) => void
}

export function ReasonChoice({ reasons, chosen, onChoose }: ReasonChoiceProps) {
  const { t } = useTexts()
  const [text, setText] = useState('')
  return (
    <fieldset className="choices">
      <legend>{t('why.label')}</legend>
      {reasons.map((reason) => (
        <Button
          key={reason}
          variant="toggle"
          aria-pressed={chosen === reason}
          onPress={() => {
            setText('')
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
            setText(value)
            onChoose(value.trim())
          }}
        />
      </label>
    </fieldset>
  )
}
