// The sheets of an order by the digits of its number. Pure.
import type { EntryView, ListView } from '../../../shared/station-api/index.ts'

export interface FoundSheet {
  date: string
  entry: EntryView['entry']
}

/**
 * The best matches first: the whole number, then its end, then any part of it; matches of the same kind in the order of the lists.
 * Leading zeros do not matter for the whole number. Empty without a digit.
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

/** 0: the whole number; 1: its end; 2: a part of it; 3: no match. */
function rankOf(orderNumber: string, digits: string): number {
  const number = orderNumber.replace(/\D/g, '')
  if (withoutLeadingZeros(number) === withoutLeadingZeros(digits)) return 0
  if (number.endsWith(digits)) return 1
  return number.includes(digits) ? 2 : 3
}

const withoutLeadingZeros = (number: string): string => number.replace(/^0+(?=\d)/, '')
