// The words of `npm run workshop` for the shop, payments, agreements and invoices: what each says, and what it refuses in one line.
import { expect, test } from 'vitest'
import { order, paymentLink, product, shop } from '../../../shared/workshop-api/index.ts'
import { readCommandLine } from '../../../src-service/desk/command-line.ts'
import { runCommand } from '../../../src-service/desk/commands.ts'
import { eventsOf, runningService } from './running-service.ts'
import type { Running } from './running-service.ts'
import { submit } from './submitting.ts'

const say = ({ desk }: Running, ...words: string[]) => runCommand(desk, readCommandLine(words))

test('the shop is set, hidden and shown; products, codes and ways of delivery are added, changed and taken away', async () => {
  const running = await runningService()
  const { get } = running
  const shopNow = async () => shop.parse((await get('/shop')).json)
  say(running, 'shop', 'set', '--url', 'https://beslag.example.no', '--terms', 'Kontant')
  say(running, 'shop', 'set', '--ways', 'handlekurv, forespørsel')
  expect((await shopNow()).orderWays).toEqual(['handlekurv', 'forespørsel'])
  expect(await shopNow()).toMatchObject({ url: 'https://beslag.example.no', terms: { text: 'Kontant' } })
  expect(say(running, 'shop', 'prices', 'hidden')).toEqual(['prices are hidden'])
  say(running, 'shop', 'prices', 'shown')

  const [id = ''] = say(running, 'product', 'add', 'Skrue', '--price', '250', '--least', '10', '--most', '90')
  expect(say(running, 'product', 'price', 'Skrue', 'none')).toEqual(['Skrue version 2'])
  expect(product.parse((await get(`/catalog/products/${id}`)).json)).toMatchObject({
    name: 'Skrue',
    unit: 'stk',
    unitPriceOre: null,
    minLengthMm: 10,
    maxLengthMm: 90,
  })
  expect(say(running, 'product', 'list').find((line) => line.startsWith('Skrue'))).toContain('on request')

  const kappe = ['product', 'profile', 'Skrue', 'beslag', '--params', 'a:25,b:120.5', '--material', 'aluminium']
  const shaped = say(running, ...kappe, '--colour', 'RR33', '--side', 'innside')
  expect([shaped, say(running, ...kappe, '--colour', 'RR33', '--side', 'innside')]).toEqual([
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
  say(running, 'product', 'profile', id, 'none')
  expect(product.parse((await get(`/catalog/products/${id}`)).json).profile).toBeNull()

  say(running, 'code', 'set', 'HØST', '--percent', '7.5', '--until', '2026-12-01', '--least', '1000')
  const { discountCodes } = running.desk.shop.settings()
  expect(discountCodes.find(({ code }) => code === 'HØST')).toMatchObject({ percentBp: 750, leastOre: 1_000 })
  say(running, 'code', 'set', 'høst', '--amount', '500')
  expect(running.desk.shop.settings().discountCodes.filter(({ code }) => /høst/i.test(code))).toHaveLength(1)
  say(running, 'code', 'remove', 'HØST')

  const [way] = say(running, 'delivery', 'add', 'Bil', '--price', '9900', '--from', '6800', '--until', '6899')
  expect((await shopNow()).deliveryOptions.at(-1)).toMatchObject({ id: way, name: 'Bil', priceOre: 9_900 })
  say(running, 'delivery', 'remove', 'Bil')
  expect((await shopNow()).deliveryOptions).toHaveLength(3)
})

test('what has come in is listed, and a line is priced that no engine can price, until the order can be paid', async () => {
  const running = await runningService()
  const { call, get, desk } = running
  const lines = [
    { kind: 'text', description: 'Kappe etter tegning', quantity: 3 },
    { kind: 'text', description: 'Montering\u001b[31m', quantity: 1.5, unit: 'time' },
  ]
  const contact = { name: 'Kari' }
  const number = order.parse((await submit(running, { lines, contact, title: 'Pipe' })).json).numberDisplay
  const requests = say(running, 'order', 'list', 'forespurt')
  expect(requests[0]).toMatch(new RegExp(`^${number}\t\\S+Z\tKari\tPipe\tno price\t$`))
  expect(requests).toHaveLength(3)
  expect(say(running, 'order', 'lines', number)).toEqual([
    '1\tKappe etter tegning\t3\tstk\t\tno price',
    '2\tMontering [31m\t1.5\ttime\t\tno price',
  ])
  say(running, 'order', 'move', number, 'mottatt')
  expect(say(running, 'order', 'price', number, '1', '10050')).toEqual([`${number} has lines without a price yet`])
  expect(say(running, 'order', 'price', number, '2', '75001')).toEqual([`${number} 178316 øre with VAT`])
  const priced = order.parse((await get(`/orders/${number}`)).json)
  expect(priced.lines.map(({ unitPriceOre, netOre, priceStatus }) => [unitPriceOre, netOre, priceStatus])).toEqual([
    [10_050, 30_150, 'priced'],
    [75_001, 112_502, 'priced'],
  ])
  expect(priced.totals).toMatchObject({ netOre: 142_652, vatOre: 35_664, grossOre: 178_316, priceStatus: 'priced' })
  say(running, 'order', 'price', number, '2', '75001')
  const { data } = eventsOf(await get('/events?types=order.updated&limit=100'))
  expect(data.map((event) => event.data.order?.version)).toEqual([3, 4])

  const link = paymentLink.parse((await call('POST', `/orders/${number}/payment-link`, { body: {} })).json)
  expect(link.amountOre).toBe(178_316)
  await fetch(link.url, { method: 'POST', body: new URLSearchParams() })
  expect(() => say(running, 'order', 'price', number, '1', '1')).toThrow('paid already')
  expect(say(running, 'order', 'list', 'mottatt')[0]).toMatch(/\t178316\t178316$/)
  expect(() => say(running, 'order', 'price', 'T-000005', '1', '1')).toThrow('prices of its agreement')
  expect(() => say(running, 'order', 'price', 'T-000018', '1', '1')).toThrow('is fakturert')
  expect(() => say(running, 'order', 'price', 'T-000012', '7', '1')).toThrow('has no line 7')
  expect(() => say(running, 'order', 'list', 'ny')).toThrow('STATUS is one of forespurt')

  say(running, 'payment', 'refund', number, '--amount', '316')
  for (const to of ['i_arbeid', 'klar', 'levert'] as const) desk.orders.move(number, to)
  expect(say(running, 'order', 'move', number, 'fakturert')).toEqual([
    `${number} Fakturert`,
    `178000 øre of it were paid on the payment page: 316 øre are left to pay`,
  ])
})

test('of an order that is cancelled after it was paid, the office is told that the money is to be given back', async () => {
  const running = await runningService()
  const number = 'T-000008'
  const { url } = paymentLink.parse((await running.call('POST', `/orders/${number}/payment-link`, { body: {} })).json)
  await fetch(url, { method: 'POST', body: new URLSearchParams() })
  expect(say(running, 'order', 'cancel', number)[1]).toMatch(
    /^\d+ øre of it were paid on the payment page: payment refund T-000008 /,
  )
  expect(say(running, 'order', 'cancel', 'T-000009')).toHaveLength(1)
})

test('an invoice is drafted, sent and listed, an order invoiced elsewhere, an agreement made and accepted', async () => {
  const running = await runningService()
  const [id = ''] = say(running, 'invoice', 'draft', 'T-000015')
  expect(say(running, 'invoice', 'send', id)).toEqual(['20418'])
  expect(say(running, 'invoice', 'external', 'T-000016', '40500')).toEqual(['T-000016 Fakturert'])
  expect(say(running, 'invoice', 'list').slice(0, 2)).toEqual([
    expect.stringMatching(/^\texternal\tregnskap\t\d+\tT-000016\t/),
    expect.stringMatching(/^20418\tinvoice\tsendt\t\d+\tT-000015\t/),
  ])
  const [number = ''] = say(
    running,
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
  expect(say(running, 'agreement', 'position', number, 'L', '--prices', '1000:5000,2000:9000')).toEqual([
    `${number} has 1 positions`,
  ])
  expect(say(running, 'agreement', 'send', number)).toEqual([`${number} sendt`])
  expect(say(running, 'agreement', 'accept', number)).toEqual([`${number} aktiv`])
  expect(say(running, 'payment', 'list', 'T-000001')).toEqual([])
})

test.each([
  ['shop set --url ikke-en-adresse', /no address/],
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
  ['code set HALV', /either a part or an amount/],
  ['code set HALV --percent 10 --amount 5', /either a part or an amount/],
  ['code set HALV --percent 101', /percentBp/],
  ['code set HALV --percent 10 --until i-morgen', /validUntil/],
  ['code set !! --percent 10', /code/],
  ['code remove FINNESIKKE', /no code/],
  ['delivery add Bil --price 100 --from 68 --until 70', /areas/],
  ['delivery remove Båt', /no way of delivery/],
  ['payment refund T-000001', /no payment to give back/],
  ['payment refund T-999999', /no order/],
  ['agreement make Ny --customer 1', /no customer/],
  ['agreement make Ny --customer 1001 --until snart', /no date/],
  ['agreement make Ny --customer 1001 --days 8', /deliveryDays/],
  ['agreement position 1001 Ny --prices 1000', /lengths with their prices/],
  ['agreement position 1001 Ny --prices 1000:1,2000:2 --length 2500', /--length is at most 2000/],
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
  const running = await runningService()
  const shown = async () =>
    Promise.all(
      ['/shop', '/catalog/products?limit=100', '/agreements', '/invoices?includeDrafts=true', '/orders?limit=100'].map(
        async (path) => (await running.get(path)).text,
      ),
    )
  const before = await shown()
  expect(() => say(running, ...line.split(' '))).toThrow(why)
  expect(await shown()).toEqual(before)
})
