// Whom an invoice is for where its order names no customer.
import { expect, test } from 'vitest'
import type { EventOrder } from '../../../shared/workshop-api/index.ts'
import { buyerOf, haveOneBuyer } from '../../../src-service/invoices/buyer.ts'
import { newOrder } from '../../../src-service/orders/new-order.ts'

const blank = newOrder({
  id: '5f0c1d3e-8a5b-4c0f-9d2e-7b6a5c4d3e2f',
  number: 1,
  isTest: true,
  source: 'api',
  channel: 'Prøve',
  status: 'forespurt',
  customer: null,
  at: '2026-11-24T09:00:10.000Z',
})
const nobody = { name: null, company: null, orgNr: null, email: null, mobile: null }
const of = (contact: Partial<NonNullable<EventOrder['contact']>>, more: Partial<EventOrder> = {}): EventOrder => ({
  ...blank,
  contact: { ...nobody, ...contact },
  ...more,
})
const customer = { id: '3f1d6c1e-8a5b-4c0f-9d2e-7b6a5c4d3e2f', number: 1001, name: 'Fjord AS' }

test.each([
  [of({ name: 'Kari', email: 'kari@example.no', mobile: '900' }), 'Kari', ['kari@example.no, 900']],
  [of({ company: 'Fjord AS', name: 'Kari' }), 'Fjord AS', ['v/ Kari']],
  [of({ company: 'Fjord AS', orgNr: '987654325' }, { orderer: 'Ola' }), 'Fjord AS', ['Org.nr. 987654325, v/ Ola']],
  [of({ email: 'kari@example.no' }), 'kari@example.no', []],
  [of({ mobile: '900' }), '900', []],
  [{ ...blank, orderer: 'Ola' }, 'Ola', []],
] as const)('the order’s own words name its buyer', (order, name, lines) => {
  expect(buyerOf(order)).toEqual({ name, lines })
})

test('a customer of the workshop is named as that, and an order that says nothing names nobody', () => {
  expect(buyerOf(of({ name: 'Kari' }, { customer }))).toBeNull()
  expect(buyerOf(blank)).toBeNull()
})

test('the orders of one buyer stand on one invoice, of two they do not', () => {
  const [kari, ola] = [of({ name: 'Kari' }), of({ name: 'Ola' })]
  expect([haveOneBuyer(kari, of({ name: 'Kari', mobile: '900' })), haveOneBuyer(kari, ola)]).toEqual([true, false])
  expect(haveOneBuyer(of({ company: 'A', orgNr: '1' }), of({ company: 'A', orgNr: '2' }))).toBe(false)
  expect(haveOneBuyer(of({ name: 'Kari', email: 'a@b.no' }), of({ name: 'Kari', email: 'c@d.no' }))).toBe(false)
  const firm = { company: 'A', orgNr: '1' }
  expect(haveOneBuyer(of({ ...firm, email: 'a@b.no' }), of({ ...firm, email: 'c@d.no' }))).toBe(true)
  expect(haveOneBuyer({ ...kari, customer }, { ...ola, customer })).toBe(true)
  expect(haveOneBuyer({ ...kari, customer }, kari)).toBe(false)
})
