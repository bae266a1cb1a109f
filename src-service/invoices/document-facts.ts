// What the documents of an invoice state besides its body, as it was when the invoice was sent: seller, buyer, deliveries and rounding. Pure.
import * as z from 'zod'
import { address, day, orderNumber, workshopDate } from '../../shared/workshop-api/index.ts'
import type { Customer, EventOrder } from '../../shared/workshop-api/index.ts'
import { isCompleteAddress, missingOfSeller, seller } from './seller.ts'
import type { Seller } from './seller.ts'

const text = z.string().nullable()

const documentBuyer = z.strictObject({
  name: z.string(),
  orgNr: text,
  address: address.nullable(),
  email: text,
  /** The person who ordered. */
  contact: text,
})

const delivery = z.strictObject({
  order: orderNumber,
  customerPo: text,
  day: day.nullable(),
  pickedUp: z.boolean(),
  /** Where it was delivered; the seller's address if it was picked up. */
  place: address.nullable(),
})

export const documentFacts = z.strictObject({
  seller,
  buyer: documentBuyer,
  deliveries: z.array(delivery),
  /** Added to the sum that is left to pay (EN 16931, BT-114). */
  roundingOre: z.int(),
  /** The number of the invoice that a credit note credits, and its day. */
  credits: z.strictObject({ number: z.string(), day: day.nullable() }).nullable(),
})
export type DocumentFacts = z.infer<typeof documentFacts>
export type Delivery = DocumentFacts['deliveries'][number]

export interface InvoicedFor {
  orders: readonly EventOrder[]
  /** The customer of the orders; null: the orders name the buyer themselves. */
  customer: Customer | null
  seller: Seller
  roundingOre: number
}

export function documentFactsOf({ orders, customer, seller: from, roundingOre }: InvoicedFor): DocumentFacts {
  return {
    seller: from,
    buyer: documentBuyerOf(orders, customer),
    deliveries: orders.map((order) => deliveryOf(order, from)),
    roundingOre,
    credits: null,
  }
}

/** What the law requires and nobody has entered. The sentences are for the office. */
export function missingFacts({ seller: from, buyer, deliveries }: DocumentFacts): string[] {
  const isBuyerKnown = buyer.orgNr !== null || isCompleteAddress(buyer.address)
  const undelivered = deliveries.filter((each) => each.day === null).map(({ order }) => order)
  const withoutPlace = deliveries.filter((each) => !each.pickedUp && each.place === null).map(({ order }) => order)
  return [
    ...missingOfSeller(from),
    ...(isBuyerKnown ? [] : ["the buyer's address or organisation number"]),
    ...(undelivered.length === 0 ? [] : [`the day of delivery of ${undelivered.join(', ')}`]),
    ...(withoutPlace.length === 0 ? [] : [`the place of delivery of ${withoutPlace.join(', ')}`]),
  ]
}

function documentBuyerOf(orders: readonly EventOrder[], customer: Customer | null): DocumentFacts['buyer'] {
  const contacts = orders.map(({ contact }) => contact).filter((each) => each !== null)
  const person =
    orders.map(({ orderer }) => orderer).find(isPresent) ?? contacts.map(({ name }) => name).find(isPresent) ?? null
  if (customer !== null) {
    const { name, orgNr, address, email } = customer
    return { name, orgNr, address, email, contact: person }
  }
  const [contact] = contacts
  return {
    name: contact?.company ?? person ?? contact?.email ?? contact?.mobile ?? '',
    orgNr: contact?.orgNr ?? null,
    address: orders.map((order) => order.delivery?.address ?? null).find(isPresent) ?? null,
    email: contact?.email ?? null,
    contact: person,
  }
}

function deliveryOf({ numberDisplay, customerPo, deliveredAt, delivery: agreed }: EventOrder, from: Seller): Delivery {
  const pickedUp = agreed?.mode !== 'levering'
  return {
    order: numberDisplay,
    customerPo,
    day: deliveredAt === null ? (agreed?.deliveryDate ?? null) : workshopDate(Date.parse(deliveredAt)),
    pickedUp,
    place: pickedUp ? from.address : (agreed?.address ?? null),
  }
}

const isPresent = <Value>(value: Value | null | undefined): value is Value =>
  value !== null && value !== undefined && value !== ''
