// The buyer on an invoice for orders without a customer of the workshop, from the order's own contact data. Pure.
import * as z from 'zod'
import type { EventOrder } from '../../shared/workshop-api/index.ts'

export const buyer = z.strictObject({
  name: z.string(),
  /** Further lines: organisation number and contact person, the address, otherwise e-mail and mobile number. */
  lines: z.array(z.string()),
})
export type Buyer = z.infer<typeof buyer>

/** Null for an order with a customer, and for one without contact data. */
export function buyerOf({ customer, contact, orderer, delivery }: EventOrder): Buyer | null {
  if (customer !== null) return null
  const { name = null, company = null, orgNr = null, email = null, mobile = null } = contact ?? {}
  const person = name ?? orderer
  const displayName = company ?? person ?? email ?? mobile
  if (displayName === null) return null
  const { line = null, postalCode = null, city = null } = delivery?.address ?? {}
  const place = joinPresent([postalCode, city], ' ')
  const contactLine = joinPresent([email, mobile], ', ')
  const lines = [
    joinPresent(
      [orgNr === null ? null : `Org.nr. ${orgNr}`, company === null || person === null ? null : `v/ ${person}`],
      ', ',
    ),
    line,
    place ?? (line === null ? contactLine : null),
  ]
  return { name: displayName, lines: lines.flatMap((each) => (each === null || each === displayName ? [] : [each])) }
}

/** Whether two orders can be on one invoice. Two people with the same name are distinguished by their e-mail addresses. */
export function isSameBuyer(one: EventOrder, other: EventOrder): boolean {
  if (one.customer !== null || other.customer !== null) return one.customer?.id === other.customer?.id
  const [first, second] = [one, other].map(({ contact }) => ({
    orgNr: contact?.orgNr ?? null,
    email: contact?.email ?? null,
  }))
  const hasSameName = buyerOf(one)?.name === buyerOf(other)?.name
  return hasSameName && first?.orgNr === second?.orgNr && (first?.orgNr !== null || first.email === second?.email)
}

function joinPresent(parts: readonly (string | null)[], separator: string): string | null {
  const present = parts.filter((part) => part !== null)
  return present.length === 0 ? null : present.join(separator)
}
