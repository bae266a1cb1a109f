// One sheet of the plan: its data, its time slot, and a button with the answer of each machine.
import { Button } from '../ui/button.tsx'
import type { PlanRow } from '../../shared/planning/index.ts'
import type { PlanMachine } from '../../shared/station-api/index.ts'
import { useWords } from '../language/use-words.ts'
import { toneOf } from '../ui/bend-state.ts'
import { Sign } from '../ui/sign.tsx'
import { blankOf, sheetNameOf, timeOf, toneOfAnswer } from './plan-words.ts'

export interface PlanLineProps {
  row: PlanRow
  machines: readonly PlanMachine[]
  /** No machine can be chosen now. */
  isDisabled: boolean
  onChoose: (machine: string) => void
  onOpen: () => void
}

export function PlanLine({ row, machines, isDisabled, onChoose, onOpen }: PlanLineProps) {
  const words = useWords()
  const { t, mm, shortDay, language } = words
  const { entry } = row.view
  const { planned, slot } = row
  return (
    <>
      <Button
        variant="bare"
        className="plan-sheet"
        onPress={onOpen}
        aria-label={t('plan.open', { sheet: sheetNameOf(row) })}
      >
        <span className="plan-name">
          <Sign tone={toneOf(row.state)} />
          <strong>{sheetNameOf(row)}</strong> <span className="plan-title">{entry.title ?? entry.customerName}</span>
        </span>
        <span className="sub plan-facts">
          {blankOf(words, row)} · {t('plan.pieces', { count: entry.quantity, length: mm(entry.lengthMm) })} ·{' '}
          {t('plan.bends', { count: entry.bendCount })}
          {entry.dueDate !== null && ` · ${t('plan.due', { day: shortDay(entry.dueDate) })}`}
        </span>
        <span className="plan-tags">
          {row.isDone && <span className="plan-tag tone-done">{t(`state.${row.state}`)}</span>}
          {slot !== null && (
            <span className="plan-tag">
              {new Intl.ListFormat(language, { style: 'narrow', type: 'unit' }).format([
                t('plan.turn', { from: timeOf(words, slot.startMin), to: timeOf(words, slot.endMin) }),
                ...slot.changes.map((change) => t(`plan.change.${change}`)),
              ])}
            </span>
          )}
          {slot?.isLate === true && <span className="plan-tag tone-person">▲ {t('plan.too_late')}</span>}
          {planned.isStale && <span className="plan-tag tone-person">▲ {t('plan.stale')}</span>}
          {planned.isPinned && <span className="plan-tag">⚲ {t('plan.pinned')}</span>}
          {planned.split !== null && <span className="plan-tag">{t('plan.split_tag')}</span>}
          {planned.isLocal && <span className="plan-tag plan-local">{t('plan.local')}</span>}
        </span>
      </Button>
      {machines.map((machine, index) => (
        <Answer
          key={machine.key}
          row={row}
          machine={machine}
          index={index}
          isDisabled={isDisabled || row.isDone}
          onChoose={() => onChoose(machine.key)}
          onOpen={onOpen}
        />
      ))}
    </>
  )
}

interface AnswerProps {
  row: PlanRow
  machine: PlanMachine
  index: number
  isDisabled: boolean
  onChoose: () => void
  /** Opens the dialog with all reasons. */
  onOpen: () => void
}

function Answer({ row, machine, index, isDisabled, onChoose, onOpen }: AnswerProps) {
  const words = useWords()
  const { t } = words
  const answer = row.answers?.[index]
  const isChosen = row.planned.machine === machine.key
  const word = t(`plan.answer.${answer?.fits ?? 'not_here'}`)
  const [reason] = answer?.reasons ?? []
  const why = reason === undefined ? null : words.named('plan_why', reason)
  const minutes = timeOf(words, row.minutesOn[index] ?? 0)
  return (
    <Button
      variant="bare"
      className={`plan-answer tone-${toneOfAnswer(answer)}`}
      aria-pressed={isChosen}
      isDisabled={isDisabled || isChosen}
      aria-label={[machine.name, word, why, minutes, isChosen && t('plan.chosen')].filter(Boolean).join(', ')}
      onPress={answer?.fits === 'no' ? onOpen : onChoose}
    >
      <Sign tone={toneOfAnswer(answer)} />
      <span className="plan-answer-words">
        <span className="plan-answer-name">{machine.name}</span>
        <span>
          {isChosen && '✓ '}
          {why ?? (row.isRough ? `≈ ${minutes}` : minutes)}
        </span>
      </span>
    </Button>
  )
}
