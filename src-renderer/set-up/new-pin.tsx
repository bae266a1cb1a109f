// Asks for a new PIN twice, by keyboard or large keys. The page sends it once and does not store it.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import type { CallError, LockedGrant } from '../../shared/station-api/index.ts'
import { useScreenStore } from '../store/use-screen-store.ts'
import { digitsIn, minDigits, maxDigits, PinKeys } from '../grants/pin-keys.tsx'
import { useTexts } from '../language/use-texts.ts'
import { callStation } from '../station/queries.ts'
import { useStationLink } from '../station/station-context.tsx'
import { callErrorOf } from '../station/station-link.ts'
import { DialogButtons, ModalDialog } from '../ui/dialogs/index.ts'
import { Refused } from '../ui/refused.tsx'
import { setUpQueryKey } from './use-set-up-query.ts'

export interface NewPinProps {
  grant: LockedGrant
  isOpen: boolean
  onClose: () => void
}

export function NewPin({ grant, isOpen, onClose }: NewPinProps) {
  const { t } = useTexts()
  return (
    <ModalDialog title={t(`setup.new_pin_${grant}`)} isOpen={isOpen} onClose={onClose}>
      <PinForm grant={grant} onClose={onClose} />
    </ModalDialog>
  )
}

function PinForm({ grant, onClose }: Omit<NewPinProps, 'isOpen'>) {
  const { t } = useTexts()
  const { isPending, error, store, clearError } = useStorePin(grant, onClose)
  const [pin, setPin] = useState('')
  const [repeatedPin, setRepeatedPin] = useState('')
  const [isRepeating, setIsRepeating] = useState(false)
  const isLongEnough = pin.length >= minDigits
  const isRepeated = isLongEnough && pin === repeatedPin
  const setDigits = (digits: string, isRepetition: boolean): void => {
    clearError()
    if (isRepetition) setRepeatedPin(digits)
    else setPin(digits)
  }
  return (
    <form
      className="new-pin"
      onSubmit={(event) => {
        event.preventDefault()
        if (isRepeated && !isPending) void store(pin)
        else if (isLongEnough) setIsRepeating(true)
      }}
    >
      <div className="new-pin-twice">
        <PinField
          label={t('setup.pin_new')}
          value={pin}
          isCurrent={!isRepeating}
          onSelect={() => setIsRepeating(false)}
          onWrite={(digits) => setDigits(digits, false)}
          wrong={pin !== '' && !isLongEnough ? t('setup.pin_shape') : null}
        />
        <PinField
          label={t('setup.pin_again')}
          value={repeatedPin}
          isCurrent={isRepeating}
          onSelect={() => setIsRepeating(true)}
          onWrite={(digits) => setDigits(digits, true)}
          wrong={
            repeatedPin !== '' && repeatedPin.length >= pin.length && repeatedPin !== pin
              ? t('setup.pin_differs')
              : null
          }
        />
        <Refused title={t('question.refused')} error={error} />
      </div>
      <PinKeys digits={isRepeating ? repeatedPin : pin} onWrite={(digits) => setDigits(digits, isRepeating)} />
      <DialogButtons onClose={onClose}>
        <Button
          type="submit"
          variant="primary"
          isDisabled={isRepeating ? !isRepeated : !isLongEnough}
          isPending={isPending}
        >
          {t(isRepeating || isRepeated ? 'setup.save' : 'setup.pin_next')}
        </Button>
      </DialogButtons>
    </form>
  )
}

interface PinFieldProps {
  label: string
  value: string
  wrong: string | null
  /** The large keys write into this field. */
  isCurrent: boolean
  onSelect: () => void
  onWrite: (value: string) => void
}

const PinField = ({ label, value, wrong, isCurrent, onSelect, onWrite }: PinFieldProps) => (
  <label className={isCurrent ? 'field pin-field current' : 'field pin-field'}>
    {label}
    <input
      className="input pin-typed"
      type="password"
      inputMode="numeric"
      autoComplete="off"
      maxLength={maxDigits}
      aria-invalid={wrong !== null}
      value={value}
      onFocus={onSelect}
      onChange={({ target: { value: text } }) => onWrite(digitsIn(text))}
    />
    {wrong !== null && (
      <span className="field-wrong" role="alert">
        {wrong}
      </span>
    )}
  </label>
)

/** Also unlocks this screen with the new PIN. Not a TanStack mutation: it would keep the PIN in memory. */
function useStorePin(grant: LockedGrant, onStored: () => void) {
  const link = useStationLink()
  const { pinChange } = useScreenStore()
  const queryClient = useQueryClient()
  const [error, setError] = useState<CallError | null>(null)
  const [isPending, setIsPending] = useState(false)
  const store = async (pin: string): Promise<void> => {
    setIsPending(true)
    try {
      await pinChange.run(async () => {
        queryClient.setQueryData(setUpQueryKey('setup.read', {}), await callStation(link, 'pin.set', { grant, pin }))
        await callStation(link, 'grant.unlock', { pin })
      })
      onStored()
    } catch (thrown) {
      setError(callErrorOf(thrown))
    } finally {
      setIsPending(false)
    }
  }
  return { isPending, error, store, clearError: () => setError(null) }
}
