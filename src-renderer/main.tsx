// Starts the page: loads the texts, connects to the station, then renders the screens.
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { setUpLanguage } from './language/language.ts'
import { createScreenStorage } from './look/screen-storage.ts'
import { RefusedScreen } from './refused-screen.tsx'
import { createAnswers, readTodayAhead } from './station/queries.ts'
import { StationProvider } from './station/station-context.tsx'
import { openStationLink } from './station/station-link.ts'
import { createStationStore } from './station/station-store.ts'
import { createScreenStore } from './store/screen-store.ts'
import { ScreenStoreProvider } from './store/use-screen-store.ts'

/** After this time the page is rendered without the list. */
const longestWaitForListMs = 250

const place = document.getElementById('screen')
if (place === null) throw new Error('the page has no place for the screen')
const root = createRoot(place)
let isRefused = false
const refuse = (): void => {
  isRefused = true
  void textsReady.then(() => root.render(<RefusedScreen />))
}

const storage = createScreenStorage(window.localStorage, document, window.location.protocol)
const screenStore = createScreenStore(storage, window)
const connecting = openStationLink(refuse).then(
  (link) => {
    if (link === null) return null
    const answers = createAnswers()
    // before the first call: the station's snapshot makes every earlier answer stale
    const store = createStationStore(link, answers)
    return { answers, store, list: readTodayAhead(link, answers) }
  },
  () => null,
)
// messages of the station that have arrived are handled first: the list is read while the texts are set up
const textsReady = new Promise((resolve) => setTimeout(resolve)).then(() => setUpLanguage(storage))
await textsReady
const station = await connecting
if (station === null) {
  refuse()
} else {
  await Promise.race([station.list, new Promise((resolve) => setTimeout(resolve, longestWaitForListMs))])
  if (!isRefused)
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
