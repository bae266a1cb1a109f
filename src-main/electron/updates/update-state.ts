// The state of an update after each event of the updater. Pure.
import type { UpdateView } from '../../../shared/station-api/index.ts'

export type UpdateEvent =
  | { is: 'looking' }
  | { is: 'latest' }
  | { is: 'found'; version: string }
  | { is: 'fetched'; percent: number }
  | { is: 'ready'; version: string }
  /** A person has agreed to the version that is ready. */
  | { is: 'agreed' }
  | { is: 'failed'; message: string }
  /** What was offered or downloaded is not what we signed. */
  | { is: 'refused'; message: string }

/** The state before the first check; `version`: the app's own. */
export const notChecked = (version: string): UpdateView => ({
  state: 'unlooked',
  version,
  nextVersion: null,
  percent: null,
  message: null,
})

/** The state of an app that looks for no updates: it is installed and trusts no key, or no address is set, or it is not installed. */
export const withoutUpdates = (app: { version: string; isPackaged: boolean; keys: readonly string[] }): UpdateView => ({
  ...notChecked(app.version),
  state: app.isPackaged && app.keys.length === 0 ? 'no_key' : 'off',
})

/** A version that is ready stays ready during a new check, until a newer one is found. */
export function updateAfter(before: UpdateView, event: UpdateEvent): UpdateView {
  const { state, nextVersion } = before
  const isReady = state === 'ready' || state === 'waits'
  const unchecked = notChecked(before.version ?? '')
  switch (event.is) {
    case 'looking':
    case 'latest':
      return isReady ? before : { ...unchecked, state: event.is }
    case 'found':
      return isReady && nextVersion === event.version
        ? before
        : { ...unchecked, state: 'fetching', nextVersion: event.version, percent: 0 }
    case 'fetched':
      return state === 'fetching' ? { ...before, percent: Math.min(100, Math.max(0, event.percent)) } : before
    case 'ready':
      return isReady && nextVersion === event.version
        ? before
        : { ...unchecked, state: 'ready', nextVersion: event.version }
    case 'agreed':
      return isReady ? { ...before, state: 'waits' } : before
    case 'refused':
      return { ...unchecked, state: 'failed', message: event.message }
    case 'failed':
      return state === 'ready' ? before : { ...unchecked, state: 'failed', nextVersion, message: event.message }
  }
}
