// Each machine's answer to one sheet with all its reasons, and its choice in one press.
import { Button } from 'react-aria-components/Button'
import type { PlanRow } from '../../shared/planning/index.ts'
import type { PlanMachine } from '../../shared/station-api/index.ts'
import { useWords } from '../language/use-words.ts'
import { answerOf, reasonsInWords } from '../machines/machine-words.ts'
import { useMachineAnswers } from '../machines/use-machine-answers.ts'
import { useSheet } from '../station/queries.ts'
import { Sign } from '../ui/sign.tsx'
import { timeOf, toneOfAnswer } from './plan-words.ts'

export interface SheetMachinesProps {
  row: PlanRow
  machines: readonly PlanMachine[]
  /** Something can be chosen now. */
  isFree: boolean
  onChoose: (machine: string) => void
}

export function SheetMachines({ row, machines, isFree, onChoose }: SheetMachinesProps) {
  const words = useWords()
  const { t } = words
  const sheet = useSheet(row.sheetId).data?.sheet ?? null
  const found = useMachineAnswers(sheet)
  const fitOf = (machine: PlanMachine) =>
    found?.ok === true
      ? found.value.machines.find(
          ({ machine: one }) => (one.pressBrakeId ?? one.name) === machine.key && row.planned.split === null,
        )?.fit
      : undefined
  return (
    <ul className="plan-machines">
      {machines.map((machine, index) => {
        const answer = row.answers?.[index]
        const fit = fitOf(machine)
        const isChosen = row.planned.machine === machine.key
        return (
          <li key={machine.key} className={`machine tone-${toneOfAnswer(answer)}`}>
            <Sign tone={toneOfAnswer(answer)} />
            <div className="machine-words">
              <p>
                <strong>{machine.name}</strong>{' '}
                <span className="sub">
                  {t(`plan.answer.${answer?.fits ?? 'not_here'}`)} · {timeOf(words, row.minutesOn[index] ?? 0)}
                </span>
              </p>
              {fit !== undefined && answerOf(fit) !== 'yes' && (
                <ul className="machine-reasons">
                  {reasonsInWords(words, fit).map((reason) => (
                    <li key={reason}>{reason}</li>
                  ))}
                </ul>
              )}
            </div>
            <Button
              className="button"
              aria-pressed={isChosen}
              isDisabled={!isFree || isChosen}
              aria-label={t('plan.choose_machine', { machine: machine.name })}
              onPress={() => onChoose(machine.key)}
            >
              {isChosen ? `✓ ${t('plan.chosen')}` : t('plan.choose')}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
