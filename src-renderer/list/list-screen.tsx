// The day's list: the days, the machine, and the rows. Distinguishes an empty list from one that is unknown, old or failed.
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs'
import type { StatusView } from '../../shared/station-api/index.ts'
import { ChosenSheets, ListExport } from '../exports/list-export.tsx'
import { languageOf } from '../language/language.ts'
import { useTexts } from '../language/use-texts.ts'
import { goTo } from '../use-route.ts'
import { useCall, useList } from '../station/queries.ts'
import { useStatus } from '../station/station-context.tsx'
import { useScreenStore, useSlice } from '../store/use-screen-store.ts'
import { Button } from '../ui/button.tsx'
import { BrakeSelect } from './brake-select.tsx'
import { DayList } from './day-list.tsx'
import { useArranged } from './use-arranged.ts'
import { type BrakeChoice, dayShown, isFolded, isUnfiltered, type ListRow, listRows } from './arranging/index.ts'
import { ListBar } from './list-bar.tsx'

export interface ListScreenProps {
  /** The requested day. */
  date: string
  choice: BrakeChoice
  onChoose: (choice: BrakeChoice) => void
}

export function ListScreen({ date: routeDate, choice, onChoose }: ListScreenProps) {
  const { t } = useTexts()
  const status = useStatus()
  const date = dayShown(routeDate, status)
  const list = useList(date).data
  const arrangement = useSlice(useScreenStore().listView.arrangement)
  const rows = useArranged(list, choice, arrangement)
  const total = useMemo(() => (list === undefined ? 0 : sheetsIn(listRows(list, choice))), [list, choice])
  const shownIds = useMemo(() => rows.flatMap((row) => (row.kind === 'entry' ? [row.view.entry.sheetId] : [])), [rows])
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const bent = useMemo(() => (list === undefined ? 0 : listRows(list, choice).filter(isFolded).length), [list, choice])
  const progressOf = ({
    date: tabDate,
    readAt,
    entries,
    bent: bentOfAll,
  }: StatusView['days'][number]): string | null => {
    if (readAt === null) return t('day.unread')
    if (tabDate !== date) return null
    // the station counts the sheets of all machines
    return t('day.progress', choice.kind === 'all' ? { bent: bentOfAll, entries } : { bent, entries: total })
  }
  return (
    <main className="screen">
      <Tabs
        className="day-tabs"
        selectedKey={date}
        onSelectionChange={(key) => goTo({ screen: 'list', date: String(key) })}
      >
        <header className="bar list-head">
          <h1 className="sr-only">{t('list.title')}</h1>
          <DayTabs date={date} progressOf={progressOf} />
          {list !== undefined && list.entries.length > 0 && (
            <ListBar list={list} arrangement={arrangement} shown={sheetsIn(rows)} total={total} />
          )}
          <div className="bar-end">
            <ListExport
              date={date}
              choice={choice}
              shown={isUnfiltered(arrangement) ? null : shownIds}
              onChooseSheets={() => setChosen(new Set())}
            />
            <BrakeSelect choice={choice} onChoose={onChoose} />
            <LanguageButton />
          </div>
        </header>
        <TabPanel id={date} className="day-panel">
          {chosen !== null && (
            <ChosenSheets
              date={date}
              choice={choice}
              shown={shownIds}
              chosen={chosen}
              onChoose={setChosen}
              onEnd={() => setChosen(null)}
            />
          )}
          <DayList
            date={date}
            choice={choice}
            arrangement={arrangement}
            rows={rows}
            onShowAll={() => onChoose({ kind: 'all' })}
            choosing={chosen === null ? null : { chosen, onChoose: setChosen }}
          />
        </TabPanel>
      </Tabs>
    </main>
  )
}

interface DayTabsProps {
  /** The shown day. */
  date: string
  progressOf: (day: StatusView['days'][number]) => string | null
}

/** The days that the station follows, and the shown day if it is another one. */
function DayTabs({ date, progressOf }: DayTabsProps) {
  const { t, day: longDay, shortDay } = useTexts()
  const { days } = useStatus()
  return (
    <div className="days">
      <TabList aria-label={t('list.title')} className="days-list">
        {days.map((day) => (
          <Tab key={day.date} id={day.date} className="day-tab">
            <span className="day-name">{t(`day.${day.label}`)}</span>
            <span className="day-progress">
              {[shortDay(day.date), progressOf(day)].filter((part) => part !== null).join(' · ')}
            </span>
          </Tab>
        ))}
        {!days.some((day) => day.date === date) && (
          <Tab id={date} className="day-tab">
            <span className="day-name">{longDay(date)}</span>
          </Tab>
        )}
      </TabList>
    </div>
  )
}

/** Switches every screen of this station to the other language. */
function LanguageButton() {
  const { t, i18n } = useTranslation()
  const choose = useCall('language.choose')
  const other = languageOf(i18n) === 'nb' ? 'en' : 'nb'
  return (
    <Button
      variant="quiet"
      className="language"
      lang={other}
      onPress={() => {
        void i18n.changeLanguage(other)
        choose.mutate({ language: other })
      }}
    >
      {t(`app.language_${other}`)}
    </Button>
  )
}

const sheetsIn = (rows: readonly ListRow[]): number => rows.filter(({ kind }) => kind === 'entry').length
