// Shows a piece as it is bent, over the whole screen: in 3D or as the picture of the machine in 2D, with one scrubber for both.
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { isTapered } from '../../shared/bending/index.ts'
import { sheetColour, type ColouredSheet } from '../../shared/colours/index.ts'
import { colouredFace } from '../../shared/drawing/index.ts'
import { Icon } from '../ui/icon.tsx'
import { refusalText } from '../language/refusal-texts.ts'
import { useTexts } from '../language/use-texts.ts'
import { Slice } from '../store/slice.ts'
import { Button } from '../ui/button.tsx'
import { SheetSwatch } from '../ui/drawing/index.ts'
import { useConstant } from '../ui/use-constant.ts'
import { FlatStage, type MachinePlan } from './flat-stage.tsx'
import { FoldPanel } from './fold-panel.tsx'
import { plannedScene, unplannedScene, type FoldedProfile, type FoldScene } from './scene/index.ts'
import { isShortened } from './shown-length.ts'
import { stageText } from './stage-texts.ts'
import { StageScrubber, usePlayback } from './stage/index.ts'
import { useSpaceChoice, type SpaceChoice } from './use-space-choice.ts'

export interface FoldViewProps {
  title: string
  profile: FoldedProfile & ColouredSheet
  /** The bends from 0, in the order in which they are made; a hem once or twice. */
  order: readonly number[]
  /** The steps of `order` at their machine; null: no plan describes them. */
  plan: MachinePlan | null
  lengthMm: number
  /** The number of steps that are made at first. */
  madeCount: number
  /** With the number of steps that are made at the shown stage. */
  onClose: (madeCount: number) => void
}

export function FoldView(props: FoldViewProps) {
  const { profile, order, plan, onClose, madeCount } = props
  const texts = useTexts()
  const scene = useMemo(() => {
    const planned = plan === null || isTapered(profile) ? null : plannedScene(plan.request, plan.steps, profile)
    return planned === null ? unplannedScene(profile, order) : { ok: true as const, value: planned }
  }, [profile, order, plan])
  if (scene.ok) return <ShownFold {...props} scene={scene.value} />
  return (
    <>
      <p role="alert">{texts.t('sheet.undrawable', { reason: refusalText(texts, scene.error) })}</p>
      <Button className="tool" onPress={() => onClose(madeCount)}>
        {texts.t('fold.close')}
      </Button>
    </>
  )
}

function ShownFold({
  title,
  profile,
  plan,
  lengthMm,
  madeCount,
  onClose,
  scene,
}: FoldViewProps & { scene: FoldScene }) {
  const texts = useTexts()
  const { t } = texts
  const { timeline, machineAt } = scene
  const steps = machineAt === null ? null : (plan?.steps ?? null)
  const position = useConstant(() => new Slice<number>(Math.min(madeCount, timeline.length)))
  useEffect(() => position.set(Math.min(position.value, timeline.length)), [position, timeline])
  const choice = useSpaceChoice(true)
  const [isMachineShown, setIsMachineShown] = useState(false)
  const playback = usePlayback(position, timeline, choice.onSlow)
  const textOf = useCallback((shown: number) => stageText(texts, timeline, steps, shown), [texts, timeline, steps])
  const stage = useSyncExternalStore(position.subscribe, () => textOf(position.value))
  const label = t('fold.label', { title, stage })
  const moveTo = (to: number): void => {
    playback.stop()
    position.set(Math.min(timeline.length, Math.max(0, to)))
  }
  return (
    <div className="fold-view">
      <FoldHead
        profile={profile}
        isShortened={choice.isSpace && isShortened(lengthMm, scene.flatWidthMm)}
        choice={choice}
        isMachineShown={isMachineShown}
        onMachine={machineAt === null || !choice.isSpace ? null : setIsMachineShown}
      />
      {choice.isSpace ? (
        <FoldPanel
          scene={scene}
          position={position}
          lengthMm={lengthMm}
          sheet={profile}
          isMachineShown={isMachineShown}
          isReduced={choice.isReduced}
          label={label}
          onUnavailable={choice.onUnavailable}
        />
      ) : (
        <FlatStage
          scene={scene}
          position={position}
          plan={steps === null ? null : plan}
          sheet={profile}
          label={label}
        />
      )}
      <StageScrubber position={position} timeline={timeline} label={t('fold.stage')} textOf={textOf} onMove={moveTo} />
      <FoldTools position={position} timeline={timeline} playback={playback} stage={stage} moveTo={moveTo}>
        <Button className="tool" onPress={() => onClose(Math.floor(position.value))}>
          {t('fold.close')}
        </Button>
      </FoldTools>
    </div>
  )
}

interface FoldToolsProps {
  position: Slice<number>
  timeline: FoldScene['timeline']
  playback: ReturnType<typeof usePlayback>
  stage: string
  moveTo: (position: number) => void
  children: React.ReactNode
}

/** One step back or forward, and the whole movement. */
function FoldTools({ position, timeline, playback, stage, moveTo, children }: FoldToolsProps) {
  const { t } = useTexts()
  const steps = timeline.length
  const isFirst = useSyncExternalStore(position.subscribe, () => position.value <= 0)
  const isLast = useSyncExternalStore(position.subscribe, () => position.value >= steps)
  const playNext = (): void => {
    // a step that is playing ends at once, so that the next press shows the next one
    if (playback.isPlaying) position.set(Math.min(steps, Math.ceil(position.value)))
    playback.playTo(Math.min(steps, Math.floor(position.value) + 1))
  }
  return (
    <div className="fold-tools">
      <Button
        className="tool"
        aria-label={t('fold.back')}
        isDisabled={isFirst}
        onPress={() => moveTo(Math.ceil(position.value) - 1)}
      >
        <Icon name="previous" />
      </Button>
      <Button className="tool fold-play" onPress={playback.toggle}>
        {t(playback.isPlaying ? 'fold.stop' : 'fold.play')}
      </Button>
      <Button className="tool" aria-label={t('fold.next')} isDisabled={isLast} onPress={playNext}>
        <Icon name="next" />
      </Button>
      <p className="fold-stage" aria-live={playback.isPlaying ? 'off' : 'polite'}>
        {stage}
      </p>
      {children}
    </div>
  )
}

interface FoldHeadProps {
  profile: FoldViewProps['profile']
  isShortened: boolean
  choice: SpaceChoice
  isMachineShown: boolean
  /** Null: no machine can be shown in this picture. */
  onMachine: ((isShown: boolean) => void) | null
}

/** What is shown, and the choice of the picture. */
function FoldHead({ profile, isShortened: isShorter, choice, isMachineShown, onMachine }: FoldHeadProps) {
  const { t, language } = useTexts()
  const name = sheetColour(profile).name[language]
  const notes = [
    isShorter ? t('fold.shortened') : null,
    isTapered(profile) ? t('fold.tapered') : null,
    choice.reason === null ? null : t(choice.reason === 'slow' ? 'fold.slow' : 'fold.flat_instead'),
  ].filter((note) => note !== null)
  return (
    <div className="fold-head">
      <p className="fold-colour">
        <SheetSwatch sheet={profile} />
        {colouredFace(profile.colourSide) === null ? name : `${t('fold.colour')} ${name}`}
      </p>
      <p className="fold-notes" role="status">
        {notes.map((note) => (
          <span key={note}>{note}</span>
        ))}
      </p>
      <Button
        variant="toggle"
        className={onMachine === null ? 'fold-choice fold-choice-none' : 'fold-choice'}
        aria-pressed={isMachineShown}
        isDisabled={onMachine === null}
        onPress={() => onMachine?.(!isMachineShown)}
      >
        {t('fold.machine')}
      </Button>
      <div className="fold-choices" role="group" aria-label={t('fold.picture')}>
        {([true, false] as const).map((isSpace) => (
          <Button
            key={String(isSpace)}
            variant="toggle"
            className="fold-choice"
            aria-pressed={choice.isSpace === isSpace}
            onPress={() => choice.choose(isSpace)}
          >
            {t(isSpace ? 'fold.open' : 'fold.flat')}
          </Button>
        ))}
      </div>
    </div>
  )
}
