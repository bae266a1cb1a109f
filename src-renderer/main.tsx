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
const refuse = (): void => root.render(<RefusedScreen />)

const kept = keptHere(window.localStorage, document, window.location.protocol)
setUpLook(kept)
awaitFirstTouch(document)
// the way is long enough to set the words up meanwhile
const opening = openStationLink(refuse).catch(() => null)
await setUpLanguage(kept)
const link = await opening
if (link === null) {
  refuse()
} else {
  const answers = createAnswers()
  // before anything is asked for: the station's first word makes old what was asked before it
  const store = createStationStore(link, answers)
  await Promise.race([readTodayAhead(link, answers), new Promise((resolve) => setTimeout(resolve, firstLookMs))])
  root.render(
    <QueryClientProvider client={answers}>
      <StationProvider value={store}>
        <App />
      </StationProvider>
    </QueryClientProvider>,
  )
}
