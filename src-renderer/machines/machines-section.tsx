// Every machine of the workshop and whether it can bend the sheet, with reasons, figures and warnings.
import type { Result } from '../../shared/base/result.ts'
import { fitInWords, type FitWarning } from '../../shared/bending/fit/index.ts'
import type { Refusal } from '../../shared/bending/index.ts'
import { orderInWords } from '../../shared/planning/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { useWorkshop } from '../station/queries.ts'
import { useStatus } from '../station/station-context.tsx'
import { Sign } from '../ui/sign.tsx'
import type { MachineAnswer, MachineAnswers } from './machine-answers.ts'
import { answerOf, reasonTexts, toneOfAnswer } from './machine-texts.ts'
import { WrongFiles } from './wrong-files.tsx'

export interface MachinesSectionProps {
  /** Null: the sheet is invalid, or the workshop files are not loaded. */
  answers: Result<MachineAnswers, Refusal> | null
  isSound: boolean
  plannedBrakeId: string | null
}

export function MachinesSection({ answers, isSound, plannedBrakeId }: MachinesSectionProps) {
  const { t } = useTexts()
  const workshop = useWorkshop()
  return (
    <section className="machines" aria-labelledby="machines-title">
      <h2 id="machines-title">{t('machines.title')}</h2>
      {workshop.isError && (
        <p className="fault-text">
          {t('machines.failed')} {t(`call_error.${workshop.error.code}`)}
        </p>
      )}
      {(!isSound || answers?.ok === false) && <p className="muted">{t('machines.not_asked')}</p>}
      {isSound && answers?.ok === true && <Machines answers={answers.value} plannedBrakeId={plannedBrakeId} />}
      {workshop.data !== undefined && <WrongFiles wrong={workshop.data.wrong} />}
    </section>
  )
}

function Machines({ answers, plannedBrakeId }: { answers: MachineAnswers; plannedBrakeId: string | null }) {
  const { t } = useTexts()
  const { machines, warnings } = answers
  return (
    <>
      {machines.length === 0 && <p className="muted">{t('machines.none')}</p>}
      <ul className="machine-list">
        {machines.map((answer) => (
          <Machine
            key={answer.machine.pressBrakeId ?? `${answer.machine.kind} ${answer.machine.name}`}
            answer={answer}
            isPlanned={plannedBrakeId !== null && answer.machine.pressBrakeId === plannedBrakeId}
          />
        ))}
      </ul>
      <FitWarnings warnings={warnings} />
    </>
  )
}

function Machine({ answer: machineAnswer, isPlanned }: { answer: MachineAnswer; isPlanned: boolean }) {
  const { machine, fit, order } = machineAnswer
  const texts = useTexts()
  const { t, mm, kn, named, language } = texts
  const { ownBrakeId } = useStatus()
  const folder = useWorkshop().data?.folder ?? ''
  const { name, kind } = machine
  const { reasons, warnings, vMm, forceKn, dieId, punchId, hemmingToolId } = fit
  const tools = [dieId, punchId, hemmingToolId].filter((id) => id !== null).join(', ')
  const answer = answerOf(machineAnswer)
  const isOwn = ownBrakeId !== null && machine.pressBrakeId === ownBrakeId
  const isUndescribed = reasons.some(({ code }) => code === 'machine_unknown')
  const about = [named('machine_kind', kind), isOwn && t('machines.own'), isPlanned && t('machines.planned')]
  const madeWith = [
    vMm !== null && t('machines.made_on', { v: mm(vMm), tools }),
    forceKn !== null && t('machines.force', { force: kn(forceKn) }),
  ]
  return (
    <li className={`machine tone-${toneOfAnswer(answer)}`}>
      <Sign tone={toneOfAnswer(answer)} />
      <div className="machine-text">
        <p>
          <strong>{name}</strong> <span className="sub">{about.filter(Boolean).join(' · ')}</span>
        </p>
        <p className="machine-answer">
          {t(`machines.answer.${answer}`)}
          {answer === 'yes' && <span className="sub">{madeWith.filter(Boolean).map((figure) => ` · ${figure}`)}</span>}
        </p>
        <ul className="machine-reasons">
          {reasonTexts(texts, machineAnswer).map((reason, index) => (
            <li key={`${index} ${reason}`}>{reason}</li>
          ))}
        </ul>
        {isUndescribed && <p className="sub">{t('machines.no_file_todo', { folder })}</p>}
        {order !== undefined && order.kind !== 'impossible' && (
          <p className="sub">{t('bend_order.line', { answer: orderInWords(order, language) })}</p>
        )}
        <FitWarnings warnings={warnings} />
      </div>
    </li>
  )
}

/** Warnings do not prevent bending; the reasons are listed separately. */
function FitWarnings({ warnings }: { warnings: readonly FitWarning[] }) {
  const { t, language } = useTexts()
  if (warnings.length === 0) return null
  return (
    <p className="machine-mind">
      <strong>{t('machines.watch')}:</strong> {warnings.map((warning) => fitInWords(warning, language)).join('; ')}
    </p>
  )
}
