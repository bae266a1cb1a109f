// Whose customer it is that something is made for: a customer key's own, else the one that the call names.
import { invalid } from '../http/failure.ts'
import type { Failure } from '../http/failure.ts'
import { reachOf } from '../keys/key-ring.ts'
import type { ApiKey } from '../keys/key-ring.ts'
import type { CustomerBook, EmbeddedCustomer } from './customer-book.ts'

/**
 * The customer for what a call makes; null where it names none. A customer key has its own, also a test key in a live workshop,
 * and may name no other. A customer that the key does not see is a 400 at the field `customerId`.
 */
export function customerOfCall(
  customers: CustomerBook,
  key: ApiKey,
  named: string | null | undefined,
): EmbeddedCustomer | null {
  const own = key.customerId
  if (own !== null) {
    if (named !== undefined && named !== own) throw unknownCustomer()
    return customers.embedded(key.workshop.id, { id: own })
  }
  if (named === undefined || named === null) return null
  const found = customers.find(reachOf(key), named)
  if (found === null) throw unknownCustomer()
  return { id: found.id, number: found.number, name: found.name }
}

function unknownCustomer(): Failure {
  return invalid(['customerId'], 'Nøkkelen kjenner ingen slik kunde: customerId.')
}
