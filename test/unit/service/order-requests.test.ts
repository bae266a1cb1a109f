// What an order's lines and milestones are worked out to, without a service around it.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Agreement } from '../../../shared/workshop-api/index.ts'
import { deliveryDay } from '../../../src-service/agreements/call-off.ts'
import { Failure } from '../../../src-service/http/failure.ts'
import { newOrder } from '../../../src-service/orders/new-order.ts'
import { stepsSoFar } from '../../../src-service/orders/order-steps.ts'
import { missingIn, withSaid } from '../../../src-service/orders/sent-order.ts'

const id = '3f1d6c1e-8a5b-4c0f-9d2e-7b6a5c4d3e2f'
const at = '2026-11-24T09:00:00.000Z'
const begun = newOrder({
  id,
  number: 1,
  isTest: true,
  source: 'api',
  channel: 'x',
  status: 'forespurt',
  customer: null,
  at,
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

/** The day that is given, or the one that a refusal names in its place. */
function dayOrNext(of: Agreement, wish: string, today: string): string | undefined {
  try {
    return deliveryDay(of, wish, today)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return error.details.nextPossibleDate
  }
}

describe('the day of delivery', () => {
  const tuesday = '2026-11-24'

  test('without a wish: the first of its days after the lead, which counts every day of the calendar', () => {
    expect(deliveryDay(agreement(null, [2]), null, tuesday)).toBe(tuesday)
    expect(deliveryDay(agreement(1, [2]), null, tuesday)).toBe('2026-12-01')
    expect(deliveryDay(agreement(5, [7]), null, tuesday)).toBe('2026-11-29')
    expect(deliveryDay(agreement(40, [1]), null, tuesday)).toBe('2027-01-04')
    expect(deliveryDay(agreement(3, []), null, tuesday)).toBe('2026-11-27')
  })

  test('the day that a refusal names is one that is not refused', () => {
    const asked = fc.tuple(
      fc.integer({ min: 0, max: 60 }),
      fc.subarray([1, 2, 3, 4, 5, 6, 7]),
      fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true }),
    )
    fc.assert(
      fc.property(asked, ([leadDays, days, wished]) => {
        const of = agreement(leadDays, days)
        const wish = wished.toISOString().slice(0, 10)
        const possible = dayOrNext(of, wish, tuesday) ?? ''
        expect(possible >= wish).toBe(true)
        expect(deliveryDay(of, possible, tuesday)).toBe(possible)
      }),
    )
  })
})

describe('what is said of an order', () => {
  test('a text of nothing but spaces is none; an object of which nothing is left is none', () => {
    const said = withSaid(begun, { title: ' ', contact: { name: 'Kari' }, delivery: { address: { city: 'Førde' } } })
    expect([said.title, said.contact?.name, said.delivery?.address?.city]).toEqual([null, 'Kari', 'Førde'])
    const unsaid = withSaid(said, { contact: { name: null }, delivery: { address: null } })
    expect(unsaid).toEqual(begun)
  })

  test('null for the delivery leaves the day that the workshop has set', () => {
    const set = { mode: 'henting' as const, requestedDate: '2026-12-01', deliveryDate: '2026-12-02', address: null }
    expect(withSaid({ ...begun, delivery: set }, { delivery: null }).delivery).toEqual({
      mode: null,
      requestedDate: null,
      deliveryDate: '2026-12-02',
      address: null,
    })
  })

  test('three characters are a note, however many units they are written in', () => {
    expect(['ab', 'abc', '🔧🔧', '🔧🔧🔧'].map((note) => missingIn({ ...begun, note }))).toEqual([
      ['note'],
      [],
      ['note'],
      [],
    ])
  })
})

describe('the steps so far', () => {
  test('of a new request, of one that is received at once, and of one that was declined', () => {
    const type = (order: typeof begun) => stepsSoFar(order).map((step) => [step.type, step.change?.from ?? null])
    expect(type(begun)).toEqual([['order.requested', null]])
    expect(type({ ...begun, receivedAt: at })).toEqual([['order.received', null]])
    expect(type({ ...begun, cancelledAt: '2026-11-25T09:00:00.000Z' })).toEqual([
      ['order.requested', null],
      ['order.declined', 'forespurt'],
    ])
  })
})
