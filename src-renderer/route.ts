// Which screen is shown, as the address's fragment says it. Pure.

export type Route =
  | { screen: 'list'; date: string | null }
  | { screen: 'sheet'; date: string; sheetId: string }
  | { screen: 'marks' }
  | { screen: 'mark'; markId: string }
  | { screen: 'exports' }
  | { screen: 'plan'; date: string | null }
  | { screen: 'oversight' }
  | { screen: 'setup'; part: string | null }

/** What is not an address of ours is the list of today. */
export function parseRoute(fragment: string): Route {
  const [screen, date, sheetId] = fragment.replace(/^#\/?/, '').split('/')
  if (screen === 'marks' || screen === 'exports' || screen === 'oversight') return { screen }
  if (screen === 'plan') return { screen, date: isDay(date) ? date : null }
  if (screen === 'setup') return { screen, part: date === undefined || date === '' ? null : date }
  if (screen === 'mark' && date !== undefined && date !== '') return { screen, markId: date }
  if (screen === 'sheet' && isDay(date) && sheetId !== undefined && sheetId !== '')
    return { screen: 'sheet', date, sheetId }
  return { screen: 'list', date: screen === 'list' && isDay(date) ? date : null }
}

export function formatRoute(route: Route): string {
  switch (route.screen) {
    case 'list':
    case 'plan':
      return route.date === null ? `#/${route.screen}` : `#/${route.screen}/${route.date}`
    case 'sheet':
      return `#/sheet/${route.date}/${route.sheetId}`
    case 'mark':
      return `#/mark/${route.markId}`
    case 'setup':
      return route.part === null ? '#/setup' : `#/setup/${route.part}`
    case 'marks':
    case 'exports':
    case 'oversight':
      return `#/${route.screen}`
  }
}

const isDay = (text: string | undefined): text is string => text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text)
