// Invoices of orders that were paid on the payment page: what is asked for, told, counted and printed, and whom they are for.
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { invoice, listedInvoice, monthReport, order, page, paymentLink } from '../../../shared/workshop-api/index.ts'
import { readCommandLine } from '../../../src-service/desk/command-line.ts'
import { runCommand } from '../../../src-service/desk/commands.ts'
import { eventsOf, runningService } from './running-service.ts'
import type { Running } from './running-service.ts'
import { submit } from './submitting.ts'

const say = ({ desk }: Running, ...words: string[]) => runCommand(desk, readCommandLine(words))
const read = async ({ get }: Running, number: string) => order.parse((await get(`/orders/${number}`)).json)
const invoiceNow = async ({ get }: Running, id = '') => invoice.parse((await get(`/invoices/${id}`)).json)
const outstanding = async ({ get }: Running) =>
  monthReport.parse((await get('/reports/months/2026-11')).json).outstanding
const latest = async ({ get }: Running) => eventsOf(await get('/events?after=latest')).latestId
const typesSince = async ({ get }: Running, after: string | null) =>
  eventsOf(await get(`/events?limit=100&after=${after}`)).data.map(({ type }) => type)

/** A request of two pipe flashings, confirmed. */
async function received(running: Running, said: Record<string, unknown> = {}): Promise<string> {
  const productId = running.desk.shop.products().find(({ name }) => name === 'Pipebeslag, side')?.id
  const lines = [{ kind: 'product', productId, quantity: 2 }]
  const { numberDisplay } = order.parse((await submit(running, { lines, ...said })).json)
  running.desk.orders.move(numberDisplay, 'mottatt')
  return numberDisplay
}

async function linkTo({ call }: Running, number: string): Promise<string> {
  return paymentLink.parse((await call('POST', `/orders/${number}/payment-link`, { body: {} })).json).url
}

const press = (url: string) => fetch(url, { method: 'POST', body: new URLSearchParams() })

function deliver({ desk }: Running, number: string): void {
  for (const to of ['i_arbeid', 'klar', 'levert'] as const) desk.orders.move(number, to)
}

async function prepaid(running: Running, said?: Record<string, unknown>): Promise<string> {
  const number = await received(running, said)
  await press(await linkTo(running, number))
  deliver(running, number)
  return number
}

async function unpaid(running: Running, said?: Record<string, unknown>): Promise<string> {
  const number = await received(running, said)
  deliver(running, number)
  return number
}

/** The text of an invoice's PDF, with one space for each gap. */
async function printed({ service, sandboxKey }: Running, id: string | undefined): Promise<string> {
  const headers = { authorization: `Bearer ${sandboxKey}` }
  const file = await (await fetch(`${service.baseUrl}/invoices/${id}/pdf`, { headers })).arrayBuffer()
  const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: Buffer.from(file), encoding: 'utf8' })
  return text.replaceAll(/[^\S\n]+/g, ' ')
}

test('an invoice of an order that was paid online in whole is paid as it is sent, and asks for nothing', async () => {
  const running = await runningService()
  const before = await outstanding(running)
  const number = await prepaid(running)
  const mark = await latest(running)
  expect(say(running, 'order', 'move', number, 'fakturert')).toEqual([
    `${number} Betalt`,
    'all of it was paid on the payment page: nothing is asked for, and it is paid',
  ])
  expect(await typesSince(running, mark)).toEqual(['order.invoiced', 'invoice.sent', 'order.paid', 'invoice.paid'])
  const paid = await read(running, number)
  expect([paid.status, paid.paidAt === null]).toEqual(['betalt', false])
  expect(await invoiceNow(running, paid.invoice?.id)).toMatchObject({ status: 'betalt' })
  expect(await outstanding(running)).toEqual(before)
  const text = await printed(running, paid.invoice?.id)
  for (const said of ['Sum med mva. 1 497,50', 'Betalt på nett −1 497,50', 'Å betale, NOK 0,00']) {
    expect(text).toContain(said)
  }
  expect(text).not.toMatch(/Forfall|KID/)
})

test('one of several orders asks for what is left, and is paid with the last that was not paid online', async () => {
  const running = await runningService()
  const before = await outstanding(running)
  const [first, second] = [await prepaid(running), await unpaid(running)]
  const [id = ''] = say(running, 'invoice', 'draft', `${first},${second}`)
  expect(say(running, 'invoice', 'send', id).slice(1)).toEqual([
    '149750 øre of it were paid on the payment page: 149750 øre are left to pay',
  ])
  expect([(await read(running, first)).status, (await read(running, second)).status]).toEqual([
    'fakturert',
    'fakturert',
  ])
  expect(await outstanding(running)).toEqual({ count: before.count + 1, grossOre: before.grossOre + 149_750 })
  const text = await printed(running, id)
  for (const said of [
    'Sum med mva. 2 995,00',
    'Betalt på nett −1 497,50',
    'Å betale, NOK 1 497,50',
    'Forfall',
    'KID',
  ]) {
    expect(text).toContain(said)
  }
  expect(() => say(running, 'payment', 'refund', first)).toThrow(/counts on what was paid: order move T-\d+ levert/)
  const mark = await latest(running)
  say(running, 'order', 'move', second, 'betalt')
  expect(await typesSince(running, mark)).toEqual(['order.paid', 'order.paid', 'invoice.paid'])
  expect([(await read(running, first)).status, (await invoiceNow(running, id)).status]).toEqual(['betalt', 'betalt'])
  expect(await outstanding(running)).toEqual(before)
})

test('an order that costs nothing asks for nothing beside one that was paid online', async () => {
  const running = await runningService()
  const before = await outstanding(running)
  const free = async () => {
    const number = await received(running, { lines: [{ kind: 'text', description: 'Prøvebit', quantity: 1 }] })
    running.desk.inbox.price(number, 1, 0)
    deliver(running, number)
    return number
  }
  const [id = ''] = say(running, 'invoice', 'draft', `${await prepaid(running)},${await free()}`)
  expect(say(running, 'invoice', 'send', id).at(-1)).toMatch(/it is paid$/)
  expect((await invoiceNow(running, id)).status).toBe('betalt')
  expect(await outstanding(running)).toEqual(before)
  const alone = await free()
  expect(say(running, 'order', 'move', alone, 'fakturert')).toEqual([`${alone} Fakturert`])
})

test('what an open invoice counts on is not given back, even of an order that the desk calls paid', async () => {
  const running = await runningService()
  const [first, second] = [await prepaid(running), await unpaid(running)]
  const [id = ''] = say(running, 'invoice', 'draft', `${first},${second}`)
  say(running, 'invoice', 'send', id)
  say(running, 'order', 'move', first, 'betalt')
  expect(() => say(running, 'payment', 'refund', first)).toThrow(/counts on what was paid: it is to be paid first/)
  expect(() => say(running, 'payment', 'refund', second)).toThrow(/has no payment/)
  say(running, 'order', 'move', second, 'betalt')
  expect(say(running, 'payment', 'refund', first)[0]).toContain('149750 øre given back')
})

test('an order goes to no other workshop with its invoice, or with money that is held for it', async () => {
  const running = await runningService()
  const number = await prepaid(running)
  const forward = () => say(running, 'order', 'forward', number, 'Nabo Blikk AS')
  expect(forward).toThrow(/was paid online: payment refund/)
  say(running, 'payment', 'refund', number)
  say(running, 'order', 'move', number, 'fakturert')
  expect(forward).toThrow(/is fakturert/)
  say(running, 'order', 'move', number, 'levert')
  expect(forward()).toEqual([`${number} forwarded to Nabo Blikk AS`])
})

test('one that was taken back is paid all the same when it is invoiced again', async () => {
  const running = await runningService()
  const before = await outstanding(running)
  const [first, second] = [await prepaid(running), await unpaid(running)]
  const [id = ''] = say(running, 'invoice', 'draft', `${first},${second}`)
  say(running, 'invoice', 'send', id)
  say(running, 'order', 'move', second, 'levert')
  expect(await outstanding(running)).toEqual(before)
  const [note] = page(listedInvoice).parse((await running.get('/invoices')).json).data
  expect(await printed(running, note?.id)).toContain('Til gode, NOK −2 995,00')
  expect(say(running, 'order', 'move', first, 'fakturert')[0]).toBe(`${first} Betalt`)
})

test('a payment that was given back in part, or less than the order costs now, leaves the rest to pay', async () => {
  const running = await runningService()
  const before = await outstanding(running)
  const number = await prepaid(running)
  say(running, 'payment', 'refund', number, '--amount', '49750')
  expect(say(running, 'order', 'move', number, 'fakturert')).toEqual([
    `${number} Fakturert`,
    '100000 øre of it were paid on the payment page: 49750 øre are left to pay',
  ])
  expect(await outstanding(running)).toEqual({ count: before.count + 1, grossOre: before.grossOre + 49_750 })
  const whole = await prepaid(running)
  say(running, 'payment', 'refund', whole)
  expect(say(running, 'order', 'move', whole, 'fakturert')).toEqual([`${whole} Fakturert`])
})

/** Paid online, and changed to one flashing afterwards. */
async function overpaid(running: Running): Promise<string> {
  const number = await received(running)
  await press(await linkTo(running, number))
  const { lines, version } = await read(running, number)
  const [line] = lines
  const body = { lines: [{ kind: 'product', productId: line?.productId, quantity: 1 }] }
  await running.call('PATCH', `/orders/${number}`, { headers: { 'if-match': `"v${version}"` }, body })
  deliver(running, number)
  return number
}

test('what was paid too much is given back while the invoice is open, and no more', async () => {
  const running = await runningService()
  const [first, second] = [await overpaid(running), await unpaid(running)]
  const [id = ''] = say(running, 'invoice', 'draft', `${first},${second}`)
  expect(say(running, 'invoice', 'send', id).at(-1)).toMatch(/74875 øre less .* give them back with payment refund/)
  const refund = (ore: string) => say(running, 'payment', 'refund', first, '--amount', ore)
  expect(() => refund('74876')).toThrow(/counts on what was paid/)
  expect(refund('74875')[0]).toContain('74875 øre given back')
  expect(() => refund('1')).toThrow(/counts on what was paid/)
})

test('an order that costs less than was paid for it is paid, and the office is told of the rest', async () => {
  const running = await runningService()
  const number = await overpaid(running)
  expect(say(running, 'order', 'move', number, 'fakturert')).toEqual([
    `${number} Betalt`,
    'all of it was paid on the payment page: nothing is asked for, and it is paid',
    `${number} costs 74875 øre less than was paid for it: give them back with payment refund`,
  ])
  expect(say(running, 'payment', 'refund', number, '--amount', '74875')[0]).toContain('74875 øre given back')
})

test('an order that is paid online after it was invoiced is paid, and its invoice', async () => {
  const running = await runningService()
  const number = await received(running)
  const url = await linkTo(running, number)
  deliver(running, number)
  say(running, 'order', 'move', number, 'fakturert')
  const mark = await latest(running)
  await press(url)
  expect(await typesSince(running, mark)).toEqual(['order.prepaid', 'order.paid', 'invoice.paid'])
  const paid = await read(running, number)
  expect([paid.status, (await invoiceNow(running, paid.invoice?.id)).status]).toEqual(['betalt', 'betalt'])
})

test('what the accounting system invoices is not paid here: the office is told what came in', async () => {
  const running = await runningService()
  const number = await prepaid(running)
  say(running, 'invoice', 'external', number, '40999')
  expect((await read(running, number)).status).toBe('fakturert')
  expect(say(running, 'payment', 'refund', number)[0]).toContain('149750 øre given back')
})

test('an invoice of a web order names the buyer that the order names, and so does its credit note', async () => {
  const running = await runningService()
  const contact = { name: 'Kari Nordmann', company: 'Fjord Bygg AS', orgNr: '987654325', email: 'kari@example.no' }
  const delivery = { address: { line: 'Storgata 1', postalCode: '6800', city: 'Førde' } }
  const number = await unpaid(running, { contact, delivery })
  const { desk } = running
  desk.orders.move(number, 'fakturert')
  const { invoice: made } = await read(running, number)
  desk.orders.move(number, 'levert')
  const [note] = page(listedInvoice).parse((await running.get('/invoices')).json).data
  for (const id of [made?.id, note?.id]) {
    const text = await printed(running, id)
    for (const said of ['Fjord Bygg AS', 'Org.nr. 987654325, v/ Kari Nordmann', 'Storgata 1', '6800 Førde']) {
      expect(text).toContain(said)
    }
    expect(text).toContain(desk.workshop.name)
  }
  const private1 = await unpaid(running, { contact: { name: 'Ola Hansen', email: 'ola@example.no' } })
  expect(() => desk.orders.draftInvoice([number, private1])).toThrow(/another customer/)
  desk.orders.move(private1, 'fakturert')
  const text = await printed(running, (await read(running, private1)).invoice?.id)
  expect(text).toMatch(/Ola Hansen[^]*ola@example\.no/)
})

test('a draft that is thrown away is nowhere any more, and its orders can be drafted anew', async () => {
  const running = await runningService()
  const number = await unpaid(running)
  const [id = ''] = say(running, 'invoice', 'draft', number)
  const mark = await latest(running)
  expect(say(running, 'invoice', 'discard', id)).toEqual([`draft ${id} is thrown away`])
  expect((await running.get(`/invoices/${id}`)).status).toBe(404)
  expect((await running.get('/invoices?limit=100&includeDrafts=true')).text).not.toContain(id)
  expect(await typesSince(running, mark)).toEqual([])
  expect(() => say(running, 'invoice', 'discard', id)).toThrow(/no invoice/)
  const [again = ''] = say(running, 'invoice', 'draft', number)
  expect(say(running, 'invoice', 'send', again)).toEqual(['20418'])
  expect(() => say(running, 'invoice', 'discard', again)).toThrow(/is sendt/)
})

test('what the accounting system invoiced and was undone is in no month’s sum', async () => {
  const running = await runningService()
  const number = await unpaid(running)
  const invoiced = async () => monthReport.parse((await running.get('/reports/months/2026-11')).json).invoiced
  const before = await invoiced()
  say(running, 'invoice', 'external', number, '40999')
  expect(await invoiced()).toEqual({ count: before.count + 1, grossOre: before.grossOre + 149_750 })
  say(running, 'order', 'move', number, 'levert')
  expect(await invoiced()).toEqual(before)
})
