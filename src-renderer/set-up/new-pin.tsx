// A new PIN, twice, typed or on large keys. It leaves the page once, and nothing here keeps it.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import type { CallError, LockedGrant } from '../../shared/station-api/index.ts'
import { whileSettingPin } from '../grants/own-pin.ts'
import { digitsIn, fewestDigits, mostDigits, PinKeys } from '../grants/pin-keys.tsx'
import { useWords } from '../language/use-words.ts'
import { asked } from '../station/queries.ts'
import { useStationLink } from '../station/station-context.tsx'
import { callErrorOf } from '../station/station-link.ts'
import { ModalDialog } from '../ui/modal-dialog.tsx'
import { Refused } from '../ui/refused.tsx'
import { askedKey } from './use-asked.ts'

export interface NewPinProps {
  grant: LockedGrant
  isOpen: boolean
  onClose: () => void
}

export function NewPin({ grant, isOpen, onClose }: NewPinProps) {
  const { t } = useWords()
  return (
    <ModalDialog title={t(`setup.new_pin_${grant}`)} isOpen={isOpen} onClose={onClose}>
      <Twice grant={grant} onClose={onClose} />
    </ModalDialog>
  )
}

function Twice({ grant, onClose }: Omit<NewPinProps, 'isOpen'>) {
  const { t } = useWords()
  const { isPending, error, keep, forget } = useKeepPin(grant, onClose)
  const [pin, writePin] = useState('')
  const [again, writeAgain] = useState('')
  const [isAgain, goAgain] = useState(false)
  const isWhole = pin.length >= fewestDigits
  const isSame = isWhole && pin === again
  const write = (digits: string, toAgain: boolean): void => {
    forget()
    if (toAgain) writeAgain(digits)
    else writePin(digits)
  }
  return (
    <form
      className="new-pin"
      onSubmit={(event) => {
        event.preventDefault()
        if (isSame && !isPending) void keep(pin)
        else if (isWhole) goAgain(true)
      }}
    >
      <div className="new-pin-twice">
        <PinField
          label={t('setup.pin_new')}
          value={pin}
          isCurrent={!isAgain}
          onCome={() => goAgain(false)}
          onWrite={(digits) => write(digits, false)}
          wrong={pin !== '' && !isWhole ? t('setup.pin_shape') : null}
        />
        <PinField
          label={t('setup.pin_again')}
          value={again}
          isCurrent={isAgain}
          onCome={() => goAgain(true)}
          onWrite={(digits) => write(digits, true)}
          wrong={again !== '' && again.length >= pin.length && again !== pin ? t('setup.pin_differs') : null}
        />
        <Refused title={t('question.refused')} error={error} />
        <Button className="button" onPress={onClose}>
          {t('question.cancel')}
        </Button>
      </div>
      <PinKeys digits={isAgain ? again : pin} onWrite={(digits) => write(digits, isAgain)}>
        <Button type="submit" className="button primary" isDisabled={(isAgain ? !isSame : !isWhole) || isPending}>
          {t(isAgain || isSame ? 'setup.save' : 'setup.pin_next')}
        </Button>
      </PinKeys>
    </form>
  )
}

interface PinFieldProps {
  label: string
  value: string
  wrong: string | null
  /** The keys write here. */
  isCurrent: boolean
  onCome: () => void
  onWrite: (value: string) => void
}

const PinField = ({ label, value, wrong, isCurrent, onCome, onWrite }: PinFieldProps) => (
  <label className={isCurrent ? 'field pin-field current' : 'field pin-field'}>
    {label}
    <input
      className="input pin-typed"
      type="password"
      inputMode="numeric"
      autoComplete="off"
      maxLength={mostDigits}
      aria-invalid={wrong !== null}
      value={value}
      onFocus={onCome}
      onChange={({ target: { value: written } }) => onWrite(digitsIn(written))}
    />
    {wrong !== null && (
      <span className="field-wrong" role="alert">
        {wrong}
      </span>
    )}
  </label>
)

/** Whoever chose it knows it: this screen is opened with it at once, and no kept call would hold a PIN. */
function useKeepPin(grant: LockedGrant, onKept: () => void) {
  const link = useStationLink()
  const answers = useQueryClient()
  const [error, setError] = useState<CallError | null>(null)
  const [isPending, setPending] = useState(false)
  const keep = async (pin: string): Promise<void> => {
    setPending(true)
    try {
      await whileSettingPin(async () => {
        answers.setQueryData(askedKey('setup.read', {}), await asked(link, 'pin.set', { grant, pin }))
        await asked(link, 'grant.unlock', { pin })
      })
      onKept()
    } catch (thrown) {
      setError(callErrorOf(thrown))
    } finally {
      setPending(false)
    }
  }
  return { isPending, error, keep, forget: () => setError(null) }
}
