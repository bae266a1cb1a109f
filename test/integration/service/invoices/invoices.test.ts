// Invoices over HTTP: creation by status moves and drafts, visibility, and the PDF.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { invoice, listedInvoice, order, page } from '../../../../shared/workshop-api/index.ts'
import type { Invoice } from '../../../../shared/workshop-api/index.ts'
import { invoicePdf } from '../../../../src-service/documents/invoice-pdf.ts'
import { checkDigit, kidOf } from '../../../../src-service/invoices/kid.ts'
import { eventsOf, runningService, revertMigrationsFrom, testScopes } from '../running-service.ts'
import type { RunningService } from '../running-service.ts'
import { submit } from '../submit-order.ts'

/** Delivered orders of two customers, with a price. */
const [delivered, another] = ['T-000015', 'T-000016']

const orderNow = async ({ get }: RunningService, number: string) => order.parse((await get(`/orders/${number}`)).json)
const listInvoices = async ({ get }: RunningService, query = '', key?: string) =>
  page(listedInvoice).parse((await get(`/invoices?limit=100${query}`, key)).json).data
const read = async ({ get }: RunningService, id: string | undefined): Promise<Invoice> =>
  invoice.parse((await get(`/invoices/${id}`)).json)
const news = async ({ get }: RunningService) => eventsOf(await get('/events?limit=100')).data

describe('an order that is invoiced', () => {
  test('has an invoice with its lines, sums, due date and KID, and the events of both', async () => {
    const service = await runningService()
    service.admin.orders.move(delivered, 'fakturert')
    const invoicedOrder = await orderNow(service, delivered)
    const read1 = await read(service, invoicedOrder.invoice?.id)
    const { id, kind, number, issuedAt, erpNo } = read1
    expect(invoicedOrder.invoice).toEqual({ id, kind, number, issuedAt, erpNo })
    expect(read1).toMatchObject({
      number: '20418',
      kind: 'invoice',
      status: 'sendt',
      dueDate: '2026-12-08',
      kid: kidOf('20418'),
      customer: invoicedOrder.customer,
      totals: {
        netOre: invoicedOrder.totals.netOre,
        vatOre: invoicedOrder.totals.vatOre,
        grossOre: invoicedOrder.totals.grossOre,
      },
      orders: [{ id: invoicedOrder.id, numberDisplay: delivered }],
    })
    expect(read1.lines.map(({ unit, netOre }) => [unit, netOre])).toEqual(
      invoicedOrder.lines.map(({ netOre }) => [null, netOre]),
    )
    expect((await news(service)).map(({ type, data }) => [type, data.invoice])).toEqual([
      ['order.invoiced', undefined],
      ['invoice.sent', read1],
    ])
    const { lines: _, ...inList } = read1
    expect((await listInvoices(service))[0]).toEqual(inList)
  })

  test('is paid with its invoice, and undone with a credit note with negative sums', async () => {
    const service = await runningService()
    const { admin } = service
    for (const number of [delivered, another]) admin.orders.move(number, 'fakturert')
    admin.orders.move(delivered, 'betalt')
    const paidInvoice = await read(service, (await orderNow(service, delivered)).invoice?.id)
    expect((await news(service)).at(-1)).toMatchObject({ type: 'invoice.paid', data: { invoice: paidInvoice } })
    expect([paidInvoice.status, paidInvoice.version]).toEqual(['betalt', 3])
    const before = await read(service, (await orderNow(service, another)).invoice?.id)
    admin.orders.move(another, 'levert')
    const [note] = await listInvoices(service)
    const credited = await read(service, before.id)
    expect([credited.status, (await orderNow(service, another)).invoice]).toEqual(['kreditert', null])
    expect(note).toMatchObject({ kind: 'credit_note', number: '20420', kid: before.kid })
    expect(note?.totals.grossOre).toBe(-(before.totals.grossOre ?? 0))
    expect((await news(service)).at(-1)?.data.invoice).toEqual(await read(service, note?.id))
    admin.orders.move(another, 'fakturert')
    expect((await orderNow(service, another)).invoice?.number).toBe('20421')
  })

  test('without a price is invoiced in the accounting system: no number, day, KID, sums or PDF', async () => {
    const service = await runningService()
    const createdOrder = order.parse((await submit(service, { note: 'Pris etter avtale' })).json)
    for (const to of ['mottatt', 'i_arbeid', 'klar', 'levert', 'fakturert', 'betalt'] as const) {
      service.admin.orders.move(createdOrder.numberDisplay, to)
    }
    const { invoice: by } = await orderNow(service, createdOrder.numberDisplay)
    expect(await read(service, by?.id)).toMatchObject({
      kind: 'external',
      status: 'regnskap',
      number: null,
      dueDate: null,
      kid: null,
      totals: { grossOre: null },
    })
    expect((await service.get(`/invoices/${by?.id}/pdf`)).status).toBe(404)
    service.admin.orders.recordExternalInvoice(delivered, '40120')
    expect((await orderNow(service, delivered)).invoice).toMatchObject({ kind: 'external', erpNo: '40120' })
    expect((await news(service)).filter(({ type }) => type.startsWith('invoice.'))).toEqual([])
  })

  test('has its discount and delivery as lines, which add up to the order’s sums', async () => {
    const service = await runningService()
    const { shop, orders } = service.admin
    const product = shop.products().find(({ name }) => name === 'U-profil 60')
    const option = shop.settings().deliveryOptions.find(({ name }) => name.startsWith('Frakt'))
    const lines = [{ kind: 'product', productId: product?.id, quantity: 3, lengthMm: 1_001 }]
    const body = { lines, discountCode: 'BESLAG10', delivery: { optionId: option?.id } }
    const { numberDisplay, totals } = order.parse((await submit(service, body)).json)
    for (const to of ['mottatt', 'i_arbeid', 'klar', 'levert', 'fakturert'] as const) orders.move(numberDisplay, to)
    const sentInvoice = await read(service, (await orderNow(service, numberDisplay)).invoice?.id)
    expect(sentInvoice.lines.map(({ description, netOre }) => [description, netOre])).toEqual([
      ['U-profil 60', 29_730],
      ['Rabatt BESLAG10', -2_973],
      ['Frakt med transportør', 129_000],
    ])
    expect(sentInvoice.totals.grossOre).toBe(totals.grossOre)
    expect(sentInvoice.totals.netOre).toBe(sentInvoice.lines.reduce((sum, { netOre }) => sum + (netOre ?? 0), 0))
  })
})

test('a draft is listed on request, has no number, due date, KID or PDF, and is sent for all its orders', async () => {
  const service = await runningService()
  const { admin } = service
  expect(() => admin.orders.draftInvoice([delivered, another])).toThrow(/another customer/)
  expect(() => admin.orders.draftInvoice(['T-000001'])).toThrow(/not levert/)
  const draft = admin.orders.draftInvoice([delivered])
  expect(() => admin.orders.draftInvoice([delivered])).toThrow(/draft already/)
  expect(draft).toMatchObject({ status: 'utkast', number: null, issuedAt: null, dueDate: null, kid: null })
  const ids = async (query: string) => (await listInvoices(service, query)).map(({ id }) => id)
  expect([(await ids('')).includes(draft.id), (await ids('&includeDrafts=false')).includes(draft.id)]).toEqual([
    false,
    false,
  ])
  expect(await ids('&includeDrafts=true')).toContain(draft.id)
  expect((await service.get('/invoices?includeDrafts=ja')).status).toBe(400)
  expect((await service.get(`/invoices/${draft.id}/pdf`)).status).toBe(404)
  const sent = admin.orders.sendInvoice(draft.id)
  expect((await orderNow(service, delivered)).invoice?.id).toBe(draft.id)
  expect([sent.number, await ids('')]).toEqual(['20418', expect.arrayContaining([draft.id])])
  expect(() => admin.orders.sendInvoice(draft.id)).toThrow(/sendt/)
})

test('a draft belongs to its workshop, and its orders cannot be in another draft', async () => {
  const service = await runningService()
  const { admin } = service
  const draft = admin.orders.draftInvoice([delivered])
  const { slug } = admin.makeLiveWorkshop('Ekte Blikk')
  expect(() => service.adminOf(slug).orders.sendInvoice(draft.id)).toThrow(/no invoice/)
  expect(() => admin.orders.recordExternalInvoice(delivered, '7001')).toThrow(/in a draft/)
  expect(await read(service, draft.id)).toEqual(draft)
  admin.orders.sendInvoice(draft.id)
  expect((await orderNow(service, delivered)).status).toBe('fakturert')
})

test('a forwarded order is not invoiced with the others of its draft', async () => {
  const service = await runningService()
  const { admin } = service
  const customer = admin.orders.find(delivered).customer?.id
  const product = admin.shop.products().find(({ name }) => name === 'Pipebeslag, side')
  const lines = [{ kind: 'product', productId: product?.id, quantity: 2 }]
  const { numberDisplay: second } = order.parse((await submit(service, { lines, customerId: customer })).json)
  for (const to of ['mottatt', 'i_arbeid', 'klar', 'levert'] as const) admin.orders.move(second, to)
  const draftId = admin.orders.draftInvoice([delivered, second])
  admin.orders.forward(second, 'Nabo Blikk AS')
  const { orders, lines: sent, totals } = admin.orders.sendInvoice(draftId.id)
  const invoicedOrder = await orderNow(service, delivered)
  expect(orders).toEqual([{ id: invoicedOrder.id, numberDisplay: delivered }])
  expect([sent.length, totals.grossOre]).toEqual([invoicedOrder.lines.length, invoicedOrder.totals.grossOre])
  expect((await news(service)).filter(({ type }) => type === 'order.invoiced')).toHaveLength(1)
  admin.orders.move(delivered, 'betalt')
  expect(await read(service, draftId.id)).toMatchObject({ status: 'betalt' })
  const alone = admin.orders.draftInvoice([another])
  admin.orders.forward(another, 'Nabo Blikk AS')
  expect(() => admin.orders.sendInvoice(alone.id)).toThrow(/no longer exist/)
})

test('an invoice that is not paid by its due date is forfalt from the next day', async () => {
  const service = await runningService()
  service.admin.orders.move(delivered, 'fakturert')
  const { id } = (await orderNow(service, delivered)).invoice ?? { id: '' }
  service.clock.nowMs += 14 * 86_400_000
  expect((await read(service, id)).status).toBe('sendt')
  service.clock.nowMs += 86_400_000
  expect(await read(service, id)).toMatchObject({ status: 'forfalt', version: 3 })
})

test(
  'a customer key sees its own sent invoices without the office module; a workshop key needs the module',
  { tags: 'long' },
  async () => {
    const service = await runningService()
    const { admin } = service
    const scopes = testScopes.filter((scope) => !/^(production|reports):/.test(scope))
    const key = admin.makeKey({ name: 'kunde', purpose: 'annet', scopes, customer: 1002 })
    const draft = admin.orders.draftInvoice([delivered])
    admin.switchModule('kontor', false)
    expect(await listInvoices(service, '&includeDrafts=true', key)).toEqual([])
    expect((await service.get('/invoices')).status).toBe(403)
    expect((await service.get(`/invoices/${draft.id}`, key)).status).toBe(404)
    admin.orders.sendInvoice(draft.id)
    expect((await listInvoices(service, '', key)).map(({ id }) => id)).toEqual([draft.id])
    expect((await service.get(`/invoices/${draft.id}/pdf`, key)).status).toBe(200)
    const foreignId = (await orderNow(service, 'T-000017')).invoice?.id
    const { numberDisplay: second } = order.parse((await submit(service, { note: 'Pris etter avtale' }, key)).json)
    for (const to of ['mottatt', 'i_arbeid', 'klar', 'levert'] as const) admin.orders.move(second, to)
    const elsewhere = admin.orders.recordExternalInvoice(second, '7001').invoice?.id
    expect((await listInvoices(service, '', key)).map(({ id }) => id)).toEqual([draft.id])
    for (const path of [`/invoices/${foreignId}`, `/invoices/${foreignId}/pdf`, `/invoices/${elsewhere}`]) {
      expect((await service.get(path, key)).status).toBe(404)
    }
  },
)

test('other programs can read every line, the sums, the KID and the embedded font of the PDF', async () => {
  const service = await runningService()
  const { id } = (await orderNow(service, 'T-000018')).invoice ?? { id: '' }
  const sentInvoice = await read(service, id)
  const headers = { authorization: `Bearer ${service.sandboxKey}` }
  const answer = await fetch(`${service.baseUrl}/invoices/${id}/pdf`, { headers })
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="faktura-20411.pdf"')
  const file = join(service.dataFolder, 'faktura.pdf')
  writeFileSync(file, Buffer.from(await answer.arrayBuffer()))
  execFileSync('qpdf', ['--check', file])
  const text = execFileSync('pdftotext', ['-layout', file, '-']).toString().replaceAll('\u00a0', ' ')
  for (const expectedText of [
    'Faktura 20411',
    sentInvoice.kid ?? '',
    'Pipebeslag, side',
    '1 198,00',
    '1 497,50',
    'T-000018',
  ]) {
    expect(text).toContain(expectedText)
  }
  expect(execFileSync('pdffonts', [file]).toString()).toMatch(/DejaVuSans\s+CID TrueType\s+\S+\s+yes yes yes/)
})

test('a long name does not overlap the dates and the KID in the PDF', { tags: 'long' }, async () => {
  const service = await runningService()
  const { id } = (await orderNow(service, 'T-000018')).invoice ?? { id: '' }
  const sentInvoice = await read(service, id)
  const name = 'Blikkenslager og byggmester '.repeat(7).trim()
  const customer = { id, number: 1, name }
  const font = readFileSync(join(import.meta.dirname, '../../../../resources/fonts/DejaVuSans.ttf'))
  const file = join(service.dataFolder, 'faktura.pdf')
  writeFileSync(
    file,
    await invoicePdf(
      { ...sentInvoice, customer },
      { workshopName: name, prepaidOre: 0, buyer: null, document: null },
      font,
    ),
  )
  const words = execFileSync('pdftotext', ['-bbox', file, '-']).toString()
  const places = [...words.matchAll(/xMin="([\d.]+)".*? xMax="([\d.]+)".*>(.*)<\/word>/g)]
  const ends = places.filter(([, , , word = '']) => word.includes('…')).map(([, , xMax]) => Number(xMax))
  const begins = places
    .filter(([, , , word = '']) => ['Faktura', 'Dato'].includes(word))
    .map(([, xMin]) => Number(xMin))
  expect([ends.length, begins.length]).toEqual([2, 2])
  for (const [index, end] of ends.entries()) expect(end).toBeLessThan(begins[index] ?? 0)
})

test('the check digit of a KID detects any single wrong digit', () => {
  expect([kidOf('20417'), kidOf('20411'), kidOf('20388')]).toEqual(['100204171', '100204114', '100203884'])
  fc.assert(
    fc.property(fc.stringMatching(/^\d{3,12}$/), fc.nat(), fc.integer({ min: 1, max: 9 }), (body, place, more) => {
      const index = place % body.length
      const digit = (Number(body[index]) + more) % 10
      const wrongBody = body.slice(0, index) + digit + body.slice(index + 1)
      expect(checkDigit(wrongBody)).not.toBe(checkDigit(body))
    }),
  )
})

test('a folder of a version without invoices gets those of its invoiced orders', async () => {
  const service = await runningService()
  const before = await service.get('/invoices?limit=100')
  await service.restart((store) => revertMigrationsFrom(store, 8))
  expect(page(listedInvoice).parse(before.json).data).toHaveLength(3)
  expect((await service.get('/invoices?limit=100')).text).toBe(before.text)
})
