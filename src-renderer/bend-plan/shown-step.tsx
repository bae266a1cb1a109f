// One step of the plan: its picture in 2D or in 3D with one scrubber for both, and its texts.
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { bendAngleText, swingText, turnText } from '../../shared/bending/index.ts'
import type { Plan, PlanReason, PlanRequest, PlanStep } from '../../shared/bending/plan/index.ts'
import type { StepSheet, StepView } from '../../shared/drawing/index.ts'
import { FoldPanel } from '../fold/fold-panel.tsx'
import {
  plannedScene,
  timelineOfSteps,
  type FoldScene,
  bendShare,
  stageAt,
  type Timeline,
} from '../fold/scene/index.ts'
import { stageText } from '../fold/stage-texts.ts'
import { StageScrubber, usePlayback } from '../fold/stage/index.ts'
import { useSpaceChoice, type SpaceChoice } from '../fold/use-space-choice.ts'
import { useTexts } from '../language/use-texts.ts'
import type { Slice } from '../store/slice.ts'
import { Button } from '../ui/button.tsx'
import { StepDrawing } from './step-drawing.tsx'
import { StepFacts } from './step-facts.tsx'

export type PlannedSheet = StepSheet & { readonly family: string }

export interface ShownStepProps {
  /** Null: no file of the workshop describes the machine, and nothing is drawn. */
  request: PlanRequest | null
  steps: readonly PlanStep[]
  stations: Plan['stations']
  stepIndex: number
  step: PlanStep
  reasons: readonly PlanReason[]
  sheet: PlannedSheet
  position: Slice<number>
  isMeasured: boolean
  isOwn: boolean
}

export function ShownStep(props: ShownStepProps) {
  const { request, steps, stations, stepIndex, step, reasons, sheet, position, isMeasured, isOwn } = props
  const { t } = useTexts()
  const [view, setView] = useState<StepView>('whole')
  const [isMachineShown, setIsMachineShown] = useState(true)
  const choice = useSpaceChoice(false)
  const { isSpace } = choice
  // all its steps are computed, which takes time: not before it is shown
  const scene = useMemo(
    () => (request === null || !isSpace ? null : plannedScene(request, steps, sheet)),
    [request, isSpace, steps, sheet],
  )
  const timeline = useMemo(() => timelineOfSteps(steps), [steps])
  const turnDeg = useSyncExternalStore(position.subscribe, () => turnAt(timeline, step, position.value))
  return (
    <>
      <div className="bend-plan-body">
        {request !== null && (
          <StepPictureIn
            {...props}
            request={request}
            scene={scene}
            choice={choice}
            turnDeg={turnDeg}
            view={view}
            isMachineShown={isMachineShown}
          />
        )}
        <StepFacts
          step={step}
          colourSide={sheet.colourSide}
          stepIndex={stepIndex}
          steps={steps.length}
          stations={stations}
          reasons={reasons}
          isMeasured={isMeasured}
          isOwn={isOwn}
        />
      </div>
      {request !== null && choice.reason !== null && (
        <p role="status">{t(choice.reason === 'slow' ? 'fold.slow' : 'fold.flat_instead')}</p>
      )}
      {request !== null && (
        <StepMovement timeline={timeline} steps={steps} position={position} turnDeg={turnDeg} onSlow={choice.onSlow}>
          {isSpace ? (
            <Button
              variant="toggle"
              className="tool"
              aria-pressed={isMachineShown}
              onPress={() => setIsMachineShown(!isMachineShown)}
            >
              {t('fold.machine')}
            </Button>
          ) : (
            <Button
              className="tool"
              aria-pressed={view === 'close'}
              onPress={() => setView(view === 'close' ? 'whole' : 'close')}
            >
              {t(view === 'close' ? 'bend_plan.whole' : 'bend_plan.close_up')}
            </Button>
          )}
          <Button variant="toggle" className="tool" aria-pressed={isSpace} onPress={() => choice.choose(!isSpace)}>
            {t('fold.open')}
          </Button>
        </StepMovement>
      )}
    </>
  )
}

interface StepPictureInProps extends ShownStepProps {
  request: PlanRequest
  /** Null: the picture is in 2D. */
  scene: FoldScene | null
  choice: SpaceChoice
  turnDeg: number
  view: StepView
  isMachineShown: boolean
}

function StepPictureIn({ request, steps, stepIndex, step, reasons, sheet, position, ...shown }: StepPictureInProps) {
  const { t, language } = useTexts()
  const { scene, choice, turnDeg, view, isMachineShown } = shown
  const label = t('bend_plan.picture', {
    step: stepIndex + 1,
    bend: step.bendIndex + 1,
    angle: swingText(turnDeg, language),
  })
  if (scene === null)
    return (
      <StepDrawing
        request={request}
        steps={steps}
        stepIndex={stepIndex}
        turnDeg={turnDeg}
        reasons={reasons}
        sheet={sheet}
        view={view}
        label={label}
      />
    )
  return (
    <FoldPanel
      scene={scene}
      position={position}
      lengthMm={request.lengthMm}
      sheet={sheet}
      isMachineShown={isMachineShown}
      isReduced={choice.isReduced}
      label={label}
      onUnavailable={choice.onUnavailable}
    />
  )
}

interface StepMovementProps extends Pick<ShownStepProps, 'steps' | 'position'> {
  timeline: Timeline
  turnDeg: number
  onSlow: () => void
  children: React.ReactNode
}

/** The angle, the scrubber through all steps, and the movement. */
function StepMovement({ timeline, steps, position, turnDeg, onSlow, children }: StepMovementProps) {
  const texts = useTexts()
  const { t, language } = texts
  const playback = usePlayback(position, timeline, onSlow)
  const textOf = useCallback((shown: number) => stageText(texts, timeline, steps, shown), [texts, timeline, steps])
  return (
    <div className="bend-plan-tools">
      <span className="bend-plan-swing">
        <span className="bend-plan-angle">{bendAngleText(turnDeg, language)}</span>
        <span className="sub">{turnText(turnDeg, language)}</span>
      </span>
      <StageScrubber
        position={position}
        timeline={timeline}
        label={t('fold.stage')}
        textOf={textOf}
        onMove={(to) => {
          playback.stop()
          position.set(to)
        }}
      />
      <Button className="tool" onPress={playback.toggle}>
        {t(playback.isPlaying ? 'fold.stop' : 'fold.play')}
      </Button>
      {children}
    </div>
  )
}

/** The turn of the bend of a step: 0 before it, and afterwards that of the machine, before springback. */
function turnAt(timeline: Timeline, { overTurnDeg }: PlanStep, position: number): number {
  const stage = stageAt(timeline, position)
  return stage === null ? 0 : bendShare(stage) * overTurnDeg
}
