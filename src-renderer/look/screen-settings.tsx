// The settings of this screen: theme, sounds, the view across the hall, and the size of a millimetre.
import { Button } from '../ui/button.tsx'
import { useTexts } from '../language/use-texts.ts'
import { useScreenStore, useSlice } from '../store/use-screen-store.ts'
import { Calibration } from './calibration.tsx'
import { themes } from './look.ts'

export function ScreenSettings() {
  const { t } = useTexts()
  const { display, signals } = useScreenStore()
  const { theme, sounds, acrossHall } = useSlice(display.look)
  return (
    <div className="screen-settings">
      <fieldset className="look-part">
        <legend>{t('look.theme')}</legend>
        {themes.map((one) => (
          <Button
            key={one}
            variant="toggle"
            aria-pressed={theme === one}
            onPress={() => display.change({ theme: one })}
          >
            {t(`look.theme_${one}`)}
          </Button>
        ))}
      </fieldset>
      <fieldset className="look-part">
        <legend>{t('look.sounds')}</legend>
        <Button
          variant="toggle"
          aria-pressed={sounds}
          onPress={() => {
            display.change({ sounds: !sounds })
            if (!sounds) signals.play('done')
          }}
        >
          {t(sounds ? 'look.sounds_on' : 'look.sounds_off')}
        </Button>
        {sounds && (
          <>
            <Button onPress={() => signals.play('done')}>{t('look.hear_done')}</Button>
            <Button onPress={() => signals.play('alarm')}>{t('look.hear_alarm')}</Button>
          </>
        )}
        <p className="muted">{t('look.sounds_twin')}</p>
      </fieldset>
      <fieldset className="look-part">
        <legend>{t('look.across_hall')}</legend>
        <Button variant="toggle" aria-pressed={acrossHall} onPress={() => display.change({ acrossHall: !acrossHall })}>
          {t(acrossHall ? 'look.across_hall_on' : 'look.across_hall_off')}
        </Button>
      </fieldset>
      <Calibration />
    </div>
  )
}
