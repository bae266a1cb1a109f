// Parts 2.2, 4.2, 4.4, 4.6 and 4.7: the shop, its prices and its catalogue; the prices class of part 8.
import { expect, onTestFinished } from 'vitest'
import * as reading from './readings.ts'
import type { Product } from './readings.ts'
import { ruleOfOneService, testScopes } from './rule.ts'
import type { Run } from './rule.ts'
import { errorOf, orderOf, refusalOf } from './world.ts'

const rule = ruleOfOneService()

const productsOf = async ({ all }: Run): Promise<Product[]> =>
  (await all('/catalog/products')).map((each) => reading.product.parse(each))

/** A product with a price per metre and a profile of the library. */
async function soldByTheMetre(run: Run): Promise<Product> {
  const product = (await productsOf(run)).find(
    ({ unit, unitPriceOre, profile }) => unit === 'm' && unitPriceOre !== null && profile !== null,
  )
  if (product === undefined) throw new Error('the shop sells nothing by the metre')
  return product
}

const lineOf = ({ id, minLengthMm }: Product, more: object = {}) => ({
  productId: id,
  quantity: 3,
  lengthMm: (minLengthMm ?? 0) + 700,
  ...more,
})
const requestPrices = (run: Run, body: unknown, key = run.key) => run.call('POST', '/prices', { key, body })

rule('4.2 · GET /shop', async ({ get }) => {
  const shop = reading.shop.parse((await get('/shop')).json)
  const { organization } = reading.me.parse((await get('/me')).json)
  expect(shop.slug).toBe(organization.shopSlug)
  expect(URL.canParse(shop.url ?? '')).toBe(true)
  expect(shop.deliveryOptions.map(({ mode }) => mode)).toEqual(expect.arrayContaining(['henting', 'levering']))
  expect(shop.orderWays.length).toBeGreaterThan(0)
})

rule('4.2 · POST /delivery-quotes, with and without subtotalOre', async (run) => {
  const quote = async (body: object) =>
    reading.quote.parse((await run.call('POST', '/delivery-quotes', { body: { postalCode: '6800', ...body } })).json)
  const plainQuote = await quote({})
  const free = plainQuote.options.find(({ freeAboveOre, priceOre }) => freeAboveOre !== null && priceOre > 0)
  const from = free?.freeAboveOre ?? 0
  const priceWith = async (subtotalOre: number) =>
    (await quote({ subtotalOre })).options.find(({ id }) => id === free?.id)?.priceOre
  expect([await priceWith(from - 1), await priceWith(from), await priceWith(from + 1)]).toEqual([free?.priceOre, 0, 0])
  const nowhere = await run.call('POST', '/delivery-quotes', { body: { postalCode: 'abcd' } })
  expect([refusalOf(nowhere), errorOf(nowhere).fields]).toEqual(['400 invalid_request', ['postalCode']])
  const none = await run.call('POST', '/delivery-quotes', { body: {} })
  expect(errorOf(none).fields).toEqual(['postalCode'])
})

rule('4.2 · POST /prices prices up to 50 lines and stores nothing', async (run) => {
  const product = await soldByTheMetre(run)
  const mark = await run.latest()
  const lines = Array.from({ length: 50 }, () => lineOf(product))
  const prices = reading.prices.parse((await requestPrices(run, { lines })).json)
  expect(prices.lines.map(({ lineNo }) => lineNo)).toEqual(lines.map((_line, index) => index + 1))
  const unitPriceOre = Math.round(((product.unitPriceOre ?? 0) * lineOf(product).lengthMm) / 1000)
  for (const line of prices.lines) {
    expect(line).toMatchObject({ productId: product.id, unitPriceOre, netOre: unitPriceOre * 3, vatBp: product.vatBp })
  }
  expect(prices.netOre).toBe(unitPriceOre * 150)
  expect(prices.grossOre).toBe(prices.netOre + prices.vatOre)
  expect(await run.latest()).toBe(mark)
})

rule('8 · at most 50 lines in POST /prices', async (run) => {
  const product = await soldByTheMetre(run)
  const refusal = await requestPrices(run, { lines: Array.from({ length: 51 }, () => lineOf(product)) })
  expect([refusalOf(refusal), errorOf(refusal).fields]).toEqual(['400 invalid_request', ['lines']])
})

rule('4.2 · prices with discount code and delivery equal the totals of the same order', async (run) => {
  const product = await soldByTheMetre(run)
  const { lengthMm } = lineOf(product)
  await run.workshop.setCode('PRØVE', 12.5)
  const { deliveryOptions } = reading.shop.parse((await run.get('/shop')).json)
  for (const deliveryOptionId of [null, ...deliveryOptions.map(({ id }) => id)]) {
    for (const discountCode of [null, 'PRØVE']) {
      // VAT that is rounded for each of these lengths has another sum
      const single = Array.from({ length: 10 }, (_, index) =>
        lineOf(product, { quantity: 1, lengthMm: lengthMm + index }),
      )
      const lines = [lineOf(product), lineOf(product, { quantity: 1 }), ...single]
      const body = { lines, discountCode, deliveryOptionId, postalCode: '6800' }
      const { netOre, discountOre, shippingOre, vatOre, grossOre } = reading.prices.parse(
        (await requestPrices(run, body)).json,
      )
      expect(grossOre).toBe(netOre - discountOre + shippingOre + vatOre)
      expect(vatOre).toBe(Math.round((netOre - discountOre + shippingOre) / 4))
      expect([discountCode, discountOre]).toEqual([discountCode, discountCode === null ? 0 : Math.round(netOre / 8)])
      const order = await run.newOrder({
        lines: lines.map((line) => ({ kind: 'product', ...line })),
        discountCode,
        delivery: { optionId: deliveryOptionId, address: { postalCode: '6800' } },
      })
      expect(order.totals).toEqual({ netOre, vatOre, grossOre, currency: 'NOK', priceStatus: 'priced' })
    }
  }
})

rule('4.2 · an invalid discount code is 400 with its field', async (run) => {
  const product = await soldByTheMetre(run)
  await run.workshop.setCode('GAMMEL', 10, '2020-01-01')
  for (const discountCode of ['finnes-ikke', 'GAMMEL']) {
    const refusal = await requestPrices(run, { lines: [lineOf(product)], discountCode })
    expect([refusalOf(refusal), errorOf(refusal).fields]).toEqual(['400 invalid_request', ['discountCode']])
    const lines = [{ kind: 'product', ...lineOf(product) }]
    expect(errorOf(await run.post('/orders', { lines, discountCode })).fields).toEqual(['discountCode'])
  }
})

for (const sentence of [
  '4.7 · each reason why a line cannot be priced has its own code',
  '7 · 422 for a line that cannot be priced',
] as const) {
  rule(sentence, async (run) => {
    const product = await soldByTheMetre(run)
    const onRequest = (await productsOf(run)).find(({ unitPriceOre }) => unitPriceOre === null)
    const fittings = (await run.all('/catalog/library')).map((each) => reading.fitting.parse(each))
    const range = fittings.find(({ family }) => family === product.profile?.family)?.params[0]
    const invalidLines: [line: object, code: string][] = [
      [lineOf(product, { lengthMm: null }), 'params_invalid'],
      [lineOf(product, { profile: { params: { ukjent: 1 } } }), 'params_invalid'],
      [lineOf(product, { lengthMm: (product.maxLengthMm ?? 0) + 1 }), 'params_impossible'],
      [lineOf(product, { profile: { params: { [range?.name ?? '']: (range?.maxMm ?? 0) + 1 } } }), 'params_impossible'],
      [lineOf(product, { profile: { params: {}, material: 'gull' } }), 'material_not_offered'],
      [lineOf(onRequest ?? product), 'price_unavailable'],
    ]
    for (const [line, code] of invalidLines) {
      const refusal = await requestPrices(run, { lines: [lineOf(product), line, lineOf(product)] })
      expect([code, refusalOf(refusal), errorOf(refusal).lineNo]).toEqual([code, `422 ${code}`, 2])
    }
  })
}

for (const sentence of [
  '4.6 · POST /prices returns prices_hidden if prices are hidden',
  '7 · 403 prices_hidden',
] as const) {
  rule(sentence, async (run) => {
    const lines = [lineOf(await soldByTheMetre(run))]
    await run.workshop.hidePrices(true)
    onTestFinished(() => run.workshop.hidePrices(false))
    expect(refusalOf(await requestPrices(run, { lines }))).toBe('403 prices_hidden')
    expect((await productsOf(run)).filter(({ unitPriceOre }) => unitPriceOre !== null)).toEqual([])
  })
}

for (const sentence of [
  '4.2 · GET /catalog/library',
  '2.2 · products, product lists and the fitting library',
] as const) {
  rule(sentence, async (run) => {
    const fittings = (await run.all('/catalog/library')).map((each) => reading.fitting.parse(each))
    const families = fittings.map(({ family }) => family)
    expect(new Set(families).size).toBe(families.length)
    const products = await productsOf(run)
    expect(products.map(({ name }) => name)).toEqual(products.map(({ name }) => name).toSorted())
    for (const { profile } of products) expect(families).toContain(profile?.family)
  })
}

for (const sentence of [
  '4.2 · GET /catalog/products and one product, with ETag',
  '2.2 · products have an ETag',
] as const) {
  rule(sentence, async (run) => {
    const listedProduct = (await productsOf(run))[0]
    const one = await run.get(`/catalog/products/${listedProduct?.id}`)
    expect(reading.product.parse(one.json)).toEqual(listedProduct)
    const list = await run.get('/catalog/products')
    for (const { headers } of [one, list]) expect(headers.get('etag')).toMatch(/^"[^"]+"$/)
    expect(refusalOf(await run.get('/catalog/products/00000000-0000-4000-8000-000000000000'))).toBe('404 not_found')
  })
}

rule('4.2 · If-None-Match with the product’s ETag is 304, with another ETag 200', async (run) => {
  const product = await soldByTheMetre(run)
  for (const path of [`/catalog/products/${product.id}`, '/catalog/products']) {
    const etag = (await run.get(path)).headers.get('etag') ?? ''
    const statusWithTag = async (tag: string) => {
      const { status, bytes } = await run.call('GET', path, { headers: { 'if-none-match': tag } })
      return [status, bytes.length > 0]
    }
    for (const matchingTag of [etag, `W/${etag}`, `"annet", ${etag}`, '*'])
      expect(await statusWithTag(matchingTag)).toEqual([304, false])
    expect(await statusWithTag('"annet"')).toEqual([200, true])
    await run.workshop.priceProduct(product.id, (product.unitPriceOre ?? 0) + 100)
    expect(await statusWithTag(etag)).toEqual([200, true])
    await run.workshop.priceProduct(product.id, product.unitPriceOre ?? 0)
  }
})

rule('4.4 · without the shop 403 feature_not_in_plan with shop', async (run) => {
  const product = await soldByTheMetre(run)
  await run.without('shop')
  const refusals = [
    await run.get('/shop'),
    await run.call('POST', '/delivery-quotes', { body: { postalCode: '6800' } }),
    await requestPrices(run, { lines: [lineOf(product)] }),
    await run.get('/catalog/products'),
    await run.get(`/catalog/products/${product.id}`),
  ]
  for (const answer of refusals) {
    expect([refusalOf(answer), errorOf(answer).feature]).toEqual(['403 feature_not_in_plan', 'shop'])
  }
  expect(orderOf(await run.post('/orders', { note: 'Tre meter vannbord' })).status).toBe('forespurt')
})

rule('8 · prices per key: 60 a minute, 30 in a sandbox', async (run) => {
  const lines = [lineOf(await soldByTheMetre(run))]
  const key = await run.freshKey(testScopes)
  for (let callsLeft = 29; callsLeft >= 0; callsLeft -= 1) {
    const { status, headers } = await run.once('POST', '/prices', { key, body: { lines } })
    expect([status, headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual([
      200,
      '30',
      String(callsLeft),
    ])
  }
  expect(refusalOf(await run.once('POST', '/prices', { key, body: { lines } }))).toBe('429 rate_limited')
  const quote = await run.once('POST', '/delivery-quotes', { key, body: { postalCode: '6800' } })
  expect(refusalOf(quote)).toBe('429 rate_limited')
  expect((await run.once('GET', '/shop', { key })).status).toBe(200)
  const live = await run.live()
  expect((await live.get('/shop')).status).toBe(200)
  const answer = await live.call('POST', '/delivery-quotes', { body: { postalCode: '6800' } })
  expect(answer.headers.get('x-ratelimit-limit')).toBe('60')
})

rule(
  '8 · prices per key: 2 000 a day, 1 000 in a sandbox',
  async (run) => {
    const key = await run.freshKey(testScopes)
    const quote = () => run.once('POST', '/delivery-quotes', { key, body: { postalCode: '6800' } })
    for (let madeCount = 0; madeCount < 1_000; madeCount += 1) {
      if (madeCount % 30 === 0) await run.workshop.advance(60)
      expect((await quote()).status).toBe(200)
    }
    await run.workshop.advance(60)
    const refusal = await quote()
    expect(refusalOf(refusal)).toBe('429 rate_limited')
    expect(errorOf(refusal).retryAfterSeconds).toBeGreaterThan(3_600)
    expect((await run.once('GET', '/shop', { key })).status).toBe(200)
  },
  undefined,
  { tags: 'long' },
)
