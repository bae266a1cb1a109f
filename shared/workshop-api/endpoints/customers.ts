// The operations on customers. Assumed (service decision 1): the specification shows no paths. Pure.
import * as z from 'zod'
import { customer, customerChange, newCustomer } from '../resources/index.ts'
import { page } from '../scalars.ts'
import { byId, paging, reading } from './endpoint.ts'
import type { Endpoint } from './endpoint.ts'

export const customerEndpoints = {
  listCustomers: {
    ...reading,
    path: '/customers',
    scope: 'customers:read',
    query: z.object(paging),
    response: page(customer),
    assumed: true,
  },
  /** Only for workshop keys: a customer key acts for its own customer. */
  addCustomer: {
    ...reading,
    method: 'POST',
    path: '/customers',
    class: 'write',
    scope: 'customers:write',
    kinds: ['workshop'],
    idempotencyKey: 'required',
    body: newCustomer,
    status: 201,
    response: customer,
    assumed: true,
  },
  readCustomer: {
    ...reading,
    path: '/customers/{id}',
    scope: 'customers:read',
    params: byId,
    response: customer,
    assumed: true,
  },
  changeCustomer: {
    ...reading,
    method: 'PATCH',
    path: '/customers/{id}',
    class: 'write',
    scope: 'customers:write',
    ifMatch: true,
    params: byId,
    body: customerChange,
    response: customer,
    assumed: true,
  },
} as const satisfies Record<string, Endpoint>
