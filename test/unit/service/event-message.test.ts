// Specification 6.2 · a message is under 256 KB: above that the descriptions of lines are truncated, and `truncated` is set.
import { expect, test } from 'vitest'
import type { EventData, WorkshopEvent } from '../../../shared/workshop-api/index.ts'
import { messageOf } from '../../../src-service/events/event-message.ts'

const invoiceOf = (descriptions: readonly string[]): EventData['invoice'] => ({
  id: '018f3b1e-0000-7000-8000-000000000001',
  number: '20418',
  kind: 'invoice',
  status: 'sendt',
  customer: null,
  issuedAt: null,
  dueDate: null,
  kid: null,
  currency: 'NOK',
  lines: descriptions.map((description, index) => ({
    lineNo: index + 1,
    description,
    quantity: 1,
    unit: null,
    unitPriceOre: 100,
    netOre: 100,
    vatBp: 2_500,
  })),
  totals: { netOre: 100, vatOre: 25, grossOre: 125 },
  orders: [],
  erpNo: null,
  version: 1,
})
const eventOf = (descriptions: readonly string[]): WorkshopEvent => ({
  id: 'evt_01HZY0000000000000000000',
  type: 'invoice.sent',
  apiVersion: 'v1',
  createdAt: '2026-11-24T09:00:10.000Z',
  livemode: false,
  data: { invoice: invoiceOf(descriptions) },
})
/** An event whose message has this many bytes. */
const eventOfBytes = (bytes: number): WorkshopEvent => {
  const empty = Buffer.byteLength(messageOf(eventOf([''])))
  return eventOf(['x'.repeat(bytes - empty)])
}

test('a message one byte below 256 KB is complete; at 256 KB its lines are truncated to 200 characters', () => {
  const below = eventOfBytes(262_143)
  expect(messageOf(below)).toBe(JSON.stringify(below))

  const cut = eventOfBytes(262_144)
  const { invoice } = cut.data
  if (invoice === undefined) throw new Error('no invoice')
  const lines = invoice.lines.map((line) => ({ ...line, description: 'x'.repeat(200) }))
  expect(JSON.parse(messageOf(cut))).toEqual({ ...cut, data: { invoice: { ...invoice, lines }, truncated: true } })
})

test('sizes are bytes: a two-byte character counts twice, and no character is split', () => {
  const message = messageOf(eventOf([`${'ø'.repeat(199)}😀${'ø'.repeat(140_000)}`, 'kort']))
  expect(message).toContain(`"${'ø'.repeat(199)}"`)
  expect(message).toContain('"kort"')
  expect(message.isWellFormed()).toBe(true)
})
