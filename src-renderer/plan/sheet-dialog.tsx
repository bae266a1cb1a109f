// All that can be chosen for one sheet, by large buttons: its machine with each answer's reasons, its place, its pin, its lengths.
import { Button } from 'react-aria-components/Button'
import { NumberField } from 'react-aria-components/NumberField'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { useState } from 'react'
import type { PlanRow } from '../../shared/planning/index.ts'
import { splitLength } from '../../shared/planning/index.ts'
import type { PlanMachine } from '../../shared/station-api/index.ts'
import { useWords } from '../language/use-words.ts'
import { answerOf, reasonsInWords } from '../machines/machine-words.ts'
import { useMachineAnswers } from '../machines/use-machine-answers.ts'
import { useSheet } from '../station/queries.ts'
import { ModalDialog } from '../ui/modal-dialog.tsx'
import { Sign } from '../ui/sign.tsx'
import type { PlanActs } from './use-plan-acts.ts'
import { plateOf, sheetNameOf, timeOf, toneOfAnswer } from './plan-words.ts'

export interface SheetDialogProps {
  row: PlanRow | null
  /** The other sheets left to do on its machine, in order. */
  lane: readonly PlanRow[]
  machines: readonly PlanMachine[]
  acts: PlanActs
  onOpenSheet: (row: PlanRow) => void
  onClose: () => void
}

export function SheetDialog(props: SheetDialogProps) {
  const { row, onClose } = props
  return (
    <ModalDialog title={row === null ? '' : sheetNameOf(row)} isOpen={row !== null} onClose={onClose}>
      {row !== null && <Choices {...props} row={row} />}
    </ModalDialog>
  )
}

function Choices({ row, lane, machines, acts, onOpenSheet, onClose }: SheetDialogProps & { row: PlanRow }) {
  const words = useWords()
  const { t, mm } = words
  const { entry } = row.view
  const sheet = useSheet(row.sheetId).data?.sheet ?? null
  const found = useMachineAnswers(sheet)
  const fitOf = (machine: PlanMachine) =>
    found?.ok === true
      ? found.value.machines.find(
          ({ machine: one }) => (one.pressBrakeId ?? one.name) === machine.key && row.planned.split === null,
        )?.fit
      : undefined
  const at = lane.findIndex(({ sheetId }) => sheetId === row.sheetId)
  const isFree = !acts.isBusy && !row.isDone
  const move = (to: number): void => {
    const others = lane.filter(({ sheetId }) => sheetId !== row.sheetId)
    acts.move(row, row.planned.machine ?? '', others[to]?.sheetId ?? null)
  }
  return (
    <>
      <p className="sub">
        {plateOf(words, row)} · {t('plan.pieces', { count: entry.quantity, length: mm(entry.lengthMm) })}
      </p>
      {row.planned.isStale && (
        <p className="warning tone-person">
          <Sign tone="person" />
          <span>{t('plan.stale_text')}</span>
        </p>
      )}
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
                onPress={() => acts.choose(row, machine.key)}
              >
                {isChosen ? `✓ ${t('plan.chosen')}` : t('plan.choose')}
              </Button>
            </li>
          )
        })}
      </ul>
      {at >= 0 && (
        <div className="plan-moves" role="group" aria-label={t('plan.place')}>
          <Button className="button" isDisabled={!isFree || at === 0} onPress={() => move(0)}>
            {t('plan.first')}
          </Button>
          <Button className="button" isDisabled={!isFree || at === 0} onPress={() => move(at - 1)}>
            ▲ {t('plan.earlier')}
          </Button>
          <Button className="button" isDisabled={!isFree || at === lane.length - 1} onPress={() => move(at + 1)}>
            ▼ {t('plan.later')}
          </Button>
          <Button className="button" isDisabled={!isFree || at === lane.length - 1} onPress={() => move(lane.length)}>
            {t('plan.last')}
          </Button>
          <Button
            className="button toggle"
            aria-pressed={row.planned.isPinned}
            isDisabled={!isFree}
            onPress={() => acts.pin(row, !row.planned.isPinned)}
          >
            ⚲ {t(row.planned.isPinned ? 'plan.unpin' : 'plan.pin')}
          </Button>
          <span className="sub">{t('plan.place_of', { at: at + 1, of: lane.length })}</span>
        </div>
      )}
      <Lengths row={row} machines={machines} acts={acts} isFree={isFree} />
      <div className="dialog-buttons">
        <Button className="button" onPress={() => onOpenSheet(row)}>
          {t('plan.open_sheet')}
        </Button>
        <Button className="button primary" onPress={onClose}>
          {t('plan.close')}
        </Button>
      </div>
    </>
  )
}

const usualLapMm = 50

/** Offered where the sheet is longer than the machine that was chosen, or than every machine. */
function Lengths({
  row,
  machines,
  acts,
  isFree,
}: Pick<SheetDialogProps, 'machines' | 'acts'> & { row: PlanRow; isFree: boolean }) {
  const words = useWords()
  const { t, mm } = words
  const [lapMm, setLap] = useState(row.planned.split?.lapMm ?? usualLapMm)
  const { split } = row.planned
  const chosen = machines.find(({ key }) => key === row.planned.machine)
  const reach = chosen?.longestMm ?? Math.max(0, ...machines.map(({ longestMm }) => longestMm ?? 0))
  const lengthMm = row.view.entry.lengthMm
  if (split === null && (reach === 0 || lengthMm <= reach)) return null
  const lengths = splitLength(lengthMm, reach, lapMm)
  return (
    <section className="plan-lengths" aria-label={t('plan.lengths')}>
      <h3>{t('plan.lengths')}</h3>
      {split === null ? (
        <>
          <p>{t('plan.too_long', { length: mm(lengthMm), reach: mm(reach) })}</p>
          <NumberField
            className="field"
            value={lapMm}
            minValue={0}
            step={5}
            onChange={(value) => setLap(Number.isFinite(value) ? value : 0)}
          >
            <Label>{t('plan.lap')}</Label>
            <div className="plan-lap">
              <Button slot="decrement" className="button">
                −
              </Button>
              <Input className="input" />
              <Button slot="increment" className="button">
                +
              </Button>
            </div>
          </NumberField>
          {lengths.ok ? (
            <p>{t('plan.would_be', { lengths: lengths.value.map(mm).join(' + ') })}</p>
          ) : (
            <p className="fault-text">{t('plan.bad_lap')}</p>
          )}
          <Button
            className="button"
            isDisabled={!isFree || !lengths.ok}
            onPress={() => acts.split(row, { longestMm: reach, lapMm })}
          >
            {t('plan.split')}
          </Button>
        </>
      ) : (
        <>
          <p>
            {t('plan.is_split', {
              lap: mm(split.lapMm),
              lengths: split.pieces.map((piece) => `${piece.quantity} × ${mm(piece.lengthMm)}`).join(' · '),
            })}
          </p>
          <p className="sub">{t('plan.split_text')}</p>
          <Button className="button" isDisabled={!isFree} onPress={() => acts.split(row, null)}>
            {t('plan.whole')}
          </Button>
        </>
      )}
    </section>
  )
}
