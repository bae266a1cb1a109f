// A warning at the top of a sheet if the planned machine or the machine of this station cannot bend it, or if that is unknown.
import { useTexts } from '../language/use-texts.ts'
import { useStatus } from '../station/station-context.tsx'
import { Sign } from '../ui/sign.tsx'
import type { MachineAnswers } from './machine-answers.ts'
import { answerOf, reasonTexts, toneOfAnswer } from './machine-texts.ts'

export interface MachineLeadProps {
  answers: MachineAnswers
  plannedBrakeId: string | null
}

export function MachineLead({ answers, plannedBrakeId }: MachineLeadProps) {
  const texts = useTexts()
  const { t } = texts
  const { ownBrakeId } = useStatus()
  return answers.machines.map((one) => {
    const { machine } = one
    const { pressBrakeId: id, name } = machine
    const answer = answerOf(one)
    if (id === null || answer === 'yes' || (id !== ownBrakeId && id !== plannedBrakeId)) return null
    const role = id !== plannedBrakeId ? 'lead_own' : id === ownBrakeId ? 'lead_both' : 'lead_planned'
    return (
      <p key={id} className={`warning tone-${toneOfAnswer(answer)}`}>
        <Sign tone={toneOfAnswer(answer)} />
        <span>
          {t(`machines.lead.${answer}`, {
            machine: t(`machines.${role}`, { name }),
            why: reasonTexts(texts, one).join('; '),
          })}
        </span>
      </p>
    )
  })
}
