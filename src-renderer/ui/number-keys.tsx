// The ten digits on large keys, laid out alike wherever a number is typed: as on a telephone, the eraser at the right of the nought.
import { Button } from 'react-aria-components/Button'
import { useWords } from '../language/use-words.ts'

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

export interface NumberKeysProps {
  label: string
  /** What is typed so far. */
  text: string
  onWrite: (text: string) => void
  /** No more of it is taken. */
  most?: number
  /** At the left of the nought. */
  hasComma?: boolean
  /** Above the keys. */
  shown?: React.ReactNode
  /** Below them: its asker's own keys. */
  children?: React.ReactNode
}

export function NumberKeys(props: NumberKeysProps) {
  const { label, text, onWrite, most = Infinity, hasComma = false, shown, children } = props
  const { t } = useWords()
  const key = (sign: string) => (
    <Button
      key={sign}
      className="button number-key"
      isDisabled={text.length >= most}
      onPress={() => onWrite(text + sign)}
    >
      {sign}
    </Button>
  )
  return (
    <div className="number-keys" role="group" aria-label={label}>
      {shown}
      {digits.map(key)}
      {hasComma ? key(',') : <span />}
      {key('0')}
      <Button
        className="button number-key"
        aria-label={t('operator.erase')}
        isDisabled={text === ''}
        onPress={() => onWrite(text.slice(0, -1))}
      >
        ⌫
      </Button>
      {children}
    </div>
  )
}
