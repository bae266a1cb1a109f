// The order, filters and search of the list. Pure.
import type { EntryView } from '../../../shared/station-api/index.ts'
import { bendStateOf, toneOf, type Tone } from '../../ui/bend-state.ts'

/** `day`: as the day is planned; `lots`: sheets of one material, colour and thickness together. */
export const listOrders = ['day', 'lots'] as const
type ListOrder = (typeof listOrders)[number]

/** What a sheet may be picked out by: what is left, bent, on its way, waiting for somebody else, in need of a person, wrong. */
const stateGroups = ['open', 'done', 'moving', 'waiting', 'person', 'fault'] as const
export type StateGroup = (typeof stateGroups)[number]

/** What a sheet without a colour is picked out by. */
export const noColour = ''

export interface ListFilters {
  /** Of each, none: all. */
  materials: readonly string[]
  /** `noColour` for sheets that have none. */
  colours: readonly string[]
  thicknesses: readonly number[]
  states: readonly StateGroup[]
}

export interface ListLook extends ListFilters {
  order: ListOrder
  /** Every word must occur in the sheet. */
  search: string
}

export const noFilters: ListFilters = { materials: [], colours: [], thicknesses: [], states: [] }
export const plainLook: ListLook = { order: 'day', search: '', ...noFilters }

export const filterCount = ({ materials, colours, thicknesses, states }: ListFilters): number =>
  materials.length + colours.length + thicknesses.length + states.length

/** Nothing of the list is left out. */
export const isWhole = (look: ListLook): boolean => filterCount(look) === 0 && look.search.trim() === ''

const groupOfTone: Record<Tone, StateGroup> = {
  open: 'open',
  done: 'done',
  moving: 'moving',
  waiting: 'waiting',
  doubt: 'person',
  person: 'person',
  fault: 'fault',
}

export function stateGroupOf({ entry, mark, sheetState, stop }: EntryView): StateGroup {
  return groupOfTone[toneOf(bendStateOf({ mark, bent: entry.bent, sheetState, approval: entry.approval, stop }))]
}

/** What a search is held against: order and sheet, who it is for, what it is called. `family` in the language of the screen. */
export function searchedText({ entry }: EntryView, family: string): string {
  const { orderNumber, sheetNo, customerName, title, colour } = entry
  // a number is also found without its prefix
  const plain = /(\d+)$/.exec(orderNumber)?.[1]?.replace(/^0+/, '')
  return [orderNumber, plain, `${orderNumber}-${sheetNo}`, customerName, title, family, colour]
    .filter((part) => part !== null && part !== undefined)
    .join(' ')
    .toLocaleLowerCase()
}

/** Whether the text contains each word of the search. */
export const isFound = (text: string, search: string): boolean =>
  search
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))

/** The values among the sheets of a list that a filter can choose, each once, in order. */
export function choicesIn(entries: readonly EntryView[]): ListFilters {
  const groups = once(entries.map(stateGroupOf))
  return {
    materials: once(entries.map(({ entry }) => entry.material)).toSorted(),
    colours: once(entries.map(({ entry }) => entry.colour ?? noColour)).toSorted(),
    thicknesses: once(entries.map(({ entry }) => entry.thicknessMm)).toSorted((one, other) => one - other),
    states: stateGroups.filter((group) => groups.includes(group)),
  }
}

const once = <Value>(values: readonly Value[]): Value[] => [...new Set(values)]
