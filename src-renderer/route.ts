// Which screen is shown, as the address's fragment says it. Pure.

export type Route =
  | { screen: 'list'; date: string | null }
  | { screen: 'sheet'; date: string; sheetId: string }
  | { screen: 'marks' }
  | { screen: 'mark'; markId: string }
  | { screen: 'exports' }

/** What is not an address of ours is the list of today. */
export function parseRoute(fragment: string): Route {
  const [screen, date, sheetId] = fragment.replace(/^#\/?/, '').split('/')
  if (screen === 'marks' || screen === 'exports') return { screen }
  if (screen === 'mark' && date !== undefined && date !== '') return { screen, markId: date }
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
    case 'mark':
      return `#/mark/${route.markId}`
    case 'marks':
    case 'exports':
      return `#/${route.screen}`
  }
}

const isDay = (text: string | undefined): text is string => text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text)
