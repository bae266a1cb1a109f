// Connects to the browser shell at once, before the rest of the page is parsed: exchanges the launch code for the token and opens the
// socket, which buffers messages until it has a listener. It is a chunk of its own, so that it runs first (electron.vite.config.ts).
import type { Channel } from '../../shared/station-api/index.ts'
import { readToken } from './launch.ts'
import { openStationSocket } from './station-socket.ts'

export interface StationConnector {
  /** The first call returns the channel that is being opened, each later call a new one. `onRefused`: the shell rejects the token. */
  open: (onRefused: () => void) => Promise<Channel>
}

/** Null: the shell rejects this page, or the desktop shell is connected already. Rejects when the shell cannot be reached. */
export const stationConnector: Promise<StationConnector | null> =
  window.kant === undefined ? connectEarly() : Promise.resolve(null)
// the caller that awaits it later receives the error
stationConnector.catch(() => undefined)
preloadLocalStorage()

/** Local storage is loaded from another process at its first use: it is loaded while the rest of the page is parsed. */
function preloadLocalStorage(): void {
  try {
    void window.localStorage.length
  } catch {
    // a browser without storage throws here, and again in look/screen-storage.ts, which handles it
  }
}

async function connectEarly(): Promise<StationConnector | null> {
  const token = await readToken({
    readFragment: () => window.location.hash,
    eraseFragment: () => window.history.replaceState(null, '', window.location.pathname),
    storage: window.sessionStorage,
    exchange: (code) =>
      fetch('/launch', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code }),
      }),
  })
  if (token === null) return null
  const address = `ws://${window.location.host}/station`
  let isRefused = false
  let refuse = (): void => void (isRefused = true)
  let first: Promise<Channel> | null = openStationSocket({ address, token, onRefused: () => refuse() })
  first.catch(() => undefined)
  return {
    open: (onRefused) => {
      const opening = first
      first = null
      if (opening === null) return openStationSocket({ address, token, onRefused })
      refuse = onRefused
      if (isRefused) queueMicrotask(onRefused)
      return opening
    },
  }
}
