// Which page of the handbook helps with a screen. Pure.
import type { Route } from '../route.ts'
import type { HandbookPage } from './handbook-page.ts'

/** The page that helps with a screen. */
export function handbookPageOf(route: Route): HandbookPage {
  switch (route.screen) {
    case 'list':
    case 'sheet':
      return 'operator'
    case 'plan':
    case 'exports':
      return 'planner'
    case 'oversight':
    case 'marks':
    case 'mark':
      return 'supervisor'
    case 'setup':
      return route.part === 'brake' ? 'brake' : 'technician'
    case 'help':
      return route.page
  }
}
