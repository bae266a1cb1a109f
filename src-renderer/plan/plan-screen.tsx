// The planner's room: the day's sheets against the machines, each machine's load, and the order of its day. What is chosen here is known
// here alone.
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from 'react-aria-components/Button'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs'
import type { DayPlan, PlanLane, PlanRow } from '../../shared/planning/index.ts'
import type { PlanMachine } from '../../shared/station-api/index.ts'
import { Granted } from '../grants/granted.tsx'
import { useWords } from '../language/use-words.ts'
import { dayShown } from '../list/day-shown.ts'
import { useCall } from '../station/queries.ts'
import { useStatus } from '../station/station-context.tsx'
import { Notice } from '../ui/notice.tsx'
import { Refused } from '../ui/refused.tsx'
import { goTo } from '../use-route.ts'
import { Loads, type Shown } from './loads.tsx'
import { OrderDialog } from './order-dialog.tsx'
import { PlanLines } from './plan-lines.tsx'
import { PlanPaper } from './plan-paper.tsx'
import { SheetDialog } from './sheet-dialog.tsx'
import { TimesDialog } from './times-dialog.tsx'
import { useDayPlan, type DayPlanNow } from './use-day-plan.ts'
import { usePlanActs, type PlanActs } from './use-plan-acts.ts'

export const PlanScreen = ({ date }: { date: string }) => (
  <Granted grant="plan">
    <Plan date={date} />
  </Granted>
)

function Plan({ date: asked }: { date: string }) {
  const { t, day: longDay, shortDay } = useWords()
  const status = useStatus()
  const date = dayShown(asked, status)
  const now = useDayPlan(date)
  const acts = usePlanActs(date)
  return (
    <main className="screen plan">
      <Tabs
        className="days-room"
        selectedKey={date}
        onSelectionChange={(key) => goTo({ screen: 'plan', date: String(key) })}
      >
        <header className="bar">
          <h1 className="sr-only">{t('plan.title')}</h1>
          <div className="days">
            <TabList aria-label={t('plan.title')} className="days-list">
              {status.days.map((day) => (
                <Tab key={day.date} id={day.date} className="day-tab">
                  <span className="day-name">{t(`day.${day.label}`)}</span>
                  <span className="day-progress">{shortDay(day.date)}</span>
                </Tab>
              ))}
              {!status.days.some((day) => day.date === date) && (
                <Tab id={date} className="day-tab">
                  <span className="day-name">{longDay(date)}</span>
                </Tab>
              )}
            </TabList>
          </div>
          {now.is === 'here' && <PlanButtons date={date} now={now} acts={acts} />}
        </header>
        <TabPanel id={date} className="day-panel">
          <Refused title={t('plan.refused')} error={acts.error} />
          <PlanOf date={date} now={now} acts={acts} />
        </TabPanel>
      </Tabs>
      {acts.dialog}
    </main>
  )
}

type Here = Extract<DayPlanNow, { is: 'here' }>

function PlanButtons({ date, now, acts }: { date: string; now: Here; acts: PlanActs }) {
  const { t, language } = useWords()
  const csv = useCall('export.start')
  const [printed, print] = useState<readonly PlanLane[] | null>(null)
  return (
    <div className="bar-end">
      <Button
        className="button"
        isDisabled={acts.isBusy || now.lastAct === null}
        onPress={() => now.lastAct !== null && acts.undo(now.lastAct.id)}
      >
        ↶ {t('plan.undo')}
      </Button>
      <Button
        className="button"
        onPress={() => {
          flushSync(() => print(now.plan.lanes.filter(({ rows }) => rows.length > 0)))
          window.print()
          print(null)
        }}
      >
        {t('plan.print')}
      </Button>
      <Button
        className="button"
        isDisabled={csv.isPending}
        onPress={() =>
          csv.mutate({
            what: { kind: 'day', date, pressBrakeId: null, formats: ['plan-csv'] },
            preset: 'inventor',
            language,
          })
        }
      >
        {t('plan.csv')}
      </Button>
      {printed !== null && <PlanPaper date={date} lanes={printed} />}
    </div>
  )
}

function PlanOf({ date, now, acts }: { date: string; now: DayPlanNow; acts: PlanActs }) {
  const { t, day } = useWords()
  switch (now.is) {
    case 'here':
      return now.plan.lanes.every(({ rows }) => rows.length === 0) && now.plan.others.length === 0 ? (
        <div className="empty">
          <Notice tone="open" title={t('plan.empty_title')}>
            <p>{t('plan.empty_text', { day: day(date) })}</p>
          </Notice>
        </div>
      ) : (
        <Planned date={date} plan={now.plan} acts={acts} />
      )
    case 'loading':
      return (
        <div className="empty" aria-busy="true">
          <Notice tone="waiting" title={t('plan.loading')} />
        </div>
      )
    case 'never_read':
      return (
        <div className="empty">
          <Notice tone="doubt" title={t('plan.never_title')}>
            <p>{t('plan.never_text', { day: day(date) })}</p>
          </Notice>
        </div>
      )
    case 'failed':
      return (
        <div className="empty">
          <Notice tone="fault" title={t('plan.failed')}>
            <p>{t(`call_error.${now.error.code}`)}</p>
            <Button className="button" onPress={now.retry}>
              {t('plan.retry')}
            </Button>
          </Notice>
        </div>
      )
  }
}

function Planned({ date, plan, acts }: { date: string; plan: DayPlan; acts: PlanActs }) {
  const { t } = useWords()
  const [shown, show] = useState<Shown>(null)
  const [opened, open] = useState<string | null>(null)
  const [ordering, order] = useState<string | null>(null)
  const [timing, time] = useState<PlanMachine | null>(null)
  const machines = plan.lanes.map(({ machine }) => machine)
  const all = [...plan.lanes.flatMap(({ rows }) => rows), ...plan.others]
  const lane = plan.lanes.find(({ machine }) => typeof shown === 'object' && machine.key === shown?.machine)
  const rows = shown === null ? all : shown === 'others' ? plan.others : (lane?.rows ?? [])
  const sheet = all.find(({ sheetId }) => sheetId === opened) ?? null
  const laneOfSheet = plan.lanes.find(({ machine }) => machine.key === sheet?.planned.machine)
  const choose = (row: PlanRow | undefined, machine: string): void => {
    if (row !== undefined && !row.isDone && row.planned.machine !== machine) acts.choose(row, machine)
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
      ) : (
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
        acts={acts}
        onOpenSheet={({ sheetId }) => goTo({ screen: 'sheet', date, sheetId })}
        onClose={() => open(null)}
      />
      <OrderDialog
        lane={plan.lanes.find(({ machine }) => machine.key === ordering) ?? null}
        onTake={(sheetIds) => {
          if (ordering !== null) acts.order(ordering, sheetIds)
          order(null)
        }}
        onClose={() => order(null)}
      />
      <TimesDialog date={date} machine={timing} onClose={() => time(null)} />
    </>
  )
}
