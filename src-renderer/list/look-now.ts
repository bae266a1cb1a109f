// How the list is looked at now, kept while sheets are opened and left again; the order is kept for the next start, too.
import { useSyncExternalStore } from 'react'
import { listOrders, plainLook, type ListLook } from './list-look.ts'

const storedUnder = 'kant-list-order'
const listeners = new Set<() => void>()
let now: ListLook = {
  ...plainLook,
  order: listOrders.find((order) => order === window.localStorage.getItem(storedUnder)) ?? plainLook.order,
}

export function changeLook(change: Partial<ListLook>): void {
  now = { ...now, ...change }
  if (change.order !== undefined) window.localStorage.setItem(storedUnder, change.order)
  for (const listener of listeners) listener()
}

/** The sheet opened last from the list: where whoever comes back finds the place again. */
let opened: string | null = null
export const lastOpened = (): string | null => opened
export function sheetOpened(sheetId: string): void {
  opened = sheetId
}

export const useLook = (): ListLook => useSyncExternalStore(subscribe, () => now)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
