// Where the operator is, and the figures of the step: angle, distance of the stop, its height and its way back.
import type { BrakeCorrection } from '../../shared/station-api/index.ts'
import { turnText } from '../../shared/bending/index.ts'
import { CorrectionFrom } from '../brake/correct-angle.tsx'
import { useTexts } from '../language/use-texts.ts'
import type { Sheet } from '../sheet/sheet.ts'
import { ColourBlock } from './colour-block.tsx'
import { HeroFigure } from './hero-figure.tsx'
import { PieceRing } from '../ui/drawing/index.ts'
import type { ShownStep } from './shown-steps.ts'

export interface PieceState {
  readonly done: number
  readonly wanted: number
}

export interface StepRailProps {
  steps: readonly ShownStep[]
  stepIndex: number
  step: ShownStep
  pieces: PieceState | null
  correction: BrakeCorrection | undefined
  profile: Sheet['profile']
}

export function StepRail({ steps, stepIndex, step, pieces, correction, profile }: StepRailProps) {
  const texts = useTexts()
  const { t, deg, fineMm, language } = texts
  const { kind, includedDeg, turnDeg, gaugeMm, levelMm, retractMm, direction, stroke } = step
  return (
    <aside className="bend-step-rail">
      <div className="bend-step-where">
        <p>
          <strong>{t('bend_plan.step_of', { step: stepIndex + 1, steps: steps.length })}</strong>
          <span>{pieces === null ? '' : pieceText(texts, pieces)}</span>
        </p>
        {pieces !== null && <PieceRing className="bend-step-ring" done={pieces.done} wanted={pieces.wanted} />}
      </div>
      <section className="bend-step-figure" aria-label={t('brake_link.angle')}>
        <p className="bend-step-label">
          <span>
            {t('brake_link.angle')} <span className="direction">{direction === 'up' ? '▲' : '▼'}</span>
          </span>
          <span>
            {stroke === null ? kindOrTurn(texts, step) : t('bend_step.stroke', { no: stroke.no, of: stroke.of })}
          </span>
        </p>
        <HeroFigure
          className={correction === undefined ? 'bend-step-angle' : 'bend-step-angle bend-step-corrected'}
          text={kind === 'flatten' ? t('bend_plan.kind.flatten') : deg(includedDeg)}
        />
        <p className="bend-step-correction">
          {correction !== undefined && kind !== 'flatten' && <CorrectionFrom correction={correction} />}
          {stroke !== null && turnText(turnDeg, language)}
        </p>
      </section>
      <section className="bend-step-figure" aria-label={t('brake_link.gauge')}>
        <p className="bend-step-label">
          <span>X {t('brake_link.gauge').toLocaleLowerCase()}</span>
          <span>mm</span>
        </p>
        <HeroFigure className="bend-step-x" text={gaugeMm === null ? '–' : fineMm(gaugeMm)} />
        <p className="bend-step-more">
          <span>
            {t('bend_step.height')} <strong>{minus(fineMm(levelMm))}</strong>
          </span>
          <span>
            {t('bend_step.retract')} <strong>{fineMm(retractMm)}</strong>
          </span>
        </p>
      </section>
      <ColourBlock profile={profile} faceUp={step.faceUp} />
    </aside>
  )
}

const minus = (text: string): string => text.replace('-', '−')

const pieceText = ({ t }: Pick<ReturnType<typeof useTexts>, 't'>, { done, wanted }: PieceState): string =>
  done >= wanted
    ? t('bend_step.pieces_done', { done, wanted })
    : t('bend_step.piece_of', { piece: done + 1, pieces: wanted })

function kindOrTurn(
  { t, language }: Pick<ReturnType<typeof useTexts>, 't' | 'language'>,
  { kind, turnDeg }: ShownStep,
): string {
  if (kind === 'flatten') return ''
  const turn = turnText(turnDeg, language)
  return kind === 'bend' ? turn : `${t(`bend_plan.kind.${kind}`)} · ${turn}`
}
