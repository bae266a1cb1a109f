// Part 4.3: what POST /orders accepts and rejects.
import { expect } from 'vitest'
import * as reading from '../readings.ts'
import { ruleOfOneService, textLine } from '../rule.ts'
import { errorOf, orderOf, refusalOf } from '../world.ts'

const rule = ruleOfOneService()

rule('4.3 · a test key creates a test order', async ({ newOrder }) => {
  expect(await newOrder()).toMatchObject({ isTest: true, numberDisplay: expect.stringMatching(/^T-\d{6}$/) })
})

rule('4.3 · contact has name, email and mobile, each a text', async ({ newOrder, post }) => {
  const contact = { name: 'Kari', email: 'kari@nes.example', mobile: '+4790000000' }
  expect((await newOrder({ lines: [textLine], contact })).contact).toMatchObject(contact)
  expect((await newOrder({ lines: [textLine] })).contact).toBeNull()
  for (const [field, value] of [
    ['name', 7],
    ['email', ['kari@nes.example']],
    ['mobile', 90_000_000],
  ] as const) {
    const answer = await post('/orders', { lines: [textLine], contact: { ...contact, [field]: value } })
    expect([refusalOf(answer), errorOf(answer).fields]).toEqual(['400 invalid_request', [`contact.${field}`]])
  }
})

for (const [note, good] of [
  ['Tre', true],
  ['To', false],
  ['', false],
  ['   ', false],
] as const) {
  rule(
    '4.3 · an order with only a note needs a note of 3 characters',
    async ({ post }) => {
      const answer = await post('/orders', { intent: 'request', note })
      if (good) expect(orderOf(answer)).toMatchObject({ note, lines: [], status: 'forespurt' })
      else expect([refusalOf(answer), errorOf(answer).fields?.includes('note')]).toEqual(['400 invalid_request', true])
    },
    JSON.stringify(note),
  )
}

rule(
  '4.3 · an order with only a note needs a note of 3 characters',
  async ({ newOrder }) => {
    expect((await newOrder({ note: 'To', lines: [textLine] })).note).toBe('To')
  },
  'not together with lines',
)

rule(
  '4.3 · a product line names a product of the workshop',
  async ({ all, post }) => {
    const products = (await all('/catalog/products')).map((each) => reading.product.parse(each))
    const product = products.find(({ profile }) => profile !== null && Object.keys(profile.params).length > 0)
    const [name = ''] = Object.keys(product?.profile?.params ?? {})
    const line = { kind: 'product', productId: product?.id, quantity: 1, lengthMm: 1_000 }
    const submitWith = (profile: object) => post('/orders', { lines: [{ ...line, profile }] })
    for (const mm of [0, -12, 1e9]) {
      const refusal = await submitWith({ params: { [name]: mm } })
      expect([refusalOf(refusal), errorOf(refusal).fields]).toEqual([
        '400 invalid_request',
        [`lines[0].profile.params.${name}`],
      ])
    }
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, no) => [`m${no}`, 10]))
    const tooMany = await submitWith({ params: many })
    expect([refusalOf(tooMany), errorOf(tooMany).fields]).toEqual(['400 invalid_request', ['lines[0].profile.params']])
    // the workshop decides what it makes
    expect((await submitWith({ params: { [name]: 1_999 } })).status).toBe(201)
  },
  'with possible dimensions',
)

for (const body of [{}, { intent: 'request' }, { lines: [] }, { intent: 'request', lines: [], externalRef: 'x' }]) {
  rule(
    '4.3 · an empty order is 400',
    async ({ post }) => {
      const answer = await post('/orders', body)
      expect(refusalOf(answer)).toBe('400 invalid_request')
      expect(errorOf(answer).fields?.length).toBeGreaterThan(0)
    },
    JSON.stringify(body),
  )
}

rule('4.3 · a line is text, product or position', async ({ post }) => {
  for (const kind of ['tekst', 'Text', null, 1]) {
    const answer = await post('/orders', { lines: [{ ...textLine, kind }] })
    expect([refusalOf(answer), errorOf(answer).fields]).toEqual(['400 invalid_request', ['lines[0].kind']])
  }
})

for (const field of ['description', 'quantity']) {
  rule(
    '4.3 · a text line needs a description and a quantity',
    async ({ post }) => {
      const line = Object.fromEntries(Object.entries(textLine).filter(([name]) => name !== field))
      const answer = await post('/orders', { lines: [textLine, line] })
      expect([refusalOf(answer), errorOf(answer).fields]).toEqual(['400 invalid_request', [`lines[1].${field}`]])
    },
    field,
  )
}

rule('4.3 · a product line names a product of the workshop', async ({ all, newOrder, post }) => {
  const lines = (await all('/orders')).flatMap((each) => reading.order.parse(each).lines)
  const sold = lines.find(({ kind, netOre }) => kind === 'product' && netOre !== null)
  const order = await newOrder({
    lines: [{ kind: 'product', productId: sold?.productId, quantity: 2, lengthMm: 2000 }],
  })
  expect(order.lines[0]).toMatchObject({ kind: 'product', productId: sold?.productId, quantity: 2 })
  const unknown = '00000000-0000-4000-8000-000000000000'
  for (const productId of [unknown, 'nothing', null]) {
    const answer = await post('/orders', { lines: [{ kind: 'product', productId, quantity: 2 }] })
    expect([refusalOf(answer), errorOf(answer).fields]).toEqual(['400 invalid_request', ['lines[0].productId']])
  }
})

rule('4.3 · an unknown field of a line is named with its path', async ({ post }) => {
  const answer = await post('/orders', { lines: [textLine, textLine, { ...textLine, netOre: 1 }] })
  expect([refusalOf(answer), errorOf(answer).fields]).toEqual(['400 invalid_request', ['lines[2].netOre']])
})

for (const [body, field] of [
  [{ lines: 'none' }, 'lines'],
  [{ lines: [textLine], title: 7 }, 'title'],
  [{ lines: [textLine], note: ['a'] }, 'note'],
  [{ lines: [textLine], intent: 'order' }, 'intent'],
  [{ lines: [textLine], contact: 'Kari' }, 'contact'],
  [{ lines: [textLine], delivery: { requestedDate: '2. mars' } }, 'delivery.requestedDate'],
  [{ lines: [textLine], delivery: { mode: 'drone' } }, 'delivery.mode'],
  [{ lines: [textLine], externalRef: 12 }, 'externalRef'],
] as const) {
  rule(
    '4.3 · a wrong type is 400, named in fields',
    async ({ post }) => {
      const answer = await post('/orders', body)
      expect([refusalOf(answer), errorOf(answer).fields]).toEqual(['400 invalid_request', [field]])
    },
    field,
  )
}

for (const body of ['', '[]', '7', '"order"', 'null', '{', '{"lines":[', 'lines=1']) {
  rule(
    '4.3 · a wrong type is 400, named in fields',
    async ({ post, latest }) => {
      const mark = await latest()
      expect((await post('/orders', body)).status).toBe(400)
      expect(await latest()).toBe(mark)
    },
    `the body ${body === '' ? 'of nothing' : body}`,
  )
}

rule('4.3 · a line without a price is pending, the order partial, netOre null', async ({ newOrder }) => {
  const order = await newOrder({ lines: [textLine, textLine] })
  for (const { priceStatus, unitPriceOre, netOre } of order.lines) {
    expect([priceStatus, unitPriceOre, netOre]).toEqual(['pending', null, null])
  }
  expect(order.totals).toEqual({ netOre: null, vatOre: null, grossOre: null, currency: 'NOK', priceStatus: 'partial' })
})

rule('4.3 · an order without prices has no totals', async ({ newOrder }) => {
  const order = await newOrder({ note: 'Ring meg om taket' })
  expect(order.totals).toEqual({ netOre: null, vatOre: null, grossOre: null, currency: 'NOK', priceStatus: 'pending' })
})

rule('4.3 · a rejected order stores nothing', async ({ post, all, latest, newOrder }) => {
  const [before, mark] = [await all('/orders'), await latest()]
  const { number } = await newOrder()
  await post('/orders', { lines: [{ ...textLine, quantity: 0 }] })
  await post('/orders', { lines: [textLine], colour: 'blå' })
  expect((await newOrder()).number).toBe(number + 1)
  expect((await all('/orders')).length).toBe(before.length + 2)
  expect(await latest()).not.toBe(mark)
})

rule('4.3 · customerId is only for workshop keys', async ({ customers, newOrder, post }) => {
  const [one, other] = await customers()
  expect((await newOrder({ lines: [textLine], customerId: one.id })).customer?.id).toBe(one.id)
  const refusal = await post('/orders', { lines: [textLine], customerId: other.id }, { key: one.key })
  expect([400, 403]).toContain(refusal.status)
  const unknown = await post('/orders', { lines: [textLine], customerId: '00000000-0000-4000-8000-000000000000' })
  expect([unknown.status, errorOf(unknown).fields]).toEqual([400, ['customerId']])
})

rule('4.3 · delivery accepts mode, requestedDate and address', async ({ newOrder }) => {
  const delivery = {
    mode: 'levering',
    requestedDate: '2027-02-28',
    address: { line: 'Fjordgata 1', postalCode: '6800', city: 'Førde' },
  }
  expect((await newOrder({ lines: [textLine], delivery })).delivery).toMatchObject({ ...delivery, deliveryDate: null })
})
