// GET and POST /customers, GET and PATCH /customers/{id}.
import * as z from 'zod'
import type { Customer } from '../../shared/workshop-api/index.ts'
import { Failure, basePath, cursorCodec, pageBody } from '../operation/index.ts'
import type { Operations } from '../operation/index.ts'
import type { Store } from '../store/index.ts'
import type { CustomerStore } from './customer-store.ts'

const cursors = cursorCodec('customers', z.tuple([z.int()]))
const bodyOf = (row: Customer): Buffer => Buffer.from(JSON.stringify(row))
const cursorAfter = ({ number }: { number: number }): string => cursors.write([number])

export function customerCalls({
  store,
  customers,
}: {
  store: Store
  customers: CustomerStore
}): Pick<Operations, 'listCustomers' | 'addCustomer' | 'readCustomer' | 'changeCustomer'> {
  return {
    listCustomers: ({ accessScope, query }) => {
      const after = query.cursor === undefined ? 0 : cursors.read(query.cursor)[0]
      const rows = customers.list(accessScope, after, query.limit + 1)
      return { body: pageBody({ rows, limit: query.limit, bodyOf, cursorAfter }) }
    },
    addCustomer: ({ key, body, nowMs }) => {
      const added = customers.add(key.workshop, body, nowMs)
      return { body: JSON.stringify(added), location: `${basePath}/customers/${added.id}` }
    },
    readCustomer: ({ accessScope, params }) => {
      const customer = customers.find(accessScope, params.id)
      if (customer === null) throw new Failure('not_found')
      return { body: JSON.stringify(customer) }
    },
    changeCustomer: ({ key, accessScope, params, body, ifMatch, nowMs }) =>
      store.write(() => {
        const current = customers.find(accessScope, params.id)
        if (current === null) throw new Failure('not_found')
        if (current.version !== ifMatch) throw new Failure('stale_version')
        return { body: JSON.stringify(customers.change(key.workshop, current, body, nowMs)) }
      }),
  }
}
