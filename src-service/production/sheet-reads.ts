// GET /orders/{number}/bending-sheets and GET /bending-sheets/{id}.
import * as z from 'zod'
import { cursorCodec } from '../http/paging/cursor.ts'
import { Failure } from '../http/failure.ts'
import type { Operations } from '../http/operation.ts'
import { pageBody } from '../http/paging/page.ts'
import type { OrderStore } from '../orders/order-store.ts'
import type { SheetStore } from './sheet-store.ts'

const cursors = cursorCodec('sheets of an order', z.tuple([z.int()]))

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
