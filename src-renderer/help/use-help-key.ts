// F1 opens the handbook at the page for the current screen.
import { useEffect } from 'react'
import type { Route } from '../route.ts'
import { goTo } from '../use-route.ts'
import { handbookPageOf } from './page-for-screen.ts'

export function useHelpKey(route: Route): void {
  const page = handbookPageOf(route)
  useEffect(() => {
    const openHelp = (event: KeyboardEvent): void => {
      if (event.key !== 'F1') return
      event.preventDefault()
      goTo({ screen: 'help', page, section: null })
    }
    window.addEventListener('keydown', openHelp)
    return () => window.removeEventListener('keydown', openHelp)
  }, [page])
}
