// Large keys for the ten digits and the eraser, for gloves or where there is no keyboard. The caller passes the last key.
import { useTexts } from '../language/use-texts.ts'
import { NumberKeys } from '../ui/number-keys.tsx'

export const fewestDigits = 4
export const mostDigits = 12

/** The digits of typed or pasted text, as far as a PIN may be long. */
export const digitsIn = (written: string): string => written.replace(/\D/g, '').slice(0, mostDigits)

export interface PinKeysProps {
  digits: string
  onWrite: (digits: string) => void
  /** The key that submits the PIN. */
  children: React.ReactNode
}

export function PinKeys({ digits, onWrite, children }: PinKeysProps) {
  const { t } = useTexts()
  return (
    <div className="pin-keys">
      <NumberKeys label={t('grants.pin')} text={digits} onWrite={onWrite} most={mostDigits}>
        {children}
      </NumberKeys>
    </div>
  )
}
