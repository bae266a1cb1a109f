// The screen shown is kept in the address's fragment, so that a reload comes back to it.
import { useSyncExternalStore } from 'react'
import { formatRoute, parseRoute, type Route } from './route.ts'

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
