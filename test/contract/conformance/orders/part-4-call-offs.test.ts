// Part 4.3: call-offs against an agreement.
import { expect } from 'vitest'
import * as reading from '../readings.ts'
import type { Order } from '../readings.ts'
import { ruleOfOneService, textLine } from '../rule.ts'
import type { Run } from '../rule.ts'
import { errorOf, orderOf, refusalOf, timeOf } from '../world.ts'

const rule = ruleOfOneService()

/** A position of the sandbox's agreement with a length and a price, from an earlier call-off. */
async function knownPosition({
  get,
}: Run): Promise<{ agreementNumber: string; order: Order; position: Order['lines'][number] }> {
  const agreementNumber = '1001'
  const page = reading
    .listOf(reading.order)
    .parse((await get(`/orders?agreementNumber=${agreementNumber}&limit=100`)).json)
  const order = page.data.find(({ lines }) => lines.length > 1)
  const position = order?.lines[0]
  if (order === undefined || position === undefined) throw new Error('the sandbox has no call-off')
  return { agreementNumber, order, position }
}

const lineOf = ({ agreementPositionId, lengthMm }: Order['lines'][number], quantity = 3) => ({
  kind: 'position',
  positionId: agreementPositionId,
  lengthMm,
  quantity,
})

rule(
  '4.3 · agreementNumber with position lines creates a call-off that is mottatt and has the prices of the agreement',
  async (run) => {
    const { agreementNumber, order, position } = await knownPosition(run)
    const lines = order.lines.map((each) => lineOf(each, 2))
    const answer = await run.post('/orders', { agreementNumber, intent: 'request', lines })
    const createdOrder = orderOf(answer)
    expect([answer.status, createdOrder.status, createdOrder.agreement]).toEqual([201, 'mottatt', order.agreement])
    expect(createdOrder.lines.map(({ unitPriceOre }) => unitPriceOre)).toEqual(
      order.lines.map(({ unitPriceOre }) => unitPriceOre),
    )
    expect(createdOrder.lines[0]).toMatchObject({
      kind: 'position',
      agreementPositionId: position.agreementPositionId,
      priceStatus: 'priced',
    })
    for (const { netOre, unitPriceOre } of createdOrder.lines) expect(netOre).toBe((unitPriceOre ?? 0) * 2)
    expect(createdOrder.totals).toMatchObject({
      priceStatus: 'priced',
      netOre: createdOrder.lines.reduce((sum, { netOre }) => sum + (netOre ?? 0), 0),
    })
  },
)

rule('3.1 · a call-off starts as mottatt, with source avrop', async (run) => {
  const { agreementNumber, position } = await knownPosition(run)
  const mark = await run.latest()
  const createdOrder = orderOf(await run.post('/orders', { agreementNumber, lines: [lineOf(position)] }))
  expect(createdOrder).toMatchObject({ status: 'mottatt', source: 'avrop', receivedAt: createdOrder.createdAt })
  const events = await run.eventsAfter(mark)
  expect(events.map(({ type, data }) => [type, 'change' in data])).toEqual([['order.received', false]])
})

rule('4.3 · a call-off without a date gets the next possible day', async (run) => {
  const { agreementNumber, position } = await knownPosition(run)
  const answer = await run.post('/orders', { agreementNumber, lines: [lineOf(position)] })
  const { deliveryDate, requestedDate } = orderOf(answer).delivery ?? {}
  const day = deliveryDate ?? requestedDate ?? ''
  expect(day > new Date(timeOf(answer)).toISOString().slice(0, 10)).toBe(true)
  const response = await run.post('/orders', {
    agreementNumber,
    lines: [lineOf(position)],
    delivery: { mode: 'henting', requestedDate: day },
  })
  expect(response.status).toBe(201)
})

for (const number of ['9999', '0']) {
  rule(
    '4.3 · a call-off: agreement_not_active',
    async (run) => {
      const { position } = await knownPosition(run)
      const refusal = await run.post('/orders', { agreementNumber: number, lines: [lineOf(position)] })
      expect(['422 agreement_not_active', '404 not_found']).toContain(refusalOf(refusal))
    },
    number,
  )
}

rule(
  '4.3 · a call-off: agreement_not_active',
  async (run) => {
    const { order } = await knownPosition(run)
    const drafted = async () => run.workshop.draftAgreement('Ny', order.customer?.number ?? 0)
    const [number, other] = [await drafted(), await drafted()]
    const callOffFrom = async (agreementNumber: string) => {
      const { positions } = reading.agreement.parse((await run.get(`/agreements/${agreementNumber}`)).json)
      const line = { kind: 'position', positionId: positions[0]?.id, lengthMm: 1_000, quantity: 1 }
      return run.post('/orders', { agreementNumber, lines: [line] })
    }
    for (const each of [number, other]) {
      await run.workshop.sendAgreement(each)
      expect(refusalOf(await callOffFrom(each))).toBe('422 agreement_not_active')
    }
    await run.workshop.answerAgreement(number, true)
    expect((await callOffFrom(number)).status).toBe(201)
    await run.workshop.answerAgreement(other, false)
    expect(refusalOf(await callOffFrom(other))).toBe('422 agreement_not_active')
  },
  'an agreement that is not accepted',
)

rule('4.3 · a call-off: position_not_in_agreement', async (run) => {
  const { agreementNumber, position } = await knownPosition(run)
  const mark = await run.latest()
  const foreignPosition = { ...lineOf(position), positionId: '00000000-0000-4000-8000-000000000000' }
  const refusal = await run.post('/orders', { agreementNumber, lines: [lineOf(position), foreignPosition] })
  expect(refusalOf(refusal)).toBe('422 position_not_in_agreement')
  expect(await run.latest()).toBe(mark)
})

rule('4.3 · a call-off: length_over_max', async (run) => {
  const { agreementNumber, position } = await knownPosition(run)
  const refusal = await run.post('/orders', { agreementNumber, lines: [{ ...lineOf(position), lengthMm: 100_000 }] })
  expect(refusalOf(refusal)).toBe('422 length_over_max')
})

for (const sentence of [
  '4.3 · a call-off: delivery_date_not_allowed has nextPossibleDate',
  '7 · delivery_date_not_allowed has nextPossibleDate',
] as const) {
  rule(sentence, async (run) => {
    const { agreementNumber, position } = await knownPosition(run)
    const callOffOn = (requestedDate: string) =>
      run.post('/orders', { agreementNumber, lines: [lineOf(position)], delivery: { mode: 'henting', requestedDate } })
    const now = timeOf(await run.get('/me'))
    const tomorrow = new Date(now + 86_400_000).toISOString().slice(0, 10)
    const refusal = await callOffOn(tomorrow)
    expect(refusalOf(refusal)).toBe('422 delivery_date_not_allowed')
    const { nextPossibleDate = '' } = errorOf(refusal)
    // The sandbox's agreement has a lead time of five days and delivers on Tuesdays and Thursdays.
    expect(Date.parse(nextPossibleDate) - Date.parse(tomorrow)).toBeGreaterThanOrEqual(4 * 86_400_000)
    expect([2, 4]).toContain(new Date(nextPossibleDate).getUTCDay())
    expect(orderOf(await callOffOn(nextPossibleDate)).delivery?.requestedDate).toBe(nextPossibleDate)
    // No two delivery days of the agreement are consecutive.
    const dayAfter = new Date(Date.parse(nextPossibleDate) + 86_400_000).toISOString().slice(0, 10)
    expect(errorOf(await callOffOn(dayAfter)).nextPossibleDate).not.toBe(dayAfter)
  })
}

rule(
  '4.3 · a call-off: delivery_date_not_allowed has nextPossibleDate',
  async (run) => {
    const { agreementNumber, position } = await knownPosition(run)
    const { validUntil } = reading.agreement.parse((await run.get(`/agreements/${agreementNumber}`)).json)
    const end = Date.parse(validUntil ?? '')
    const callOffOn = (requestedDate: string) =>
      run.post('/orders', { agreementNumber, lines: [lineOf(position)], delivery: { requestedDate } })
    // Any seven days contain a delivery day of the agreement.
    for (const later of [1, 2, 3, 4, 5, 6, 7, 70]) {
      const refusal = await callOffOn(new Date(end + later * 86_400_000).toISOString().slice(0, 10))
      expect([later, refusalOf(refusal)]).toEqual([later, '422 delivery_date_not_allowed'])
      const { nextPossibleDate = '' } = errorOf(refusal)
      expect(Date.parse(nextPossibleDate)).toBeLessThanOrEqual(end)
      expect((await callOffOn(nextPossibleDate)).status).toBe(201)
    }
  },
  'after the end of the agreement',
)

rule('4.3 · a call-off belongs to the customer of the agreement', async (run) => {
  const { agreementNumber, position, order } = await knownPosition(run)
  const keys = await run.customers()
  const foreignId = keys.find(({ id }) => id !== order.customer?.id)
  const refusal = await run.post(
    '/orders',
    { agreementNumber, lines: [lineOf(position)] },
    { key: foreignId?.key ?? null },
  )
  expect(refusal.status).toBeGreaterThanOrEqual(404)
  expect((await run.newOrder({ lines: [textLine] }, foreignId?.key)).customer?.id).toBe(foreignId?.id)
  expect(orderOf(await run.post('/orders', { agreementNumber, lines: [lineOf(position)] })).customer?.id).toBe(
    order.customer?.id,
  )
})

// This test is the last one, because the clock cannot be set back.
rule(
  '4.3 · a call-off: agreement_not_active',
  async (run) => {
    const { agreementNumber, position } = await knownPosition(run)
    await run.workshop.advance(400 * 86_400)
    const refusal = await run.post('/orders', { agreementNumber, lines: [lineOf(position)] })
    expect(refusalOf(refusal)).toBe('422 agreement_not_active')
  },
  'an expired agreement',
)
