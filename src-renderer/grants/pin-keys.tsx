// The ten digits and the eraser on large keys, for whoever has gloves on or no keyboard. The last key is its asker's.
import { useWords } from '../language/use-words.ts'
import { NumberKeys } from '../ui/number-keys.tsx'

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
      <NumberKeys label={t('grants.pin')} text={digits} onWrite={onWrite} most={mostDigits}>
        {children}
      </NumberKeys>
    </div>
  )
}
