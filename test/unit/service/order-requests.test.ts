// The lines, fields and milestones of orders, without a service.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Agreement } from '../../../shared/workshop-api/index.ts'
import { deliveryDay } from '../../../src-service/agreements/call-off.ts'
import { Failure } from '../../../src-service/operation/failure.ts'
import { newOrder } from '../../../src-service/orders/new-order.ts'
import { stepsFromMilestones } from '../../../src-service/orders/order-steps.ts'
import { missingFields, applyOrderFields } from '../../../src-service/orders/order-fields.ts'

const id = '3f1d6c1e-8a5b-4c0f-9d2e-7b6a5c4d3e2f'
const instant = '2026-11-24T09:00:00.000Z'
const order = newOrder({
  id,
  number: 1,
  isTest: true,
  source: 'api',
  channel: 'x',
  status: 'forespurt',
  customer: null,
  createdAt: instant,
})

const agreement = (leadDays: number | null, deliveryDays: number[]): Agreement => ({
  id,
  number: '1',
  status: 'aktiv',
  customer: { id, number: 1, name: 'x' },
  validFrom: null,
  validUntil: null,
  leadDays,
  deliveryDays,
  positions: [],
  title: null,
  version: 1,
})

/** The requested day, or the next possible day that the refusal names. */
function dayOrNext(terms: Agreement, wish: string, today: string): string | undefined {
  try {
    return deliveryDay(terms, wish, today)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return error.details.nextPossibleDate
  }
}

describe('the delivery day', () => {
  const tuesday = '2026-11-24'

  test('without a requested day is the first delivery day after the lead time in calendar days', () => {
    expect(deliveryDay(agreement(null, [2]), null, tuesday)).toBe(tuesday)
    expect(deliveryDay(agreement(1, [2]), null, tuesday)).toBe('2026-12-01')
    expect(deliveryDay(agreement(5, [7]), null, tuesday)).toBe('2026-11-29')
    expect(deliveryDay(agreement(40, [1]), null, tuesday)).toBe('2027-01-04')
    expect(deliveryDay(agreement(3, []), null, tuesday)).toBe('2026-11-27')
  })

  test('the day that a refusal names is possible', () => {
    const requests = fc.tuple(
      fc.integer({ min: 0, max: 60 }),
      fc.subarray([1, 2, 3, 4, 5, 6, 7]),
      fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true }),
    )
    fc.assert(
      fc.property(requests, ([leadDays, days, wished]) => {
        const terms = agreement(leadDays, days)
        const wish = wished.toISOString().slice(0, 10)
        const possible = dayOrNext(terms, wish, tuesday) ?? ''
        expect(possible >= wish).toBe(true)
        expect(deliveryDay(terms, possible, tuesday)).toBe(possible)
      }),
    )
  })
})

describe('the fields of an order', () => {
  test('a text of spaces is null, and so is an object without values', () => {
    const changed = applyOrderFields(order, {
      title: ' ',
      contact: { name: 'Kari' },
      delivery: { address: { city: 'Førde' } },
    })
    expect([changed.title, changed.contact?.name, changed.delivery?.address?.city]).toEqual([null, 'Kari', 'Førde'])
    const unchanged = applyOrderFields(changed, { contact: { name: null }, delivery: { address: null } })
    expect(unchanged).toEqual(order)
  })

  test('null for the delivery keeps the date that the workshop has set', () => {
    const set = { mode: 'henting' as const, requestedDate: '2026-12-01', deliveryDate: '2026-12-02', address: null }
    expect(applyOrderFields({ ...order, delivery: set }, { delivery: null }).delivery).toEqual({
      mode: null,
      requestedDate: null,
      deliveryDate: '2026-12-02',
      address: null,
    })
  })

  test('a note has at least three characters, also outside the basic plane', () => {
    expect(['ab', 'abc', '🔧🔧', '🔧🔧🔧'].map((note) => missingFields({ ...order, note }))).toEqual([
      ['note'],
      [],
      ['note'],
      [],
    ])
  })
})

describe('the initial steps', () => {
  test('are those of a request, of an order received at once, and of a declined request', () => {
    const type = (other: typeof order) =>
      stepsFromMilestones(other).map((step) => [step.type, step.change?.from ?? null])
    expect(type(order)).toEqual([['order.requested', null]])
    expect(type({ ...order, receivedAt: instant })).toEqual([['order.received', null]])
    expect(type({ ...order, cancelledAt: '2026-11-25T09:00:00.000Z' })).toEqual([
      ['order.requested', null],
      ['order.declined', 'forespurt'],
    ])
  })
})
