import { expect, test } from 'vitest'
import { formatRoute, parseRoute, type Route } from '../../../src-renderer/route.ts'

const routes: Route[] = [
  { screen: 'list', date: null },
  { screen: 'list', date: '2026-11-23' },
  { screen: 'sheet', date: '2026-11-23', sheetId: '2f1b' },
  { screen: 'bend', date: '2026-11-23', sheetId: '2f1b', pieceNo: 1002 },
  { screen: 'marks' },
  { screen: 'mark', markId: '01JD' },
  { screen: 'plan', date: null },
  { screen: 'plan', date: '2026-11-23' },
  { screen: 'oversight' },
  { screen: 'setup', part: null },
  { screen: 'setup', part: 'brake' },
  { screen: 'exports' },
  { screen: 'help', page: 'planner', section: null },
  { screen: 'help', page: 'planner', section: 'foreslå-en-rekkefølge' },
]

test.each(routes)('the address of %o is parsed to the same route', (route) => {
  expect(parseRoute(formatRoute(route))).toEqual(route)
})

test.each([
  '',
  '#',
  '#/sheet/2026-11-23',
  '#/sheet/yesterday/2f1b',
  '#/list/soon',
  '#/bend/2026-11-23/2f1b',
  '#/bend/2026-11-23/2f1b/one',
  '#/nowhere',
  '#/help/nobody',
  '#launch=abc',
])('the unknown address %s opens the list of today', (fragment) => {
  expect(parseRoute(fragment)).toEqual({ screen: 'list', date: null })
})
