// Part 3: the status ladder, its changes and their events.
import { expect } from 'vitest'
import * as reading from '../readings.ts'
import type { Event } from '../readings.ts'
import { ruleOfOneService, textLine } from '../rule.ts'
import type { Run } from '../rule.ts'
import type { Sentence } from '../sentences/index.ts'
import { orderOf, refusalOf } from '../world.ts'

const rule = ruleOfOneService()

type Status = (typeof reading.statuses)[number]

/** The status changes that bring a new order to a status. */
const ways: Readonly<Record<Status, readonly Status[]>> = {
  forespurt: [],
  mottatt: ['mottatt'],
  i_arbeid: ['mottatt', 'i_arbeid'],
  klar: ['mottatt', 'i_arbeid', 'klar'],
  levert: ['mottatt', 'i_arbeid', 'klar', 'levert'],
  fakturert: ['mottatt', 'i_arbeid', 'klar', 'levert', 'fakturert'],
  betalt: ['mottatt', 'i_arbeid', 'klar', 'levert', 'fakturert', 'betalt'],
  avbrutt: ['avbrutt'],
}

const moves: readonly [event: string, from: Status, to: Status, stamped: string | null, sentence: Sentence][] = [
  ['order.received', 'forespurt', 'mottatt', 'receivedAt', '3.1 · order.received moves forespurt to mottatt'],
  ['order.declined', 'forespurt', 'avbrutt', 'cancelledAt', '3.1 · order.declined moves forespurt to avbrutt'],
  ['order.cancelled', 'mottatt', 'avbrutt', 'cancelledAt', '3.1 · order.cancelled moves mottatt to avbrutt'],
  ['order.in_work', 'mottatt', 'i_arbeid', 'inWorkAt', '3.1 · order.in_work moves mottatt to i_arbeid'],
  ['order.ready', 'i_arbeid', 'klar', 'readyAt', '3.1 · order.ready moves i_arbeid to klar'],
  ['order.ready_undone', 'klar', 'mottatt', null, '3.1 · order.ready_undone moves klar to mottatt'],
  ['order.delivered', 'klar', 'levert', 'deliveredAt', '3.1 · order.delivered moves klar to levert'],
  ['order.invoiced', 'levert', 'fakturert', 'invoicedAt', '3.1 · order.invoiced moves levert to fakturert'],
  ['order.invoice_undone', 'fakturert', 'levert', null, '3.1 · order.invoice_undone moves fakturert to levert'],
  ['order.paid', 'fakturert', 'betalt', 'paidAt', '3.1 · order.paid moves fakturert to betalt'],
]

async function orderIn({ newOrder, workshop }: Run, status: Status): Promise<string> {
  const { numberDisplay } = await newOrder()
  for (const rung of ways[status]) await workshop.moveOrder(numberDisplay, rung)
  return numberDisplay
}

const orderIn6 = (event: Event | undefined) => reading.order.parse(event?.data['order'])

for (const [type, from, to, stamped, sentence] of moves) {
  rule(sentence, async (run) => {
    const number = await orderIn(run, from)
    const before = await run.read(number)
    expect(before.status).toBe(from)
    const mark = await run.latest()
    await run.workshop.advance(60)
    await run.workshop.moveOrder(number, to)
    const [event, ...more] = await run.eventsAfter(mark)
    expect([event?.type, more]).toEqual([type, []])
    expect(reading.change.parse(event?.data['change'])).toEqual({ from, to })
    const after = await run.read(number)
    expect(after).toMatchObject({ status: to, statusChangedAt: after.updatedAt, version: before.version + 1 })
    expect(orderIn6(event)).toMatchObject({ numberDisplay: number, status: to, version: after.version })
    if (stamped !== null) expect(after).toMatchObject({ [stamped]: after.updatedAt })
    if (type === 'order.ready_undone') expect([after.readyAt, after.inWorkAt]).toEqual([null, null])
    if (type === 'order.invoice_undone') expect([after.invoicedAt, after.invoice]).toEqual([null, null])
  })
}

for (const from of reading.statuses) {
  rule(
    '3.1 · no status changes exist except those of the ladder',
    async (run) => {
      const number = await orderIn(run, from)
      const before = await run.read(number)
      const mark = await run.latest()
      for (const to of reading.statuses) {
        if (moves.some((move) => move[1] === from && move[2] === to)) continue
        await expect(run.workshop.moveOrder(number, to)).rejects.toBeInstanceOf(Error)
      }
      expect(await run.read(number)).toEqual(before)
      expect(await run.eventsAfter(mark)).toEqual([])
    },
    `from ${from}`,
  )
}

const labels: readonly [Status, string, Sentence][] = [
  ['forespurt', 'Forespørsel', '3.1 · label of forespurt'],
  ['mottatt', 'Mottatt', '3.1 · label of mottatt'],
  ['i_arbeid', 'I arbeid', '3.1 · label of i_arbeid'],
  ['klar', 'Klar', '3.1 · label of klar'],
  ['levert', 'Levert', '3.1 · label of levert'],
  ['fakturert', 'Fakturert', '3.1 · label of fakturert'],
  ['betalt', 'Betalt', '3.1 · label of betalt'],
  ['avbrutt', 'Avbrutt', '3.1 · label of avbrutt'],
]
for (const [status, label, sentence] of labels) {
  rule(sentence, async (run) => {
    const number = await orderIn(run, status)
    expect(await run.read(number)).toMatchObject({ status, statusLabel: label })
    expect((await run.get(`/orders/${number}/status`)).json).toMatchObject({ status, statusLabel: label })
  })
}

rule('3.1 · there are exactly eight stored statuses', async ({ all }) => {
  const statuses = new Set((await all('/orders')).map((each) => reading.order.parse(each).status))
  expect([...statuses].toSorted()).toEqual([...reading.statuses].toSorted())
})

for (const intent of ['request', undefined]) {
  rule(
    '3.1 · intent request creates an order in forespurt, with order.requested',
    async ({ newOrder, latest, eventsAfter }) => {
      const mark = await latest()
      const order = await newOrder({ ...(intent === undefined ? {} : { intent }), lines: [textLine] })
      expect(order).toMatchObject({ status: 'forespurt', receivedAt: null, source: 'api', version: 1 })
      const [event, ...more] = await eventsAfter(mark)
      expect([event?.type, more]).toEqual(['order.requested', []])
      expect(event?.data).not.toHaveProperty('change')
      const { production: _production, ...eventOrder } = order
      expect(event?.data['order']).toEqual(eventOrder)
    },
    intent ?? 'left out',
  )
}

rule('3.1 · order.updated has no change member', async ({ newOrder, patch, latest, eventsAfter }) => {
  const { numberDisplay, version } = await newOrder()
  const mark = await latest()
  expect(orderOf(await patch(`/orders/${numberDisplay}`, version, { note: 'Haster' })).status).toBe('forespurt')
  const [event, ...more] = await eventsAfter(mark)
  expect([event?.type, more]).toEqual(['order.updated', []])
  expect(event?.data).not.toHaveProperty('change')
  expect(orderIn6(event)).toMatchObject({ note: 'Haster', version: version + 1 })
})

rule('3.1 · a forwarded order leaves the list with order.forwarded, not order.cancelled', async (run) => {
  const { received, workshop, get, all, latest, eventsAfter } = run
  const { numberDisplay, id } = await received()
  await workshop.addSheets(numberDisplay, 1)
  const sheets = (await all(`/orders/${numberDisplay}/bending-sheets`)).map((each) => reading.sheet.parse(each))
  const mark = await latest()
  await workshop.forwardOrder(numberDisplay, 'Nabo Blikk AS')
  const events = await eventsAfter(mark)
  expect(events.map(({ type }) => type)).toEqual(['order.forwarded'])
  expect(events[0]?.data).toMatchObject({ order: { id }, forwardedTo: { name: 'Nabo Blikk AS' } })
  expect(events[0]?.data).not.toHaveProperty('change')
  expect((await all('/orders')).map((each) => reading.order.parse(each).id)).not.toContain(id)
  for (const path of [
    `/orders/${numberDisplay}`,
    `/orders/${numberDisplay}/status`,
    `/bending-sheets/${sheets[0]?.id}`,
  ]) {
    expect(refusalOf(await get(path))).toBe('404 not_found')
  }
})

rule('3.2 · a bending sheet is sent for approval, approved, sent back and bent, each with its event', async (run) => {
  const { received, workshop, all, get, post, latest, eventsAfter } = run
  const { numberDisplay } = await received()
  await workshop.addSheets(numberDisplay, 8)
  const sheets = (await all(`/orders/${numberDisplay}/bending-sheets`)).map((each) => reading.sheet.parse(each))
  const id = sheets.find(({ approval }) => approval.state !== 'awaiting')?.id ?? ''
  const state = async () => reading.sheet.parse((await get(`/bending-sheets/${id}`)).json).approval.state
  const mark = await latest()
  await workshop.requestApproval(id)
  expect(await state()).toBe('awaiting')
  await workshop.decideApproval(id, 'change_requested', 'Smalere')
  expect(await state()).toBe('change_requested')
  await workshop.requestApproval(id)
  await workshop.decideApproval(id, 'approved')
  expect(await state()).toBe('approved')
  await post(`/bending-sheets/${id}/bent`, {})
  await workshop.rework(id)
  const events = await eventsAfter(mark)
  expect(events.map(({ type }) => type)).toEqual([
    'bending_sheet.sent_for_approval',
    'bending_sheet.change_requested',
    'bending_sheet.sent_for_approval',
    'bending_sheet.approved',
    'bending_sheet.bent',
    'bending_sheet.rework',
  ])
  for (const { data } of events) expect(data).toMatchObject({ bendingSheet: { id } })
})
