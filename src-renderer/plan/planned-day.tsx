// The sheets of a planned day against its machines: every machine's, or one's in their order; and what is asked about a sheet, an order or
// a machine.
import { useDeferredValue, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import type { DayPlan, PlanRow } from '../../shared/planning/index.ts'
import type { PlanMachine } from '../../shared/station-api/index.ts'
import { useWords } from '../language/use-words.ts'
import { goTo } from '../use-route.ts'
import { InSpiteDialog, type InSpite } from './in-spite-dialog.tsx'
import { Loads, type Shown } from './loads.tsx'
import { OrderDialog } from './order-dialog.tsx'
import { PlanLines } from './plan-lines.tsx'
import { SheetDialog } from './sheet-dialog.tsx'
import { TimesDialog } from './times-dialog.tsx'
import type { PlanActs } from './use-plan-acts.ts'

export interface PlannedDayProps {
  date: string
  plan: DayPlan
  /** What a split begins with. */
  lapMm: number
  acts: PlanActs
}

export function PlannedDay({ date, plan, lapMm, acts }: PlannedDayProps) {
  const { t } = useWords()
  // the machines' loads first, then the sheets: whatever is pressed between is not kept waiting for both
  const hasLines = useDeferredValue(true, false)
  const [shown, show] = useState<Shown>(null)
  const [opened, open] = useState<string | null>(null)
  const [ordering, order] = useState<string | null>(null)
  const [inSpite, ask] = useState<InSpite | null>(null)
  const [timing, time] = useState<PlanMachine | null>(null)
  const machines = plan.lanes.map(({ machine }) => machine)
  const all = [...plan.lanes.flatMap(({ rows }) => rows), ...plan.others]
  const lane = plan.lanes.find(({ machine }) => typeof shown === 'object' && machine.key === shown?.machine)
  const rows = shown === null ? all : shown === 'others' ? plan.others : (lane?.rows ?? [])
  const sheet = all.find(({ sheetId }) => sheetId === opened) ?? null
  const laneOfSheet = plan.lanes.find(({ machine }) => machine.key === sheet?.planned.machine)
  const choose = (row: PlanRow | undefined, key: string): void => {
    if (row === undefined || row.isDone || row.planned.machine === key) return
    const at = machines.findIndex((machine) => machine.key === key)
    const machine = machines[at]
    if (machine !== undefined && row.answers?.[at]?.fits === 'no') ask({ row, machine })
    else acts.choose(row, key)
  }
  return (
    <>
      <Loads
        plan={plan}
        shown={shown}
        onShow={show}
        onDrop={(sheetId, machine) =>
          choose(
            all.find((row) => row.sheetId === sheetId),
            machine,
          )
        }
      />
      {lane !== undefined && (
        <div className="plan-tools">
          <Button
            className="button"
            isDisabled={acts.isBusy || lane.lane.slots.length < 2}
            onPress={() => order(lane.machine.key)}
          >
            {t('plan.propose')}
          </Button>
          <Button className="button" onPress={() => time(lane.machine)}>
            {t('plan.set_times')}
          </Button>
          <span className="sub">{t('plan.drag_hint')}</span>
        </div>
      )}
      {rows.length === 0 ? (
        <p className="plan-none">{t('plan.none_here')}</p>
      ) : !hasLines ? null : (
        <PlanLines
          // what can be dropped upon is settled when they are put up
          key={JSON.stringify(shown)}
          rows={rows}
          machines={machines}
          ordered={lane?.machine.key ?? null}
          isDisabled={acts.isBusy}
          onChoose={choose}
          onMove={(row, before) => lane !== undefined && acts.move(row, lane.machine.key, before)}
          onOpen={({ sheetId }) => open(sheetId)}
        />
      )}
      <SheetDialog
        row={sheet}
        lane={laneOfSheet?.rows.filter(({ isDone }) => !isDone) ?? []}
        machines={machines}
        lapMm={lapMm}
        acts={acts}
        onChoose={choose}
        onOpenSheet={({ sheetId }) => goTo({ screen: 'sheet', date, sheetId })}
        onClose={() => open(null)}
      />
      <InSpiteDialog
        asked={inSpite}
        machines={machines}
        onChoose={({ row, machine }) => {
          acts.choose(row, machine.key)
          ask(null)
        }}
        onClose={() => ask(null)}
      />
      <OrderDialog
        lane={plan.lanes.find(({ machine }) => machine.key === ordering) ?? null}
        onTake={(sheetIds) => {
          if (ordering !== null) acts.order(ordering, sheetIds)
          order(null)
        }}
        onClose={() => order(null)}
      />
      <TimesDialog date={date} machine={timing} lapMm={lapMm} onClose={() => time(null)} />
    </>
  )
}
