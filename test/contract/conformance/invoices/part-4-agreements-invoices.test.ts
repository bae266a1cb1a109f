// Parts 2.2, 3.2, 4.2, 4.6 and 6.3: agreements, invoices and the sums of a month.
import { expect } from 'vitest'
import * as reading from '../readings.ts'
import type { Order } from '../readings.ts'
import { ruleOfOneService, testScopes } from '../rule.ts'
import type { Run } from '../rule.ts'
import { errorOf, refusalOf, timeOf } from '../world.ts'

const rule = ruleOfOneService()

const agreementsOf = async ({ all }: Run, key?: string) =>
  (await all('/agreements', key)).map((each) => reading.listedAgreement.parse(each))
const agreementOf = async ({ get }: Run, number: string) =>
  reading.agreement.parse((await get(`/agreements/${number}`)).json)
const invoicesOf = async ({ all }: Run, query = '', key?: string) =>
  (await all(`/invoices${query}`, key)).map((each) => reading.listedInvoice.parse(each))
const invoiceOf = async ({ get }: Run, id: string | undefined) =>
  reading.invoice.parse((await get(`/invoices/${id}`)).json)

/** A delivered order with a price, of the given customer if any. */
async function delivered(run: Run, customerId?: string): Promise<Order> {
  const products = (await run.all('/catalog/products')).map((each) => reading.product.parse(each))
  const { id, minLengthMm } = products.find(({ unitPriceOre }) => unitPriceOre !== null) ?? {}
  const lines = [{ kind: 'product', productId: id, quantity: 3, lengthMm: minLengthMm }]
  const { numberDisplay } = await run.newOrder({ lines, ...(customerId === undefined ? {} : { customerId }) })
  for (const to of ['mottatt', 'i_arbeid', 'klar', 'levert']) await run.workshop.moveOrder(numberDisplay, to)
  return run.read(numberDisplay)
}

/** Modulus 10, as a bank checks it. */
function isSound(kid: string): boolean {
  const sum = Array.from(kid)
    .toReversed()
    .reduce((total, digit, index) => {
      const product = Number(digit) * (index % 2 === 0 ? 1 : 2)
      return total + Math.floor(product / 10) + (product % 10)
    }, 0)
  return sum % 10 === 0
}

rule('5 · the sandbox has 16 products and 1 agreement', async (run) => {
  expect(await run.all('/catalog/products')).toHaveLength(16)
  expect(await agreementsOf(run)).toHaveLength(1)
})

for (const sentence of [
  '4.2 · GET /agreements and one agreement',
  '2.2 · the agreement and its price table',
] as const) {
  rule(sentence, async (run) => {
    const [listed] = await agreementsOf(run)
    const { positions, ...read } = await agreementOf(run, listed?.number ?? '')
    expect(read).toEqual(listed)
    const page = reading.listOf(reading.listedAgreement.loose()).parse((await run.get('/agreements?limit=1')).json)
    expect(page.data[0]).not.toHaveProperty('positions')
    expect(positions.length).toBeGreaterThan(0)
    for (const { prices, maxLengthMm } of positions) {
      expect(prices.map(({ lengthMm }) => lengthMm)).toEqual(
        prices.map(({ lengthMm }) => lengthMm).toSorted((one, other) => one - other),
      )
      expect(maxLengthMm).toBeLessThanOrEqual(Math.max(...prices.map(({ lengthMm }) => lengthMm)))
    }
    expect(refusalOf(await run.get('/agreements/finnes-ikke'))).toBe('404 not_found')
  })
}

for (const sentence of [
  '3.2 · the states of agreements, invoices and payments',
  '6.3 · agreement and invoice events equal their GET',
] as const) {
  rule(sentence, async (run) => {
    const [first] = await agreementsOf(run)
    const customer = first?.customer.number ?? 0
    const [number, other] = [
      await run.workshop.draftAgreement('Ny', customer),
      await run.workshop.draftAgreement('To', customer),
    ]
    expect((await run.get(`/agreements/${number}`)).status).toBe(404)
    expect((await agreementsOf(run)).map((each) => each.number)).not.toContain(number)
    const eventOf = async (act: Promise<void>) => {
      await act
      const { type, data } = (await run.eventsAfter(mark)).at(-1) ?? { type: '', data: {} }
      return [type, data]
    }
    const mark = await run.latest()
    const sent = await eventOf(run.workshop.sendAgreement(number))
    expect(sent).toEqual(['agreement.sent', { agreement: (await run.get(`/agreements/${number}`)).json }])
    const accepted = await eventOf(run.workshop.answerAgreement(number, true))
    expect(accepted).toEqual(['agreement.accepted', { agreement: (await run.get(`/agreements/${number}`)).json }])
    await run.workshop.sendAgreement(other)
    const declined = await eventOf(run.workshop.answerAgreement(other, false))
    expect(declined).toEqual(['agreement.declined', { agreement: (await run.get(`/agreements/${other}`)).json }])
    const states = [(await agreementOf(run, number)).status, (await agreementOf(run, other)).status]
    expect(states).toEqual(['aktiv', 'avvist'])

    const { numberDisplay } = await delivered(run)
    const invoiced = await eventOf(run.workshop.moveOrder(numberDisplay, 'fakturert'))
    const path = `/invoices/${(await run.read(numberDisplay)).invoice?.id}`
    expect(invoiced).toEqual(['invoice.sent', { invoice: (await run.get(path)).json }])
    const paidEvent = await eventOf(run.workshop.moveOrder(numberDisplay, 'betalt'))
    expect(paidEvent).toEqual(['invoice.paid', { invoice: (await run.get(path)).json }])
    expect(reading.invoice.parse((await run.get(path)).json).status).toBe('betalt')
  })
}

rule('2.2 · the invoice, its kinds and its KID', async (run) => {
  const order = await delivered(run)
  await run.workshop.moveOrder(order.numberDisplay, 'fakturert')
  const sent = await invoiceOf(run, (await run.read(order.numberDisplay)).invoice?.id)
  expect(sent).toMatchObject({ kind: 'invoice', status: 'sendt', totals: { grossOre: order.totals.grossOre } })
  expect([isSound(sent.kid ?? ''), sent.dueDate !== null]).toEqual([true, true])
  expect(sent.lines.map(({ unit, netOre }) => [unit, netOre])).toEqual(order.lines.map(({ netOre }) => [null, netOre]))
  await run.workshop.moveOrder(order.numberDisplay, 'levert')
  const credited = await invoiceOf(run, sent.id)
  const note = (await invoicesOf(run)).find(({ kind }) => kind === 'credit_note')
  expect([credited.status, note?.totals.grossOre]).toEqual(['kreditert', -(order.totals.grossOre ?? 0)])
  await run.workshop.invoiceElsewhere(order.numberDisplay, '40999')
  const elsewhere = await invoiceOf(run, (await run.read(order.numberDisplay)).invoice?.id)
  expect(elsewhere).toMatchObject({ kind: 'external', status: 'regnskap', erpNo: '40999', dueDate: null, kid: null })
  for (const each of await invoicesOf(run)) {
    if (each.kind === 'external' || each.status === 'utkast') expect([each.kid, each.dueDate]).toEqual([null, null])
    else expect([isSound(each.kid ?? ''), each.dueDate === null]).toEqual([true, false])
  }
})

rule('4.2 · GET /invoices, one invoice and its PDF', async (run) => {
  const order = await delivered(run)
  await run.workshop.moveOrder(order.numberDisplay, 'fakturert')
  const [newest, ...older] = await invoicesOf(run)
  const { lines, ...read } = await invoiceOf(run, newest?.id)
  expect(read).toEqual(newest)
  expect(lines).toHaveLength(order.lines.length)
  expect(read.orders).toEqual([{ id: order.id, numberDisplay: order.numberDisplay }])
  expect(older.length).toBeGreaterThan(0)
  const pdf = await run.get(`/invoices/${newest?.id}/pdf`)
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  await run.workshop.moveOrder(order.numberDisplay, 'levert')
  await run.workshop.invoiceElsewhere(order.numberDisplay, '41000')
  const elsewhere = (await run.read(order.numberDisplay)).invoice?.id
  expect(refusalOf(await run.get(`/invoices/${elsewhere}/pdf`))).toBe('404 not_found')
})

rule('4.2 · the list of invoices contains drafts only with includeDrafts=true', async (run) => {
  const { numberDisplay } = await delivered(run)
  const id = await run.workshop.draftInvoice([numberDisplay])
  const listInvoices = async (query: string) => (await invoicesOf(run, query)).some((each) => each.id === id)
  expect([
    await listInvoices(''),
    await listInvoices('?includeDrafts=false'),
    await listInvoices('?includeDrafts=true'),
  ]).toEqual([false, false, true])
  const draft = await invoiceOf(run, id)
  expect(draft).toMatchObject({ status: 'utkast', number: null, issuedAt: null, dueDate: null, kid: null })
  expect(refusalOf(await run.get(`/invoices/${id}/pdf`))).toBe('404 not_found')
  expect(refusalOf(await run.get('/invoices?includeDrafts=kanskje'))).toBe('400 invalid_request')
  await run.workshop.sendInvoice(id)
  expect([await listInvoices(''), (await run.read(numberDisplay)).status]).toEqual([true, 'fakturert'])
})

rule('4.6 · invoices need invoices:read and, for a workshop key, the office module', async (run) => {
  const key = await run.freshKey(testScopes.filter((scope) => scope !== 'invoices:read'))
  const [newest] = await invoicesOf(run)
  const paths = ['/invoices', `/invoices/${newest?.id}`, `/invoices/${newest?.id}/pdf`]
  for (const path of paths) expect(errorOf(await run.get(path, key)).scope).toBe('invoices:read')
  const [{ key: customerKey }] = await run.customers()
  await run.without('kontor')
  for (const path of paths) {
    const refusal = await run.get(path)
    expect([refusalOf(refusal), errorOf(refusal).feature]).toEqual(['403 feature_not_in_plan', 'kontor'])
  }
  expect((await run.get('/invoices', customerKey)).status).toBe(200)
})

for (const sentence of [
  '4.6 · a customer key sees the sent invoices of its customer; those of others are 404',
  '7 · 404 for another customer’s invoice',
] as const) {
  rule(sentence, async (run) => {
    const [ownCustomer, other] = await run.customers()
    const ownOrder = await delivered(run, ownCustomer.id)
    const otherOrder = await delivered(run, other.id)
    const id = await run.workshop.draftInvoice([ownOrder.numberDisplay])
    expect(refusalOf(await run.get(`/invoices/${id}`, ownCustomer.key))).toBe('404 not_found')
    await run.workshop.sendInvoice(id)
    await run.workshop.moveOrder(otherOrder.numberDisplay, 'fakturert')
    const foreignId = (await run.read(otherOrder.numberDisplay)).invoice?.id
    const listInvoices = await invoicesOf(run, '?includeDrafts=true', ownCustomer.key)
    expect(listInvoices.map((each) => each.id)).toContain(id)
    expect(new Set(listInvoices.map(({ customer }) => customer?.id))).toEqual(new Set([ownCustomer.id]))
    for (const path of [`/invoices/${foreignId}`, `/invoices/${foreignId}/pdf`]) {
      expect(refusalOf(await run.get(path, ownCustomer.key))).toBe('404 not_found')
    }
    expect((await run.get(`/invoices/${foreignId}`, other.key)).status).toBe(200)
  })
}

rule('4.6 · a customer key sees only the agreements of its customer', async (run) => {
  const [ownCustomer, other] = await run.customers()
  const [mine, theirs] = [
    await run.workshop.draftAgreement('Min', ownCustomer.number),
    await run.workshop.draftAgreement('Deres', other.number),
  ]
  for (const number of [mine, theirs]) await run.workshop.sendAgreement(number)
  expect((await agreementsOf(run, ownCustomer.key)).map(({ number }) => number)).toContain(mine)
  expect(new Set((await agreementsOf(run, ownCustomer.key)).map(({ customer }) => customer.id))).toEqual(
    new Set([ownCustomer.id]),
  )
  expect(refusalOf(await run.get(`/agreements/${theirs}`, ownCustomer.key))).toBe('404 not_found')
})

for (const sentence of [
  '4.2 · GET /reports/months/{month}',
  '4.2 · the totals of a month are those of its orders and invoices',
] as const) {
  rule(sentence, async (run) => {
    const now = timeOf(await run.get('/me'))
    const month = new Date(now).toISOString().slice(0, 7)
    const sums = async () => reading.report.parse((await run.get(`/reports/months/${month}`)).json)
    const before = await sums()
    const [first, second] = [await delivered(run), await delivered(run)]
    for (const { numberDisplay } of [first, second]) await run.workshop.moveOrder(numberDisplay, 'fakturert')
    await run.workshop.moveOrder(first.numberDisplay, 'betalt')
    const [one, two] = [first.totals.grossOre ?? 0, second.totals.grossOre ?? 0]
    const net = (first.totals.netOre ?? 0) + (second.totals.netOre ?? 0)
    const after = await sums()
    expect(after).toEqual({
      month,
      currency: 'NOK',
      orders: { count: before.orders.count + 2, netOre: before.orders.netOre + net },
      invoiced: { count: before.invoiced.count + 2, grossOre: before.invoiced.grossOre + one + two },
      paid: { count: before.paid.count + 1, grossOre: before.paid.grossOre + one },
      outstanding: { count: before.outstanding.count + 1, grossOre: before.outstanding.grossOre + two },
    })
    await run.workshop.moveOrder(second.numberDisplay, 'levert')
    const undone = await sums()
    expect([undone.invoiced.grossOre, undone.outstanding]).toEqual([before.invoiced.grossOre + one, before.outstanding])
    const open = (await invoicesOf(run)).filter(
      ({ kind, status }) => kind === 'invoice' && ['sendt', 'forfalt'].includes(status),
    )
    expect(undone.outstanding).toEqual({
      count: open.length,
      grossOre: open.reduce((sum, { totals }) => sum + (totals.grossOre ?? 0), 0),
    })
    expect(JSON.stringify(undone)).not.toMatch(/customer|name/)
    expect((await run.get('/reports/months/2026-13')).status).toBe(404)
  })
}

rule('4.6 · reports need reports:read and a workshop key', async (run) => {
  const key = await run.freshKey(testScopes.filter((scope) => scope !== 'reports:read'))
  expect(errorOf(await run.get('/reports/months/2026-11', key)).scope).toBe('reports:read')
  const [{ key: customerKey }] = await run.customers()
  expect((await run.get('/reports/months/2026-11', customerKey)).status).toBe(403)
})
