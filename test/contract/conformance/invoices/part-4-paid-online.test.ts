// Parts 2.2, 4.2 and 4.4: invoices of orders that were paid on the payment page, discarded drafts, and undone invoices of the
// accounting system.
import { expect } from 'vitest'
import * as reading from '../readings.ts'
import { ruleOfOneService } from '../rule.ts'
import type { Run } from '../rule.ts'
import { refusalOf, timeOf } from '../world.ts'

const rule = ruleOfOneService()

const press = async (url: string) => {
  await fetch(url, { method: 'POST', body: new URLSearchParams() })
}
const linkTo = async ({ call }: Run, number: string) =>
  reading.paymentLink.parse((await call('POST', `/orders/${number}/payment-link`, { body: {} })).json).url
const invoiceOf = async ({ get }: Run, id: string | undefined) =>
  reading.invoice.parse((await get(`/invoices/${id}`)).json)

interface DeliveredOrder {
  number: string
  netOre: number
  grossOre: number
  /** The VAT rate of its one line. */
  vatBp: number
}

/** A delivered order of one line, which was paid online before its delivery or is not paid. */
async function delivered(run: Run, isPaid: boolean): Promise<DeliveredOrder> {
  const products = (await run.all('/catalog/products')).map((each) => reading.product.parse(each))
  const { id, minLengthMm, vatBp = 0 } = products.find(({ unitPriceOre }) => unitPriceOre !== null) ?? {}
  const lines = [{ kind: 'product', productId: id, quantity: 3, lengthMm: minLengthMm }]
  const { numberDisplay: number, totals } = await run.newOrder({ lines })
  await run.workshop.moveOrder(number, 'mottatt')
  if (isPaid) await press(await linkTo(run, number))
  for (const to of ['i_arbeid', 'klar', 'levert']) await run.workshop.moveOrder(number, to)
  return { number, netOre: totals.netOre ?? 0, grossOre: totals.grossOre ?? 0, vatBp }
}

async function month(run: Run) {
  const now = new Date(timeOf(await run.get('/me'))).toISOString()
  return reading.report.parse((await run.get(`/reports/months/${now.slice(0, 7)}`)).json)
}

for (const sentence of [
  '4.2 · the totals of a month are those of its orders and invoices',
  '3.2 · the states of agreements, invoices and payments',
] as const) {
  rule(
    sentence,
    async (run) => {
      const { number, grossOre } = await delivered(run, true)
      const [before, mark] = [await month(run), await run.latest()]
      await run.workshop.moveOrder(number, 'fakturert')
      const order = await run.read(number)
      const sentInvoice = await invoiceOf(run, order.invoice?.id)
      expect([order.status, sentInvoice.status, sentInvoice.totals.grossOre]).toEqual(['betalt', 'betalt', grossOre])
      const types = (await run.eventsAfter(mark)).map(({ type }) => type)
      expect(types.filter((type) => type.startsWith('invoice.'))).toEqual(['invoice.sent', 'invoice.paid'])
      expect(types.filter((type) => type.startsWith('order.'))).toEqual(['order.invoiced', 'order.paid'])
      const after = await month(run)
      expect(after.outstanding).toEqual(before.outstanding)
      expect(after.paid).toEqual({ count: before.paid.count + 1, grossOre: before.paid.grossOre + grossOre })
    },
    'with orders that were paid online',
  )
}

rule(
  '4.2 · the totals of a month are those of its orders and invoices',
  async (run) => {
    const [paid, open] = [await delivered(run, true), await delivered(run, false)]
    const before = await month(run)
    const id = await run.workshop.draftInvoice([paid.number, open.number])
    await run.workshop.sendInvoice(id)
    // The VAT of the invoice is rounded once on the sum of both orders (BR-CO-17), and can differ from their VAT by an øre.
    const netOre = paid.netOre + open.netOre
    const grossOre = netOre + Math.round((netOre * paid.vatBp) / 10_000)
    expect((await invoiceOf(run, id)).totals.grossOre).toBe(grossOre)
    expect((await month(run)).outstanding).toEqual({
      count: before.outstanding.count + 1,
      grossOre: before.outstanding.grossOre + grossOre - paid.grossOre,
    })
    await expect(run.workshop.refund(paid.number)).rejects.toBeInstanceOf(Error)
    await run.workshop.moveOrder(open.number, 'betalt')
    expect([(await invoiceOf(run, id)).status, (await run.read(paid.number)).status]).toEqual(['betalt', 'betalt'])
    expect((await month(run)).outstanding).toEqual(before.outstanding)
  },
  'with orders that were partly paid online',
)

rule(
  '4.2 · the totals of a month are those of its orders and invoices',
  async (run) => {
    const { number, grossOre } = await delivered(run, false)
    const before = await month(run)
    await run.workshop.invoiceElsewhere(number, '41000')
    expect((await month(run)).invoiced.grossOre).toBe(before.invoiced.grossOre + grossOre)
    await run.workshop.moveOrder(number, 'levert')
    expect((await month(run)).invoiced).toEqual(before.invoiced)
  },
  'with undone invoices of the accounting system',
)

rule(
  '4.2 · the list of invoices contains drafts only with includeDrafts=true',
  async (run) => {
    const { number } = await delivered(run, false)
    const id = await run.workshop.draftInvoice([number])
    await run.workshop.discardInvoice(id)
    expect(refusalOf(await run.get(`/invoices/${id}`))).toBe('404 not_found')
    const secondDraft = await run.workshop.draftInvoice([number])
    await run.workshop.sendInvoice(secondDraft)
    await expect(run.workshop.discardInvoice(secondDraft)).rejects.toBeInstanceOf(Error)
    expect((await run.read(number)).invoice?.id).toBe(secondDraft)
  },
  'until they are discarded',
)

rule(
  '4.4 · the flow of a custom shop',
  async (run) => {
    const { number } = await delivered(run, false)
    const first = await linkTo(run, number)
    const second = await linkTo(run, number)
    await press(first)
    const states = async () =>
      (await run.all(`/orders/${number}/payments`)).map((each) => reading.payment.parse(each).status)
    expect(await states()).toEqual(['awaiting'])
    expect((await fetch(first)).status).toBe(410)
    await press(second)
    expect(await states()).toEqual(['paid'])
  },
  'with a link that replaces another',
)
