// Starts the page: loads the texts, connects to the station, then renders the screens.
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { useTranslation } from 'react-i18next'
import { App } from './app.tsx'
import { setUpLanguage } from './language/language.ts'
import { createScreenStorage } from './look/screen-storage.ts'
import { createQueryClient, prefetchToday } from './station/queries.ts'
import { StationProvider } from './station/station-context.tsx'
import { openStationLink } from './station/station-link.ts'
import { StationStore } from './station/station-store.ts'
import { createScreenStore } from './store/screen-store.ts'
import { ScreenStoreProvider } from './store/use-screen-store.ts'
import { Notice } from './ui/notice.tsx'

/** After this time the page is rendered without the list. */
const maxListWaitMs = 250

const container = document.getElementById('screen')
if (container === null) throw new Error('the page has no element #screen')
const root = createRoot(container)
const refusal = new AbortController()
const refuse = (): void => {
  refusal.abort()
  void textsReady.then(() => root.render(<RefusedScreen />))
}

const storage = createScreenStorage(window.localStorage, document, window.location.protocol)
const screenStore = createScreenStore(storage, window)
const connecting = openStationLink(refuse).then(
  (link) => {
    if (link === null) return null
    const answers = createQueryClient()
    // before the first call: the station's snapshot makes every earlier answer stale
    const store = new StationStore(link, answers)
    return { answers, store, list: prefetchToday(link, answers) }
  },
  () => null,
)
// the timeout lets messages of the station that have arrived go first, so that the list is read while the texts are set up
const textsReady = new Promise((resolve) => setTimeout(resolve)).then(() => setUpLanguage(storage))
await textsReady
const station = await connecting
if (station === null) {
  refuse()
} else {
  await Promise.race([station.list, new Promise((resolve) => setTimeout(resolve, maxListWaitMs))])
  if (!refusal.signal.aborted)
    root.render(
      <QueryClientProvider client={station.answers}>
        <StationProvider value={station.store}>
          <ScreenStoreProvider value={screenStore}>
            <App />
          </ScreenStoreProvider>
        </StationProvider>
      </QueryClientProvider>,
    )
}

/** Shown when the shell rejects the page: its launch code was used before, or has expired. */
function RefusedScreen() {
  const { t } = useTranslation()
  return (
    <main className="alone">
      <Notice tone="fault" title={t('refused.title')}>
        <p>{t('refused.why')}</p>
        <p>{t('refused.todo')}</p>
      </Notice>
    </main>
  )
}
