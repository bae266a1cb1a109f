// The frame around every screen: the navigation, the current screen, and the status line with the messages.
import { Suspense, useEffect, useState } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { useTranslation } from 'react-i18next'
import { useOpenBendStep } from './bend-step/use-open-bend-step.ts'
import { BrokenScreen } from './broken-screen.tsx'
import { AreaNavigation } from './frame/area-navigation.tsx'
import { useKioskKeys } from './grants/kiosk-keys.ts'
import { HallView } from './hall/hall-view.tsx'
import { languageOf } from './language/language.ts'
import { useTexts } from './language/use-texts.ts'
import type { BrakeChoice } from './list/arranging/index.ts'
import { sheetSigns } from './list/rows/index.ts'
import { Scans } from './scan/scans.tsx'
import type { Route } from './route.ts'
import { handbookPageOf, renderScreen, screenOf, sheetScreen } from './screens.tsx'
import { useWorkshopWatch } from './station/queries.ts'
import { OthersQuestionDialog } from './peers/others-question-dialog.tsx'
import { useFirstStatus, useLinkState, useShell, useStatus } from './station/station-context.tsx'
import { StatusLine } from './status/status-line.tsx'
import { loadWhenIdle } from './ui/lazy-component.tsx'
import { goTo, useRoute } from './use-route.ts'

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
  const { t } = useTexts()
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
  const { area, isForGloves, isWhole = false } = screenOf(route)
  const { today, ownBrakeId } = useStatus()
  useWorkshopWatch()
  useKioskKeys()
  useHelpKey(route)
  useOpenBendStep(route)
  useEffect(() => void loadWhenIdle([sheetScreen, sheetSigns]), [])
  const [chosenBrake, setChosenBrake] = useState<BrakeChoice | null>(null)
  const ownBrake: BrakeChoice = ownBrakeId === null ? { kind: 'all' } : { kind: 'brake', id: ownBrakeId }
  return (
    <div className="app">
      <div className="app-body">
        {area !== null && <AreaNavigation current={area} handbookPage={handbookPageOf(route)} />}
        <div className={isForGloves ? 'app-screen glove' : 'app-screen'}>
          <Suspense fallback={<Opening />}>
            {renderScreen(route, { today, brakeChoice: chosenBrake ?? ownBrake, onChooseBrake: setChosenBrake })}
          </Suspense>
        </div>
      </div>
      <Scans />
      <OthersQuestionDialog />
      <StatusLine
        isWhole={isWhole}
        shownSheetId={route.screen === 'sheet' ? route.sheetId : null}
        showsExports={route.screen === 'exports'}
      />
      <HallView route={route} />
    </div>
  )
}

function Opening() {
  const { t } = useTexts()
  return (
    <main className="alone" aria-busy="true">
      <p role="status">{t('frame.opening')}</p>
    </main>
  )
}

/** Applies the station's language. The browser's local storage cannot share it between screens: it differs per port. */
function useStationLanguage(): void {
  const { i18n } = useTranslation()
  const { language } = useShell()
  useEffect(() => {
    if (language !== null && i18n.language !== language) void i18n.changeLanguage(language)
  }, [i18n, language])
}

/** F1 opens the handbook at the page for the current screen. */
function useHelpKey(route: Route): void {
  const page = handbookPageOf(route)
  useEffect(() => {
    const openHelp = (event: KeyboardEvent): void => {
      if (event.key !== 'F1') return
      event.preventDefault()
      goTo({ screen: 'help', page, section: null })
    }
    window.addEventListener('keydown', openHelp)
    return () => window.removeEventListener('keydown', openHelp)
  }, [page])
}
