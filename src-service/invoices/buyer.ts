// Whom an invoice is for where the order names no customer of the workshop: what the order itself says of its buyer. Pure.
import * as z from 'zod'
import type { EventOrder } from '../../shared/workshop-api/index.ts'

export const buyer = z.strictObject({
  name: z.string(),
  /** What else is known, a line each: who is asked for, the organisation, the address, else how to reach them. */
  lines: z.array(z.string()),
})
export type Buyer = z.infer<typeof buyer>

/** Null of an order that has a customer, and of one that says nothing of whom it is for. */
export function buyerOf({ customer, contact, orderer, delivery }: EventOrder): Buyer | null {
  if (customer !== null) return null
  const { name = null, company = null, orgNr = null, email = null, mobile = null } = contact ?? {}
  const person = name ?? orderer
  const called = company ?? person ?? email ?? mobile
  if (called === null) return null
  const { line = null, postalCode = null, city = null } = delivery?.address ?? {}
  const place = joined([postalCode, city], ' ')
  const reached = joined([email, mobile], ', ')
  const lines = [
    joined(
      [orgNr === null ? null : `Org.nr. ${orgNr}`, company === null || person === null ? null : `v/ ${person}`],
      ', ',
    ),
    line,
    place ?? (line === null ? reached : null),
  ]
  return { name: called, lines: lines.flatMap((each) => (each === null || each === called ? [] : [each])) }
}

/** Whether two orders may stand on one invoice: of two people of one name, their e-mail addresses tell. */
export function haveOneBuyer(one: EventOrder, other: EventOrder): boolean {
  if (one.customer !== null || other.customer !== null) return one.customer?.id === other.customer?.id
  const [first, second] = [one, other].map(({ contact }) => ({
    orgNr: contact?.orgNr ?? null,
    email: contact?.email ?? null,
  }))
  const isOneName = buyerOf(one)?.name === buyerOf(other)?.name
  return isOneName && first?.orgNr === second?.orgNr && (first?.orgNr !== null || first.email === second?.email)
}

function joined(parts: readonly (string | null)[], between: string): string | null {
  const said = parts.filter((part) => part !== null)
  return said.length === 0 ? null : said.join(between)
}
