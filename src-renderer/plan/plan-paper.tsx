// The plan for printing: one page per machine, its sheets in order with a box to tick. Hidden on the screen.
import { createPortal } from 'react-dom'
import type { PlanLane } from '../../shared/planning/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { useStatus } from '../station/station-context.tsx'
import { piecesAndSplitOf, blankOf, sheetNameOf, timeOf } from './plan-texts.ts'

export function PlanPaper({ date, lanes }: { date: string; lanes: readonly PlanLane[] }) {
  const texts = useTexts()
  const { t, day, shortDay, when } = texts
  const { upToDateAt, stations } = useStatus()
  return createPortal(
    <div className="plan-paper" aria-hidden="true">
      {lanes.map(({ machine, lane, rows }) => (
        <section key={machine.key}>
          <h1>{t('plan.paper_title', { machine: machine.name, day: day(date) })}</h1>
          <p>
            {t('plan.sheets', { count: lane.slots.length })} ·{' '}
            {t('plan.of_shift', { time: timeOf(texts, lane.minutes), shift: timeOf(texts, machine.shiftMin) })}
            {upToDateAt !== null && ` · ${t('plan.paper_fresh', { when: when(upToDateAt) })}`}
            {stations === undefined && ` · ${t('plan.paper_local')}`}
          </p>
          <table>
            <thead>
              <tr>
                <th>{t('plan.column.no')}</th>
                <th>{t('plan.column.sheet')}</th>
                <th>{t('plan.column.what')}</th>
                <th>{t('plan.column.material')}</th>
                <th>{t('plan.column.pieces')}</th>
                <th>{t('plan.column.due')}</th>
                <th>{t('plan.column.turn')}</th>
                <th>{t('plan.column.done')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => {
                const { entry } = row.view
                return (
                  <tr key={row.sheetId}>
                    <td>{index + 1}</td>
                    <td>{sheetNameOf(row)}</td>
                    <td>{entry.title ?? entry.customerName}</td>
                    <td>{blankOf(texts, row)}</td>
                    <td>{piecesAndSplitOf(texts, row)}</td>
                    <td>{entry.dueDate === null ? '' : shortDay(entry.dueDate)}</td>
                    <td>
                      {row.slot === null
                        ? ''
                        : t('plan.turn', {
                            from: timeOf(texts, row.slot.startMin),
                            to: timeOf(texts, row.slot.endMin),
                          })}
                    </td>
                    <td>{row.isDone ? t(`state.${row.state}`) : '☐'}</td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </section>
      ))}
    </div>,
    document.body,
  )
}
