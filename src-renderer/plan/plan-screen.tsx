// The plan of a day: its sheets, the load of each machine, and their order. Choices are stored at this station only.
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs'
import { useTexts } from '../language/use-texts.ts'
import { dayShown } from '../list/arranging/index.ts'
import { useStatus } from '../station/station-context.tsx'
import { Refused } from '../ui/refused.tsx'
import { goTo } from '../use-route.ts'
import { PlanButtons } from './plan-buttons.tsx'
import { PlanOfDay } from './plan-of-day.tsx'
import { useDayPlan } from './use-day-plan.ts'
import { usePlanActions } from './use-plan-actions.ts'

export function PlanScreen({ date: routeDate }: { date: string }) {
  const { t, day: longDay, shortDay } = useTexts()
  const status = useStatus()
  const date = dayShown(routeDate, status)
  const dayPlan = useDayPlan(date)
  const actions = usePlanActions(date)
  return (
    <main className="screen plan">
      <Tabs
        className="day-tabs"
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
          {dayPlan.kind === 'ready' && <PlanButtons date={date} dayPlan={dayPlan} actions={actions} />}
        </header>
        <TabPanel id={date} className="day-panel">
          <Refused title={t('plan.refused')} error={actions.error} />
          <PlanOfDay date={date} dayPlan={dayPlan} actions={actions} />
        </TabPanel>
      </Tabs>
      {actions.dialog}
    </main>
  )
}
