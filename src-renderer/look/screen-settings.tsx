// This screen's own settings: light or dark, its sounds, and how large a millimetre is on its glass.
import { Button } from 'react-aria-components/Button'
import { useWords } from '../language/use-words.ts'
import { playSignal } from '../sounds/play.ts'
import { Calibration } from './calibration.tsx'
import { themes } from './look.ts'
import { changeLook, useLook } from './this-screen.ts'

export function ScreenSettings() {
  const { t } = useWords()
  const { theme, sounds } = useLook()
  return (
    <div className="screen-settings">
      <fieldset className="look-part">
        <legend>{t('look.theme')}</legend>
        {themes.map((one) => (
          <Button
            key={one}
            className="button toggle"
            aria-pressed={theme === one}
            onPress={() => changeLook({ theme: one })}
          >
            {t(`look.theme_${one}`)}
          </Button>
        ))}
      </fieldset>
      <fieldset className="look-part">
        <legend>{t('look.sounds')}</legend>
        <Button
          className="button toggle"
          aria-pressed={sounds}
          onPress={() => {
            changeLook({ sounds: !sounds })
            if (!sounds) playSignal('done')
          }}
        >
          {t(sounds ? 'look.sounds_on' : 'look.sounds_off')}
        </Button>
        {sounds && (
          <>
            <Button className="button" onPress={() => playSignal('done')}>
              {t('look.hear_done')}
            </Button>
            <Button className="button" onPress={() => playSignal('alarm')}>
              {t('look.hear_alarm')}
            </Button>
          </>
        )}
        <p className="muted">{t('look.sounds_twin')}</p>
      </fieldset>
      <Calibration />
    </div>
  )
}
