// Measures the screen: a person holds a card or a ruler against a line and adjusts the line with large buttons. The new size applies
// only after saving, so that no button moves under a finger.
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { useTexts } from '../language/use-texts.ts'
import { useScreenStore, useSlice } from '../store/use-screen-store.ts'
import { boundedPxPerMm, pxPerMmOn, defaultPxPerMm } from './look.ts'

/** Lengths in mm: the long side of a bank card (ISO/IEC 7810, ID-1), and a part of a ruler. */
const objectLengthsMm = { card: 85.6, ruler: 100 } as const
type MeasuringObject = keyof typeof objectLengthsMm
const measuringObjects: readonly MeasuringObject[] = ['card', 'ruler']
/** Pixels by which each button changes the line. */
const steps = [-10, -1, 1, 10] as const

export function Calibration() {
  const { t, fineMm } = useTexts()
  const { display } = useScreenStore()
  const look = useSlice(display.look)
  const screen = display.screenName()
  const storedPxPerMm = pxPerMmOn(look, screen)
  const [object, setObject] = useState<MeasuringObject>('card')
  const [draft, setDraft] = useState(storedPxPerMm)
  const linePx = draft * objectLengthsMm[object]
  const isMeasured = look.pxPerMm[screen] !== undefined
  return (
    <fieldset className="look-part calibration">
      <legend>{t('look.size')}</legend>
      <p>{t('look.size_how')}</p>
      <div className="look-row">
        {measuringObjects.map((one) => (
          <Button key={one} variant="toggle" aria-pressed={object === one} onPress={() => setObject(one)}>
            {t(`look.hold_${one}`)}
          </Button>
        ))}
      </div>
      <div className="calibration-line" role="img" aria-label={t('look.line', { mm: fineMm(objectLengthsMm[object]) })}>
        <svg width={linePx} height={40} aria-hidden="true">
          <path d={`M1 0V40M${linePx - 1} 0V40M1 20H${linePx - 1}`} />
        </svg>
      </div>
      <div className="look-row">
        {steps.map((step) => (
          <Button
            key={step}
            className="big-step"
            aria-label={t(step < 0 ? 'look.shorter' : 'look.longer', { count: Math.abs(step) })}
            onPress={() => setDraft(boundedPxPerMm((linePx + step) / objectLengthsMm[object]))}
          >
            <span aria-hidden="true">{step < 0 ? `− ${-step}` : `+ ${step}`}</span>
          </Button>
        ))}
      </div>
      <p role="status">
        {t(isMeasured ? 'look.measured' : 'look.not_measured', { px: fineMm(storedPxPerMm) })}
        {draft !== storedPxPerMm && ` ${t('look.draft', { px: fineMm(draft) })}`}
      </p>
      <div className="look-row">
        <Button
          variant="primary"
          isDisabled={draft === storedPxPerMm && isMeasured}
          onPress={() => display.change({ pxPerMm: { ...look.pxPerMm, [screen]: draft } })}
        >
          {t('look.keep_size')}
        </Button>
        <Button
          isDisabled={!isMeasured && draft === defaultPxPerMm}
          onPress={() => {
            setDraft(defaultPxPerMm)
            const { [screen]: _, ...others } = look.pxPerMm
            display.change({ pxPerMm: others })
          }}
        >
          {t('look.usual_size')}
        </Button>
      </div>
    </fieldset>
  )
}
