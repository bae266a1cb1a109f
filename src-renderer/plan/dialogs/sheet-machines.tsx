// Each machine's answer to one sheet with all reasons, and a button that chooses it.
import { Button } from '../../ui/button.tsx'
import { orderInWords, type PlanRow } from '../../../shared/planning/index.ts'
import type { PlanMachine } from '../../../shared/station-api/index.ts'
import { useTexts } from '../../language/use-texts.ts'
import { Icon } from '../../ui/icon.tsx'
import { Sign } from '../../ui/sign.tsx'
import { timeOf, toneOfAnswer } from '../plan-texts.ts'
import { useReasons } from '../use-reasons.ts'

export interface SheetMachinesProps {
  row: PlanRow
  machines: readonly PlanMachine[]
  /** A choice is possible now. */
  isEnabled: boolean
  /** An action is running. */
  isPending: boolean
  onChoose: (machine: string) => void
}

export function SheetMachines({ row, machines, isEnabled, isPending, onChoose }: SheetMachinesProps) {
  const texts = useTexts()
  const { t } = texts
  const reasonsOf = useReasons(row, machines)
  return (
    <ul className="plan-machines">
      {machines.map((machine, index) => {
        const answer = row.answers?.[index]
        const reasons = reasonsOf(machine)
        const isChosen = row.planned.machine === machine.key
        return (
          <li key={machine.key} className={`machine tone-${toneOfAnswer(answer)}`}>
            <Sign tone={toneOfAnswer(answer)} />
            <div className="machine-text">
              <p>
                <strong>{machine.name}</strong>{' '}
                <span className="sub">
                  {t(`plan.answer.${answer?.fits ?? 'not_here'}`)} · {timeOf(texts, row.minutesOn[index] ?? 0)}
                </span>
              </p>
              {answer !== undefined && answer.order.kind !== 'impossible' && (
                <p className="sub">{t('bend_order.line', { answer: orderInWords(answer.order, texts.language) })}</p>
              )}
              {reasons.length > 0 && (
                <ul className="machine-reasons">
                  {reasons.map((reason) => (
                    <li key={reason}>{reason}</li>
                  ))}
                </ul>
              )}
            </div>
            <Button
              aria-pressed={isChosen}
              isDisabled={!isEnabled || isChosen}
              isPending={isPending}
              aria-label={t('plan.choose_machine', { machine: machine.name })}
              onPress={() => onChoose(machine.key)}
            >
              {isChosen && <Icon name="check" />} {t(isChosen ? 'plan.chosen' : 'plan.choose')}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
