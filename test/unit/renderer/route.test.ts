import { expect, test } from 'vitest'
import { formatRoute, parseRoute, type Route } from '../../../src-renderer/route.ts'

const routes: Route[] = [
  { screen: 'list', date: null },
  { screen: 'list', date: '2026-11-23' },
  { screen: 'sheet', date: '2026-11-23', sheetId: '2f1b' },
  { screen: 'marks' },
  { screen: 'exports' },
]

test.each(routes)('%o comes back from its own address', (route) => {
  expect(parseRoute(formatRoute(route))).toEqual(route)
})

test.each(['', '#', '#/sheet/2026-11-23', '#/sheet/yesterday/2f1b', '#/list/soon', '#/nowhere', '#launch=abc'])(
  'an address that is not ours, %s, is the list of today',
  (fragment) => {
    expect(parseRoute(fragment)).toEqual({ screen: 'list', date: null })
  },
)
