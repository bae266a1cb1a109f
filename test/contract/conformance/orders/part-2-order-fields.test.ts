// Part 2: the fields of an order, of its lines, and of the other resources.
import { expect } from 'vitest'
import * as reading from '../readings.ts'
import type { Order } from '../readings.ts'
import { ruleOfOneService, textLine } from '../rule.ts'
import type { Run } from '../rule.ts'
import type { Sentence } from '../sentences/index.ts'
import { errorOf, orderOf, refusalOf } from '../world.ts'

const rule = ruleOfOneService()

/** The orders of a new sandbox, in every status. */
async function seeded({ all }: Run): Promise<Order[]> {
  const orders = (await all('/orders')).map((each) => reading.order.parse(each))
  expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(reading.statuses))
  return orders
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const oneOf = (values: readonly unknown[]) => (value: unknown) => expect(values).toContain(value)
const labels: Readonly<Record<string, string>> = {
  forespurt: 'Forespørsel',
  mottatt: 'Mottatt',
  i_arbeid: 'I arbeid',
  klar: 'Klar',
  levert: 'Levert',
  fakturert: 'Fakturert',
  betalt: 'Betalt',
  avbrutt: 'Avbrutt',
}

/** A check of a field in every order; `shown`: at least one order has a value. */
const fields: readonly [Sentence, (order: Order) => void, shown?: (order: Order) => boolean][] = [
  ['2.1 · id is a UUID', ({ id }) => expect(id).toMatch(uuid)],
  ['2.1 · number is an integer', ({ number }) => expect(Number.isSafeInteger(number) && number > 0).toBe(true)],
  [
    '2.1 · numberDisplay is six digits, with the prefix T- for a test order',
    ({ number, numberDisplay }) => expect(numberDisplay).toBe(`T-${String(number).padStart(6, '0')}`),
  ],
  ['2.1 · isTest is a boolean', ({ isTest }) => expect(isTest).toBe(true)],
  [
    '2.1 · source is one of the known values',
    ({ source }) => oneOf(['lapp', 'portal', 'nettverk', 'avrop', 'api', 'nettbutikk'])(source),
    ({ source }) => source === 'avrop',
  ],
  ['2.1 · channel is a free label', ({ channel }) => expect(channel === null || channel !== '').toBe(true)],
  ['2.1 · status is a stored status', ({ status }) => oneOf(reading.statuses)(status)],
  [
    '2.1 · statusLabel is the label of the status',
    ({ status, statusLabel }) => expect(statusLabel).toBe(labels[status]),
  ],
  [
    '2.1 · agreement has the id of the agreement',
    ({ agreement, source }) => expect(agreement !== null).toBe(source === 'avrop'),
    ({ agreement }) => agreement !== null && uuid.test(agreement.id),
  ],
  [
    '2.1 · delivery has mode, two dates and an address',
    ({ delivery }) => oneOf(['henting', 'levering', null, undefined])(delivery?.mode),
    ({ delivery }) => delivery?.mode === 'henting' && delivery.requestedDate !== null,
  ],
  [
    '2.1 · totals has three amounts in øre, a currency and a price status',
    ({ totals: { netOre, vatOre, grossOre } }) =>
      expect(grossOre).toBe(netOre === null || vatOre === null ? null : netOre + vatOre),
    ({ totals }) => totals.grossOre !== null && totals.priceStatus === 'priced',
  ],
  [
    '2.1 · totals.netOre is null while no line is priced',
    ({ lines, totals }) => {
      const nets = lines.map(({ netOre }) => netOre)
      const netSumOre =
        nets.length > 0 && nets.every((net) => net !== null)
          ? nets.reduce<number>((sum, net) => sum + (net ?? 0), 0)
          : null
      expect(totals.netOre).toBe(netSumOre)
    },
    ({ totals }) => totals.netOre === null,
  ],
  ['2.1 · hasKalkyle is a boolean', ({ hasKalkyle }) => expect(typeof hasKalkyle).toBe('boolean')],
  [
    '2.1 · stickerNumbers are integers',
    ({ stickerNumbers }) => expect(stickerNumbers.every(Number.isSafeInteger)).toBe(true),
    ({ stickerNumbers }) => stickerNumbers.length > 0,
  ],
  ['2.1 · readyWithoutReceipt is a boolean', (order) => expect(typeof order.readyWithoutReceipt).toBe('boolean')],
  [
    '2.1 · readySms has status, sendAfter and sentAt',
    ({ readySms }) => oneOf(['queued', 'sent', 'failed', undefined])(readySms?.status),
    ({ readySms }) => readySms?.status === 'queued',
  ],
  [
    '2.1 · invoice has id, kind, number, issuedAt and erpNo',
    ({ invoice, status }) => expect(invoice === null || status === 'fakturert' || status === 'betalt').toBe(true),
    ({ invoice }) => invoice?.kind === 'invoice',
  ],
  [
    '2.1 · each milestone has a timestamp, which is null until it is reached',
    (order) => {
      const rung = reading.statuses.indexOf(order.status)
      const stamps = [
        order.receivedAt,
        order.inWorkAt,
        order.readyAt,
        order.deliveredAt,
        order.invoicedAt,
        order.paidAt,
      ]
      if (order.status !== 'avbrutt') {
        expect(stamps.map((stamp) => stamp !== null)).toEqual(stamps.map((_, index) => index < rung))
      }
      expect(order.cancelledAt !== null).toBe(order.status === 'avbrutt')
      expect(order.createdAt <= order.updatedAt).toBe(true)
    },
    ({ paidAt }) => paidAt !== null,
  ],
  [
    '2.1 · line: lineNo is an integer from 1',
    ({ lines }) => lines.forEach((line, index) => expect(line.lineNo).toBe(index + 1)),
  ],
  [
    '2.1 · line: kind is text, product or position',
    ({ lines, source }) => {
      for (const { kind } of lines) oneOf(source === 'avrop' ? ['position'] : ['text', 'product'])(kind)
    },
    ({ lines }) => lines.some(({ kind }) => kind === 'product'),
  ],
  [
    '2.1 · line: lengthMm is an integer or null',
    ({ lines }) => {
      for (const { lengthMm } of lines) expect(lengthMm === null || Number.isSafeInteger(lengthMm)).toBe(true)
    },
    ({ lines }) => lines.some(({ lengthMm }) => lengthMm !== null),
  ],
  [
    '2.1 · line: productId is a UUID if the line is a product',
    ({ lines }) => {
      for (const { kind, productId } of lines) expect(productId !== null).toBe(kind === 'product')
    },
  ],
  [
    '2.1 · line: agreementPositionId is a UUID if the line is a position',
    ({ lines }) => {
      for (const { kind, agreementPositionId } of lines) expect(agreementPositionId !== null).toBe(kind === 'position')
    },
  ],
  [
    '2.1 · line: profile has family, params, material, colour and colourSide',
    ({ lines }) => {
      for (const { profile } of lines) expect(profile === null || typeof profile.family === 'string').toBe(true)
    },
    ({ lines }) => lines.some(({ profile }) => profile !== null && Object.keys(profile.params).length > 0),
  ],
  [
    '2.1 · line: priceStatus is pending or priced',
    ({ lines }) => {
      for (const { priceStatus, netOre } of lines) expect(priceStatus).toBe(netOre === null ? 'pending' : 'priced')
    },
    ({ lines }) => lines.some(({ priceStatus }) => priceStatus === 'pending'),
  ],
  [
    '2.1 · line: unitPriceOre and netOre are null until there is a price',
    ({ lines }) => {
      for (const { unitPriceOre, netOre } of lines) expect(unitPriceOre === null).toBe(netOre === null)
    },
  ],
  ['2.1 · line: vatBp is an integer', ({ lines }) => lines.forEach(({ vatBp }) => expect(vatBp).toBeGreaterThan(0))],
]

for (const [sentence, holds, shown = () => true] of fields) {
  rule(sentence, async (run) => {
    const orders = await seeded(run)
    for (const order of orders) holds(order)
    expect(orders.some(shown)).toBe(true)
  })
}

rule('2.1 · statusChangedAt is the time of the last status change', async ({ newOrder, read, patch, workshop }) => {
  const order = await newOrder()
  await workshop.advance(60)
  await patch(`/orders/${order.numberDisplay}`, order.version, { note: 'Endret' })
  expect((await read(order.numberDisplay)).statusChangedAt).toBe(order.statusChangedAt)
  await workshop.advance(60)
  await workshop.moveOrder(order.numberDisplay, 'mottatt')
  const movedOrder = await read(order.numberDisplay)
  expect([movedOrder.statusChangedAt, movedOrder.receivedAt]).toEqual([movedOrder.updatedAt, movedOrder.updatedAt])
  expect(Date.parse(movedOrder.statusChangedAt) - Date.parse(order.statusChangedAt)).toBeGreaterThanOrEqual(120_000)
})

rule('2.1 · customer has id, number and name', async ({ newOrder, customers, get }) => {
  const [one] = await customers()
  const { customer } = reading.me.parse((await get('/me', one.key)).json).key
  expect((await newOrder(undefined, one.key)).customer).toEqual(customer)
})

rule('2.1 · contact has name, company, orgNr, email and mobile', async ({ newOrder }) => {
  const allFields = {
    name: 'Kari Nes',
    company: 'Nes Tak AS',
    orgNr: '310400114',
    email: 'kari@nes.example',
    mobile: '+4790000000',
  }
  expect((await newOrder({ lines: [textLine], contact: allFields })).contact).toEqual(allFields)
  const { name, email, mobile } = allFields
  expect((await newOrder({ lines: [textLine], contact: { name, email, mobile } })).contact).toEqual({
    ...allFields,
    company: null,
    orgNr: null,
  })
})

const texts = {
  projectNo: '2.1 · projectNo is a text of at most 2 000 characters',
  orderer: '2.1 · orderer is a text of at most 2 000 characters',
  customerPo: '2.1 · customerPo is a text of at most 2 000 characters',
  title: '2.1 · title is a text of at most 2 000 characters',
  note: '2.1 · note is a text of at most 2 000 characters',
} as const
for (const [field, sentence] of Object.entries(texts)) {
  rule(sentence, async ({ newOrder, post }) => {
    const longestText = 'å'.repeat(2000)
    expect(await newOrder({ lines: [textLine], [field]: longestText })).toMatchObject({ [field]: longestText })
    const refusal = await post('/orders', { lines: [textLine], [field]: `${longestText}å` })
    expect([refusalOf(refusal), errorOf(refusal).fields]).toEqual(['400 invalid_request', [field]])
    expect(await newOrder({ lines: [textLine] })).toMatchObject({ [field]: null })
  })
}

rule('2.1 · an order has at most 100 lines', async ({ newOrder, post }) => {
  const lines = Array.from({ length: 100 }, () => textLine)
  expect((await newOrder({ lines })).lines).toHaveLength(100)
  const refusal = await post('/orders', { lines: [...lines, textLine] })
  expect([refusalOf(refusal), errorOf(refusal).fields]).toEqual(['400 invalid_request', ['lines']])
})

rule('2.1 · externalRef belongs to the caller and has at most 100 characters', async ({ newOrder, post }) => {
  const externalRef = 'R'.repeat(100)
  expect((await newOrder({ lines: [textLine], externalRef })).externalRef).toBe(externalRef)
  const refusal = await post('/orders', { lines: [textLine], externalRef: `${externalRef}R` })
  expect([refusalOf(refusal), errorOf(refusal).fields]).toEqual(['400 invalid_request', ['externalRef']])
})

rule('2.1 · cancelReason is the reason of the cancellation', async ({ newOrder, call }) => {
  const { numberDisplay } = await newOrder()
  const answer = await call('POST', `/orders/${numberDisplay}/cancel`, { body: { reason: 'Bestilt to ganger' } })
  expect(orderOf(answer)).toMatchObject({ status: 'avbrutt', cancelReason: 'Bestilt to ganger' })
})

rule('2.1 · version increases with each change', async ({ newOrder, patch, read, workshop }) => {
  const { numberDisplay, version } = await newOrder()
  const patched = orderOf(await patch(`/orders/${numberDisplay}`, version, { title: 'Ny tittel' }))
  await workshop.moveOrder(numberDisplay, 'mottatt')
  const movedOrder = await read(numberDisplay)
  expect([patched.version > version, movedOrder.version > patched.version]).toEqual([true, true])
})

rule('2.1 · production counts all sheets, the bent ones and those that await the customer', async (run) => {
  const { received, read, workshop, all, post } = run
  const { numberDisplay } = await received()
  expect((await read(numberDisplay)).production).toEqual({ bendingSheets: 0, bent: 0, waitingForCustomer: 0 })
  await workshop.addSheets(numberDisplay, 4)
  const sheets = (await all(`/orders/${numberDisplay}/bending-sheets`)).map((each) => reading.sheet.parse(each))
  for (const { id, approval } of sheets)
    if (approval.state === 'awaiting') await workshop.decideApproval(id, 'approved')
  const [one, two] = sheets
  await workshop.requestApproval(two?.id ?? '')
  expect((await post(`/bending-sheets/${one?.id}/bent`, {})).status).toBe(200)
  expect((await read(numberDisplay)).production).toEqual({ bendingSheets: 4, bent: 1, waitingForCustomer: 1 })
})

rule('2.1 · production is null without the production module', async ({ newOrder, read, without, get }) => {
  const { numberDisplay } = await newOrder()
  await without('produksjon')
  expect((await read(numberDisplay)).production).toBeNull()
  const { data } = reading.listOf(reading.order).parse((await get('/orders')).json)
  for (const { production } of data) expect(production).toBeNull()
})

rule('2.1 · production is null for a customer key', async ({ newOrder, customers, read, get }) => {
  const [one] = await customers()
  const createdOrder = await newOrder(undefined, one.key)
  expect([createdOrder.production, (await read(createdOrder.numberDisplay, one.key)).production]).toEqual([null, null])
  const { data } = reading.listOf(reading.order).parse((await get('/orders', one.key)).json)
  for (const { production } of data) expect(production).toBeNull()
})

rule('2.1 · every order operation returns production', async ({ newOrder, patch, call, get }) => {
  const none = { bendingSheets: 0, bent: 0, waitingForCustomer: 0 }
  const createdOrder = await newOrder()
  const path = `/orders/${createdOrder.numberDisplay}`
  const answers = [await patch(path, createdOrder.version, { note: 'Her' }), await get(path)]
  answers.push(await call('POST', `${path}/confirm`, { body: {} }), await call('POST', `${path}/cancel`, { body: {} }))
  expect([createdOrder.production, ...answers.map((answer) => orderOf(answer).production)]).toEqual([
    none,
    none,
    none,
    none,
    none,
  ])
})

rule('2.1 · events have no production', async ({ newOrder, latest, eventsAfter }) => {
  const before = await latest()
  await newOrder()
  const [event] = await eventsAfter(before)
  expect(event?.data['order']).toMatchObject({ status: 'forespurt' })
  expect(event?.data['order']).not.toHaveProperty('production')
})

rule('2.1 · line: description is a text', async ({ newOrder }) => {
  expect((await newOrder({ lines: [textLine] })).lines[0]?.description).toBe(textLine.description)
})

rule('2.1 · line: unit is a text', async ({ newOrder }) => {
  const [meter, standard] = (
    await newOrder({
      lines: [
        { ...textLine, unit: 'm' },
        { ...textLine, unit: undefined },
      ],
    })
  ).lines
  expect([meter?.unit, standard?.unit]).toEqual(['m', 'stk'])
})

for (const [quantity, good] of [
  [1, true],
  [500, true],
  [2.5, true],
  [0, false],
  [501, false],
  [-1, false],
  ['4', false],
  [null, false],
] as const) {
  rule(
    '2.1 · line: quantity is 1 to 500 on input',
    async ({ post }) => {
      const answer = await post('/orders', { lines: [textLine, { ...textLine, quantity }] })
      if (good) expect(orderOf(answer).lines[1]?.quantity).toBe(quantity)
      else expect([refusalOf(answer), errorOf(answer).fields]).toEqual(['400 invalid_request', ['lines[1].quantity']])
    },
    JSON.stringify(quantity),
  )
}

rule('2.2 · a sheet has its number, approval and bent marker', async ({ bendable }) => {
  expect(await bendable()).toMatchObject({ sheetNo: expect.any(Number), bent: null, profile: {}, unfolding: {} })
})

rule('2.2 · a key has name, environment, purpose and scopes', async ({ get }) => {
  const { key } = reading.me.parse((await get('/me')).json)
  expect(key).toMatchObject({ environment: 'test', kind: 'workshop', customer: null })
  expect(key.scopes).toContain('orders:read')
})
