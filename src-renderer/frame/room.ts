// The four rooms of the app, and to which of them a screen belongs. Pure.
import type { Route } from '../route.ts'

export const rooms = ['list', 'plan', 'oversight', 'setup'] as const
export type Room = (typeof rooms)[number]

/** Exports are written from the list; marks that are not delivered are the overview's. */
export function roomOf({ screen }: Route): Room {
  switch (screen) {
    case 'list':
    case 'sheet':
    case 'exports':
      return 'list'
    case 'oversight':
    case 'marks':
    case 'mark':
      return 'oversight'
    case 'plan':
    case 'setup':
      return screen
  }
}

/** Where a room begins. */
export function doorOf(room: Room): Route {
  switch (room) {
    case 'list':
    case 'plan':
      return { screen: room, date: null }
    case 'oversight':
      return { screen: room }
    case 'setup':
      return { screen: room, part: null }
  }
}
