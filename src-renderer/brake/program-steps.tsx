// Every step of a program before it is sent: the values for the controller, and how the operator handles the blank between steps.
import { Fragment } from 'react'
import type { BrakeCorrection, BrakeProgramView, BrakeStepView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { useWorkshop } from '../station/queries.ts'
import { handlingSentence, handlingSign, machineDirection, stepNotes } from './brake-texts.ts'
import { CorrectAngle, CorrectionFrom, type CorrectAngleProps } from './correct-angle.tsx'

export interface ProgramStepsProps {
  program: BrakeProgramView
  corrections: readonly BrakeCorrection[]
}

export function ProgramSteps({ program, corrections }: ProgramStepsProps) {
  const { t, mm, thickness, named } = useTexts()
  const { steps } = program
  const [first] = steps
  if (first === undefined) return null
  const longest = Math.max(...steps.map(({ lengthMm }) => lengthMm))
  const made = {
    length: mm(longest),
    thickness: thickness(first.thicknessMm),
    material: named('material', first.material).toLocaleLowerCase(),
  }
  const tools = [...new Set(steps.map(({ toolName }) => toolName))]
  const punches = [...new Set(steps.flatMap(({ punchName }) => punchName ?? []))]
  return (
    <div className="program-steps">
      <p className="program-made">
        {t('brake_link.made_of', made)}
        {tools.map((tool) => (
          <Tool key={tool} tool={tool} />
        ))}
        {punches.length > 0 && `, ${t('brake_link.punch', { punch: punches.join(', ') })}`}
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
              <Handling step={step} isFirst={index === 0} />
              <Step
                step={step}
                program={program}
                correction={step.kind === 'flatten' ? undefined : corrections.find(({ bend }) => bend === step.bend)}
              />
            </Fragment>
          ))}
        </tbody>
      </table>
      <p className="sub">{t('brake_link.angle_means')}</p>
    </div>
  )
}

/** A die from the workshop files by its sizes and name; any other tool by its name. */
function Tool({ tool }: { tool: string }) {
  const { t, mm, deg } = useTexts()
  const die = useWorkshop().data?.tools?.dies.find(({ id }) => id === tool)
  if (die === undefined) return `, ${tool}`
  return (
    <>
      , {t('brake_link.die', { v: mm(die.vMm), angle: deg(die.includedDeg) })} <span className="sub">({tool})</span>
    </>
  )
}

function Handling({ step, isFirst }: { step: BrakeStepView; isFirst: boolean }) {
  const texts = useTexts()
  const sentence = isFirst ? texts.t(`brake_link.edge_${step.edge}`) : handlingSentence(texts, step)
  if (sentence === null) return null
  return (
    <tr className="handling">
      <td colSpan={4}>
        <span>
          {!isFirst && <span aria-hidden="true">{handlingSign(step)}</span>} {sentence}
        </span>
      </td>
    </tr>
  )
}

function Step({ program, step, correction }: CorrectAngleProps) {
  const texts = useTexts()
  const { fineMm, deg, named } = texts
  const { stepNo, bend, gaugeMm } = step
  const machines = useWorkshop().data?.machines ?? []
  const foldsBoth = machines.some(
    ({ name, machine }) => name === step.toolName && machine?.kind === 'folder' && machine.folds === 'both',
  )
  const direction = machineDirection(step, foldsBoth)
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
          {step.kind === 'flatten' ? (
            deg(step.includedDeg)
          ) : (
            <CorrectAngle program={program} step={step} correction={correction} />
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
