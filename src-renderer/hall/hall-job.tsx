// The loaded job in figures that are read from ten metres: the count first, then the bend, then the time.
import type { CSSProperties } from 'react'
import { isColourUp } from '../../shared/drawing/index.ts'
import type { BrakeView } from '../../shared/station-api/index.ts'
import { brakeSituation } from '../bend-step/brake-situation.ts'
import { turnLine, turnWord } from '../bend-step/bend-step-texts.ts'
import { emsOf, HeroFigure } from '../bend-step/hero-figure.tsx'
import { TurnPicture, useStepPicture } from '../bend-step/machine-picture/index.ts'
import { usePieceSteps } from '../bend-step/use-piece-steps.ts'
import { useTexts } from '../language/use-texts.ts'
import type { Sheet } from '../sheet/sheet.ts'
import { useBrake, useLinkState } from '../station/station-context.tsx'
import { useWork } from '../station/work-queries.ts'
import { useScreenStore, useSlice } from '../store/use-screen-store.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { SheetSwatch } from '../ui/drawing/index.ts'
import { hallColour, minutesLeft, type HallState } from './hall-state.ts'

export interface HallJobProps {
  sheet: Sheet
  loaded: NonNullable<BrakeView['loaded']>
  state: HallState
  nowMs: number
  movedAtMs: number
}

const icons: Readonly<Record<HallState, IconName>> = {
  runs: 'play',
  waits: 'pause',
  done: 'check',
  question: 'help',
  alarm: 'alarm',
  stopped: 'fault',
  lost: 'fault',
}

export function HallJob({ sheet, loaded, state, nowMs, movedAtMs }: HallJobProps) {
  const { t, mm, named } = useTexts()
  const { steps, planSteps, request, piece } = usePieceSteps(sheet, loaded.pieceNo)
  const stepIndex = useStepIndex(sheet, loaded, steps.length)
  const step = stepIndex === null ? undefined : steps[stepIndex]
  const lengthMm = piece?.lengthMm ?? sheet.lengthMm
  const { donePieces: done, wantedPieces: wanted } = loaded
  const nextIndex = stepIndex === null ? null : (stepIndex + 1) % steps.length
  const isDone = state === 'done'
  const next = nextIndex === null || isDone ? undefined : steps[nextIndex]
  const picture = useStepPicture(request, planSteps, next)
  return (
    <section className={`hall hall-${hallColour[state]}`} aria-label={t('hall.label', { state: t(`hall.${state}`) })}>
      <div className="hall-count-part">
        <p className="hall-head">
          <span className="hall-state">
            <Icon name={icons[state]} />
            <span role="status">{t(`hall.${state}`)}</span>
          </span>
          <span className="hall-name">
            {named('family', sheet.profile.family)} {wanted} × {mm(lengthMm)}
          </span>
        </p>
        <p className="hall-count" style={countStyle(done, t('hall.of', { wanted }))}>
          <strong>{done}</strong>
          <span>
            {t('hall.of', { wanted })} <small>{t('hall.made')}</small>
          </span>
        </p>
        <Bar done={done} wanted={wanted} />
      </div>
      <div className="hall-bend">
        {step !== undefined && stepIndex !== null && !isDone && (
          <BendFigures sheet={sheet} step={step} stepIndex={stepIndex} steps={steps.length} />
        )}
      </div>
      <div className="hall-then">
        {isDone && <AfterLength sheet={sheet} pieceNo={loaded.pieceNo} />}
        {next !== undefined && nextIndex !== null && (
          <>
            <TurnPicture
              key={nextIndex}
              picture={picture}
              handling={next.handling}
              profile={sheet.profile}
              label={turnWord({ t }, next, nextIndex === 0)}
            />
            <p>
              <small>{t('hall.then')}</small>
              <strong>{turnWord({ t }, next, nextIndex === 0)}</strong>
            </p>
            <p className="hall-line">{turnLine({ t }, next, nextIndex === 0)}</p>
          </>
        )}
      </div>
      <TimeLeft loaded={loaded} nowMs={nowMs} movedAtMs={movedAtMs} />
    </section>
  )
}

/** What comes after a finished length: the next one, or the mark. */
function AfterLength({ sheet, pieceNo }: { sheet: Sheet; pieceNo: number }) {
  const { t, mm } = useTexts()
  const work = useWork(sheet.id).data
  if (work === undefined) return null
  const next = work.pieces.find((piece) => piece.pieceNo !== pieceNo && piece.done < piece.wantedPieces)
  return (
    <p>
      <small>{t('hall.then')}</small>
      <strong>
        {next === undefined
          ? t('mark.action')
          : t('job.send', { piece: `${next.wantedPieces - next.done} × ${mm(next.lengthMm)}` })}
      </strong>
    </p>
  )
}

interface CountStyle extends CSSProperties {
  /** The width of the count with its rest, in units of its font size. */
  '--count-ems': string
}

const countStyle = (done: number, suffix: string): CountStyle => ({
  '--count-ems': (emsOf(String(done)) + 0.28 * emsOf(suffix) + 0.06).toFixed(2),
})

/** The step of the brake, or the one on the bend step's own screen; null: not known. */
function useStepIndex(
  { id: sheetId, drawingVersion }: Sheet,
  { pieceNo, version }: HallJobProps['loaded'],
  steps: number,
): number | null {
  const situation = brakeSituation(useBrake(), useLinkState() === 'open', {
    sheetId,
    drawingVersion,
    pieceNo,
    version,
    steps,
  })
  const shown = useSlice(useScreenStore().shownStep)
  if (situation.kind === 'loaded' && situation.stepIndex !== null) return situation.stepIndex
  const isShown = shown !== null && shown.sheetId === sheetId && shown.pieceNo === pieceNo && shown.stepIndex < steps
  return isShown ? shown.stepIndex : null
}

type Steps = ReturnType<typeof usePieceSteps>['steps']

function BendFigures({
  sheet,
  step,
  stepIndex,
  steps,
}: {
  sheet: Sheet
  step: Steps[number]
  stepIndex: number
  steps: number
}) {
  const { t, deg, fineMm } = useTexts()
  const isUp = isColourUp(sheet.profile.colourSide, step.faceUp)
  return (
    <>
      <p className="hall-step">{t('bend_plan.step_of', { step: stepIndex + 1, steps })}</p>
      <HeroFigure
        className="hall-angle"
        text={step.kind === 'flatten' ? t('bend_plan.kind.flatten') : deg(step.includedDeg)}
      />
      {step.gaugeMm !== null && <HeroFigure className="hall-x" text={`X ${fineMm(step.gaugeMm)}`} />}
      {isUp !== null && (
        <p className="hall-side">
          <SheetSwatch sheet={sheet.profile} /> {t(`hall.colour.${isUp ? 'up' : 'down'}`)}
        </p>
      )}
    </>
  )
}

/** More pieces than this are one bar. */
const mostSegments = 24

function Bar({ done, wanted }: { done: number; wanted: number }) {
  if (wanted > mostSegments || wanted < 1)
    return (
      <svg className="hall-bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <rect className="hall-bar-all" width="100" height="1" />
        <rect className="hall-bar-done" width={(100 * Math.min(done, wanted)) / Math.max(1, wanted)} height="1" />
      </svg>
    )
  return (
    <div className="hall-bar" aria-hidden="true">
      {Array.from({ length: wanted }, (_, index) => (
        <span key={index} className={index < done ? 'hall-bar-done' : 'hall-bar-all'} />
      ))}
    </div>
  )
}

function TimeLeft({ loaded, nowMs, movedAtMs }: Pick<HallJobProps, 'loaded' | 'nowMs' | 'movedAtMs'>) {
  const { t, when } = useTexts()
  const minutes = minutesLeft(loaded, Math.min(nowMs, movedAtMs))
  if (loaded.donePieces >= loaded.wantedPieces) return <p className="hall-time" />
  if (minutes === null) return <p className="hall-time hall-line">{t('hall.unknown')}</p>
  return (
    <div className="hall-time">
      <p>
        <strong>{minutes}</strong> <small>{t('hall.minutes')}</small>
      </p>
      <p className="hall-clock">
        <small>{t('hall.finished_at')}</small>
        <strong>{when(new Date(nowMs + minutes * 60_000).toISOString())}</strong>
      </p>
    </div>
  )
}
