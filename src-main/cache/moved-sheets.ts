// Whether the days' lists still agree with an order's own list of its sheets. Reads the tables.
import type { ReadReducedSheet } from '../../shared/workshop-api/index.ts'
import type { Entry, ListTable } from './list-table.ts'
import type { SheetTable } from './sheet-table.ts'

export interface OrderSheets {
  number: string
  /** All of its sheets. */
  sheets: readonly ReadReducedSheet[]
  /** The days whose lists are kept up to date, today first. */
  dates: readonly string[]
}

/** True if a sheet was added, removed or moved to another day: then the lists must be read. Must run before the facts are stored. */
export function isMoved(
  { number, sheets, dates }: OrderSheets,
  tables: { lists: ListTable; sheets: SheetTable },
): boolean {
  const [today] = dates
  const belongs = (day: string | null, date: string, isBent: boolean): boolean =>
    day === date || (date === today && day !== null && day < date && !isBent)
  const hasMoved = (facts: ReadReducedSheet): boolean => {
    const day = facts.plannedDate ?? facts.order.dueDate
    const entry = tables.lists.entryOf(facts.id)
    const listed = tables.lists.datesOf(facts.id)
    return (
      (entry !== null && dayOf(entry) !== day) ||
      dates.some((date) => belongs(day, date, facts.bent !== null) !== listed.includes(date))
    )
  }
  const current = new Set(sheets.map(({ id }) => id))
  return sheets.some(hasMoved) || tables.sheets.ofOrder(number).some((id) => !current.has(id))
}

const dayOf = ({ plannedDate, dueDate }: Entry): string | null => plannedDate ?? dueDate
