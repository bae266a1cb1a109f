// Speaks to the browser shell at once, before the rest of the screen is read and made sense of: swaps the launch code and opens the
// socket, whose first words wait until somebody listens. Lies in a file of its own, so that it runs first (electron.vite.config.ts).
import type { Channel } from '../../shared/station-api/index.ts'
import { readToken } from './launch.ts'
import { openStationSocket } from './station-socket.ts'

export interface WayToStation {
  /** The first time the channel that is on its way already, then a new one. `onRefused`: the shell does not know the token. */
  open: (onRefused: () => void) => Promise<Channel>
}

/** Null: the shell does not let this page in, or nothing has to be opened, since the desktop shell did. Rejects when it cannot be reached. */
export const wayToStation: Promise<WayToStation | null> = window.kant === undefined ? begin() : Promise.resolve(null)
// whoever asks for it later is told
wayToStation.catch(() => undefined)
fetchWhatIsKept()

/** What this screen keeps comes from another process at its first use: now, while the rest of the page is on its way. */
function fetchWhatIsKept(): void {
  try {
    void window.localStorage.length
  } catch {
    // a browser that keeps nothing says so again where it is asked for something (look/kept.ts)
  }
}

async function begin(): Promise<WayToStation | null> {
  const token = await readToken({
    fragment: window.location.hash,
    eraseFragment: () => window.history.replaceState(null, '', window.location.pathname),
    storage: window.sessionStorage,
    swap: (code) =>
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
      const begun = first
      first = null
      if (begun === null) return openStationSocket({ address, token, onRefused })
      refuse = onRefused
      if (isRefused) queueMicrotask(onRefused)
      return begun
    },
  }
}
