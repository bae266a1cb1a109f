// The order, filters and search of the list. Pure.
import type { EntryView, PressBrake } from '../../../shared/station-api/index.ts'
import { bendStateOf, toneOf, type Tone } from '../../ui/bend-state.ts'

/** `day`: as the day is planned; `lots`: sheets of one material, colour and thickness together. */
export const listOrders = ['day', 'lots'] as const
type ListOrder = (typeof listOrders)[number]

/** The states that a filter can choose: to bend, bent, being delivered, waiting for somebody else, in need of a person, wrong. */
const stateGroups = ['open', 'done', 'moving', 'waiting', 'needs_person', 'fault'] as const
export type StateGroup = (typeof stateGroups)[number]

/** The filter value of a sheet without a colour. */
export const noColour = ''

export interface ListFilters {
  /** An empty filter allows every value. The same applies to the next four. */
  materials: readonly string[]
  /** `noColour` for sheets that have none. */
  colours: readonly string[]
  thicknesses: readonly number[]
  states: readonly StateGroup[]
  /** The departments of the machines that the sheets are planned for. */
  departments: readonly string[]
}

export interface ListArrangement extends ListFilters {
  order: ListOrder
  /** Every word must occur in the sheet. */
  search: string
}

export const noFilters: ListFilters = { materials: [], colours: [], thicknesses: [], states: [], departments: [] }
export const plainArrangement: ListArrangement = { order: 'day', search: '', ...noFilters }

export const filterCount = ({ materials, colours, thicknesses, states, departments }: ListFilters): number =>
  materials.length + colours.length + thicknesses.length + states.length + departments.length

/** Neither a filter nor a search is active. */
export const isUnfiltered = (arrangement: ListArrangement): boolean =>
  filterCount(arrangement) === 0 && arrangement.search.trim() === ''

const groupOfTone: Record<Tone, StateGroup> = {
  open: 'open',
  done: 'done',
  moving: 'moving',
  waiting: 'waiting',
  uncertain: 'needs_person',
  needs_person: 'needs_person',
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

type Machines = readonly Pick<PressBrake, 'id' | 'department'>[]

/** The department of the machine that a sheet is planned for; null: it has none, or no machine. */
export const departmentOf = ({ entry }: EntryView, machines: Machines): string | null =>
  machines.find(({ id }) => id === entry.pressBrakeId)?.department ?? null

/** The values among the sheets of a list that a filter can choose, each once, in order. A single department is left out. */
export function choicesIn(entries: readonly EntryView[], machines: Machines): ListFilters {
  const groups = unique(entries.map(stateGroupOf))
  const departments = unique(entries.map((view) => departmentOf(view, machines))).filter((name) => name !== null)
  return {
    materials: unique(entries.map(({ entry }) => entry.material)).toSorted(),
    colours: unique(entries.map(({ entry }) => entry.colour ?? noColour)).toSorted(),
    thicknesses: unique(entries.map(({ entry }) => entry.thicknessMm)).toSorted((one, other) => one - other),
    states: stateGroups.filter((group) => groups.includes(group)),
    departments: departments.length < 2 ? [] : departments.toSorted(),
  }
}

const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)]
