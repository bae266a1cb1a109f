// Part 4.3: call-offs against an agreement.
import { expect } from 'vitest'
import * as reading from './readings.ts'
import type { Order } from './readings.ts'
import { rule, textLine } from './rule.ts'
import type { Run } from './rule.ts'
import { errorOf, orderOf, refusalOf, timeOf } from './world.ts'

/** The sandbox's agreement as its earlier call-offs tell of it: one of its positions, at a length and price it was called at. */
async function called({
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
  '4.3 · agreementNumber with position lines makes a call-off, mottatt and priced from the agreement',
  async (run) => {
    const { agreementNumber, order, position } = await called(run)
    const lines = order.lines.map((each) => lineOf(each, 2))
    const answer = await run.post('/orders', { agreementNumber, intent: 'request', lines })
    const made = orderOf(answer)
    expect([answer.status, made.status, made.agreement]).toEqual([201, 'mottatt', order.agreement])
    expect(made.lines.map(({ unitPriceOre }) => unitPriceOre)).toEqual(
      order.lines.map(({ unitPriceOre }) => unitPriceOre),
    )
    expect(made.lines[0]).toMatchObject({
      kind: 'position',
      agreementPositionId: position.agreementPositionId,
      priceStatus: 'priced',
    })
    for (const { netOre, unitPriceOre } of made.lines) expect(netOre).toBe((unitPriceOre ?? 0) * 2)
    expect(made.totals).toMatchObject({
      priceStatus: 'priced',
      netOre: made.lines.reduce((sum, { netOre }) => sum + (netOre ?? 0), 0),
    })
  },
)

rule('3.1 · a call-off is born mottatt, with source avrop', async (run) => {
  const { agreementNumber, position } = await called(run)
  const mark = await run.latest()
  const made = orderOf(await run.post('/orders', { agreementNumber, lines: [lineOf(position)] }))
  expect(made).toMatchObject({ status: 'mottatt', source: 'avrop', receivedAt: made.createdAt })
  const events = await run.eventsAfter(mark)
  expect(events.map(({ type, data }) => [type, 'change' in data])).toEqual([['order.received', false]])
})

rule('4.3 · a call-off takes the next possible day where none is asked for', async (run) => {
  const { agreementNumber, position } = await called(run)
  const answer = await run.post('/orders', { agreementNumber, lines: [lineOf(position)] })
  const { deliveryDate, requestedDate } = orderOf(answer).delivery ?? {}
  const day = deliveryDate ?? requestedDate ?? ''
  expect(day > new Date(timeOf(answer)).toISOString().slice(0, 10)).toBe(true)
  const asked = await run.post('/orders', {
    agreementNumber,
    lines: [lineOf(position)],
    delivery: { mode: 'henting', requestedDate: day },
  })
  expect(asked.status).toBe(201)
})

for (const number of ['9999', '0']) {
  rule(
    '4.3 · a call-off: agreement_not_active',
    async (run) => {
      const { position } = await called(run)
      const refused = await run.post('/orders', { agreementNumber: number, lines: [lineOf(position)] })
      expect(['422 agreement_not_active', '404 not_found']).toContain(refusalOf(refused))
    },
    number,
  )
}

rule(
  '4.3 · a call-off: agreement_not_active',
  async (run) => {
    const { order } = await called(run)
    const drafted = async () => run.desk.draftAgreement('Ny', order.customer?.number ?? 0)
    const [number, other] = [await drafted(), await drafted()]
    const asked = async (which: string) => {
      const { positions } = reading.agreement.parse((await run.get(`/agreements/${which}`)).json)
      const line = { kind: 'position', positionId: positions[0]?.id, lengthMm: 1_000, quantity: 1 }
      return run.post('/orders', { agreementNumber: which, lines: [line] })
    }
    for (const each of [number, other]) {
      await run.desk.sendAgreement(each)
      expect(refusalOf(await asked(each))).toBe('422 agreement_not_active')
    }
    await run.desk.answerAgreement(number, true)
    expect((await asked(number)).status).toBe(201)
    await run.desk.answerAgreement(other, false)
    expect(refusalOf(await asked(other))).toBe('422 agreement_not_active')
  },
  'one that is not accepted',
)

rule('4.3 · a call-off: position_not_in_agreement', async (run) => {
  const { agreementNumber, position } = await called(run)
  const mark = await run.latest()
  const foreign = { ...lineOf(position), positionId: '00000000-0000-4000-8000-000000000000' }
  const refused = await run.post('/orders', { agreementNumber, lines: [lineOf(position), foreign] })
  expect(refusalOf(refused)).toBe('422 position_not_in_agreement')
  expect(await run.latest()).toBe(mark)
})

rule('4.3 · a call-off: length_over_max', async (run) => {
  const { agreementNumber, position } = await called(run)
  const refused = await run.post('/orders', { agreementNumber, lines: [{ ...lineOf(position), lengthMm: 100_000 }] })
  expect(refusalOf(refused)).toBe('422 length_over_max')
})

for (const sentence of [
  '4.3 · a call-off: delivery_date_not_allowed carries nextPossibleDate',
  '7 · nextPossibleDate stands on delivery_date_not_allowed',
] as const) {
  rule(sentence, async (run) => {
    const { agreementNumber, position } = await called(run)
    const asking = (requestedDate: string) =>
      run.post('/orders', { agreementNumber, lines: [lineOf(position)], delivery: { mode: 'henting', requestedDate } })
    const now = timeOf(await run.get('/me'))
    const tomorrow = new Date(now + 86_400_000).toISOString().slice(0, 10)
    const refused = await asking(tomorrow)
    expect(refusalOf(refused)).toBe('422 delivery_date_not_allowed')
    const { nextPossibleDate = '' } = errorOf(refused)
    // The sandbox's agreement has five days of lead and delivers on Tuesdays and Thursdays.
    expect(Date.parse(nextPossibleDate) - Date.parse(tomorrow)).toBeGreaterThanOrEqual(4 * 86_400_000)
    expect([2, 4]).toContain(new Date(nextPossibleDate).getUTCDay())
    expect(orderOf(await asking(nextPossibleDate)).delivery?.requestedDate).toBe(nextPossibleDate)
    // No delivery day of the agreement follows another at once.
    const dayAfter = new Date(Date.parse(nextPossibleDate) + 86_400_000).toISOString().slice(0, 10)
    expect(errorOf(await asking(dayAfter)).nextPossibleDate).not.toBe(dayAfter)
  })
}

rule(
  '4.3 · a call-off: delivery_date_not_allowed carries nextPossibleDate',
  async (run) => {
    const { agreementNumber, position } = await called(run)
    const { validUntil } = reading.agreement.parse((await run.get(`/agreements/${agreementNumber}`)).json)
    const end = Date.parse(validUntil ?? '')
    const asking = (requestedDate: string) =>
      run.post('/orders', { agreementNumber, lines: [lineOf(position)], delivery: { requestedDate } })
    // A delivery day of the agreement is among any seven.
    for (const later of [1, 2, 3, 4, 5, 6, 7, 70]) {
      const refused = await asking(new Date(end + later * 86_400_000).toISOString().slice(0, 10))
      expect([later, refusalOf(refused)]).toEqual([later, '422 delivery_date_not_allowed'])
      const { nextPossibleDate = '' } = errorOf(refused)
      expect(Date.parse(nextPossibleDate)).toBeLessThanOrEqual(end)
      expect((await asking(nextPossibleDate)).status).toBe(201)
    }
  },
  'behind the end of the agreement',
)

rule('4.3 · a call-off is for its own customer', async (run) => {
  const { agreementNumber, position, order } = await called(run)
  const keys = await run.customers()
  const foreign = keys.find(({ id }) => id !== order.customer?.id)
  const refused = await run.post(
    '/orders',
    { agreementNumber, lines: [lineOf(position)] },
    { key: foreign?.key ?? null },
  )
  expect(refused.status).toBeGreaterThanOrEqual(404)
  expect((await run.newOrder({ lines: [textLine] }, foreign?.key)).customer?.id).toBe(foreign?.id)
  expect(orderOf(await run.post('/orders', { agreementNumber, lines: [lineOf(position)] })).customer?.id).toBe(
    order.customer?.id,
  )
})

// The last: a clock that has been moved on does not go back.
rule(
  '4.3 · a call-off: agreement_not_active',
  async (run) => {
    const { agreementNumber, position } = await called(run)
    await run.desk.advance(400 * 86_400)
    const refused = await run.post('/orders', { agreementNumber, lines: [lineOf(position)] })
    expect(refusalOf(refused)).toBe('422 agreement_not_active')
  },
  'one that has run out',
)
