// The sheets of an order by the digits of its number. Pure.
import type { EntryView, ListView } from '../../../shared/station-api/index.ts'

export interface FoundSheet {
  date: string
  entry: EntryView['entry']
}

/**
 * Those whose order's number ends with these digits, leading noughts left out or not, before those that hold them elsewhere; each
 * in the order of the lists. None without a digit.
 */
export function sheetsOfOrder(lists: readonly ListView[], digits: string): FoundSheet[] {
  if (digits === '') return []
  const sheets = lists.flatMap(({ date, entries }) => entries.map(({ entry }) => ({ date, entry })))
  const ranked = sheets.map((sheet) => ({ sheet, rank: rankOf(sheet.entry.orderNumber, digits) }))
  return ranked
    .filter(({ rank }) => rank < 3)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ sheet }) => sheet)
}

/** 0: the very number; 1: its end; 2: within it; 3: not at all. */
function rankOf(orderNumber: string, digits: string): number {
  const number = orderNumber.replace(/\D/g, '')
  if (withoutNoughts(number) === withoutNoughts(digits)) return 0
  if (number.endsWith(digits)) return 1
  return number.includes(digits) ? 2 : 3
}

const withoutNoughts = (number: string): string => number.replace(/^0+(?=\d)/, '')
