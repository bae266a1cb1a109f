// GET /orders/{number}/bending-sheets and GET /bending-sheets/{id}.
import * as z from 'zod'
import { Failure, cursorCodec, pageBody } from '../operation/index.ts'
import type { Operations } from '../operation/index.ts'
import type { OrderStore } from '../orders/index.ts'
import type { SheetStore } from './sheet-store.ts'

const cursors = cursorCodec('sheets of an order', z.tuple([z.int()]))

/** A sheet or an order that the key does not see is a 404. */
export function sheetReads(
  sheets: SheetStore,
  orders: OrderStore,
): Pick<Operations, 'readBendingSheet' | 'listOrderBendingSheets'> {
  return {
    readBendingSheet: ({ accessScope, params }) => {
      const body = sheets.body(accessScope, params.id)
      if (body === null) throw new Failure('not_found')
      return { body }
    },
    listOrderBendingSheets: ({ accessScope, params, query }) => {
      const order = orders.find(accessScope, params.number)
      if (order === null) throw new Failure('not_found')
      const after = query.cursor === undefined ? 0 : cursors.read(query.cursor)[0]
      const rows = sheets.ofOrder(order.id, after, query.limit + 1)
      return { body: pageBody({ rows, limit: query.limit, bodyOf: ({ reduced }) => reduced, cursorAfter }) }
    },
  }
}

function cursorAfter({ sheet_no }: { sheet_no: number }): string {
  return cursors.write([sheet_no])
}
