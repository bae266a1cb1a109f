// The order, filters and search of the list. Pure.
import type { EntryView } from '../../../shared/station-api/index.ts'
import { bendStateOf, toneOf, type Tone } from '../../ui/bend-state.ts'

/** `day`: as the day is planned; `lots`: sheets of one material, colour and thickness together. */
export const listOrders = ['day', 'lots'] as const
type ListOrder = (typeof listOrders)[number]

/** The states that a filter can choose: to bend, bent, being delivered, waiting for somebody else, in need of a person, wrong. */
const stateGroups = ['open', 'done', 'moving', 'waiting', 'person', 'fault'] as const
export type StateGroup = (typeof stateGroups)[number]

/** The filter value of a sheet without a colour. */
export const noColour = ''

export interface ListFilters {
  /** An empty filter allows every value. The same applies to the next three. */
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

/** Neither a filter nor a search is active. */
export const isUnfiltered = (look: ListLook): boolean => filterCount(look) === 0 && look.search.trim() === ''

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

/** The text that a search is compared with: order, sheet, customer, title and colour, and `family` in the language of the screen. */
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
  const groups = unique(entries.map(stateGroupOf))
  return {
    materials: unique(entries.map(({ entry }) => entry.material)).toSorted(),
    colours: unique(entries.map(({ entry }) => entry.colour ?? noColour)).toSorted(),
    thicknesses: unique(entries.map(({ entry }) => entry.thicknessMm)).toSorted((one, other) => one - other),
    states: stateGroups.filter((group) => groups.includes(group)),
  }
}

const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)]
