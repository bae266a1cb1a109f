// The layout of the bend step: steps across the top, the machine, the figures beside it, and at the foot the turn and the large button.
import { useEffect, useState } from 'react'
import type { StepPicture } from '../../shared/bending/plan/index.ts'
import type { CallErrorCode } from '../../shared/station-api/index.ts'
import { useOtherSheetName } from '../brake/other-sheet.ts'
import { useTexts } from '../language/use-texts.ts'
import type { Sheet } from '../sheet/sheet.ts'
import { colourName } from '../sheet/colour-texts.ts'
import { useBrake, useLinkState } from '../station/station-context.tsx'
import { useWork } from '../station/work-queries.ts'
import { useScreenStore } from '../store/use-screen-store.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import {
  bendingStop,
  brakeSituation,
  isPiece,
  pieceCountedBy,
  type BendingStop,
  type BrakeSituation,
} from './brake-situation.ts'
import { obstacleText, situationText, turnLine, turnWord } from './bend-step-texts.ts'
import { MachinePicture, TurnPicture, useStepPicture } from './machine-picture/index.ts'
import { chosen, firstPosition, followed } from './step-position.ts'
import type { ShownStep } from './shown-steps.ts'
import { StepRail, type PieceState } from './step-rail.tsx'
import { StepTrack } from './step-track.tsx'
import { useNextAction } from './use-next-action.ts'
import { usePieceSteps } from './use-piece-steps.ts'
import { useStepKeys } from './use-step-keys.ts'

export interface BendStepViewProps {
  sheet: Sheet
  pieceNo: number
  onClose: () => void
  onOther: (sheetId: string, pieceNo: number) => void
}

export function BendStepView(props: BendStepViewProps) {
  const { sheet, pieceNo, onClose } = props
  const { t } = useTexts()
  const pieceSteps = usePieceSteps(sheet, pieceNo)
  if (pieceSteps.steps.length > 0) return <ReadyBendStep {...props} pieceSteps={pieceSteps} />
  return (
    <main className="alone" aria-busy={!pieceSteps.isReady}>
      <p role="status">{t(pieceSteps.isReady ? 'bend_step.no_steps' : 'brake_link.fetching')}</p>
      <Button onPress={onClose}>{t('bend_step.close')}</Button>
    </main>
  )
}

type ReadyProps = BendStepViewProps & { pieceSteps: ReturnType<typeof usePieceSteps> }

function ReadyBendStep({ sheet, pieceNo, onClose, onOther, pieceSteps }: ReadyProps) {
  const { steps, planSteps, request, program, isPlanReady } = pieceSteps
  const { readings } = useBrake()
  const pieces = usePieceState(sheet.id, pieceNo)
  const { situation, position, stepIndex, show } = useStepPosition({ sheet, pieceNo, pieceSteps, pieces })
  const next = useNextAction({
    sheet,
    pieceNo,
    pieces,
    isLast: stepIndex === steps.length - 1,
    countedBy: pieceCountedBy(situation, readings?.counterUnit !== null),
    onNext: () => show(stepIndex + 1),
    onFirst: () => show(0),
    onClose,
  })
  const swipe = useStepKeys({
    onNext: () => show(stepIndex + 1),
    onBack: () => show(stepIndex - 1),
    // a finished length is not counted further, and a pedal does not leave the bend
    onPedal: () => !next.leavesBend && !next.isPending && next.run(),
    onClose,
  })
  const stop = bendingStop(useWork(sheet.id).data?.stop ?? null)
  const isStopped = stop !== null || situation.kind === 'alarm'
  const step = steps[stepIndex]
  const picture = useStepPicture(request, planSteps, step)
  if (step === undefined) return null
  return (
    <main className={isStopped ? 'bend-step bend-step-stopped' : 'bend-step'} {...swipe}>
      <Top situation={situation} isByHand={position.isByHand} steps={steps} stepIndex={stepIndex} onClose={onClose}>
        <Title
          sheet={sheet}
          situation={situation}
          pieceSteps={pieceSteps}
          pieces={pieces}
          stop={stop}
          error={next.error?.code ?? null}
        />
      </Top>
      <MachinePicture
        step={step}
        picture={picture}
        noPictureReason={!isPlanReady ? 'planning' : step.planIndex === null ? 'not_in_plan' : 'no_outline'}
        steps={steps}
        stepIndex={stepIndex}
        profile={sheet.profile}
        isGrey={situation.kind === 'other'}
      />
      <StepRail
        steps={steps}
        stepIndex={stepIndex}
        step={step}
        pieces={pieces}
        correction={program?.corrections.find(({ bend }) => bend === step.bendIndex + 1)}
        profile={sheet.profile}
      />
      <footer className="bend-step-foot">
        <Turn step={step} stepIndex={stepIndex} picture={picture} profile={sheet.profile} />
        <Actions
          situation={situation}
          isByHand={position.isByHand}
          isFirst={stepIndex === 0}
          onBack={() => show(stepIndex - 1)}
          onFollow={() => position.brakeStep !== null && show(position.brakeStep)}
          onOther={onOther}
          onClose={onClose}
        />
        <Button size="big" variant="primary" className="bend-step-next" isPending={next.isPending} onPress={next.run}>
          {next.label} <Icon name="forward" />
        </Button>
      </footer>
      {next.dialog}
    </main>
  )
}

interface TopProps {
  situation: BrakeSituation
  isByHand: boolean
  steps: readonly ShownStep[]
  stepIndex: number
  onClose: () => void
  /** The title. */
  children: React.ReactNode
}

function Top({ situation, isByHand, steps, stepIndex, onClose, children }: TopProps) {
  const texts = useTexts()
  return (
    <header className="bend-step-top">
      <Button variant="bare" className="bend-step-close" aria-label={texts.t('bend_step.close')} onPress={onClose}>
        <Icon name="close" />
      </Button>
      {children}
      <StepTrack steps={steps} stepIndex={stepIndex} />
      <p className={`bend-step-brake bend-step-is-${toneOf(situation, isByHand)}`} role="status">
        <span>{situationText(texts, situation, isByHand)}</span>
      </p>
    </header>
  )
}

type PositionParts = Pick<ReadyProps, 'sheet' | 'pieceNo' | 'pieceSteps'> & { pieces: PieceState | null }

/** The step that is shown, and what the brake says about its piece. */
function useStepPosition({ sheet, pieceNo, pieceSteps: { steps, program }, pieces }: PositionParts) {
  const { id: sheetId, drawingVersion } = sheet
  const version = program?.program.version ?? null
  const shownPiece = { sheetId, drawingVersion, pieceNo, version, steps: steps.length }
  const situation = brakeSituation(useBrake(), useLinkState() === 'open', shownPiece)
  const [lastPosition, setLastPosition] = useState(firstPosition)
  const brakeStep = 'stepIndex' in situation ? situation.stepIndex : null
  const position = followed(lastPosition, { brakeStep, donePieces: pieces?.done ?? null })
  if (position !== lastPosition) setLastPosition(position)
  const stepIndex = Math.min(position.stepIndex, steps.length - 1)
  const { shownStep } = useScreenStore()
  useEffect(() => shownStep.set({ sheetId, pieceNo, stepIndex }), [shownStep, sheetId, pieceNo, stepIndex])
  const show = (index: number): void =>
    setLastPosition(chosen(position, Math.max(0, Math.min(steps.length - 1, index))))
  return { situation, position, stepIndex, show }
}

/** The pieces of the loaded program as the brake's view counts them, else those of the work. */
function usePieceState(sheetId: string, pieceNo: number): PieceState | null {
  const { loaded } = useBrake()
  const piece = useWork(sheetId).data?.pieces.find((one) => one.pieceNo === pieceNo)
  if (loaded !== null && isPiece(loaded, { sheetId, pieceNo }))
    return { done: loaded.donePieces, wanted: loaded.wantedPieces }
  return piece === undefined ? null : { done: piece.done, wanted: piece.wantedPieces }
}

function toneOf(situation: BrakeSituation, isByHand: boolean): 'follows' | 'by-hand' | 'waiting' | 'stopped' {
  switch (situation.kind) {
    case 'loaded':
      return isByHand || situation.stepIndex === null ? 'by-hand' : 'follows'
    case 'alarm':
      return 'stopped'
    case 'none':
    case 'not_loaded':
      return 'by-hand'
    case 'other':
    case 'older':
    case 'question':
    case 'unknown':
      return 'waiting'
  }
}

interface TitleProps {
  sheet: Sheet
  situation: BrakeSituation
  pieceSteps: ReturnType<typeof usePieceSteps>
  pieces: PieceState | null
  stop: BendingStop | null
  /** Why the piece was not counted; null: nothing was refused. */
  error: CallErrorCode | null
}

/** What is made; what prevents the work takes its place. */
function Title({ sheet, situation, pieceSteps, pieces, stop, error }: TitleProps) {
  const texts = useTexts()
  const { t, mm, thickness, named } = texts
  const brake = useBrake()
  const isLinkLost = useLinkState() !== 'open'
  const otherSheet = useOtherSheetName(sheet.id)
  const obstacle = isLinkLost
    ? t('status.link_lost')
    : error !== null
      ? t(`call_error.${error}`)
      : obstacleText(texts, { situation, brake, stop, otherSheet })
  const { profile, order, sheetNo, lengthMm } = sheet
  const length = mm(pieceSteps.piece?.lengthMm ?? lengthMm)
  const material = named('material', profile.material).toLocaleLowerCase()
  const pieceTexts = [
    pieces === null ? t('sheet.length_mm', { length }) : `${pieces.wanted} × ${length}`,
    [material, colourName(texts, profile)].filter((part) => part !== null).join(' '),
    `${thickness(profile.thicknessMm)} mm`,
  ]
  const title = t('sheet.what', { order: order.numberDisplay, sheet: sheetNo, family: named('family', profile.family) })
  if (obstacle !== null)
    return (
      <>
        <h1 className="sr-only">{title}</h1>
        <p className="bend-step-obstacle" role="alert">
          <Icon name="alarm" /> <span>{obstacle}</span>
        </p>
      </>
    )
  return (
    <div className="bend-step-title">
      <h1>{title}</h1>
      <p>{pieceTexts.join(' · ')}</p>
    </div>
  )
}

interface TurnProps {
  step: ShownStep
  stepIndex: number
  picture: StepPicture | null
  profile: Sheet['profile']
}

/** How the operator turns the blank before the step. */
function Turn({ step, stepIndex, picture, profile }: TurnProps) {
  const texts = useTexts()
  const isFirst = stepIndex === 0
  const word = turnWord(texts, step, isFirst)
  return (
    <div className="bend-step-do">
      <TurnPicture
        key={stepIndex}
        picture={picture}
        handling={step.changesSetUp ? 'none' : step.handling}
        profile={profile}
        label={word}
      />
      <p>
        <strong>{word}</strong>
        <span>{turnLine(texts, step, isFirst)}</span>
      </p>
    </div>
  )
}

interface ActionsProps {
  situation: BrakeSituation
  isByHand: boolean
  isFirst: boolean
  onBack: () => void
  onFollow: () => void
  onOther: BendStepViewProps['onOther']
  onClose: () => void
}

/** The back button and the button for the present situation. Where the situation has no button, its space stays empty. */
function Actions({ situation: { kind }, isByHand, isFirst, onBack, onFollow, onOther, onClose }: ActionsProps) {
  const { t } = useTexts()
  const { loaded } = useBrake()
  const way =
    kind === 'other' && loaded !== null
      ? { label: t('bend_step.change'), run: () => onOther(loaded.sheetId, loaded.pieceNo) }
      : kind === 'question' || kind === 'older' || kind === 'unknown'
        ? { label: t(kind === 'question' ? 'bend_step.answer' : 'bend_step.to_sheet'), run: onClose }
        : { label: t('bend_step.follow'), run: isByHand ? onFollow : null }
  return (
    <div className="bend-step-acts">
      {(way.run !== null || kind !== 'none') && (
        <Button
          className={way.run === null ? 'bend-step-act bend-step-none' : 'bend-step-act'}
          isDisabled={way.run === null}
          onPress={() => way.run?.()}
        >
          {way.label}
        </Button>
      )}
      <Button className="bend-step-act" aria-label={t('bend_step.back')} isDisabled={isFirst} onPress={onBack}>
        <Icon name="previous" />
      </Button>
    </div>
  )
}
