// PINs, kiosk and language of this station, and what is this screen's own: look, sounds, a millimetre's size, the scanner.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import { lockedGrants, type CallError, type LockedGrant, type SetUpView } from '../../shared/station-api/index.ts'
import { useWords } from '../language/use-words.ts'
import { ScreenSettings } from '../look/screen-settings.tsx'
import { ScannerSettings } from '../scan/scanner-settings.tsx'
import { asked, useCall } from '../station/queries.ts'
import { useStationLink } from '../station/station-context.tsx'
import { callErrorOf } from '../station/station-link.ts'
import { ModalDialog } from '../ui/modal-dialog.tsx'
import { Refused } from '../ui/refused.tsx'
import { Sign } from '../ui/sign.tsx'
import { askedKey } from './use-asked.ts'

const fewest = 4
const most = 12

export function ScreensPart({ view }: { view: SetUpView }) {
  const { t } = useWords()
  const { i18n } = useTranslation()
  const change = useCall('setup.change')
  const choose = useCall('language.choose')
  const hasPin = view.pins.includes('maintain')
  return (
    <>
      <h3>{t('setup.pins')}</h3>
      <p>{t('setup.pins_why')}</p>
      <ul className="pins">
        {lockedGrants.map((grant) => (
          <Pin key={grant} grant={grant} isSet={view.pins.includes(grant)} />
        ))}
      </ul>
      {!hasPin && view.pins.length > 0 && (
        <p role="status">
          <Sign tone="person" /> {t('setup.pin_open_set_up')}
        </p>
      )}
      <h3>{t('setup.kiosk')}</h3>
      <p>{t(hasPin ? 'setup.kiosk_why' : 'setup.kiosk_needs_pin')}</p>
      <Button
        className="button toggle"
        aria-pressed={view.kiosk}
        isDisabled={(!hasPin && !view.kiosk) || change.isPending}
        onPress={() => change.mutate({ kiosk: !view.kiosk })}
      >
        {t(view.kiosk ? 'setup.kiosk_on' : 'setup.kiosk_off')}
      </Button>
      <Refused title={t('question.refused')} error={change.error} />
      <h3>{t('setup.language')}</h3>
      <div className="toggles" role="group" aria-label={t('setup.language')}>
        {(['nb', 'en'] as const).map((language) => (
          <Button
            key={language}
            lang={language}
            className="button toggle"
            aria-pressed={view.language === language}
            onPress={() => {
              choose.mutate({ language })
              void i18n.changeLanguage(language)
            }}
          >
            {t(`app.language_${language}`)}
          </Button>
        ))}
      </div>
      <Refused title={t('question.refused')} error={choose.error} />
      <h3>{t('setup.this_screen')}</h3>
      <ScreenSettings />
      <ScannerSettings />
    </>
  )
}

function Pin({ grant, isSet }: { grant: LockedGrant; isSet: boolean }) {
  const { t } = useWords()
  const set = useCall('pin.set')
  const [isAsking, ask] = useState(false)
  return (
    <li className="pin-row">
      <Sign tone={isSet ? 'done' : 'open'} />
      <span>
        <strong>{t(`setup.grant_${grant}`)}</strong> {t(isSet ? 'setup.pin_set' : 'setup.pin_none')}
      </span>
      <Button className="button" onPress={() => ask(true)}>
        {t(isSet ? 'setup.pin_change' : 'setup.pin_choose')}
      </Button>
      {isSet && (
        <Button className="button" isDisabled={set.isPending} onPress={() => set.mutate({ grant, pin: null })}>
          {t('setup.pin_remove')}
        </Button>
      )}
      <Refused title={t('question.refused')} error={set.error} />
      <NewPin grant={grant} isOpen={isAsking} onClose={() => ask(false)} />
    </li>
  )
}

function NewPin({ grant, isOpen, onClose }: { grant: LockedGrant; isOpen: boolean; onClose: () => void }) {
  const { t } = useWords()
  const link = useStationLink()
  const answers = useQueryClient()
  const [error, setError] = useState<CallError | null>(null)
  const [isPending, setPending] = useState(false)
  const [pin, write] = useState('')
  const [again, writeAgain] = useState('')
  const isWhole = new RegExp(`^\\d{${fewest},${most}}$`).test(pin)
  const close = (): void => {
    write('')
    writeAgain('')
    setError(null)
    onClose()
  }
  /** Whoever chose it knows it: this screen is opened with it at once. The lock takes this part away meanwhile, and no kept call would hold a PIN. */
  const keep = async (): Promise<void> => {
    setPending(true)
    try {
      answers.setQueryData(askedKey('setup.read', {}), await asked(link, 'pin.set', { grant, pin }))
      await asked(link, 'grant.unlock', { pin })
      close()
    } catch (thrown) {
      setError(callErrorOf(thrown))
    } finally {
      setPending(false)
    }
  }
  return (
    <ModalDialog title={t(`setup.grant_${grant}`)} isOpen={isOpen} onClose={close}>
      <form
        className="set-up-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (isWhole && pin === again) void keep()
        }}
      >
        <PinField
          label={t('setup.pin_new')}
          value={pin}
          onWrite={write}
          wrong={pin !== '' && !isWhole ? t('setup.pin_shape') : null}
        />
        <PinField
          label={t('setup.pin_again')}
          value={again}
          onWrite={writeAgain}
          wrong={again.length >= pin.length && again !== pin ? t('setup.pin_differs') : null}
        />
        <Refused title={t('question.refused')} error={error} />
        <div className="dialog-buttons">
          <Button className="button primary" type="submit" isDisabled={!isWhole || pin !== again || isPending}>
            {t('setup.save')}
          </Button>
          <Button className="button" onPress={close}>
            {t('question.cancel')}
          </Button>
        </div>
      </form>
    </ModalDialog>
  )
}

interface PinFieldProps {
  label: string
  value: string
  wrong: string | null
  onWrite: (value: string) => void
}

const PinField = ({ label, value, wrong, onWrite }: PinFieldProps) => (
  <label className="field">
    {label}
    <input
      className="input"
      type="password"
      inputMode="numeric"
      autoComplete="off"
      maxLength={most}
      aria-invalid={wrong !== null}
      value={value}
      onChange={({ target: { value: written } }) => onWrite(written.replace(/\D/g, ''))}
    />
    {wrong !== null && (
      <span className="field-wrong" role="alert">
        {wrong}
      </span>
    )}
  </label>
)
