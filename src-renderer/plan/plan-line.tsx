// One sheet of the plan: its data, its time slot, and a button with the answer of each machine.
import { Button } from '../ui/button.tsx'
import type { PlanRow } from '../../shared/planning/index.ts'
import type { PlanMachine } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { useStatus } from '../station/station-context.tsx'
import { toneOf } from '../ui/bend-state.ts'
import { Icon } from '../ui/icon.tsx'
import { SheetSwatch } from '../ui/drawing/index.ts'
import { Sign } from '../ui/sign.tsx'
import { blankOf, piecesOf, sheetNameOf, timeOf, toneOfAnswer } from './plan-texts.ts'

export interface PlanLineProps {
  row: PlanRow
  machines: readonly PlanMachine[]
  /** No machine can be chosen now. */
  isDisabled: boolean
  onChoose: (machine: string) => void
  onOpen: () => void
}

export function PlanLine({ row, machines, isDisabled, onChoose, onOpen }: PlanLineProps) {
  const texts = useTexts()
  const isAlone = useStatus().stations === undefined
  const { t, shortDay, language } = texts
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
          <SheetSwatch sheet={entry} />
          {blankOf(texts, row)} · {piecesOf(texts, row)} · {t('plan.bends', { count: entry.bendCount })}
          {entry.dueDate !== null && ` · ${t('plan.due', { day: shortDay(entry.dueDate) })}`}
        </span>
        <span className="plan-tags">
          {row.isDone && <span className="plan-tag tone-done">{t(`state.${row.state}`)}</span>}
          {slot !== null && (
            <span className="plan-tag">
              {new Intl.ListFormat(language, { style: 'narrow', type: 'unit' }).format([
                t('plan.turn', { from: timeOf(texts, slot.startMin), to: timeOf(texts, slot.endMin) }),
                ...slot.changes.map((change) => t(`plan.change.${change}`)),
              ])}
            </span>
          )}
          {slot?.isLate === true && (
            <span className="plan-tag tone-needs_person">
              <Icon name="alarm" /> {t('plan.too_late')}
            </span>
          )}
          {planned.isStale && (
            <span className="plan-tag tone-needs_person">
              <Icon name="alarm" /> {t('plan.stale')}
            </span>
          )}
          {planned.isPinned && (
            <span className="plan-tag">
              <Icon name="pin" /> {t('plan.pinned')}
            </span>
          )}
          {planned.split !== null && <span className="plan-tag">{t('plan.split_tag')}</span>}
          {planned.isLocal && isAlone && <span className="plan-tag plan-local">{t('plan.local')}</span>}
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
  const texts = useTexts()
  const { t } = texts
  const answer = row.answers?.[index]
  const isChosen = row.planned.machine === machine.key
  const isProposed = row.proposed === machine.key
  const answerText = t(`plan.answer.${answer?.fits ?? 'not_here'}`)
  const [reason] = answer?.reasons ?? []
  const why = reason === undefined ? null : texts.named('plan_why', reason)
  const minutes = timeOf(texts, row.minutesOn[index] ?? 0)
  return (
    <Button
      variant="bare"
      className={`plan-answer tone-${toneOfAnswer(answer)}`}
      aria-pressed={isChosen}
      isDisabled={isDisabled || isChosen}
      aria-label={[
        machine.name,
        answerText,
        why,
        minutes,
        isChosen && t('plan.chosen'),
        isProposed && t('plan.proposed'),
      ]
        .filter(Boolean)
        .join(', ')}
      onPress={answer?.fits === 'no' ? onOpen : onChoose}
    >
      <Sign tone={toneOfAnswer(answer)} />
      <span className="plan-answer-text">
        <span className="plan-answer-name">{machine.name}</span>
        <span>
          {isChosen && <Icon name="check" />}
          {why ?? (row.isRough ? `≈ ${minutes}` : minutes)}
          {isProposed && ` · ${t('plan.proposed')}`}
        </span>
      </span>
    </Button>
  )
}
