// Whether the days' lists still hold the sheets of an order as the order's own list tells of them. Pure but for the tables it asks.
import type { Entry, ListTable, SheetFacts } from './list-table.ts'
import type { SheetTable } from './sheet-table.ts'

export interface ToldOrder {
  number: string
  /** All of its sheets. */
  sheets: readonly SheetFacts[]
  /** The days whose lists are kept fresh: today's first. */
  dates: readonly string[]
}

/** True where a sheet came, went, or stands at another day: then the lists are to be read. Asked before the facts are taken. */
export function isMoved(
  { number, sheets, dates }: ToldOrder,
  tables: { lists: ListTable; sheets: SheetTable },
): boolean {
  const [today] = dates
  const belongs = (day: string | null, date: string, isBent: boolean): boolean =>
    day === date || (date === today && day !== null && day < date && !isBent)
  const hasMoved = (facts: SheetFacts): boolean => {
    const day = facts.plannedDate ?? facts.order.dueDate
    const entry = tables.lists.entryOf(facts.id)
    const listed = tables.lists.datesOf(facts.id)
    return (
      (entry !== null && dayOf(entry) !== day) ||
      dates.some((date) => belongs(day, date, facts.bent !== null) !== listed.includes(date))
    )
  }
  const told = new Set(sheets.map(({ id }) => id))
  return sheets.some(hasMoved) || tables.sheets.ofOrder(number).some((id) => !told.has(id))
}

const dayOf = ({ plannedDate, dueDate }: Entry): string | null => plannedDate ?? dueDate
