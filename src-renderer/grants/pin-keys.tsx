// Large keys for the ten digits and backspace, for gloves or a screen without a keyboard. The caller passes the last key.
import { useTexts } from '../language/use-texts.ts'
import { NumberKeys } from '../ui/number-keys.tsx'

export const minDigits = 4
export const maxDigits = 12

/** The digits of typed or pasted text, cut to the greatest length of a PIN. */
export const digitsIn = (text: string): string => text.replace(/\D/g, '').slice(0, maxDigits)

export interface PinKeysProps {
  digits: string
  onWrite: (digits: string) => void
  /** A key that submits the PIN; absent in a dialog with its own buttons. */
  children?: React.ReactNode
}

export function PinKeys({ digits, onWrite, children }: PinKeysProps) {
  const { t } = useTexts()
  return (
    <div className="pin-keys">
      <NumberKeys label={t('grants.pin')} text={digits} onWrite={onWrite} maxLength={maxDigits}>
        {children}
      </NumberKeys>
    </div>
  )
}
