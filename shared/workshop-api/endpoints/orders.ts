// The operations on orders (specification 4.2 to 4.4).
import * as z from 'zod'
import { order } from '../resources/order.ts'
import { instant, page } from '../scalars.ts'
import { byNumber, paging, reading } from './endpoint.ts'
import type { Endpoint } from './endpoint.ts'

export const orderEndpoints = {
  listOrders: {
    ...reading,
    path: '/orders',
    scope: 'orders:read',
    query: z.object({
      ...paging,
      sort: z.enum(['updatedAt', 'createdAt']).default('createdAt'),
      updatedSince: instant.optional(),
      agreementNumber: z.string().min(1).optional(),
    }),
    answer: page(order),
  },
  readOrder: {
    ...reading,
    path: '/orders/{number}',
    scope: 'orders:read',
    params: byNumber,
    answer: order,
  },
} as const satisfies Record<string, Endpoint>
