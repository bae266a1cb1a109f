// A piece as it folds, from flat to folded: a slider for how far, the bends one by one, and which side has the colour.
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Slider, SliderThumb, SliderTrack } from 'react-aria-components/Slider'
import { isTapered, type BendProfile } from '../../shared/bending/index.ts'
import { refusalText } from '../language/refusal-words.ts'
import { useWords } from '../language/use-words.ts'
import { useShownTheme } from '../look/this-screen.ts'
import { Sign } from '../ui/sign.tsx'
import { FetchedLate } from './fetched-late.tsx'
import { faceOf } from './fold-mesh.ts'
import { foldedEnds } from './fold-stages.ts'

const FoldCanvas = lazy(() => import('./fold-canvas.tsx'))

export interface FoldViewProps {
  title: string
  profile: BendProfile & { colourSide: string }
  lengthMm: number
  onClose: () => void
}

/** A piece that is longer than so many times its width is shown shortened: its bends would be lost in it. */
const mostLengths = 1.8
const msPerBend = 900

export function FoldView({ title, profile, lengthMm, onClose }: FoldViewProps) {
  const words = useWords()
  const { t } = words
  const theme = useShownTheme()
  const bends = profile.bends.length
  const [made, make] = useState(bends)
  const [isPlaying, play] = usePlay(made, make, bends)
  const ends = useMemo(() => foldedEnds(profile, made), [profile, made])
  const size = useMemo(() => sizeOf(profile, lengthMm), [profile, lengthMm])
  if (!ends.ok || size === null)
    return (
      <>
        {!ends.ok && <p role="alert">{t('sheet.undrawable', { reason: refusalText(words, ends.refusal) })}</p>}
        <Button className="button tool primary" onPress={onClose}>
          {t('fold.close')}
        </Button>
      </>
    )
  const stage =
    made === 0
      ? t('fold.stage_flat')
      : made === bends
        ? t('fold.stage_folded')
        : t('fold.stage_bend', { done: Math.ceil(made), bends })
  const coloured = profile.colourSide === 'utside' ? 'faceA' : profile.colourSide === 'innside' ? 'faceB' : null
  const step = (to: number): void => {
    play(false)
    make(Math.min(bends, Math.max(0, to)))
  }
  return (
    <>
      <FetchedLate
        failed={
          <p role="alert">
            <Sign tone="fault" /> {t('fold.failed')}
          </p>
        }
      >
        <Suspense fallback={<p role="status">{t('fold.opening')}</p>}>
          <FoldCanvas
            // a theme has colours of its own
            key={theme}
            ends={ends.value}
            lengthMm={size.shownMm}
            radiusMm={size.radiusMm}
            coloured={coloured}
            label={t('fold.label', { title, stage })}
          />
        </Suspense>
      </FetchedLate>
      <p className="fold-notes">
        {coloured !== null && (
          <span className="fold-colour">
            <span className="fold-swatch" aria-hidden="true" /> {t('fold.colour')}
          </span>
        )}
        <span>{t('fold.turn')}</span>
        {size.shownMm < lengthMm && <span>{t('fold.shortened')}</span>}
        {isTapered(profile) && <span>{t('fold.tapered')}</span>}
      </p>
      <div className="fold-tools">
        <Button className="button tool" isDisabled={made <= 0} onPress={() => step(Math.ceil(made) - 1)}>
          {t('fold.back')}
        </Button>
        <Slider
          className="fold-slider"
          aria-label={t('fold.stage')}
          minValue={0}
          maxValue={bends}
          step={0.05}
          value={made}
          onChange={(value) => step(typeof value === 'number' ? value : (value[0] ?? 0))}
        >
          <SliderTrack className="fold-track">
            <SliderThumb className="fold-thumb" />
          </SliderTrack>
          <span className="fold-stage">{stage}</span>
        </Slider>
        <Button className="button tool" isDisabled={made >= bends} onPress={() => step(Math.floor(made) + 1)}>
          {t('fold.next')}
        </Button>
        <Button className="button tool" onPress={() => play(!isPlaying)}>
          {t(isPlaying ? 'fold.stop' : 'fold.play')}
        </Button>
        <Button className="button tool primary" onPress={onClose}>
          {t('fold.close')}
        </Button>
      </div>
    </>
  )
}

/** Folds by itself, from flat where it is folded already. Who wants less motion sees each bend made at once. */
function usePlay(made: number, make: (made: number) => void, bends: number) {
  const [from, setFrom] = useState<number | null>(null)
  useEffect(() => {
    if (from === null) return
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    let last = performance.now()
    let now = from
    let frame = requestAnimationFrame(function next(at) {
      const passed = (at - last) / msPerBend
      if (!isCalm || passed >= 1) {
        now = Math.min(bends, isCalm ? Math.floor(now) + 1 : now + passed)
        last = at
        make(now)
      }
      if (now >= bends) setFrom(null)
      else frame = requestAnimationFrame(next)
    })
    return () => cancelAnimationFrame(frame)
  }, [from, bends, make])
  const play = (wanted: boolean): void => setFrom(!wanted ? null : made >= bends ? 0 : made)
  return [from !== null, play] as const
}

/** How long it is shown, and how far any stage of it reaches from its middle; null where it cannot be folded. */
function sizeOf(profile: BendProfile, lengthMm: number): { shownMm: number; radiusMm: number } | null {
  const flat = foldedEnds(profile, 0)
  if (!flat.ok) return null
  const reach = Math.max(
    ...[flat.value.start, flat.value.end].flatMap((one) => faceOf(one, 'a').map(({ x }) => Math.abs(x))),
  )
  const shownMm = Math.min(lengthMm, 2 * reach * mostLengths)
  return { shownMm, radiusMm: Math.hypot(reach, shownMm / 2) }
}
