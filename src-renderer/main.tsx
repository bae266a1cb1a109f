// The page's start: words, the way to the station, then the screens.
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { setUpLanguage } from './language/language.ts'
import { keptHere } from './look/kept.ts'
import { setUpLook } from './look/this-screen.ts'
import { RefusedScreen } from './refused-screen.tsx'
import { createAnswers, readTodayAhead } from './station/queries.ts'
import { StationProvider } from './station/station-context.tsx'
import { awaitFirstTouch } from './sounds/play.ts'
import { openStationLink } from './station/station-link.ts'
import { createStationStore } from './station/station-store.ts'

/** A station that takes longer to give its list is seen to be waited for. */
const firstLookMs = 250

const place = document.getElementById('screen')
if (place === null) throw new Error('the page has no place for the screen')
const root = createRoot(place)
let isRefused = false
const refuse = (): void => {
  isRefused = true
  void words.then(() => root.render(<RefusedScreen />))
}

const kept = keptHere(window.localStorage, document, window.location.protocol)
setUpLook(kept)
awaitFirstTouch(document)
const reaching = openStationLink(refuse).then(
  (link) => {
    if (link === null) return null
    const answers = createAnswers()
    // before anything is asked for: the station's first word makes old what was asked before it
    const store = createStationStore(link, answers)
    return { answers, store, list: readTodayAhead(link, answers) }
  },
  () => null,
)
// what the station has said by now is heard first: the list is on its way while the words are set up
const words = new Promise((resolve) => setTimeout(resolve)).then(() => setUpLanguage(kept))
await words
const station = await reaching
if (station === null) {
  refuse()
} else {
  await Promise.race([station.list, new Promise((resolve) => setTimeout(resolve, firstLookMs))])
  if (!isRefused)
    root.render(
      <QueryClientProvider client={station.answers}>
        <StationProvider value={station.store}>
          <App />
        </StationProvider>
      </QueryClientProvider>,
    )
}
