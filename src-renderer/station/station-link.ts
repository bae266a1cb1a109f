// Connects this page to the station: through the Electron preload, or through the browser shell's WebSocket.
import { CallError, callErrorCodes, ReconnectingLink, type StationLink } from '../../shared/station-api/index.ts'
import { stationConnector } from './early-connection.ts'
import { forgetToken } from './launch.ts'
import type { ScreenLink } from './screen-link.ts'

declare global {
  interface Window {
    /** Put there by the Electron preload. A refused call rejects with `{ code, message }`: an Error's own fields are lost there. */
    readonly kant?: ScreenLink
  }
}

/** Null: the shell rejects this page, and the app must be started again. `onRefused` reports the same later. */
export async function openStationLink(onRefused: () => void): Promise<ScreenLink | null> {
  if (window.kant !== undefined) return window.kant
  const connector = await stationConnector
  if (connector === null) return null
  const link: StationLink = new ReconnectingLink({
    open: () =>
      connector.open(() => {
        link.close()
        forgetToken(window.sessionStorage)
        onRefused()
      }),
    wait: (ms) => new Promise((resolve) => window.setTimeout(resolve, ms)),
  })
  return link
}

/** The error of a call, whichever transport it came through. */
export function callErrorOf(thrown: unknown): CallError {
  if (thrown instanceof CallError) return thrown
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : undefined
  const message = typeof thrown === 'object' && thrown !== null && 'message' in thrown ? String(thrown.message) : ''
  return new CallError(callErrorCodes.find((candidate) => candidate === code) ?? 'failed', message)
}
