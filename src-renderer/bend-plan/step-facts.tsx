// The facts of one step: handling, gauge, tools, the least clearance, and in red what blocks it.
import { stationPlaceText } from '../../shared/bending/index.ts'
import { isTight } from '../../shared/bending/plan/index.ts'
import type { Plan, PlanReason, PlanStep } from '../../shared/bending/plan/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { gaugeNotes } from '../brake/brake-texts.ts'
import { Sign } from '../ui/sign.tsx'
import { clearanceText, colourSideText, handlingText, handlingWord, reasonSentence } from './plan-texts.ts'

export interface StepFactsProps {
  step: PlanStep
  colourSide: string
  /** Index of the step, from 0. */
  stepIndex: number
  steps: number
  stations: Plan['stations']
  reasons: readonly PlanReason[]
  isMeasured: boolean
  /** The order is a user's. */
  isOwn: boolean
}

export function StepFacts({
  step,
  colourSide,
  stepIndex,
  steps,
  stations,
  reasons,
  isMeasured,
  isOwn,
}: StepFactsProps) {
  const texts = useTexts()
  const { t, fineMm, language } = texts
  const { gauge, dieId, punchId, punchTurned, hemmingToolId } = step
  const word = handlingWord(texts, step)
  // a folding machine has neither
  const isFolder = dieId === null && hemmingToolId === null
  const side = colourSideText(texts, step.pose.faceUp, colourSide, isFolder ? 'folder' : 'brake')
  const tools = [
    stations.length > 1 ? t('bend_plan.station', { station: step.station + 1 }) : null,
    hemmingToolId ?? dieId,
    punchId === null ? null : `${punchId}${punchTurned ? ` (${t('brake_link.punch_turned')})` : ''}`,
  ].filter((tool) => tool !== null)
  const springbackDeg = step.overTurnDeg - step.turnDeg
  const more = gaugeNotes(texts, {
    gaugeLevelMm: gauge.levelMm,
    retractMm: gauge.retractMm,
    // less than a figure on the screen shows
    springbackDeg: springbackDeg < 0.05 ? 0 : springbackDeg,
  })
  const station = stations[step.station]
  const segments = station === undefined ? null : stationPlaceText(station, language)
  const title = t('bend_plan.step_of', { step: stepIndex + 1, steps })
  return (
    // on a low panel it scrolls, also by keyboard
    <section className="step-facts" tabIndex={0} aria-label={title}>
      <h3>{title}</h3>
      {side !== null && <p className="step-side">{side}</p>}
      {step.changesSetUp && (
        <>
          <p className="step-word">{t('bend_plan.change_tools')}</p>
          <p>{t('bend_plan.change_tools_why')}</p>
        </>
      )}
      {word !== null && <p className="step-word">{word}</p>}
      <p>{handlingText(texts, step)}</p>
      {reasons.map((reason) => (
        <p key={`${reason.code} ${JSON.stringify(reason.params)}`} className="step-hit" role="alert">
          <Sign tone="fault" /> <span>{reasonSentence(texts, reason)}</span>
        </p>
      ))}
      <dl className="step-figures">
        <div className="fact">
          <dt>{t('brake_link.gauge')}</dt>
          <dd className="strong">{t('sheet.length_mm', { length: fineMm(gauge.xMm) })}</dd>
        </div>
        {more.length > 0 && <Fact term={t('bend_plan.more')} value={more.join(' · ')} />}
        {tools.length > 0 && <Fact term={t('bend_plan.tools')} value={tools.join(' · ')} />}
        {segments !== null && <Fact term={t('bend_plan.segments')} value={segments} />}
      </dl>
      {step.kind === 'bump' && <p>{t('bend_plan.bump_row', { strokes: step.strokes, pitch: fineMm(step.pitchMm) })}</p>}
      {gauge.contact === 'rounded' && reasons.length === 0 && <p className="muted">{t('bend_plan.rounded')}</p>}
      {reasons.length === 0 && <LeastClearance step={step} isMeasured={isMeasured} />}
      {isOwn && <p className="muted">{t('bend_plan.own_order')}</p>}
    </section>
  )
}

/** Nothing where no clearance is measured. */
function LeastClearance({ step, isMeasured }: Pick<StepFactsProps, 'step' | 'isMeasured'>) {
  const texts = useTexts()
  const sentence = clearanceText(texts, step, isMeasured)
  if (sentence === null) return null
  return (
    <>
      <p className="step-clearance">{sentence}</p>
      {step.clearance !== null && isTight(step.clearance) && (
        <p className="step-tight">
          <Sign tone="needs_person" /> <span>{texts.t('bend_plan.tight')}</span>
        </p>
      )}
    </>
  )
}

const Fact = ({ term, value }: { term: string; value: string }) => (
  <div className="fact">
    <dt>{term}</dt>
    <dd>{value}</dd>
  </div>
)
