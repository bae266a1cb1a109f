// The operations on orders (specification 4.2 to 4.4; paths assumed where it shows none).
import * as z from 'zod'
import {
  order,
  orderProgress,
  orderStep,
  orderCancel,
  orderChange,
  orderConfirm,
  orderRequest,
} from '../resources/index.ts'
import { page, queriedInstant } from '../scalars.ts'
import { byNumber, paging, reading, writing } from './endpoint.ts'
import type { Endpoint } from './endpoint.ts'

const callOffErrors = [
  'agreement_not_active',
  'position_not_in_agreement',
  'length_over_max',
  'delivery_date_not_allowed',
] as const

const changing = { ...writing, scope: 'orders:write', response: order } as const
const ofOrder = { path: '/orders/{number}', params: byNumber } as const

export const orderEndpoints = {
  submitOrder: {
    ...changing,
    path: '/orders',
    idempotencyKey: 'required',
    body: orderRequest,
    status: 201,
    errors: callOffErrors,
    makesOrder: true,
  },
  listOrders: {
    ...reading,
    path: '/orders',
    scope: 'orders:read',
    query: z.object({
      ...paging,
      sort: z.literal('updatedAt').optional(),
      updatedSince: queriedInstant.optional(),
      agreementNumber: z.string().min(1).optional(),
    }),
    response: page(order),
  },
  readOrder: { ...reading, ...ofOrder, scope: 'orders:read', response: order },
  changeOrder: {
    ...changing,
    ...ofOrder,
    method: 'PATCH',
    ifMatch: true,
    body: orderChange,
    errors: ['invalid_transition', ...callOffErrors],
  },
  confirmOrder: {
    ...changing,
    ...ofOrder,
    path: '/orders/{number}/confirm',
    kinds: ['workshop'],
    body: orderConfirm,
    errors: ['invalid_transition'],
    assumed: true,
  },
  cancelOrder: {
    ...changing,
    ...ofOrder,
    path: '/orders/{number}/cancel',
    body: orderCancel,
    errors: ['invalid_transition'],
    assumed: true,
  },
  readOrderStatus: {
    ...reading,
    ...ofOrder,
    path: '/orders/{number}/status',
    scope: 'orders:read',
    response: orderProgress,
    assumed: true,
  },
  readOrderTimeline: {
    ...reading,
    ...ofOrder,
    path: '/orders/{number}/timeline',
    scope: 'orders:read',
    query: z.object(paging),
    response: page(orderStep),
    assumed: true,
  },
} as const satisfies Record<string, Endpoint>
