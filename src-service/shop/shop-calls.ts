// GET /shop, POST /delivery-quotes and POST /prices. Nothing is stored by any of them.
import { workshopDate } from '../../shared/workshop-api/index.ts'
import type { Prices, Shop } from '../../shared/workshop-api/index.ts'
import { Failure, invalid } from '../http/failure.ts'
import type { Operations } from '../http/operation.ts'
import type { Parts } from '../parts.ts'
import { offeredTo, shippingOre } from '../prices/delivery.ts'
import { pieceOre, profileAsked } from '../prices/line-price.ts'
import { saidOfRefusal } from '../prices/said-of-refusal.ts'
import { sumsOf } from '../prices/sums.ts'
import { netOf } from '../prices/whole-ore.ts'
import { refuseSmallSum, termsAsked } from './asked-terms.ts'

export function shopCalls({
  shops,
  catalogue,
}: Pick<Parts, 'shops' | 'catalogue'>): Pick<Operations, 'readShop' | 'quoteDelivery' | 'reckonPrices'> {
  return {
    readShop: ({ key, reach }) => {
      const { url, orderWays, deliveryOptions, terms } = shops.of(reach.workshopId)
      const offered = deliveryOptions.flatMap((option) => offeredTo(option, null) ?? [])
      const shop: Shop = { url, slug: key.workshop.slug, orderWays, deliveryOptions: offered, terms }
      return { body: JSON.stringify(shop) }
    },
    quoteDelivery: ({ reach, body: { postalCode, subtotalOre } }) => {
      const { deliveryOptions, places } = shops.of(reach.workshopId)
      const options = deliveryOptions.flatMap((each) => {
        const option = offeredTo(each, postalCode)
        if (option === null) return []
        return subtotalOre === undefined ? [option] : [{ ...option, priceOre: shippingOre(option, subtotalOre) }]
      })
      const city = places.find((place) => place.postalCode === postalCode)?.city ?? null
      return { body: JSON.stringify({ postalCode, city, options }) }
    },
    reckonPrices: ({ reach: { workshopId }, nowMs, body }) => {
      const settings = shops.of(workshopId)
      if (settings.pricesHidden) throw new Failure('prices_hidden')
      const products = body.lines.map(({ productId }) => catalogue.product(workshopId, productId))
      if (products.includes(null)) {
        const unknown = products.flatMap((product, index) => (product === null ? [`lines[${index}].productId`] : []))
        throw invalid(unknown, 'Verkstedet har ikke dette produktet.')
      }
      const today = workshopDate(nowMs)
      const asked = {
        code: body.discountCode ?? null,
        optionId: body.deliveryOptionId ?? null,
        postalCode: body.postalCode ?? null,
      }
      const fittingOf = (family: string | null) => catalogue.fitting(workshopId, family)
      const terms = termsAsked(settings, asked, today, { code: 'discountCode', option: 'deliveryOptionId' })
      const lines = body.lines.map(({ productId, quantity, lengthMm, profile }, index): Prices['lines'][number] => {
        const product = products[index]
        if (product === null || product === undefined)
          throw new Error(`product ${productId} has gone while it was priced`)
        const unitPriceOre = pieceOre(product, fittingOf, lengthMm ?? null, profileAsked(product, profile))
        const lineNo = index + 1
        if (typeof unitPriceOre === 'string') {
          const said = saidOfRefusal(unitPriceOre, { lineNo, product, lengthMm: lengthMm ?? null })
          throw new Failure(unitPriceOre, { lineNo }, said)
        }
        const netOre = netOf(unitPriceOre, quantity)
        return { lineNo, productId, quantity, unitPriceOre, netOre, vatBp: product.vatBp, priceStatus: 'priced' }
      })
      const sums = sumsOf(lines, terms)
      refuseSmallSum(terms.discount, today, sums.netOre, 'discountCode')
      const prices: Prices = { currency: 'NOK', lines, ...sums }
      // A text as long as this one is sent with less work as bytes.
      return { body: Buffer.from(JSON.stringify(prices)) }
    },
  }
}
