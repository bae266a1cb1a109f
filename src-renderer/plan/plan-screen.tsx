// The planner's room: the day's sheets against the machines, each machine's load, and the order of its day. What is chosen here is known
// here alone.
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs'
import { Granted } from '../grants/granted.tsx'
import { useWords } from '../language/use-words.ts'
import { dayShown } from '../list/day-shown.ts'
import { useStatus } from '../station/station-context.tsx'
import { Refused } from '../ui/refused.tsx'
import { goTo } from '../use-route.ts'
import { PlanButtons } from './plan-buttons.tsx'
import { PlanOfDay } from './plan-of-day.tsx'
import { useDayPlan } from './use-day-plan.ts'
import { usePlanActs } from './use-plan-acts.ts'

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
          <PlanOfDay date={date} now={now} acts={acts} />
        </TabPanel>
      </Tabs>
      {acts.dialog}
    </main>
  )
}
