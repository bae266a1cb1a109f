// The buyer on an invoice for an order without a customer.
import { expect, test } from 'vitest'
import type { EventOrder } from '../../../shared/workshop-api/index.ts'
import { buyerOf, isSameBuyer } from '../../../src-service/invoices/buyer.ts'
import { newOrder } from '../../../src-service/orders/new-order.ts'

const blank = newOrder({
  id: '5f0c1d3e-8a5b-4c0f-9d2e-7b6a5c4d3e2f',
  number: 1,
  isTest: true,
  source: 'api',
  channel: 'Prøve',
  status: 'forespurt',
  customer: null,
  createdAt: '2026-11-24T09:00:10.000Z',
})
const nobody = { name: null, company: null, orgNr: null, email: null, mobile: null }
const orderWith = (
  contact: Partial<NonNullable<EventOrder['contact']>>,
  more: Partial<EventOrder> = {},
): EventOrder => ({
  ...blank,
  contact: { ...nobody, ...contact },
  ...more,
})
const customer = { id: '3f1d6c1e-8a5b-4c0f-9d2e-7b6a5c4d3e2f', number: 1001, name: 'Fjord AS' }

test.each([
  [orderWith({ name: 'Kari', email: 'kari@example.no', mobile: '900' }), 'Kari', ['kari@example.no, 900']],
  [orderWith({ company: 'Fjord AS', name: 'Kari' }), 'Fjord AS', ['v/ Kari']],
  [
    orderWith({ company: 'Fjord AS', orgNr: '987654325' }, { orderer: 'Ola' }),
    'Fjord AS',
    ['Org.nr. 987654325, v/ Ola'],
  ],
  [orderWith({ email: 'kari@example.no' }), 'kari@example.no', []],
  [orderWith({ mobile: '900' }), '900', []],
  [{ ...blank, orderer: 'Ola' }, 'Ola', []],
] as const)('the order’s own words name its buyer', (order, name, lines) => {
  expect(buyerOf(order)).toEqual({ name, lines })
})

test('an order with a customer has no other buyer, and an order without contact data has none', () => {
  expect(buyerOf(orderWith({ name: 'Kari' }, { customer }))).toBeNull()
  expect(buyerOf(blank)).toBeNull()
})

test('orders of one buyer can be on one invoice, orders of two cannot', () => {
  const [kari, ola] = [orderWith({ name: 'Kari' }), orderWith({ name: 'Ola' })]
  expect([isSameBuyer(kari, orderWith({ name: 'Kari', mobile: '900' })), isSameBuyer(kari, ola)]).toEqual([true, false])
  expect(isSameBuyer(orderWith({ company: 'A', orgNr: '1' }), orderWith({ company: 'A', orgNr: '2' }))).toBe(false)
  expect(isSameBuyer(orderWith({ name: 'Kari', email: 'a@b.no' }), orderWith({ name: 'Kari', email: 'c@d.no' }))).toBe(
    false,
  )
  const firm = { company: 'A', orgNr: '1' }
  expect(isSameBuyer(orderWith({ ...firm, email: 'a@b.no' }), orderWith({ ...firm, email: 'c@d.no' }))).toBe(true)
  expect(isSameBuyer({ ...kari, customer }, { ...ola, customer })).toBe(true)
  expect(isSameBuyer({ ...kari, customer }, kari)).toBe(false)
})
