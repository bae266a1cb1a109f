// The sheets of a planned day: those of all machines, or of one machine in their order. Opens the dialogs for a sheet, an order and a
// machine.
import { useDeferredValue, useState } from 'react'
import { Button } from '../ui/button.tsx'
import type { DayPlan, PlanRow } from '../../shared/planning/index.ts'
import type { PlanMachine } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { goTo } from '../use-route.ts'
import { type MachineOverride, OverrideDialog, OrderDialog, SheetDialog, TimesDialog } from './dialogs/index.ts'
import { Loads, type ShownSheets } from './loads.tsx'
import { PlanLines } from './plan-lines.tsx'
import type { PlanActions } from './use-plan-actions.ts'

export interface PlannedDayProps {
  date: string
  plan: DayPlan
  /** The default lap of a split. */
  lapMm: number
  actions: PlanActions
}

export function PlannedDay({ date, plan, lapMm, actions }: PlannedDayProps) {
  const { t } = useTexts()
  // renders the loads of the machines before the sheets, so that a press between them does not wait for both
  const hasLines = useDeferredValue(true, false)
  const [shown, setShown] = useState<ShownSheets>(null)
  const [openedSheetId, setOpenedSheetId] = useState<string | null>(null)
  const [orderedMachine, setOrderedMachine] = useState<string | null>(null)
  const [override, setOverride] = useState<MachineOverride | null>(null)
  const [timedMachine, setTimedMachine] = useState<PlanMachine | null>(null)
  const machines = plan.lanes.map(({ machine }) => machine)
  const all = [...plan.lanes.flatMap(({ rows }) => rows), ...plan.others]
  const lane = plan.lanes.find(({ machine }) => typeof shown === 'object' && machine.key === shown?.machine)
  const rows = shown === null ? all : shown === 'others' ? plan.others : (lane?.rows ?? [])
  const choose = (row: PlanRow | undefined, key: string): void => {
    if (row === undefined || row.isDone || row.planned.machine === key) return
    const index = machines.findIndex((machine) => machine.key === key)
    const machine = machines[index]
    if (machine !== undefined && row.answers?.[index]?.fits === 'no') setOverride({ row, machine })
    else actions.choose(row, key)
  }
  const closeDialogs: PlanDialogsProps['onClose'] = (dialog) => {
    if (dialog === 'sheet') setOpenedSheetId(null)
    if (dialog === 'override') setOverride(null)
    if (dialog === 'order') setOrderedMachine(null)
    if (dialog === 'times') setTimedMachine(null)
  }
  return (
    <>
      <Loads
        plan={plan}
        shown={shown}
        onShow={setShown}
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
            isDisabled={actions.isBusy || lane.lane.slots.length < 2}
            onPress={() => setOrderedMachine(lane.machine.key)}
          >
            {t('plan.propose')}
          </Button>
          <Button onPress={() => setTimedMachine(lane.machine)}>{t('plan.set_times')}</Button>
          <span className="sub">{t('plan.drag_hint')}</span>
        </div>
      )}
      {rows.length === 0 ? (
        <p className="plan-none">{t('plan.none_here')}</p>
      ) : !hasLines ? null : (
        <PlanLines
          // the drop targets are fixed when the list is mounted
          key={JSON.stringify(shown)}
          rows={rows}
          machines={machines}
          orderedMachine={lane?.machine.key ?? null}
          isDisabled={actions.isBusy}
          onChoose={choose}
          onMove={(row, before) => lane !== undefined && actions.move(row, lane.machine.key, before)}
          onOpen={({ sheetId }) => setOpenedSheetId(sheetId)}
        />
      )}
      <PlanDialogs
        date={date}
        plan={plan}
        lapMm={lapMm}
        actions={actions}
        open={{ sheetId: openedSheetId, override, order: orderedMachine, times: timedMachine }}
        onChoose={choose}
        onClose={closeDialogs}
      />
    </>
  )
}

interface PlanDialogsProps extends PlannedDayProps {
  /** What each dialog is about; null: the dialog is closed. */
  open: {
    sheetId: string | null
    override: MachineOverride | null
    order: string | null
    times: PlanMachine | null
  }
  onChoose: (row: PlanRow, machine: string) => void
  onClose: (dialog: 'sheet' | 'override' | 'order' | 'times') => void
}

function PlanDialogs({ date, plan, lapMm, actions, open, onChoose, onClose }: PlanDialogsProps) {
  const machines = plan.lanes.map(({ machine }) => machine)
  const all = [...plan.lanes.flatMap(({ rows }) => rows), ...plan.others]
  const sheet = all.find(({ sheetId }) => sheetId === open.sheetId) ?? null
  const laneOfSheet = plan.lanes.find(({ machine }) => machine.key === sheet?.planned.machine)
  return (
    <>
      <SheetDialog
        row={sheet}
        lane={laneOfSheet?.rows.filter(({ isDone }) => !isDone) ?? []}
        machines={machines}
        lapMm={lapMm}
        actions={actions}
        onChoose={onChoose}
        onOpenSheet={({ sheetId }) => goTo({ screen: 'sheet', date, sheetId })}
        onClose={() => onClose('sheet')}
      />
      <OverrideDialog
        override={open.override}
        machines={machines}
        onChoose={({ row, machine }) => {
          actions.choose(row, machine.key)
          onClose('override')
        }}
        onClose={() => onClose('override')}
      />
      <OrderDialog
        lane={plan.lanes.find(({ machine }) => machine.key === open.order) ?? null}
        onTake={(sheetIds) => {
          if (open.order !== null) actions.order(open.order, sheetIds)
          onClose('order')
        }}
        onClose={() => onClose('order')}
      />
      <TimesDialog date={date} machine={open.times} lapMm={lapMm} onClose={() => onClose('times')} />
    </>
  )
}
