// How this page reaches the station: through what the Electron preload exposes, else by the browser shell's WebSocket.
import { CallError, callErrorCodes, createLink, type StationLink } from '../../shared/station-api/index.ts'
import { wayToStation } from './first-word.ts'
import { forgetToken } from './launch.ts'
import type { ScreenLink } from './screen-link.ts'

declare global {
  interface Window {
    /** Put there by the Electron preload. A refused call rejects with `{ code, message }`: an Error's own fields are lost there. */
    readonly kant?: ScreenLink
  }
}

/** Null: the shell does not let this page in, and the app has to be started again. `onRefused` says the same later on. */
export async function openStationLink(onRefused: () => void): Promise<ScreenLink | null> {
  if (window.kant !== undefined) return window.kant
  const way = await wayToStation
  if (way === null) return null
  const link: StationLink = createLink({
    open: () =>
      way.open(() => {
        link.close()
        forgetToken(window.sessionStorage)
        onRefused()
      }),
    wait: (ms) => new Promise((resolve) => window.setTimeout(resolve, ms)),
  })
  return link
}

/** Why a call did not go through, whichever way its refusal travelled. */
export function callErrorOf(thrown: unknown): CallError {
  if (thrown instanceof CallError) return thrown
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : undefined
  const message = typeof thrown === 'object' && thrown !== null && 'message' in thrown ? String(thrown.message) : ''
  return new CallError(callErrorCodes.find((known) => known === code) ?? 'failed', message)
}
