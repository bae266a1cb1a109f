// The commands of `npm run workshop` for the shop, payments, agreements and invoices: output and refusals.
import { expect, test } from 'vitest'
import { order, paymentLink, product, shop } from '../../../../shared/workshop-api/index.ts'
import { readCommandLine, runCommand } from '../../../../src-service/admin/index.ts'
import { eventsOf, runningService } from '../running-service.ts'
import type { RunningService } from '../running-service.ts'
import { submit } from '../submit-order.ts'

const runWords = ({ admin }: RunningService, ...words: string[]) => runCommand(admin, readCommandLine(words))

test('the shop is set, hidden and shown; products, codes and delivery options are added, changed and removed', async () => {
  const service = await runningService()
  const { get } = service
  const shopNow = async () => shop.parse((await get('/shop')).json)
  runWords(service, 'shop', 'set', '--url', 'https://beslag.example.no', '--terms', 'Kontant')
  runWords(service, 'shop', 'set', '--ways', 'handlekurv, forespørsel')
  expect((await shopNow()).orderWays).toEqual(['handlekurv', 'forespørsel'])
  expect(await shopNow()).toMatchObject({ url: 'https://beslag.example.no', terms: { text: 'Kontant' } })
  expect(runWords(service, 'shop', 'prices', 'hidden')).toEqual(['prices are hidden'])
  runWords(service, 'shop', 'prices', 'shown')

  const [id = ''] = runWords(service, 'product', 'add', 'Skrue', '--price', '250', '--least', '10', '--most', '90')
  expect(runWords(service, 'product', 'price', 'Skrue', 'none')).toEqual(['Skrue version 2'])
  expect(product.parse((await get(`/catalog/products/${id}`)).json)).toMatchObject({
    name: 'Skrue',
    unit: 'stk',
    unitPriceOre: null,
    minLengthMm: 10,
    maxLengthMm: 90,
  })
  expect(runWords(service, 'product', 'list').find((line) => line.startsWith('Skrue'))).toContain('on request')

  const kappe = ['product', 'profile', 'Skrue', 'beslag', '--params', 'a:25,b:120.5', '--material', 'aluminium']
  const shaped = runWords(service, ...kappe, '--colour', 'RR33', '--side', 'innside')
  expect([shaped, runWords(service, ...kappe, '--colour', 'RR33', '--side', 'innside')]).toEqual([
    shaped,
    ['Skrue version 3'],
  ])
  expect(product.parse((await get(`/catalog/products/${id}`)).json).profile).toEqual({
    family: 'beslag',
    params: { a: 25, b: 120.5 },
    material: 'aluminium',
    colour: 'RR33',
    colourSide: 'innside',
  })
  runWords(service, 'product', 'profile', id, 'none')
  expect(product.parse((await get(`/catalog/products/${id}`)).json).profile).toBeNull()

  runWords(service, 'code', 'set', 'HØST', '--percent', '7.5', '--until', '2026-12-01', '--least', '1000')
  const { discountCodes } = service.admin.shop.settings()
  expect(discountCodes.find(({ code }) => code === 'HØST')).toMatchObject({ percentBp: 750, leastOre: 1_000 })
  runWords(service, 'code', 'set', 'høst', '--amount', '500')
  expect(service.admin.shop.settings().discountCodes.filter(({ code }) => /høst/i.test(code))).toHaveLength(1)
  runWords(service, 'code', 'remove', 'HØST')

  const [optionRow] = runWords(
    service,
    'delivery',
    'add',
    'Bil',
    '--price',
    '9900',
    '--from',
    '6800',
    '--until',
    '6899',
  )
  expect((await shopNow()).deliveryOptions.at(-1)).toMatchObject({ id: optionRow, name: 'Bil', priceOre: 9_900 })
  runWords(service, 'delivery', 'remove', 'Bil')
  expect((await shopNow()).deliveryOptions).toHaveLength(3)
})

test('orders are listed by status, and a line without a price is priced until the order can be paid', async () => {
  const service = await runningService()
  const { call, get, admin } = service
  const lines = [
    { kind: 'text', description: 'Kappe etter tegning', quantity: 3 },
    { kind: 'text', description: 'Montering\u001b[31m', quantity: 1.5, unit: 'time' },
  ]
  const contact = { name: 'Kari' }
  const number = order.parse((await submit(service, { lines, contact, title: 'Pipe' })).json).numberDisplay
  const requests = runWords(service, 'order', 'list', 'forespurt')
  expect(requests[0]).toMatch(new RegExp(`^${number}\t\\S+Z\tKari\tPipe\tno price\t$`))
  expect(requests).toHaveLength(3)
  expect(runWords(service, 'order', 'lines', number)).toEqual([
    '1\tKappe etter tegning\t3\tstk\t\tno price',
    '2\tMontering [31m\t1.5\ttime\t\tno price',
  ])
  runWords(service, 'order', 'move', number, 'mottatt')
  expect(runWords(service, 'order', 'price', number, '1', '10050')).toEqual([`${number} has lines without a price yet`])
  expect(runWords(service, 'order', 'price', number, '2', '75001')).toEqual([`${number} 178315 øre with VAT`])
  const priced = order.parse((await get(`/orders/${number}`)).json)
  expect(priced.lines.map(({ unitPriceOre, netOre, priceStatus }) => [unitPriceOre, netOre, priceStatus])).toEqual([
    [10_050, 30_150, 'priced'],
    [75_001, 112_502, 'priced'],
  ])
  expect(priced.totals).toMatchObject({ netOre: 142_652, vatOre: 35_663, grossOre: 178_315, priceStatus: 'priced' })
  runWords(service, 'order', 'price', number, '2', '75001')
  const { data } = eventsOf(await get('/events?types=order.updated&limit=100'))
  expect(data.map((event) => event.data.order?.version)).toEqual([3, 4])

  const link = paymentLink.parse((await call('POST', `/orders/${number}/payment-link`, { body: {} })).json)
  expect(link.amountOre).toBe(178_315)
  await fetch(link.url, { method: 'POST', body: new URLSearchParams() })
  expect(() => runWords(service, 'order', 'price', number, '1', '1')).toThrow('paid already')
  expect(runWords(service, 'order', 'list', 'mottatt')[0]).toMatch(/\t178315\t178315$/)
  expect(() => runWords(service, 'order', 'price', 'T-000005', '1', '1')).toThrow('prices of its agreement')
  expect(() => runWords(service, 'order', 'price', 'T-000018', '1', '1')).toThrow('is fakturert')
  expect(() => runWords(service, 'order', 'price', 'T-000012', '7', '1')).toThrow('has no line 7')
  expect(() => runWords(service, 'order', 'list', 'ny')).toThrow('STATUS must be one of forespurt')

  runWords(service, 'payment', 'refund', number, '--amount', '316')
  for (const to of ['i_arbeid', 'klar', 'levert'] as const) admin.orders.move(number, to)
  expect(runWords(service, 'order', 'move', number, 'fakturert')).toEqual([
    `${number} Fakturert`,
    `177999 øre of it were paid on the payment page: 316 øre remain to be paid`,
    "the invoice lacks the buyer's address or organisation number",
  ])
})

test('cancelling a paid order prints a note that the payment must be refunded', async () => {
  const service = await runningService()
  const number = 'T-000008'
  const { url } = paymentLink.parse((await service.call('POST', `/orders/${number}/payment-link`, { body: {} })).json)
  await fetch(url, { method: 'POST', body: new URLSearchParams() })
  expect(runWords(service, 'order', 'cancel', number)[1]).toMatch(
    /^\d+ øre of it were paid on the payment page: payment refund T-000008 /,
  )
  expect(runWords(service, 'order', 'cancel', 'T-000009')).toHaveLength(1)
})

test('an invoice is drafted, sent and listed, an order invoiced elsewhere, an agreement made and accepted', async () => {
  const service = await runningService()
  const [id = ''] = runWords(service, 'invoice', 'draft', 'T-000015')
  expect(runWords(service, 'invoice', 'send', id)).toEqual(['20418'])
  expect(runWords(service, 'invoice', 'external', 'T-000016', '40500')).toEqual(['T-000016 Fakturert'])
  expect(runWords(service, 'invoice', 'list').slice(0, 2)).toEqual([
    expect.stringMatching(/^\texternal\tregnskap\t\d+\tT-000016\t/),
    expect.stringMatching(/^20418\tinvoice\tsendt\t\d+\tT-000015\t/),
  ])
  const [number = ''] = runWords(
    service,
    'agreement',
    'make',
    'Beslag',
    '--customer',
    '1001',
    '--lead',
    '3',
    '--days',
    '1,5',
  )
  expect(runWords(service, 'agreement', 'position', number, 'L', '--prices', '1000:5000,2000:9000')).toEqual([
    `${number} has 1 positions`,
  ])
  expect(runWords(service, 'agreement', 'send', number)).toEqual([`${number} sendt`])
  expect(runWords(service, 'agreement', 'accept', number)).toEqual([`${number} aktiv`])
  expect(runWords(service, 'payment', 'list', 'T-000001')).toEqual([])
})

test.each([
  ['shop set --url ikke-en-adresse', /not an address/],
  ['shop set --ways avrop,,forespørsel', /different words/],
  ['shop set --ways avrop,avrop', /different words/],
  ['product profile Finnesikke none', /no product/],
  ['product profile Skrue', /FAMILY\|none is missing/],
  ['product profile L-profil L --params a=25', /a:25,b:120/],
  ['product profile L-profil L --params a:0', /above 0/],
  ['product profile L-profil L --material tre', /plastbelagt_stal/],
  ['product profile L-profil L --side begge', /utside, innside/],
  ['shop prices kanskje', /shown, hidden/],
  ['product price Finnesikke 100', /no product/],
  ['product price Skrue', /ORE\|none is missing/],
  ['code set HALV', /either a percentage or an amount/],
  ['code set HALV --percent 10 --amount 5', /either a percentage or an amount/],
  ['code set HALV --percent 101', /percentBp/],
  ['code set HALV --percent 10 --until i-morgen', /validUntil/],
  ['code set !! --percent 10', /code/],
  ['code remove FINNESIKKE', /no code/],
  ['delivery add Bil --price 100 --from 68 --until 70', /areas/],
  ['delivery remove Båt', /no delivery option/],
  ['payment refund T-000001', /no payment to refund/],
  ['payment refund T-999999', /no order/],
  ['agreement make Ny --customer 1', /no customer/],
  ['agreement make Ny --customer 1001 --until snart', /not a date/],
  ['agreement make Ny --customer 1001 --days 8', /deliveryDays/],
  ['agreement position 1001 Ny --prices 1000', /lengths with their prices/],
  ['agreement position 1001 Ny --prices 1000:1,2000:2 --length 2500', /--length must be at most 2000/],
  ['agreement position 1001 Ny --prices 1000:1,1000:2', /one price for each length/],
  ['key make Kunde --customer 1001', /a customer's key .* --scopes SCOPE,SCOPE/],
  ['agreement position 1001 Ny --prices 1000:1', /aktiv, not utkast/],
  ['agreement send 9999', /no agreement/],
  ['invoice draft T-000001', /not levert/],
  ['invoice draft T-000015,T-000015', /twice/],
  ['invoice draft T-000015,T-000016', /another customer/],
  ['invoice send 1', /no invoice/],
  ['invoice external T-000001 40500', /cannot go from/],
  ['order move T-000001 fakturert', /cannot go from i_arbeid to fakturert/],
  ['order sms T-000001 failed', /not ready/],
])('%s: refused in one line, and nothing is changed', async (line, why) => {
  const service = await runningService()
  const readShown = async () =>
    Promise.all(
      ['/shop', '/catalog/products?limit=100', '/agreements', '/invoices?includeDrafts=true', '/orders?limit=100'].map(
        async (path) => (await service.get(path)).text,
      ),
    )
  const before = await readShown()
  expect(() => runWords(service, ...line.split(' '))).toThrow(why)
  expect(await readShown()).toEqual(before)
})
