// PINs, kiosk mode and language of this station, and the settings of this screen: theme, sounds, the size of a millimetre, the scanner.
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { useTranslation } from 'react-i18next'
import { lockedGrants, type LockedGrant, type SetUpView } from '../../shared/station-api/index.ts'
import { languageOf } from '../language/language.ts'
import { useTexts } from '../language/use-texts.ts'
import { ScreenSettings } from '../look/screen-settings.tsx'
import { ScannerSettings } from '../scan/scanner-settings.tsx'
import { useCall } from '../station/queries.ts'
import { CommandLine } from '../ui/command-line.tsx'
import { DialogButtons, ModalDialog } from '../ui/dialogs/index.ts'
import { Refused } from '../ui/refused.tsx'
import { Sign } from '../ui/sign.tsx'
import { NewPin } from './new-pin.tsx'

export function ScreensPart({ view }: { view: SetUpView }) {
  const { t } = useTexts()
  const { i18n } = useTranslation()
  const change = useCall('setup.change')
  const choose = useCall('language.choose')
  const hasPin = view.pins.includes('maintain')
  return (
    <>
      <h3>{t('setup.pins')}</h3>
      <p>{t('setup.pins_why')}</p>
      <p>{t('setup.pin_forgotten')}</p>
      <CommandLine>{t('setup.pin_line')}</CommandLine>
      <ul className="pins">
        {lockedGrants.map((grant) => (
          <Pin key={grant} grant={grant} isSet={view.pins.includes(grant)} />
        ))}
      </ul>
      {!hasPin && view.pins.length > 0 && (
        <p role="status">
          <Sign tone="needs_person" /> {t('setup.pin_open_set_up')}
        </p>
      )}
      <h3>{t('setup.kiosk')}</h3>
      <p>{t(hasPin ? 'setup.kiosk_why' : 'setup.kiosk_needs_pin')}</p>
      <div className="toggles" role="group" aria-label={t('setup.kiosk')}>
        {[false, true].map((kiosk) => (
          <Button
            key={String(kiosk)}
            variant="toggle"
            aria-pressed={view.kiosk === kiosk}
            isDisabled={kiosk && !hasPin}
            isPending={change.isPending}
            onPress={() => change.mutate({ kiosk })}
          >
            {t(kiosk ? 'setup.kiosk_on' : 'setup.kiosk_off')}
          </Button>
        ))}
      </div>
      <Refused title={t('question.refused')} error={change.error} />
      <h3>{t('setup.language')}</h3>
      <div className="toggles" role="group" aria-label={t('setup.language')}>
        {(['nb', 'en'] as const).map((language) => (
          <Button
            key={language}
            lang={language}
            variant="toggle"
            aria-pressed={languageOf(i18n) === language}
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
  const { t } = useTexts()
  const set = useCall('pin.set')
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const [isRemoving, setIsRemoving] = useState(false)
  return (
    <li className="pin-row">
      <Sign tone={isSet ? 'done' : 'open'} />
      <span>
        <strong>{t(`setup.grant_${grant}`)}</strong> {t(isSet ? 'setup.pin_set' : 'setup.pin_none')}
      </span>
      <Button onPress={() => setIsDialogOpen(true)}>{t(isSet ? 'setup.pin_change' : 'setup.pin_choose')}</Button>
      {isSet && (
        <Button isPending={set.isPending} onPress={() => setIsRemoving(true)}>
          {t('setup.pin_remove')}
        </Button>
      )}
      <Refused title={t('question.refused')} error={set.error} />
      <ModalDialog title={t('setup.pin_remove_title')} isOpen={isRemoving} onClose={() => setIsRemoving(false)}>
        <p>{t(`setup.pin_remove_${grant}`)}</p>
        <DialogButtons onClose={() => setIsRemoving(false)}>
          <Button
            variant="primary"
            isPending={set.isPending}
            onPress={() => set.mutate({ grant, pin: null }, { onSettled: () => setIsRemoving(false) })}
          >
            {t('setup.pin_remove')}
          </Button>
        </DialogButtons>
      </ModalDialog>
      <NewPin grant={grant} isOpen={isDialogOpen} onClose={() => setIsDialogOpen(false)} />
    </li>
  )
}
