// The list of the day as CSV, as the screen shows it with this station's marks: one row per sheet. Pure.
import { orderInWords } from '../../../shared/planning/index.ts'
import { workshopDate } from '../../../shared/workshop-api/index.ts'
import type { ExportTexts } from '../export-texts.ts'
import type { Cell } from './csv-file.ts'
import { brakeName, orderOf, stateOf, tableOf, type Column, type Day, type Orders } from './day-tables.ts'

/** An unreadable row of the list has only its position and its state. */
export function listTable(day: Day, orders: Orders, { say, word, language }: ExportTexts): Cell[][] {
  const column = (name: string, cell: Column['cell']): Column => ({ heading: say(`csv.${name}`), cell })
  const columns: Column[] = [
    column('position', ({ entry }) => entry.position),
    column('order', ({ entry }) => entry.orderNumber),
    column('sheet', ({ entry }) => entry.sheetNo),
    column('title', ({ entry }) => entry.title),
    column('customer', ({ entry }) => entry.customerName),
    column('brake', ({ entry }) => brakeName(day, entry.pressBrakeId)),
    column('family', ({ entry }) => word('family', entry.family)),
    column('material', ({ entry }) => word('material', entry.material)),
    column('colour', ({ entry }) => entry.colour),
    column('thickness', ({ entry }) => entry.thicknessMm),
    column('pieces', ({ entry }) => entry.quantity),
    column('length', ({ entry }) => entry.lengthMm),
    column('bends', ({ entry }) => entry.bendCount),
    column('approval', ({ entry }) => word('approval', entry.approval)),
    column('state', (line) => word('state', stateOf(line))),
    column('bent_on', (line) => bentAt(line)),
    column('bent_by', ({ entry, mark }) => entry.bent?.by ?? validMark(mark)?.by ?? null),
    column('due', ({ entry }) => entry.dueDate),
    column('planned', ({ entry }) => entry.plannedDate),
    column('drawing', ({ entry }) => entry.drawingVersion),
    column('bend_order_here', ({ entry }) => {
      const order = orderOf(orders, entry.sheetId, entry.pressBrakeId)
      return order === undefined ? null : orderInWords(order, language)
    }),
  ]
  const unreadable = (position: number): Cell[] =>
    columns.map(({ heading }) =>
      heading === say('csv.position') ? position : heading === say('csv.state') ? say('state.malformed') : null,
    )
  const rows = tableOf(columns, day.lines)
  // the rows have the order of the list
  for (const position of day.malformed.toSorted((a, b) => a - b)) rows.splice(position, 0, unreadable(position))
  return rows
}

type Line = Day['lines'][number]

const validMark = (mark: Line['mark']): Line['mark'] => (mark?.state === 'cancelled' ? null : mark)

/** The day in the workshop's time zone on which it was bent, or marked here. */
function bentAt({ entry, mark }: Line): string | null {
  const bentTime = entry.bent?.at ?? validMark(mark)?.markedAt
  return bentTime === undefined ? null : workshopDate(Date.parse(bentTime))
}
