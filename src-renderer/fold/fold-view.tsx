// Shows a piece as it folds, from flat to folded: a slider for the stage, buttons for single bends, and the colour side.
import { Component, lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { isTapered } from '../../shared/bending/index.ts'
import { sheetColour, type ColouredSheet } from '../../shared/colours/index.ts'
import { colouredFace } from '../../shared/drawing/index.ts'
import { refusalText } from '../language/refusal-texts.ts'
import { useTexts } from '../language/use-texts.ts'
import { useScreenStore, useSlice } from '../store/use-screen-store.ts'
import { Sign } from '../ui/sign.tsx'
import { SheetSwatch } from '../ui/sheet-swatch.tsx'
import { TouchSlider } from '../ui/touch-slider.tsx'
import { faceOf } from './fold-mesh.ts'
import { foldedEnds, type FoldedProfile } from './fold-stages.ts'

const FoldCanvas = lazy(() => import('./fold-canvas.tsx'))

export interface FoldViewProps {
  title: string
  profile: FoldedProfile & ColouredSheet
  /** The bends from 0, in the order in which they are made; a hem once or twice. */
  order: readonly number[]
  lengthMm: number
  onClose: () => void
}

/** A longer piece (as a multiple of its width) is shown shortened, so that its bends stay visible. */
const maxLengthRatio = 1.8
const msPerBend = 900

export function FoldView({ title, profile, order, lengthMm, onClose }: FoldViewProps) {
  const texts = useTexts()
  const { t } = texts
  const theme = useSlice(useScreenStore().display.theme)
  const bends = order.length
  const [made, setMade] = useState(bends)
  const [isPlaying, play] = usePlay(made, setMade, bends)
  const ends = useMemo(() => foldedEnds(profile, order, made), [profile, order, made])
  const size = useMemo(() => sizeOf(profile, lengthMm), [profile, lengthMm])
  if (!ends.ok || size === null)
    return (
      <>
        {!ends.ok && <p role="alert">{t('sheet.undrawable', { reason: refusalText(texts, ends.error) })}</p>}
        <Button variant="primary" className="tool" onPress={onClose}>
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
  const face = colouredFace(profile.colourSide)
  const coloured = face === null ? null : (`face${face}` as const)
  const goToStage = (stageNo: number): void => {
    play(false)
    setMade(Math.min(bends, Math.max(0, stageNo)))
  }
  return (
    <>
      <LoadBoundary failed={<LoadFailed />}>
        <Suspense fallback={<p role="status">{t('fold.opening')}</p>}>
          <FoldCanvas
            // each theme has its own colours
            key={theme}
            ends={ends.value}
            lengthMm={size.shownMm}
            radiusMm={size.radiusMm}
            coloured={coloured}
            sheet={profile}
            label={t('fold.label', { title, stage })}
          />
        </Suspense>
      </LoadBoundary>
      <FoldNotes profile={profile} isShortened={size.shownMm < lengthMm} isTapered={isTapered(profile)} />
      <div className="fold-tools">
        <Button className="tool" isDisabled={made <= 0} onPress={() => goToStage(Math.ceil(made) - 1)}>
          {t('fold.back')}
        </Button>
        <TouchSlider
          label={t('fold.stage')}
          className="fold-slider"
          value={made}
          maxValue={bends}
          step={0.05}
          onChange={goToStage}
          end={<span className="fold-stage">{stage}</span>}
        />
        <Button className="tool" isDisabled={made >= bends} onPress={() => goToStage(Math.floor(made) + 1)}>
          {t('fold.next')}
        </Button>
        <Button className="tool" onPress={() => play(!isPlaying)}>
          {t(isPlaying ? 'fold.stop' : 'fold.play')}
        </Button>
        <Button variant="primary" className="tool" onPress={onClose}>
          {t('fold.close')}
        </Button>
      </div>
    </>
  )
}

interface LoadBoundaryProps {
  failed: React.ReactNode
  children: React.ReactNode
}

/** Shows a fallback when the code of the canvas, which is loaded on demand, cannot be fetched. */
class LoadBoundary extends Component<LoadBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  override render(): React.ReactNode {
    return this.state.hasFailed ? this.props.failed : this.props.children
  }
}

function LoadFailed() {
  const { t } = useTexts()
  return (
    <p role="alert">
      <Sign tone="fault" /> {t('fold.failed')}
    </p>
  )
}

interface FoldNotesProps {
  profile: FoldViewProps['profile']
  isShortened: boolean
  isTapered: boolean
}

function FoldNotes({ profile, isShortened, isTapered: hasTaper }: FoldNotesProps) {
  const { t, language } = useTexts()
  const name = sheetColour(profile).name[language]
  return (
    <p className="fold-notes">
      <span className="fold-colour">
        <SheetSwatch sheet={profile} />
        {colouredFace(profile.colourSide) === null ? name : `${t('fold.colour')} ${name}`}
      </span>
      <span>{t('fold.turn')}</span>
      {isShortened && <span>{t('fold.shortened')}</span>}
      {hasTaper && <span>{t('fold.tapered')}</span>}
    </p>
  )
}

/** Plays the fold; a piece that is folded already starts flat. With reduced motion, each bend is made in one step. */
function usePlay(made: number, onMade: (made: number) => void, bends: number) {
  const [from, setFrom] = useState<number | null>(null)
  useEffect(() => {
    if (from === null) return
    const hasReducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    let lastMs = performance.now()
    let now = from
    let frame = requestAnimationFrame(function next(timeMs) {
      const passed = (timeMs - lastMs) / msPerBend
      if (!hasReducedMotion || passed >= 1) {
        now = Math.min(bends, hasReducedMotion ? Math.floor(now) + 1 : now + passed)
        lastMs = timeMs
        onMade(now)
      }
      if (now >= bends) setFrom(null)
      else frame = requestAnimationFrame(next)
    })
    return () => cancelAnimationFrame(frame)
  }, [from, bends, onMade])
  const play = (shouldPlay: boolean): void => setFrom(!shouldPlay ? null : made >= bends ? 0 : made)
  return [from !== null, play] as const
}

/** The shown length, and the radius of a sphere around every stage; null: the profile cannot be folded. */
function sizeOf(profile: FoldedProfile, lengthMm: number): { shownMm: number; radiusMm: number } | null {
  const flat = foldedEnds(profile, [], 0)
  if (!flat.ok) return null
  const reach = Math.max(
    ...[flat.value.start, flat.value.end].flatMap((one) => faceOf(one, 'a').map(({ x }) => Math.abs(x))),
  )
  const shownMm = Math.min(lengthMm, 2 * reach * maxLengthRatio)
  return { shownMm, radiusMm: Math.hypot(reach, shownMm / 2) }
}
