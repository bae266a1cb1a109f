// The ten digits and the eraser on large keys, for whoever has gloves on or no keyboard. The last key is its asker's.
import { Button } from 'react-aria-components/Button'
import { useWords } from '../language/use-words.ts'

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const
export const fewestDigits = 4
export const mostDigits = 12

/** Of what was typed or pasted, what can be a PIN. */
export const digitsIn = (written: string): string => written.replace(/\D/g, '').slice(0, mostDigits)

export interface PinKeysProps {
  digits: string
  onWrite: (digits: string) => void
  /** The key that ends it. */
  children: React.ReactNode
}

export function PinKeys({ digits, onWrite, children }: PinKeysProps) {
  const { t } = useWords()
  return (
    <div className="pin-keys">
      {keys.map((key) => (
        <Button
          key={key}
          className="button pin-key"
          isDisabled={digits.length >= mostDigits}
          onPress={() => onWrite(digits + key)}
        >
          {key}
        </Button>
      ))}
      <Button
        className="button pin-key"
        aria-label={t('operator.erase')}
        isDisabled={digits === ''}
        onPress={() => onWrite(digits.slice(0, -1))}
      >
        ⌫
      </Button>
      {children}
    </div>
  )
}
