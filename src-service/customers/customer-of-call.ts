// Which customer a new resource belongs to: that of a customer key, otherwise the one that the call names.
import { invalid } from '../operation/index.ts'
import type { Failure } from '../operation/index.ts'
import { accessScopeOf } from '../keys/index.ts'
import type { ApiKey } from '../keys/index.ts'
import type { CustomerStore, EmbeddedCustomer } from './customer-store.ts'

/**
 * The customer of a new resource; null if the call names none. A customer key uses its own customer, also as a test key of a live workshop,
 * and cannot name another. A customer that the key does not see is a 400 with the field `customerId`.
 */
export function customerOfCall(
  customers: CustomerStore,
  key: ApiKey,
  requestedId: string | null | undefined,
): EmbeddedCustomer | null {
  const ownId = key.customerId
  if (ownId !== null) {
    if (requestedId !== undefined && requestedId !== ownId) throw unknownCustomer()
    return customers.embedded(key.workshop.id, { id: ownId })
  }
  if (requestedId === undefined || requestedId === null) return null
  const customer = customers.find(accessScopeOf(key), requestedId)
  if (customer === null) throw unknownCustomer()
  return { id: customer.id, number: customer.number, name: customer.name }
}

function unknownCustomer(): Failure {
  return invalid(['customerId'], 'Nøkkelen kjenner ingen slik kunde: customerId.')
}
