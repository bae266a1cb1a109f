// Prices of lines, discount codes and delivery, without a service.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deliveryFor, shippingOre } from '../../../src-service/prices/delivery.ts'
import { findDiscountCode, discountOre, discountProblem } from '../../../src-service/prices/discount.ts'
import type { Discount } from '../../../src-service/prices/discount.ts'
import { pieceOre, requestedProfile } from '../../../src-service/prices/line-price.ts'
import { applyDiscount, noTerms, sumsOf } from '../../../src-service/prices/sums.ts'
import { lineNetOre, shareOre, roundOre } from '../../../src-service/prices/rounding.ts'

const id = '3f1d6c1e-8a5b-4c0f-9d2e-7b6a5c4d3e2f'
const profile = {
  family: 'u_profil',
  params: { a: 30, vinkel: 90 },
  material: 'galvanisert_stal',
  colour: 'blank',
  colourSide: 'ingen',
}
const product = {
  id,
  name: 'x',
  description: null,
  profile,
  unit: 'm',
  unitPriceOre: 9_900,
  vatBp: 2_500,
  minLengthMm: 500,
  maxLengthMm: 3_000,
  version: 1,
}
const fitting = {
  id,
  family: 'u_profil',
  name: 'U',
  params: [{ name: 'a', minMm: 15, maxMm: 120 }],
  materials: [
    { material: 'galvanisert_stal', thicknessMm: 1, colours: ['blank'] },
    { material: 'plastbelagt_stal', thicknessMm: 0.6, colours: ['RR20', 'RR33'] },
  ],
}
const priceOf = (lengthMm: number | null, changed: Partial<typeof profile> | null = {}, pricedProduct = product) =>
  pieceOre(pricedProduct, () => fitting, lengthMm, changed === null ? null : { ...profile, ...changed })

describe('the price of a piece', () => {
  test('per metre it is the length times the price, in whole øre', () => {
    expect([500, 1001, 3000].map((lengthMm) => priceOf(lengthMm))).toEqual([4_950, 9_910, 29_700])
  })

  test('per piece it is the price, for any allowed length and without one', () => {
    const piece = { ...product, unit: 'stk' }
    expect([null, 500, 3000].map((lengthMm) => priceOf(lengthMm, {}, piece))).toEqual([9_900, 9_900, 9_900])
  })

  test.each([
    ['no length for a product per metre', null, {}, 'params_invalid'],
    ['a length below the minimum', 499, {}, 'params_impossible'],
    ['a length above the maximum', 3001, {}, 'params_impossible'],
    ['another family', 1000, { family: 'z_profil' }, 'params_invalid'],
    ['an unknown dimension', 1000, { params: { ...profile.params, x: 1 } }, 'params_invalid'],
    ['a dimension of zero', 1000, { params: { a: 0, vinkel: 90 } }, 'params_invalid'],
    ['a dimension below the minimum', 1000, { params: { a: 14, vinkel: 90 } }, 'params_impossible'],
    ['a dimension above the maximum', 1000, { params: { a: 121, vinkel: 90 } }, 'params_impossible'],
    ['a material that is not offered', 1000, { material: 'kobber' }, 'material_not_offered'],
    ['a colour of another material', 1000, { colour: 'RR20' }, 'material_not_offered'],
    ['another possible dimension', 1000, { params: { a: 31, vinkel: 90 } }, 'price_unavailable'],
    ['another material that is offered', 1000, { material: 'plastbelagt_stal', colour: 'RR20' }, 'price_unavailable'],
  ])('%s has its code', (_what, lengthMm, changed, code) => {
    expect(priceOf(lengthMm, changed)).toBe(code)
  })

  test('is unavailable without a price, and the same for another colour', () => {
    expect(pieceOre({ ...product, unitPriceOre: null }, () => fitting, 1000, profile)).toBe('price_unavailable')
    const coloured = { ...product, profile: { ...profile, material: 'plastbelagt_stal', colour: 'RR33' } }
    expect(pieceOre(coloured, () => fitting, 1000, { ...coloured.profile, colour: 'RR20' })).toBe(9_900)
  })

  test('no sum of a hundred lines exceeds the safe integers', () => {
    const dear = { ...product, maxLengthMm: null, unitPriceOre: 9_000_000 }
    expect(pieceOre(dear, () => fitting, Number.MAX_SAFE_INTEGER, profile)).toBe('price_unavailable')
  })

  test('omitted members of a profile are those of the product', () => {
    expect(requestedProfile(product, null)).toBe(profile)
    expect(requestedProfile(product, { params: { a: 40 }, colour: null })).toEqual({
      ...profile,
      params: { a: 40, vinkel: 90 },
    })
  })
})

const code = (changed: Partial<Discount> = {}): Discount => ({
  code: 'BESLAG10',
  percentBp: 1_000,
  amountOre: null,
  validFrom: '2026-11-01',
  validUntil: '2026-11-30',
  leastOre: 5_000,
  ...changed,
})

describe('a discount code', () => {
  test('is not case-sensitive, and is valid on its first and last day', () => {
    expect(findDiscountCode([code()], ' beslag10 ')?.code).toBe('BESLAG10')
    expect(findDiscountCode([code()], 'BESLAG1')).toBeNull()
    for (const today of ['2026-11-01', '2026-11-30']) expect(discountProblem(code(), today, 5_000)).toBeNull()
  })

  test('has a message for each problem: unknown, too early, expired, sum too small', () => {
    expect(discountProblem(null, '2026-11-24', null)).toMatch(/finnes ikke/)
    expect(discountProblem(code(), '2026-10-31', null)).toMatch(/2026-11-01/)
    expect(discountProblem(code(), '2026-12-01', null)).toMatch(/2026-11-30/)
    expect(discountProblem(code(), '2026-11-24', 4_999)).toMatch(/50 kroner/)
  })

  test('takes off a percentage, or an amount up to the sum of the goods', () => {
    expect(discountOre(code(), 5_005)).toBe(501)
    expect(discountOre(code(), 4_999)).toBe(0)
    expect(discountOre(code({ percentBp: null, amountOre: 9_000 }), 5_000)).toBe(5_000)
  })
})

const option = {
  id,
  mode: 'levering',
  name: 'Bil',
  priceOre: 45_000,
  vatBp: 2_500,
  freeAboveOre: 800_000,
  areas: [{ from: '6800', to: '6829', priceOre: 30_000 }],
} as const

describe('delivery', () => {
  test('has a price per area, and serves other areas only if it is set to', () => {
    const anywhere = { ...option, areas: [...option.areas], areasOnly: false }
    const areas = ['6799', '6800', '6829', '6830', null].map((to) => deliveryFor(anywhere, to)?.priceOre)
    expect(areas).toEqual([45_000, 30_000, 30_000, 45_000, 45_000])
    expect(deliveryFor({ ...anywhere, areasOnly: true }, '6830')).toBeNull()
  })

  test('is free from its sum', () => {
    expect([799_999, 800_000].map((goods) => shippingOre(option, goods))).toEqual([45_000, 0])
    expect(shippingOre({ ...option, freeAboveOre: null }, 1e9)).toBe(45_000)
  })
})

const lines = fc.array(
  fc.record({ netOre: fc.integer({ min: 0, max: 5e11 }), vatBp: fc.constantFrom(0, 1_200, 1_500, 2_500) }),
  { maxLength: 100 },
)

describe('the sums', () => {
  test('are whole øre, and the gross sum adds up', () => {
    const terms = fc.record({
      discount: fc.option(
        fc.record({ percentBp: fc.option(fc.integer({ min: 1, max: 10_000 })), amountOre: fc.nat() }).map(code),
      ),
      delivery: fc.option(fc.nat().map((priceOre) => ({ ...option, priceOre, areas: undefined }))),
    })
    fc.assert(
      fc.property(lines, terms, (goods, { discount, delivery }) => {
        const sums = sumsOf(goods, { discount, delivery })
        expect(Object.values(sums).every(Number.isSafeInteger)).toBe(true)
        expect(sums.grossOre).toBe(sums.netOre - sums.discountOre + sums.shippingOre + sums.vatOre)
        expect(sums.discountOre).toBeLessThanOrEqual(sums.netOre)
        expect(sums.vatOre).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('the shares of a discount add up to it, and none exceeds its line', () => {
    fc.assert(
      fc.property(lines, fc.double({ min: 0, max: 1, noNaN: true }), (goods, part) => {
        const net = goods.reduce((sum, { netOre }) => sum + netOre, 0)
        const discount = Math.floor(net * part)
        const left = applyDiscount(goods, discount)
        expect(left.reduce((sum, { netOre }) => sum + netOre, 0)).toBe(net - discount)
        expect(left.every(({ netOre }, index) => netOre >= 0 && netOre <= (goods[index]?.netOre ?? 0))).toBe(true)
      }),
    )
  })

  test('VAT is computed after discount and with delivery', () => {
    const goods = [{ netOre: 10_000, vatBp: 2_500 }]
    expect(sumsOf(goods, noTerms)).toMatchObject({ vatOre: 2_500, grossOre: 12_500 })
    expect(sumsOf(goods, { discount: code(), delivery: { ...option, priceOre: 4_000 } })).toEqual({
      netOre: 10_000,
      discountOre: 1_000,
      shippingOre: 4_000,
      vatOre: 3_250,
      grossOre: 16_250,
    })
  })

  test('half an øre is rounded away from zero', () => {
    expect([0.5, 1.49, 1.5, -0.5, -1.5].map(roundOre)).toEqual([1, 1, 2, -1, -2])
    expect(shareOre(2, 2_500)).toBe(1)
  })

  test('quantities such as 1.15 are multiplied exactly, with halves rounded up', () => {
    expect([lineNetOre(1_290, 1.15), lineNetOre(100, 1.005), lineNetOre(-1_290, 1.15)]).toEqual([1_484, 101, -1_484])
    fc.assert(
      fc.property(fc.nat({ max: 18_000_000 }), fc.integer({ min: 1_000, max: 500_000 }), (price, thousandths) => {
        const exact = BigInt(price) * BigInt(thousandths)
        expect(lineNetOre(price, thousandths / 1_000)).toBe(Number((exact + 500n) / 1_000n))
      }),
    )
  })
})
