// How an update stands, from one piece of news to the next. Pure.
import type { UpdateView } from '../../shared/station-api/index.ts'

export type UpdateNews =
  | { is: 'looking' }
  | { is: 'latest' }
  | { is: 'found'; version: string }
  | { is: 'fetched'; percent: number }
  | { is: 'ready'; version: string }
  /** A person said yes to the version that is ready. */
  | { is: 'agreed' }
  | { is: 'failed'; message: string }

/** Of an app that looks for updates, before its first look; `version`: its own. */
export const unlooked = (version: string): UpdateView => ({
  state: 'unlooked',
  version,
  next: null,
  percent: null,
  message: null,
})

/** Of an app that looks for none: nobody has set where they come from, or it is not an installed one. */
export const updatesOff = (version: string): UpdateView => ({ ...unlooked(version), state: 'off' })

/** What lies ready stays ready while somebody looks again, until a newer one is found. */
export function updateAfter(before: UpdateView, news: UpdateNews): UpdateView {
  const { state, next } = before
  const isReady = state === 'ready' || state === 'waits'
  const at = unlooked(before.version ?? '')
  switch (news.is) {
    case 'looking':
    case 'latest':
      return isReady ? before : { ...at, state: news.is }
    case 'found':
      return isReady && next === news.version ? before : { ...at, state: 'fetching', next: news.version, percent: 0 }
    case 'fetched':
      return state === 'fetching' ? { ...before, percent: Math.min(100, Math.max(0, news.percent)) } : before
    case 'ready':
      return isReady && next === news.version ? before : { ...at, state: 'ready', next: news.version }
    case 'agreed':
      return isReady ? { ...before, state: 'waits' } : before
    case 'failed':
      return state === 'ready' ? before : { ...at, state: 'failed', next, message: news.message }
  }
}
