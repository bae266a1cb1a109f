// GET /orders/{number}/status and /timeline.
import * as z from 'zod'
import { moduleNames, orderProgress } from '../../shared/workshop-api/index.ts'
import { visibleTypes } from '../events/index.ts'
import { Failure, cursorCodec, pageBody } from '../operation/index.ts'
import type { Operations } from '../operation/index.ts'
import type { OrderStore } from './order-store.ts'

const cursors = cursorCodec('progress', z.tuple([z.int()]))
const cursorAfter = ({ no }: { no: number }): string => cursors.write([no])
/** The members of the answer. Others are dropped. */
const progressFields = z.object(orderProgress.shape)

/** An order that the key does not see is a 404. */
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
