// Stores the current route in the address's fragment, so that a reload returns to it.
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
