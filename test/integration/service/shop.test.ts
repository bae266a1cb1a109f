// The shop over HTTP: what prices, quotes and orders say of the same cart, and what cannot be had.
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliveryQuote, order, prices, product, shop } from '../../../shared/workshop-api/index.ts'
import { readCommandLine } from '../../../src-service/desk/command-line.ts'
import { runCommand } from '../../../src-service/desk/commands.ts'
import { errorOf, openService, runningService, takeBackBefore } from './running-service.ts'
import type { Running } from './running-service.ts'
import { submit } from './submitting.ts'

let shared: Awaited<ReturnType<typeof openService>>
beforeAll(async () => {
  shared = await openService({ limitFactor: 1_000 })
})
afterAll(() => shared.close())

const named = (running: Running, name: string) => {
  const found = running.desk.shop.products().find((each) => each.name === name)
  if (found === undefined) throw new Error(`there is no product ${name}`)
  return found
}
const cartOf = (running: Running) => [{ productId: named(running, 'U-profil 60').id, quantity: 4, lengthMm: 2_000 }]
const optionNamed = (running: Running, name: string) =>
  running.desk.shop.settings().deliveryOptions.find((each) => each.name.startsWith(name))?.id
const reckon = (running: Running, body: unknown) => running.call('POST', '/prices', { body })

describe('an order and its prices', () => {
  test('have the same sums, for any lines, code, delivery and place', async () => {
    const { desk } = shared
    desk.shop.setCode({
      code: 'FAST',
      percentBp: null,
      amountOre: 12_345,
      validFrom: null,
      validUntil: null,
      leastOre: 0,
    })
    const priced = desk.shop.products().filter(({ unitPriceOre }) => unitPriceOre !== null)
    const line = fc
      .record({
        of: fc.constantFrom(...priced),
        quantity: fc.oneof(fc.integer({ min: 1, max: 500 }), fc.double({ min: 1, max: 500, noNaN: true })),
        part: fc.double({ min: 0, max: 1, noNaN: true }),
      })
      .map(({ of: { id, minLengthMm, maxLengthMm }, quantity, part }) => {
        const [least, most] = [minLengthMm ?? 1, maxLengthMm ?? 3_000]
        return { productId: id, quantity, lengthMm: Math.round(least + part * (most - least)) }
      })
    const anywhere = desk.shop.settings().deliveryOptions.filter(({ areasOnly }) => !areasOnly)
    const cart = fc.record({
      lines: fc.array(line, { minLength: 1, maxLength: 6 }),
      discountCode: fc.constantFrom(null, 'beslag10', 'FAST'),
      deliveryOptionId: fc.constantFrom(null, ...anywhere.map(({ id }) => id)),
      postalCode: fc.constantFrom(null, '6800', '0150', '9990'),
    })
    await fc.assert(
      fc.asyncProperty(cart, async (asked) => {
        const answer = prices.parse((await reckon(shared, asked)).json)
        const { lines, discountCode, deliveryOptionId, postalCode } = asked
        const made = await submit(shared, {
          lines: lines.map((each) => ({ kind: 'product', ...each })),
          discountCode,
          delivery: { optionId: deliveryOptionId, address: { postalCode } },
        })
        const placed = order.parse(made.json)
        const { netOre, vatOre, grossOre } = answer
        expect(placed.totals).toEqual({ netOre, vatOre, grossOre, currency: 'NOK', priceStatus: 'priced' })
        expect(placed.lines.map((each) => [each.unitPriceOre, each.netOre, each.vatBp])).toEqual(
          answer.lines.map((each) => [each.unitPriceOre, each.netOre, each.vatBp]),
        )
        expect(grossOre).toBe(netOre - answer.discountOre + answer.shippingOre + vatOre)
      }),
      { numRuns: 40 },
    )
  })

  test('keep to the code and the delivery of the order when its lines are changed, and let the delivery go', async () => {
    const running = await runningService()
    const [line] = cartOf(running)
    const option = optionNamed(running, 'Frakt')
    const made = order.parse(
      (
        await submit(running, {
          lines: [{ kind: 'product', ...line }],
          discountCode: 'BESLAG10',
          delivery: { optionId: option },
        })
      ).json,
    )
    expect(made.delivery?.mode).toBe('levering')
    const patch = async (version: number, body: unknown) =>
      order.parse(
        (
          await running.call('PATCH', `/orders/${made.numberDisplay}`, {
            headers: { 'if-match': `"v${version}"` },
            body,
          })
        ).json,
      )
    const more = { ...line, quantity: 9 }
    const changed = await patch(1, { lines: [{ kind: 'product', ...more }] })
    const asked = { lines: [more], discountCode: 'BESLAG10', deliveryOptionId: option }
    expect(changed.totals.grossOre).toBe(prices.parse((await reckon(running, asked)).json).grossOre)
    const moved = await patch(2, { delivery: { address: { postalCode: '6800' } } })
    const there = prices.parse((await reckon(running, { ...asked, postalCode: '6800' })).json)
    expect(moved.totals.grossOre).toBe(there.grossOre)
    const fetched = await patch(3, { delivery: { optionId: null } })
    const without = prices.parse((await reckon(running, { ...asked, deliveryOptionId: null })).json)
    expect([fetched.totals.grossOre, fetched.version]).toEqual([without.grossOre, 4])
  })

  test('a line that cannot be priced waits for the workshop in an order, and has its code in prices', async () => {
    const onRequest = { productId: named(shared, 'Parapetbeslag etter mål').id, quantity: 1, lengthMm: 1_000 }
    const answer = await reckon(shared, { lines: [...cartOf(shared), onRequest] })
    expect([answer.status, errorOf(answer)]).toMatchObject([422, { code: 'price_unavailable', lineNo: 2 }])
    const made = await submit(shared, { lines: [{ kind: 'product', ...onRequest }], discountCode: 'BESLAG10' })
    expect(order.parse(made.json).totals).toMatchObject({ priceStatus: 'partial', grossOre: null })
  })
})

describe('what cannot be had', () => {
  test.each([
    ['an unknown code', { discountCode: 'FINNESIKKE' }, 'discountCode'],
    ['a code that has run out', { discountCode: 'SOMMER' }, 'discountCode'],
    ['a code that asks for more goods', { discountCode: 'HYTTE500' }, 'discountCode'],
    ['an unknown way of delivery', { deliveryOptionId: 'bud' }, 'deliveryOptionId'],
    ['no postal code', { postalCode: '68000' }, 'postalCode'],
  ])('%s is a 400 at its field, in prices and in orders', async (_what, asked, field) => {
    const answer = await reckon(shared, { lines: cartOf(shared), ...asked })
    expect([answer.status, errorOf(answer).fields]).toEqual([400, [field]])
    if (!('discountCode' in asked)) return
    const refused = await submit(shared, {
      lines: cartOf(shared).map((line) => ({ kind: 'product', ...line })),
      ...asked,
    })
    expect([refused.status, errorOf(refused).fields]).toEqual([400, [field]])
  })

  test('delivery to where it does not go, and a mode that is another than its way', async () => {
    const lines = cartOf(shared)
    const deliveryOptionId = optionNamed(shared, 'Levering med')
    const far = await reckon(shared, { lines, deliveryOptionId, postalCode: '0150' })
    expect([far.status, errorOf(far).fields]).toEqual([400, ['deliveryOptionId']])
    const place = (delivery: unknown) => submit(shared, { note: 'Tre meter', delivery })
    const there = await place({ optionId: deliveryOptionId, address: { postalCode: '0150' } })
    expect(errorOf(there).fields).toEqual(['delivery.optionId'])
    const otherMode = await place({ optionId: deliveryOptionId, mode: 'henting' })
    expect(errorOf(otherMode).fields).toEqual(['delivery.mode'])
  })

  test('a discount code on a call-off', async () => {
    const { text } = await shared.get('/orders?agreementNumber=1001&limit=1')
    const positionId = /"agreementPositionId":"([^"]+)"/.exec(text)?.[1]
    const lines = [{ kind: 'position', positionId, lengthMm: 1_000, quantity: 1 }]
    const refused = await submit(shared, { agreementNumber: '1001', lines, discountCode: 'BESLAG10' })
    expect(errorOf(refused).fields).toEqual(['discountCode'])
  })
})

describe('the shop', () => {
  test('a quote with the sum of the cart is what prices take for the delivery', async () => {
    const lines = [{ productId: named(shared, 'Parapetbeslag 300').id, quantity: 10, lengthMm: 4_000 }]
    const { netOre } = prices.parse((await reckon(shared, { lines })).json)
    const quote = async (more: object) =>
      deliveryQuote.parse(
        (await shared.call('POST', '/delivery-quotes', { body: { postalCode: '6800', ...more } })).json,
      )
    const withSum = await quote({ subtotalOre: netOre })
    expect(withSum).toMatchObject({ postalCode: '6800', city: 'Førde' })
    for (const { id, priceOre } of withSum.options) {
      const asked = { lines, deliveryOptionId: id, postalCode: '6800' }
      expect(prices.parse((await reckon(shared, asked)).json).shippingOre).toBe(priceOre)
    }
    expect(withSum.options.map(({ priceOre }) => priceOre)).toEqual([0, 0, 99_000])
    expect((await quote({})).options.map(({ priceOre }) => priceOre)).toEqual([0, 45_000, 99_000])
  })

  test('a live workshop that has set nothing has a shop of its own, empty', async () => {
    const running = await runningService()
    const { slug, key } = running.desk.makeLiveWorkshop('Ekte Blikk')
    expect(shop.parse((await running.get('/shop', key)).json)).toEqual({
      url: null,
      slug,
      orderWays: ['forespørsel'],
      deliveryOptions: [],
      terms: { url: null, text: null },
    })
    expect((await running.get('/catalog/products', key)).text).toBe('{"data":[],"nextCursor":null}')
    const foreign = named(running, 'U-profil 60').id
    expect((await running.get(`/catalog/products/${foreign}`, key)).status).toBe(404)
    expect((await running.call('POST', '/prices', { key, body: { lines: cartOf(running) } })).status).toBe(400)
  })

  test.each([
    ['delivery add Bil --price 100 --from 9999 --until 0001', /first and the last postal code/],
    ['delivery add Bil --price 100 --from 0150', /both or neither/],
    ['delivery add Bil --price 100 --until 0150', /both or neither/],
    ['code set NATT --percent 10 --from 2026-12-02 --until 2026-12-01', /cannot begin later/],
  ])('the desk sets no limits that nothing is within: %s', (line, why) => {
    const before = shared.desk.shop.settings()
    expect(() => runCommand(shared.desk, readCommandLine(line.split(' ')))).toThrow(why)
    expect(shared.desk.shop.settings()).toEqual(before)
  })

  test('hidden prices are nowhere: not in prices, the catalogue or a new order', async () => {
    const running = await runningService()
    const lines = cartOf(running)
    running.desk.shop.hidePrices(true)
    const refused = await reckon(running, { lines })
    expect([refused.status, errorOf(refused).code]).toEqual([403, 'prices_hidden'])
    const shown = await running.get('/catalog/products?limit=100')
    expect(shown.text).not.toMatch(/"unitPriceOre":\d/)
    const made = await submit(running, { lines: lines.map((line) => ({ kind: 'product', ...line })) })
    expect(order.parse(made.json).lines[0]).toMatchObject({ priceStatus: 'pending', unitPriceOre: null })
  })

  test('a product that is changed has another ETag, in the list too; one that is not keeps it', async () => {
    const running = await runningService()
    const { id, name } = named(running, 'U-profil 60')
    const tags = async () => {
      const answers = [await running.get(`/catalog/products/${id}`), await running.get('/catalog/products')]
      return answers.map(({ headers }) => headers.get('etag'))
    }
    const before = await tags()
    running.desk.shop.priceProduct(name, 9_900)
    expect(await tags()).toEqual(before)
    running.desk.shop.priceProduct(name, 10_400)
    const after = await tags()
    expect(after.filter((tag, index) => tag === before[index])).toEqual([])
    expect(product.parse((await running.get(`/catalog/products/${id}`)).json)).toMatchObject({
      unitPriceOre: 10_400,
      version: 2,
    })
    expect(new Set([...before, ...after]).size).toBe(4)
  })

  test('a folder from before the shop is opened and has one', async () => {
    const running = await runningService()
    const before = (await running.get('/shop')).text
    await running.restart((store) => takeBackBefore(store, 6))
    expect((await running.get('/shop')).text).toBe(before)
    expect((await running.get('/invoices')).text).toContain('"20417"')
  })
})
