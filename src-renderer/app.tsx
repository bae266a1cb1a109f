// The frame around every screen: the screen chosen, what waits for an undo, and the status line that is never away.
import { useState } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { BrokenScreen } from './broken-screen.tsx'
import { ExportStrip } from './exports/export-strip.tsx'
import { ExportsScreen } from './exports/exports-screen.tsx'
import { languageOf } from './language/language.ts'
import { useWords } from './language/use-words.ts'
import type { BrakeChoice } from './list/list-rows.ts'
import { ListScreen } from './list/list-screen.tsx'
import { MarkScreen } from './marks/mark-screen.tsx'
import { MarksScreen } from './marks/marks-screen.tsx'
import { ScannedHandOver } from './scan/scanned-hand-over.tsx'
import { useRoute } from './use-route.ts'
import { SheetScreen } from './sheet/sheet-screen.tsx'
import { useWorkshopWatch } from './station/queries.ts'
import { useFirstStatus, useLinkState, useStatus } from './station/station-context.tsx'
import { StatusLine } from './status/status-line.tsx'
import { UndoBar } from './status/undo-bar.tsx'
import { useTranslation } from 'react-i18next'

export function App() {
  const { i18n } = useTranslation()
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
  const { today, ownBrakeId } = useStatus()
  useWorkshopWatch()
  const [chosen, choose] = useState<BrakeChoice | null>(null)
  const choice: BrakeChoice = chosen ?? (ownBrakeId === null ? { kind: 'all' } : { kind: 'brake', id: ownBrakeId })
  return (
    <div className="app">
      {route.screen === 'list' && <ListScreen date={route.date ?? today} choice={choice} onChoose={choose} />}
      {route.screen === 'sheet' && (
        <SheetScreen key={route.sheetId} sheetId={route.sheetId} date={route.date} choice={choice} />
      )}
      {route.screen === 'marks' && <MarksScreen />}
      {route.screen === 'mark' && <MarkScreen key={route.markId} markId={route.markId} />}
      {route.screen === 'exports' && <ExportsScreen />}
      {route.screen !== 'exports' && <ExportStrip />}
      <UndoBar shownSheetId={route.screen === 'sheet' ? route.sheetId : null} />
      <StatusLine />
      <ScannedHandOver />
    </div>
  )
}
