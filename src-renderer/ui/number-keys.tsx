// The ten digits as large keys, in the order of a telephone with the erase key right of the zero.
import { Button } from './button.tsx'
import { useTexts } from '../language/use-texts.ts'
import { Icon } from './icon.tsx'

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

export interface NumberKeysProps {
  label: string
  /** The typed text. */
  text: string
  onWrite: (text: string) => void
  /** The greatest length of the text. */
  maxLength?: number
  /** Adds a comma key to the left of the zero. */
  hasComma?: boolean
  /** Above the keys. */
  shown?: React.ReactNode
  /** Below the keys: the caller's own keys. */
  children?: React.ReactNode
}

export function NumberKeys(props: NumberKeysProps) {
  const { label, text, onWrite, maxLength = Infinity, hasComma = false, shown, children } = props
  const { t } = useTexts()
  const keyOf = (character: string) => (
    <Button
      key={character}
      className="number-key"
      isDisabled={text.length >= maxLength}
      onPress={() => onWrite(text + character)}
    >
      {character}
    </Button>
  )
  return (
    <div className="number-keys" role="group" aria-label={label}>
      {shown}
      {digits.map(keyOf)}
      {hasComma ? keyOf(',') : <span />}
      {keyOf('0')}
      <Button
        className="number-key"
        aria-label={t('operator.erase_digit')}
        isDisabled={text === ''}
        onPress={() => onWrite(text.slice(0, -1))}
      >
        <Icon name="erase" />
      </Button>
      {children}
    </div>
  )
}
