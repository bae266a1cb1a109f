// Adds initials by large letter keys or a keyboard: most brakes have no keyboard.
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { useTexts } from '../language/use-texts.ts'
import { useCall } from '../station/queries.ts'
import { Icon } from '../ui/icon.tsx'
import { Refused } from '../ui/refused.tsx'

const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZÆØÅ')

export function NewInitials({ onAdded }: { onAdded: (operatorId: string) => void }) {
  const { t } = useTexts()
  const add = useCall('operator.add')
  const [initials, setInitials] = useState('')
  const trimmedInitials = initials.trim()
  const edit = (next: string): void => {
    setInitials(next)
    add.reset()
  }
  return (
    <form
      className="new-initials"
      onSubmit={(event) => {
        event.preventDefault()
        if (trimmedInitials !== '') add.mutate({ initials: trimmedInitials }, { onSuccess: ({ id }) => onAdded(id) })
      }}
    >
      <label className="field">
        {t('operator.add')}
        <input
          className="input"
          maxLength={100}
          autoComplete="off"
          value={initials}
          onChange={({ target: { value } }) => edit(value)}
        />
      </label>
      <Button type="submit" isDisabled={trimmedInitials === ''} isPending={add.isPending}>
        {t('operator.add_button')}
      </Button>
      <div className="letters" role="group" aria-label={t('operator.letters')}>
        {letters.map((letter) => (
          <Button key={letter} className="letter" onPress={() => edit(initials + letter)}>
            {letter}
          </Button>
        ))}
        <Button
          className="letter"
          aria-label={t('operator.erase')}
          isDisabled={initials === ''}
          onPress={() => edit(initials.replace(/.$/su, ''))}
        >
          <Icon name="erase" />
        </Button>
      </div>
      <Refused title={t('work.refused')} error={add.error} />
    </form>
  )
}
