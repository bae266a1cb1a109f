// GET /orders/{number}/status and /timeline.
import * as z from 'zod'
import { moduleNames, orderProgress } from '../../shared/workshop-api/index.ts'
import { visibleTypes } from '../events/event-audience.ts'
import { cursorCodec } from '../http/paging/cursor.ts'
import { Failure } from '../http/failure.ts'
import type { Operations } from '../http/operation.ts'
import { pageBody } from '../http/paging/page.ts'
import type { OrderStore } from './order-store.ts'

const cursors = cursorCodec('progress', z.tuple([z.int()]))
const cursorAfter = ({ no }: { no: number }): string => cursors.write([no])
/** The members of the answer. Others are dropped. */
const progressFields = z.object(orderProgress.shape)

export function orderProgressReads(orders: OrderStore): Pick<Operations, 'readOrderStatus' | 'readOrderTimeline'> {
  return {
    readOrderStatus: ({ accessScope, params }) => {
      const order = orders.find(accessScope, params.number)
      if (order === null) throw new Failure('not_found')
      return { body: JSON.stringify(progressFields.parse(order)) }
    },
    // The timeline is independent of the modules that are on now. A customer key sees the events for customer keys only.
    readOrderTimeline: ({ key, accessScope, params, query }) => {
      const order = orders.find(accessScope, params.number)
      if (order === null) throw new Failure('not_found')
      const after = query.cursor === undefined ? 0 : cursors.read(query.cursor)[0]
      const rows = orders.steps(order.id, visibleTypes(key.kind, moduleNames), after, query.limit + 1)
      return { body: pageBody({ rows, limit: query.limit, bodyOf: ({ body }) => body, cursorAfter }) }
    },
  }
}
