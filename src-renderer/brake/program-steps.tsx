// Every step of a program before it is sent: the values for the controller, and how the operator handles the blank between steps.
import { Fragment } from 'react'
import type { BrakeBend, BrakeCorrection, BrakeProgramView, BrakeStepView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { HandlingIcons } from '../bend-plan/handling-icons.tsx'
import { colourSideText } from '../bend-plan/plan-texts.ts'
import { handlingOf, handlingSentence, machineDirection, stepNotes, toolChangeSentence } from './brake-texts.ts'
import { CorrectAngle, CorrectionFrom } from './correct-angle.tsx'
import { useFoldsBoth } from './folds-both.ts'
import { ProgramTools } from './program-tools.tsx'

export interface ProgramStepsProps {
  program: BrakeProgramView
  /** The bends that a person can correct, with the angles of the finished bends. */
  bends: readonly BrakeBend[]
  colourSide: string
  corrections: readonly BrakeCorrection[]
}

export function ProgramSteps({ program, bends, colourSide, corrections }: ProgramStepsProps) {
  const { t, mm, thickness, named } = useTexts()
  const { steps } = program
  const [first] = steps
  if (first === undefined) return null
  const longest = Math.max(...steps.map(({ lengthMm }) => lengthMm))
  const blankTexts = {
    length: mm(longest),
    thickness: thickness(first.thicknessMm),
    material: named('material', first.material).toLocaleLowerCase(),
  }
  return (
    <div className="program-steps">
      <p className="program-made">
        {t('brake_link.made_of', blankTexts)}, <ProgramTools program={program} />
      </p>
      <table className="table program" aria-label={t('brake_link.title')}>
        <thead>
          <tr>
            <th scope="col">{t('brake_link.step')}</th>
            <th scope="col">{t('brake_link.bend')}</th>
            <th scope="col">{t('brake_link.angle')}</th>
            <th scope="col">{t('brake_link.gauge')}</th>
          </tr>
        </thead>
        <tbody>
          {steps.map((step, index) => (
            <Fragment key={step.stepNo}>
              <ToolChange step={step} steps={steps} />
              <Handling step={step} colourSide={colourSide} isFirst={index === 0} />
              <Step step={step} program={program} {...correctable(step, steps[index + 1], { bends, corrections })} />
            </Fragment>
          ))}
        </tbody>
      </table>
      <p className="sub">{t('brake_link.angle_means')}</p>
    </div>
  )
}

/** The step needs tools that are not on the table. */
function ToolChange({ step, steps }: { step: BrakeStepView; steps: readonly BrakeStepView[] }) {
  const sentence = toolChangeSentence(useTexts(), step, steps)
  if (sentence === null) return null
  return (
    <tr className="handling">
      <td colSpan={4}>
        <strong>{sentence}</strong>
      </td>
    </tr>
  )
}

function Handling({ step, colourSide, isFirst }: { step: BrakeStepView; colourSide: string; isFirst: boolean }) {
  const texts = useTexts()
  const sentence = isFirst ? texts.t(`brake_link.edge_${step.edge}`) : handlingSentence(texts, step)
  const side = colourSideText(texts, step.faceUp, colourSide, 'brake')
  if (sentence === null && side === null) return null
  return (
    <tr className="handling">
      <td colSpan={4}>
        {side !== null && <span className="step-side">{side}</span>}
        {sentence !== null && (
          <span>
            {!isFirst && <HandlingIcons handling={handlingOf(step)} />} {sentence}
          </span>
        )}
      </td>
    </tr>
  )
}

/** The bend that a step completes: a person measures and corrects it there, and a bump row not before its last stroke. */
function correctable(
  { bend: number, kind }: BrakeStepView,
  next: BrakeStepView | undefined,
  { bends, corrections }: Pick<ProgramStepsProps, 'bends' | 'corrections'>,
): Pick<StepProps, 'bend' | 'correction'> {
  const isCompleted = kind !== 'flatten' && !(kind === 'bump' && next?.kind === 'bump' && next.bend === number)
  return isCompleted
    ? {
        bend: bends.find(({ bend }) => bend === number),
        correction: corrections.find(({ bend }) => bend === number),
      }
    : { bend: undefined, correction: undefined }
}

interface StepProps {
  program: BrakeProgramView
  step: BrakeStepView
  /** Undefined: the step completes no bend that can be corrected. */
  bend: BrakeBend | undefined
  correction: BrakeCorrection | undefined
}

function Step({ program, step, bend: measured, correction }: StepProps) {
  const texts = useTexts()
  const { t, fineMm, deg, named } = texts
  const { stepNo, bend, gaugeMm } = step
  const direction = machineDirection(step, useFoldsBoth(step.toolName))
  const notes = stepNotes(texts, step, program.steps)
  return (
    <>
      <tr>
        <td>{stepNo}</td>
        <td>
          {bend}{' '}
          <span aria-hidden="true" className="direction">
            {direction === 'up' ? '▲' : '▼'}
          </span>{' '}
          {named('bend', direction)}
        </td>
        <td className="figure">
          {measured === undefined || step.kind === 'bump' ? (
            deg(step.includedDeg)
          ) : (
            <CorrectAngle program={program} bend={measured} correction={correction} />
          )}
        </td>
        {/* a flattening is stopped by the tool, and the backgauge stays */}
        <td>{step.kind === 'flatten' ? '–' : fineMm(gaugeMm)}</td>
      </tr>
      {notes.length > 0 && (
        <tr className="step-notes">
          <td colSpan={4} className="sub">
            {notes.join(' · ')}
          </td>
        </tr>
      )}
      {measured !== undefined && step.kind === 'bump' && (
        <tr className="finished-bend">
          <td colSpan={2}>{t('brake_link.finished_bend', { bend })}</td>
          <td className="figure">
            <CorrectAngle program={program} bend={measured} correction={correction} />
          </td>
          <td />
        </tr>
      )}
      {correction !== undefined && (
        <tr className="corrected">
          <td colSpan={4} className="sub">
            <CorrectionFrom correction={correction} />
          </td>
        </tr>
      )}
    </>
  )
}
