// The areas of the app, in the order of the navigation. Pure.
import type { Route } from '../route.ts'

export const areas = ['list', 'plan', 'oversight', 'setup', 'help'] as const
export type Area = (typeof areas)[number]

/** The screen that an area opens with. */
export const startOfArea: Readonly<Record<Area, Route>> = {
  list: { screen: 'list', date: null },
  plan: { screen: 'plan', date: null },
  oversight: { screen: 'oversight' },
  setup: { screen: 'setup', part: null },
  help: { screen: 'help', page: 'operator', section: null },
}
