// Measures the glass: a card or a ruler is held against a line, which is made as long by large buttons. Nothing changes before
// it is kept, so that no button moves away beneath a finger.
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useWords } from '../language/use-words.ts'
import { boundedPxPerMm, pxPerMmOn, usualPxPerMm } from './look.ts'
import { changeLook, thisScreen, useLook } from './this-screen.ts'

/** The long side of a bank card (ISO/IEC 7810, ID-1), and of a ruler as much as any has. */
const held = { card: 85.6, ruler: 100 } as const
type Held = keyof typeof held
const things: readonly Held[] = ['card', 'ruler']
/** Pixels of the line by which a press makes it longer or shorter. */
const steps = [-10, -1, 1, 10] as const

export function Calibration() {
  const { t, fineMm } = useWords()
  const look = useLook()
  const screen = thisScreen()
  const kept = pxPerMmOn(look, screen)
  const [thing, hold] = useState<Held>('card')
  const [draft, setDraft] = useState(kept)
  const linePx = draft * held[thing]
  const isMeasured = look.pxPerMm[screen] !== undefined
  return (
    <fieldset className="look-part calibration">
      <legend>{t('look.size')}</legend>
      <p>{t('look.size_how')}</p>
      <div className="look-row">
        {things.map((one) => (
          <Button key={one} className="button toggle" aria-pressed={thing === one} onPress={() => hold(one)}>
            {t(`look.hold_${one}`)}
          </Button>
        ))}
      </div>
      <div className="calibration-line" role="img" aria-label={t('look.line', { mm: fineMm(held[thing]) })}>
        <svg width={linePx} height={40} aria-hidden="true">
          <path d={`M1 0V40M${linePx - 1} 0V40M1 20H${linePx - 1}`} />
        </svg>
      </div>
      <div className="look-row">
        {steps.map((step) => (
          <Button
            key={step}
            className="button big-step"
            aria-label={t(step < 0 ? 'look.shorter' : 'look.longer', { count: Math.abs(step) })}
            onPress={() => setDraft(boundedPxPerMm((linePx + step) / held[thing]))}
          >
            <span aria-hidden="true">{step < 0 ? `− ${-step}` : `+ ${step}`}</span>
          </Button>
        ))}
      </div>
      <p role="status">
        {t(isMeasured ? 'look.measured' : 'look.not_measured', { px: fineMm(kept) })}
        {draft !== kept && ` ${t('look.draft', { px: fineMm(draft) })}`}
      </p>
      <div className="look-row">
        <Button
          className="button primary"
          isDisabled={draft === kept && isMeasured}
          onPress={() => changeLook({ pxPerMm: { ...look.pxPerMm, [screen]: draft } })}
        >
          {t('look.keep_size')}
        </Button>
        <Button
          className="button"
          isDisabled={!isMeasured && draft === usualPxPerMm}
          onPress={() => {
            setDraft(usualPxPerMm)
            const { [screen]: _, ...others } = look.pxPerMm
            changeLook({ pxPerMm: others })
          }}
        >
          {t('look.usual_size')}
        </Button>
      </div>
    </fieldset>
  )
}
