// The shop over HTTP: prices, quotes and orders agree for the same cart, and unavailable options are refused.
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliveryQuote, order, prices, product, shop } from '../../../shared/workshop-api/index.ts'
import { readCommandLine, runCommand } from '../../../src-service/admin/index.ts'
import { errorOf, openService, runningService, revertMigrationsFrom } from './running-service.ts'
import type { RunningService } from './running-service.ts'
import { submit } from './submit-order.ts'

let shared: Awaited<ReturnType<typeof openService>>
beforeAll(async () => {
  shared = await openService({ limitFactor: 1_000 })
})
afterAll(() => shared.close())

const productNamed = (service: RunningService, name: string) => {
  const product = service.admin.shop.products().find((each) => each.name === name)
  if (product === undefined) throw new Error(`there is no product ${name}`)
  return product
}
const cartOf = (service: RunningService) => [
  { productId: productNamed(service, 'U-profil 60').id, quantity: 4, lengthMm: 2_000 },
]
const optionNamed = (service: RunningService, name: string) =>
  service.admin.shop.settings().deliveryOptions.find((each) => each.name.startsWith(name))?.id
const requestPrices = (service: RunningService, body: unknown) => service.call('POST', '/prices', { body })

describe('an order and its prices', () => {
  test('order and prices have the same sums, for any lines, code, delivery and place', async () => {
    const { admin } = shared
    admin.shop.setCode({
      code: 'FAST',
      percentBp: null,
      amountOre: 12_345,
      validFrom: null,
      validUntil: null,
      leastOre: 0,
    })
    const priced = admin.shop.products().filter(({ unitPriceOre }) => unitPriceOre !== null)
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
    const anywhere = admin.shop.settings().deliveryOptions.filter(({ areasOnly }) => !areasOnly)
    const cart = fc.record({
      lines: fc.array(line, { minLength: 1, maxLength: 6 }),
      discountCode: fc.constantFrom(null, 'beslag10', 'FAST'),
      deliveryOptionId: fc.constantFrom(null, ...anywhere.map(({ id }) => id)),
      postalCode: fc.constantFrom(null, '6800', '0150', '9990'),
    })
    await fc.assert(
      fc.asyncProperty(cart, async (body) => {
        const answer = prices.parse((await requestPrices(shared, body)).json)
        const { lines, discountCode, deliveryOptionId, postalCode } = body
        const createAnswer = await submit(shared, {
          lines: lines.map((each) => ({ kind: 'product', ...each })),
          discountCode,
          delivery: { optionId: deliveryOptionId, address: { postalCode } },
        })
        const placed = order.parse(createAnswer.json)
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

  test('a change of lines keeps the discount and the delivery option; the delivery option can be removed', async () => {
    const service = await runningService()
    const [line] = cartOf(service)
    const option = optionNamed(service, 'Frakt')
    const createdOrder = order.parse(
      (
        await submit(service, {
          lines: [{ kind: 'product', ...line }],
          discountCode: 'BESLAG10',
          delivery: { optionId: option },
        })
      ).json,
    )
    expect(createdOrder.delivery?.mode).toBe('levering')
    const patch = async (version: number, body: unknown) =>
      order.parse(
        (
          await service.call('PATCH', `/orders/${createdOrder.numberDisplay}`, {
            headers: { 'if-match': `"v${version}"` },
            body,
          })
        ).json,
      )
    const moreLines = { ...line, quantity: 9 }
    const changeAnswer = await patch(1, { lines: [{ kind: 'product', ...moreLines }] })
    const body = { lines: [moreLines], discountCode: 'BESLAG10', deliveryOptionId: option }
    expect(changeAnswer.totals.grossOre).toBe(prices.parse((await requestPrices(service, body)).json).grossOre)
    const moveAnswer = await patch(2, { delivery: { address: { postalCode: '6800' } } })
    const otherPlacePrices = prices.parse((await requestPrices(service, { ...body, postalCode: '6800' })).json)
    expect(moveAnswer.totals.grossOre).toBe(otherPlacePrices.grossOre)
    const fetched = await patch(3, { delivery: { optionId: null } })
    const pricesWithoutDelivery = prices.parse((await requestPrices(service, { ...body, deliveryOptionId: null })).json)
    expect([fetched.totals.grossOre, fetched.version]).toEqual([pricesWithoutDelivery.grossOre, 4])
  })

  test('a line that cannot be priced is pending in an order, and an error in prices', async () => {
    const onRequest = { productId: productNamed(shared, 'Parapetbeslag etter mål').id, quantity: 1, lengthMm: 1_000 }
    const answer = await requestPrices(shared, { lines: [...cartOf(shared), onRequest] })
    expect([answer.status, errorOf(answer)]).toMatchObject([422, { code: 'price_unavailable', lineNo: 2 }])
    const createAnswer = await submit(shared, { lines: [{ kind: 'product', ...onRequest }], discountCode: 'BESLAG10' })
    expect(order.parse(createAnswer.json).totals).toMatchObject({ priceStatus: 'partial', grossOre: null })
  })
})

describe('unavailable options', () => {
  test.each([
    ['an unknown code', { discountCode: 'FINNESIKKE' }, 'discountCode'],
    ['an expired code', { discountCode: 'SOMMER' }, 'discountCode'],
    ['a code with a higher minimum sum', { discountCode: 'HYTTE500' }, 'discountCode'],
    ['an unknown delivery option', { deliveryOptionId: 'bud' }, 'deliveryOptionId'],
    ['an invalid postal code', { postalCode: '68000' }, 'postalCode'],
  ])('%s is a 400 with its field, in prices and in orders', async (_what, terms, field) => {
    const answer = await requestPrices(shared, { lines: cartOf(shared), ...terms })
    expect([answer.status, errorOf(answer).fields]).toEqual([400, [field]])
    if (!('discountCode' in terms)) return
    const refusal = await submit(shared, {
      lines: cartOf(shared).map((line) => ({ kind: 'product', ...line })),
      ...terms,
    })
    expect([refusal.status, errorOf(refusal).fields]).toEqual([400, [field]])
  })

  test('a delivery option that does not serve the postal code, or has another mode, is 400', async () => {
    const lines = cartOf(shared)
    const deliveryOptionId = optionNamed(shared, 'Levering med')
    const far = await requestPrices(shared, { lines, deliveryOptionId, postalCode: '0150' })
    expect([far.status, errorOf(far).fields]).toEqual([400, ['deliveryOptionId']])
    const place = (delivery: unknown) => submit(shared, { note: 'Tre meter', delivery })
    const otherPlaceAnswer = await place({ optionId: deliveryOptionId, address: { postalCode: '0150' } })
    expect(errorOf(otherPlaceAnswer).fields).toEqual(['delivery.optionId'])
    const otherMode = await place({ optionId: deliveryOptionId, mode: 'henting' })
    expect(errorOf(otherMode).fields).toEqual(['delivery.mode'])
  })

  test('a discount code on a call-off is 400', async () => {
    const { text } = await shared.get('/orders?agreementNumber=1001&limit=1')
    const positionId = /"agreementPositionId":"([^"]+)"/.exec(text)?.[1]
    const lines = [{ kind: 'position', positionId, lengthMm: 1_000, quantity: 1 }]
    const refusal = await submit(shared, { agreementNumber: '1001', lines, discountCode: 'BESLAG10' })
    expect(errorOf(refusal).fields).toEqual(['discountCode'])
  })
})

describe('the shop', () => {
  test('a quote for the sum of the cart has the delivery price of prices', async () => {
    const lines = [{ productId: productNamed(shared, 'Parapetbeslag 300').id, quantity: 10, lengthMm: 4_000 }]
    const { netOre } = prices.parse((await requestPrices(shared, { lines })).json)
    const quote = async (more: object) =>
      deliveryQuote.parse(
        (await shared.call('POST', '/delivery-quotes', { body: { postalCode: '6800', ...more } })).json,
      )
    const withSum = await quote({ subtotalOre: netOre })
    expect(withSum).toMatchObject({ postalCode: '6800', city: 'Førde' })
    for (const { id, priceOre } of withSum.options) {
      const body = { lines, deliveryOptionId: id, postalCode: '6800' }
      expect(prices.parse((await requestPrices(shared, body)).json).shippingOre).toBe(priceOre)
    }
    expect(withSum.options.map(({ priceOre }) => priceOre)).toEqual([0, 0, 99_000])
    expect((await quote({})).options.map(({ priceOre }) => priceOre)).toEqual([0, 45_000, 99_000])
  })

  test('a live workshop without settings has its own empty shop', async () => {
    const service = await runningService()
    const { slug, key } = service.admin.makeLiveWorkshop('Ekte Blikk')
    expect(shop.parse((await service.get('/shop', key)).json)).toEqual({
      url: null,
      slug,
      orderWays: ['forespørsel'],
      deliveryOptions: [],
      terms: { url: null, text: null },
    })
    expect((await service.get('/catalog/products', key)).text).toBe('{"data":[],"nextCursor":null}')
    const foreignId = productNamed(service, 'U-profil 60').id
    expect((await service.get(`/catalog/products/${foreignId}`, key)).status).toBe(404)
    expect((await service.call('POST', '/prices', { key, body: { lines: cartOf(service) } })).status).toBe(400)
  })

  test.each([
    ['delivery add Bil --price 100 --from 9999 --until 0001', /first and the last postal code/],
    ['delivery add Bil --price 100 --from 0150', /both or neither/],
    ['delivery add Bil --price 100 --until 0150', /both or neither/],
    ['code set NATT --percent 10 --from 2026-12-02 --until 2026-12-01', /cannot start later/],
  ])('contradictory limits are refused: %s', (line, why) => {
    const before = shared.admin.shop.settings()
    expect(() => runCommand(shared.admin, readCommandLine(line.split(' ')))).toThrow(why)
    expect(shared.admin.shop.settings()).toEqual(before)
  })

  test('hidden prices are absent from prices, the catalogue and new orders', async () => {
    const service = await runningService()
    const lines = cartOf(service)
    service.admin.shop.hidePrices(true)
    const refusal = await requestPrices(service, { lines })
    expect([refusal.status, errorOf(refusal).code]).toEqual([403, 'prices_hidden'])
    const shownProducts = await service.get('/catalog/products?limit=100')
    expect(shownProducts.text).not.toMatch(/"unitPriceOre":\d/)
    const createAnswer = await submit(service, { lines: lines.map((line) => ({ kind: 'product', ...line })) })
    expect(order.parse(createAnswer.json).lines[0]).toMatchObject({ priceStatus: 'pending', unitPriceOre: null })
  })

  test('a changed product has a new ETag, also in the list; an unchanged product keeps its ETag', async () => {
    const service = await runningService()
    const { id, name } = productNamed(service, 'U-profil 60')
    const tags = async () => {
      const answers = [await service.get(`/catalog/products/${id}`), await service.get('/catalog/products')]
      return answers.map(({ headers }) => headers.get('etag'))
    }
    const before = await tags()
    service.admin.shop.priceProduct(name, 9_900)
    expect(await tags()).toEqual(before)
    service.admin.shop.priceProduct(name, 10_400)
    const after = await tags()
    expect(after.filter((tag, index) => tag === before[index])).toEqual([])
    expect(product.parse((await service.get(`/catalog/products/${id}`)).json)).toMatchObject({
      unitPriceOre: 10_400,
      version: 2,
    })
    expect(new Set([...before, ...after]).size).toBe(4)
  })

  test('a folder of a version without shops gets one when it is opened', async () => {
    const service = await runningService()
    const before = (await service.get('/shop')).text
    await service.restart((store) => revertMigrationsFrom(store, 6))
    expect((await service.get('/shop')).text).toBe(before)
    expect((await service.get('/invoices')).text).toContain('"20417"')
  })
})
