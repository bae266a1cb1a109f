// Invoices of orders that were paid on the payment page: amounts, events, sums, PDF and buyer.
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { invoice, listedInvoice, monthReport, order, page, paymentLink } from '../../../../shared/workshop-api/index.ts'
import { readCommandLine, runCommand } from '../../../../src-service/admin/index.ts'
import { eventsOf, runningService } from '../running-service.ts'
import type { RunningService } from '../running-service.ts'
import { submit } from '../submit-order.ts'

/** Without the notes about what an invoice lacks: the orders of these tests name no address. */
const runWords = ({ admin }: RunningService, ...words: string[]) =>
  runCommand(admin, readCommandLine(words)).filter((line) => !line.startsWith('the invoice lacks'))
const read = async ({ get }: RunningService, number: string) => order.parse((await get(`/orders/${number}`)).json)
const invoiceNow = async ({ get }: RunningService, id = '') => invoice.parse((await get(`/invoices/${id}`)).json)
const outstanding = async ({ get }: RunningService) =>
  monthReport.parse((await get('/reports/months/2026-11')).json).outstanding
const latest = async ({ get }: RunningService) => eventsOf(await get('/events?after=latest')).latestId
const typesSince = async ({ get }: RunningService, after: string | null) =>
  eventsOf(await get(`/events?limit=100&after=${after}`)).data.map(({ type }) => type)

/** A request of two pipe flashings, confirmed. */
async function received(service: RunningService, changes: Record<string, unknown> = {}): Promise<string> {
  const productId = service.admin.shop.products().find(({ name }) => name === 'Pipebeslag, side')?.id
  const lines = [{ kind: 'product', productId, quantity: 2 }]
  const { numberDisplay } = order.parse((await submit(service, { lines, ...changes })).json)
  service.admin.orders.move(numberDisplay, 'mottatt')
  return numberDisplay
}

async function linkTo({ call }: RunningService, number: string): Promise<string> {
  return paymentLink.parse((await call('POST', `/orders/${number}/payment-link`, { body: {} })).json).url
}

const press = (url: string) => fetch(url, { method: 'POST', body: new URLSearchParams() })

function deliver({ admin }: RunningService, number: string): void {
  for (const to of ['i_arbeid', 'klar', 'levert'] as const) admin.orders.move(number, to)
}

async function prepaid(service: RunningService, changes?: Record<string, unknown>): Promise<string> {
  const number = await received(service, changes)
  await press(await linkTo(service, number))
  deliver(service, number)
  return number
}

async function unpaid(service: RunningService, changes?: Record<string, unknown>): Promise<string> {
  const number = await received(service, changes)
  deliver(service, number)
  return number
}

/** The text of an invoice's PDF, with one space for each gap. */
async function printed({ baseUrl, sandboxKey }: RunningService, id: string | undefined): Promise<string> {
  const headers = { authorization: `Bearer ${sandboxKey}` }
  const file = await (await fetch(`${baseUrl}/invoices/${id}/pdf`, { headers })).arrayBuffer()
  const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: Buffer.from(file), encoding: 'utf8' })
  return text.replaceAll(/[^\S\n]+/g, ' ')
}

test('the invoice of an order that was paid online in full is paid when it is sent', async () => {
  const service = await runningService()
  const before = await outstanding(service)
  const number = await prepaid(service)
  const mark = await latest(service)
  expect(runWords(service, 'order', 'move', number, 'fakturert')).toEqual([
    `${number} Betalt`,
    'all of it was paid on the payment page: the invoice is paid',
  ])
  expect(await typesSince(service, mark)).toEqual(['order.invoiced', 'invoice.sent', 'order.paid', 'invoice.paid'])
  const paidInvoice = await read(service, number)
  expect([paidInvoice.status, paidInvoice.paidAt === null]).toEqual(['betalt', false])
  expect(await invoiceNow(service, paidInvoice.invoice?.id)).toMatchObject({ status: 'betalt' })
  expect(await outstanding(service)).toEqual(before)
  const text = await printed(service, paidInvoice.invoice?.id)
  for (const expectedText of ['Sum med mva. 1 497,50', 'Betalt på nett −1 497,50', 'Å betale, NOK 0,00']) {
    expect(text).toContain(expectedText)
  }
  expect(text).not.toMatch(/Forfall|KID/)
})

test(
  'an invoice of several orders asks for the rest, and is paid with the last order that was not paid online',
  { tags: 'long' },
  async () => {
    const service = await runningService()
    const before = await outstanding(service)
    const [first, second] = [await prepaid(service), await unpaid(service)]
    const [id = ''] = runWords(service, 'invoice', 'draft', `${first},${second}`)
    expect(runWords(service, 'invoice', 'send', id).slice(1)).toEqual([
      '149750 øre of it were paid on the payment page: 149750 øre remain to be paid',
    ])
    expect([(await read(service, first)).status, (await read(service, second)).status]).toEqual([
      'fakturert',
      'fakturert',
    ])
    expect(await outstanding(service)).toEqual({ count: before.count + 1, grossOre: before.grossOre + 149_750 })
    const text = await printed(service, id)
    for (const expectedText of [
      'Sum med mva. 2 995,00',
      'Betalt på nett −1 497,50',
      'Å betale, NOK 1 497,50',
      'Forfall',
      'KID',
    ]) {
      expect(text).toContain(expectedText)
    }
    expect(() => runWords(service, 'payment', 'refund', first)).toThrow(
      /counts on the payment: run order move T-\d+ levert/,
    )
    const mark = await latest(service)
    runWords(service, 'order', 'move', second, 'betalt')
    expect(await typesSince(service, mark)).toEqual(['order.paid', 'order.paid', 'invoice.paid'])
    expect([(await read(service, first)).status, (await invoiceNow(service, id)).status]).toEqual(['betalt', 'betalt'])
    expect(await outstanding(service)).toEqual(before)
  },
)

test('an order that costs nothing does not keep the invoice of a prepaid order open', { tags: 'long' }, async () => {
  const service = await runningService()
  const before = await outstanding(service)
  const free = async () => {
    const number = await received(service, { lines: [{ kind: 'text', description: 'Prøvebit', quantity: 1 }] })
    service.admin.inbox.price(number, 1, 0)
    deliver(service, number)
    return number
  }
  const [id = ''] = runWords(service, 'invoice', 'draft', `${await prepaid(service)},${await free()}`)
  expect(runWords(service, 'invoice', 'send', id).at(-1)).toMatch(/the invoice is paid$/)
  expect((await invoiceNow(service, id)).status).toBe('betalt')
  expect(await outstanding(service)).toEqual(before)
  const alone = await free()
  expect(runWords(service, 'order', 'move', alone, 'fakturert')).toEqual([`${alone} Fakturert`])
})

test('a payment that an open invoice has subtracted cannot be refunded, even for an order that was set to paid', async () => {
  const service = await runningService()
  const [first, second] = [await prepaid(service), await unpaid(service)]
  const [id = ''] = runWords(service, 'invoice', 'draft', `${first},${second}`)
  runWords(service, 'invoice', 'send', id)
  runWords(service, 'order', 'move', first, 'betalt')
  expect(() => runWords(service, 'payment', 'refund', first)).toThrow(/counts on the payment: it must be paid first/)
  expect(() => runWords(service, 'payment', 'refund', second)).toThrow(/has no payment/)
  runWords(service, 'order', 'move', second, 'betalt')
  expect(runWords(service, 'payment', 'refund', first)[0]).toContain('149750 øre refunded')
})

test('an order with an invoice or an unrefunded payment cannot be forwarded', async () => {
  const service = await runningService()
  const number = await prepaid(service)
  const forward = () => runWords(service, 'order', 'forward', number, 'Nabo Blikk AS')
  expect(forward).toThrow(/was paid online: run payment refund/)
  runWords(service, 'payment', 'refund', number)
  runWords(service, 'order', 'move', number, 'fakturert')
  expect(forward).toThrow(/is fakturert/)
  runWords(service, 'order', 'move', number, 'levert')
  expect(forward()).toEqual([`${number} forwarded to Nabo Blikk AS`])
})

test('an order whose invoice was undone is paid when it is invoiced again', { tags: 'long' }, async () => {
  const service = await runningService()
  const before = await outstanding(service)
  const [first, second] = [await prepaid(service), await unpaid(service)]
  const [id = ''] = runWords(service, 'invoice', 'draft', `${first},${second}`)
  runWords(service, 'invoice', 'send', id)
  runWords(service, 'order', 'move', second, 'levert')
  expect(await outstanding(service)).toEqual(before)
  const [note] = page(listedInvoice).parse((await service.get('/invoices')).json).data
  expect(await printed(service, note?.id)).toContain('Til gode, NOK −2 995,00')
  expect(runWords(service, 'order', 'move', first, 'fakturert')[0]).toBe(`${first} Betalt`)
})

test('after a partial refund, or a price increase, the invoice asks for the rest', { tags: 'long' }, async () => {
  const service = await runningService()
  const before = await outstanding(service)
  const number = await prepaid(service)
  runWords(service, 'payment', 'refund', number, '--amount', '49750')
  expect(runWords(service, 'order', 'move', number, 'fakturert')).toEqual([
    `${number} Fakturert`,
    '100000 øre of it were paid on the payment page: 49750 øre remain to be paid',
  ])
  expect(await outstanding(service)).toEqual({ count: before.count + 1, grossOre: before.grossOre + 49_750 })
  const prepaidOrder = await prepaid(service)
  runWords(service, 'payment', 'refund', prepaidOrder)
  expect(runWords(service, 'order', 'move', prepaidOrder, 'fakturert')).toEqual([`${prepaidOrder} Fakturert`])
})

/** Paid online, and changed to one flashing afterwards. */
async function overpaid(service: RunningService): Promise<string> {
  const number = await received(service)
  await press(await linkTo(service, number))
  const { lines, version } = await read(service, number)
  const [line] = lines
  const body = { lines: [{ kind: 'product', productId: line?.productId, quantity: 1 }] }
  await service.call('PATCH', `/orders/${number}`, { headers: { 'if-match': `"v${version}"` }, body })
  deliver(service, number)
  return number
}

test('only an overpayment can be refunded while the invoice is open', async () => {
  const service = await runningService()
  const [first, second] = [await overpaid(service), await unpaid(service)]
  const [id = ''] = runWords(service, 'invoice', 'draft', `${first},${second}`)
  expect(runWords(service, 'invoice', 'send', id).at(-1)).toMatch(/74875 øre less .* run payment refund/)
  const refund = (ore: string) => runWords(service, 'payment', 'refund', first, '--amount', ore)
  expect(() => refund('74876')).toThrow(/counts on the payment/)
  expect(refund('74875')[0]).toContain('74875 øre refunded')
  expect(() => refund('1')).toThrow(/counts on the payment/)
})

test('an overpaid order is paid, and a note names the overpayment', { tags: 'long' }, async () => {
  const service = await runningService()
  const number = await overpaid(service)
  expect(runWords(service, 'order', 'move', number, 'fakturert')).toEqual([
    `${number} Betalt`,
    'all of it was paid on the payment page: the invoice is paid',
    `${number} costs 74875 øre less than was paid for it: run payment refund`,
  ])
  expect(runWords(service, 'payment', 'refund', number, '--amount', '74875')[0]).toContain('74875 øre refunded')
})

test('an online payment after the invoice pays the order and the invoice', { tags: 'long' }, async () => {
  const service = await runningService()
  const number = await received(service)
  const url = await linkTo(service, number)
  deliver(service, number)
  runWords(service, 'order', 'move', number, 'fakturert')
  const mark = await latest(service)
  await press(url)
  expect(await typesSince(service, mark)).toEqual(['order.prepaid', 'order.paid', 'invoice.paid'])
  const paidInvoice = await read(service, number)
  expect([paidInvoice.status, (await invoiceNow(service, paidInvoice.invoice?.id)).status]).toEqual([
    'betalt',
    'betalt',
  ])
})

test('an order that the accounting system invoices is not paid by an online payment: a note names the amount', async () => {
  const service = await runningService()
  const number = await prepaid(service)
  runWords(service, 'invoice', 'external', number, '40999')
  expect((await read(service, number)).status).toBe('fakturert')
  expect(runWords(service, 'payment', 'refund', number)[0]).toContain('149750 øre refunded')
})

test('the invoice and the credit note of a web order name the buyer of the order', { tags: 'long' }, async () => {
  const service = await runningService()
  const contact = { name: 'Kari Nordmann', company: 'Fjord Bygg AS', orgNr: '987654325', email: 'kari@example.no' }
  const delivery = { address: { line: 'Storgata 1', postalCode: '6800', city: 'Førde' } }
  const number = await unpaid(service, { contact, delivery })
  const { admin } = service
  admin.orders.move(number, 'fakturert')
  const { invoice } = await read(service, number)
  admin.orders.move(number, 'levert')
  const [note] = page(listedInvoice).parse((await service.get('/invoices')).json).data
  for (const id of [invoice?.id, note?.id]) {
    const text = await printed(service, id)
    for (const expectedText of [
      'Fjord Bygg AS',
      'Org.nr. 987 654 325',
      'v/ Kari Nordmann',
      'Storgata 1',
      '6800 Førde',
    ]) {
      expect(text).toContain(expectedText)
    }
    expect(text).toContain(admin.workshop.name)
  }
  const private1 = await unpaid(service, { contact: { name: 'Ola Hansen', email: 'ola@example.no' } })
  expect(() => admin.orders.draftInvoice([number, private1])).toThrow(/another customer/)
  admin.orders.move(private1, 'fakturert')
  const text = await printed(service, (await read(service, private1)).invoice?.id)
  expect(text).toMatch(/Ola Hansen[^]*ola@example\.no/)
})

test('a discarded draft is deleted, and its orders can be drafted again', async () => {
  const service = await runningService()
  const number = await unpaid(service)
  const [id = ''] = runWords(service, 'invoice', 'draft', number)
  const mark = await latest(service)
  expect(runWords(service, 'invoice', 'discard', id)).toEqual([`draft ${id} is deleted`])
  expect((await service.get(`/invoices/${id}`)).status).toBe(404)
  expect((await service.get('/invoices?limit=100&includeDrafts=true')).text).not.toContain(id)
  expect(await typesSince(service, mark)).toEqual([])
  expect(() => runWords(service, 'invoice', 'discard', id)).toThrow(/no invoice/)
  const [again = ''] = runWords(service, 'invoice', 'draft', number)
  expect(runWords(service, 'invoice', 'send', again)).toEqual(['20418'])
  expect(() => runWords(service, 'invoice', 'discard', again)).toThrow(/is sendt/)
})

test('an undone invoice of the accounting system is not in the sums of any month', { tags: 'long' }, async () => {
  const service = await runningService()
  const number = await unpaid(service)
  const invoiced = async () => monthReport.parse((await service.get('/reports/months/2026-11')).json).invoiced
  const before = await invoiced()
  runWords(service, 'invoice', 'external', number, '40999')
  expect(await invoiced()).toEqual({ count: before.count + 1, grossOre: before.grossOre + 149_750 })
  runWords(service, 'order', 'move', number, 'levert')
  expect(await invoiced()).toEqual(before)
})
