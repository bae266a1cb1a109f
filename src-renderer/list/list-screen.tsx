// The day's list: which day, which machine, and the lines. Says apart what is empty, unknown, old and failed.
import { Tab, TabList, Tabs } from 'react-aria-components/Tabs'
import { useWords } from '../language/use-words.ts'
import { goTo } from '../use-route.ts'
import { useStatus } from '../station/station-context.tsx'
import { BrakeSelect } from './brake-select.tsx'
import { DayList } from './day-list.tsx'
import { LanguageButton } from './language-button.tsx'
import type { BrakeChoice } from './list-rows.ts'

export interface ListScreenProps {
  date: string
  choice: BrakeChoice
  onChoose: (choice: BrakeChoice) => void
}

export function ListScreen({ date, choice, onChoose }: ListScreenProps) {
  const { t, shortDay } = useWords()
  const status = useStatus()
  const days = status.days.some((day) => day.date === date)
    ? status.days
    : [{ date, label: 'today' as const, readAt: null, entries: 0, bent: 0 }, ...status.days]
  return (
    <main className="screen">
      <header className="bar">
        <h1 className="sr-only">{t('list.title')}</h1>
        <Tabs
          className="days"
          selectedKey={date}
          onSelectionChange={(key) => goTo({ screen: 'list', date: String(key) })}
        >
          <TabList aria-label={t('list.title')} className="days-list">
            {days.map((day) => (
              <Tab key={day.date} id={day.date} className="day-tab">
                <span className="day-name">{t(`day.${day.label}`)}</span>
                <span className="day-progress">
                  {shortDay(day.date)} ·{' '}
                  {day.readAt === null ? t('day.unread') : t('day.progress', { bent: day.bent, entries: day.entries })}
                </span>
              </Tab>
            ))}
          </TabList>
        </Tabs>
        <div className="bar-end">
          <BrakeSelect choice={choice} onChoose={onChoose} />
          <LanguageButton />
        </div>
      </header>
      <DayList date={date} choice={choice} onShowAll={() => onChoose({ kind: 'all' })} />
    </main>
  )
}
