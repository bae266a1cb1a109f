// Which screen is shown, kept in the address's fragment, so that a reload comes back to it. Pure but for `useRoute`.
import { useSyncExternalStore } from 'react'

export type Route =
  { screen: 'list'; date: string | null } | { screen: 'sheet'; date: string; sheetId: string } | { screen: 'marks' }

/** What is not an address of ours is the list of today. */
export function parseRoute(fragment: string): Route {
  const [screen, date, sheetId] = fragment.replace(/^#\/?/, '').split('/')
  if (screen === 'marks') return { screen: 'marks' }
  if (screen === 'sheet' && isDay(date) && sheetId !== undefined && sheetId !== '')
    return { screen: 'sheet', date, sheetId }
  return { screen: 'list', date: screen === 'list' && isDay(date) ? date : null }
}

export function formatRoute(route: Route): string {
  switch (route.screen) {
    case 'list':
      return route.date === null ? '#/list' : `#/list/${route.date}`
    case 'sheet':
      return `#/sheet/${route.date}/${route.sheetId}`
    case 'marks':
      return '#/marks'
  }
}

export function goTo(route: Route): void {
  window.location.hash = formatRoute(route)
}

export function useRoute(): Route {
  return parseRoute(useSyncExternalStore(onFragmentChange, () => window.location.hash))
}

function onFragmentChange(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

const isDay = (text: string | undefined): text is string => text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text)
