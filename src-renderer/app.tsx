// The frame around every screen: the rooms, the screen chosen, what waits for an undo, and the status line that is never away.
import { lazy, Suspense, useEffect, useState } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { useTranslation } from 'react-i18next'
import { BrokenScreen } from './broken-screen.tsx'
import { ExportStrip } from './exports/export-strip.tsx'
import { Rooms } from './frame/rooms.tsx'
import { useKioskKeys } from './grants/kiosk-keys.ts'
import { languageOf } from './language/language.ts'
import { useStationLanguage } from './language/station-language.ts'
import { useWords } from './language/use-words.ts'
import type { BrakeChoice } from './list/list-rows.ts'
import { ListScreen } from './list/list-screen.tsx'
import { sheetSigns } from './list/rows.tsx'
import type { Route } from './route.ts'
import { Scans } from './scan/scans.tsx'
import { Signals } from './sounds/signals.tsx'
import { useWorkshopWatch } from './station/queries.ts'
import { useFirstStatus, useLinkState, useStatus } from './station/station-context.tsx'
import { StatusLine } from './status/status-line.tsx'
import { UndoBar } from './status/undo-bar.tsx'
import { fetchWhenIdle, later } from './ui/later.tsx'
import { useRoute } from './use-route.ts'

// the operator's next press: fetched as soon as the first screen stands
const sheetScreen = later(async () => (await import('./sheet/sheet-screen.tsx')).SheetScreen)
// what the operator does not need at once comes when its room is opened
const ExportsScreen = lazy(async () => ({ default: (await import('./exports/exports-screen.tsx')).ExportsScreen }))
const MarkScreen = lazy(async () => ({ default: (await import('./marks/mark-screen.tsx')).MarkScreen }))
const MarksScreen = lazy(async () => ({ default: (await import('./marks/marks-screen.tsx')).MarksScreen }))
const OversightScreen = lazy(async () => ({
  default: (await import('./oversight/oversight-screen.tsx')).OversightScreen,
}))
const PlanScreen = lazy(async () => ({ default: (await import('./plan/plan-screen.tsx')).PlanScreen }))
const SetUpScreen = lazy(async () => ({ default: (await import('./set-up/set-up-screen.tsx')).SetUpScreen }))

export function App() {
  const { i18n } = useTranslation()
  useStationLanguage()
  const status = useFirstStatus()
  return (
    <I18nProvider locale={languageOf(i18n) === 'nb' ? 'nb-NO' : 'en-GB'}>
      <BrokenScreen>{status === null ? <Starting /> : <Screens />}</BrokenScreen>
    </I18nProvider>
  )
}

function Starting() {
  const { t } = useWords()
  const link = useLinkState()
  return (
    <main className="alone" aria-busy="true">
      <p className="starting" role="status">
        {link === 'lost' ? t('status.link_lost') : t('app.starting')}
      </p>
    </main>
  )
}

function Screens() {
  const route = useRoute()
  const { ownBrakeId } = useStatus()
  useWorkshopWatch()
  useKioskKeys()
  useEffect(() => void fetchWhenIdle([sheetScreen, sheetSigns]), [])
  const [chosen, choose] = useState<BrakeChoice | null>(null)
  const choice: BrakeChoice = chosen ?? (ownBrakeId === null ? { kind: 'all' } : { kind: 'brake', id: ownBrakeId })
  return (
    <div className="app">
      <div className="app-room">
        {route.screen !== 'sheet' && <Rooms route={route} />}
        <div className={isForGloves(route) ? 'app-screen glove' : 'app-screen'}>
          <Suspense fallback={<Opening />}>
            <Screen route={route} choice={choice} onChoose={choose} />
          </Suspense>
        </div>
      </div>
      {route.screen !== 'exports' && <ExportStrip />}
      <div className="news">
        <Signals />
        <UndoBar shownSheetId={route.screen === 'sheet' ? route.sheetId : null} />
      </div>
      <Scans />
      <StatusLine />
    </div>
  )
}

/** What stands open at the machine. */
const isForGloves = ({ screen }: Route): boolean =>
  screen === 'list' || screen === 'sheet' || screen === 'marks' || screen === 'mark'

interface ScreenProps {
  route: Route
  choice: BrakeChoice
  onChoose: (choice: BrakeChoice) => void
}

function Screen({ route, choice, onChoose }: ScreenProps) {
  const { today } = useStatus()
  switch (route.screen) {
    case 'list':
      return <ListScreen date={route.date ?? today} choice={choice} onChoose={onChoose} />
    case 'sheet':
      return <sheetScreen.Part key={route.sheetId} sheetId={route.sheetId} date={route.date} choice={choice} />
    case 'marks':
      return <MarksScreen />
    case 'mark':
      return <MarkScreen key={route.markId} markId={route.markId} />
    case 'exports':
      return <ExportsScreen />
    case 'plan':
      return <PlanScreen date={route.date ?? today} />
    case 'oversight':
      return <OversightScreen />
    case 'setup':
      return <SetUpScreen />
  }
}

function Opening() {
  const { t } = useWords()
  return (
    <main className="alone" aria-busy="true">
      <p role="status">{t('frame.opening')}</p>
    </main>
  )
}
