// GET /shop, POST /delivery-quotes and POST /prices. None of them writes to the store.
import { workshopDate } from '../../shared/workshop-api/index.ts'
import type { Prices, Shop } from '../../shared/workshop-api/index.ts'
import { Failure, invalid } from '../operation/index.ts'
import type { Operations } from '../operation/index.ts'
import type { Catalogue } from '../catalogue/index.ts'
import {
  deliveryFor,
  lineNetOre,
  pieceOre,
  refusalMessage,
  requestedProfile,
  shippingOre,
  sumsOf,
} from '../prices/index.ts'
import type { ShopStore } from './shop-store.ts'
import { refuseSmallSum, findTerms } from './requested-terms.ts'

export function shopCalls({
  shops,
  catalogue,
}: {
  shops: ShopStore
  catalogue: Catalogue
}): Pick<Operations, 'readShop' | 'quoteDelivery' | 'quotePrices'> {
  return {
    readShop: ({ key, accessScope }) => {
      const { url, orderWays, deliveryOptions, terms } = shops.settingsOf(accessScope.workshopId)
      const options = deliveryOptions.flatMap((option) => deliveryFor(option, null) ?? [])
      const shop: Shop = { url, slug: key.workshop.slug, orderWays, deliveryOptions: options, terms }
      return { body: JSON.stringify(shop) }
    },
    quoteDelivery: ({ accessScope, body: { postalCode, subtotalOre } }) => {
      const { deliveryOptions, places } = shops.settingsOf(accessScope.workshopId)
      const options = deliveryOptions.flatMap((each) => {
        const option = deliveryFor(each, postalCode)
        if (option === null) return []
        return subtotalOre === undefined ? [option] : [{ ...option, priceOre: shippingOre(option, subtotalOre) }]
      })
      const city = places.find((place) => place.postalCode === postalCode)?.city ?? null
      return { body: JSON.stringify({ postalCode, city, options }) }
    },
    quotePrices: ({ accessScope: { workshopId }, nowMs, body }) => {
      const settings = shops.settingsOf(workshopId)
      if (settings.pricesHidden) throw new Failure('prices_hidden')
      const products = body.lines.map(({ productId }) => catalogue.product(workshopId, productId))
      if (products.includes(null)) {
        const unknown = products.flatMap((product, index) => (product === null ? [`lines[${index}].productId`] : []))
        throw invalid(unknown, 'Verkstedet har ikke dette produktet.')
      }
      const today = workshopDate(nowMs)
      const requested = {
        code: body.discountCode ?? null,
        optionId: body.deliveryOptionId ?? null,
        postalCode: body.postalCode ?? null,
      }
      const fittingOf = (family: string | null) => catalogue.fitting(workshopId, family)
      const terms = findTerms(settings, requested, today, { code: 'discountCode', option: 'deliveryOptionId' })
      const lines = body.lines.map(({ productId, quantity, lengthMm, profile }, index): Prices['lines'][number] => {
        const product = products[index]
        if (product === null || product === undefined)
          throw new Error(`product ${productId} was deleted while it was priced`)
        const unitPriceOre = pieceOre(product, fittingOf, lengthMm ?? null, requestedProfile(product, profile))
        const lineNo = index + 1
        if (typeof unitPriceOre === 'string') {
          const message = refusalMessage(unitPriceOre, { lineNo, product, lengthMm: lengthMm ?? null })
          throw new Failure(unitPriceOre, { lineNo }, message)
        }
        const netOre = lineNetOre(unitPriceOre, quantity)
        return { lineNo, productId, quantity, unitPriceOre, netOre, vatBp: product.vatBp, priceStatus: 'priced' }
      })
      const sums = sumsOf(lines, terms)
      refuseSmallSum(terms.discount, today, sums.netOre, 'discountCode')
      const prices: Prices = { currency: 'NOK', lines, ...sums }
      // Bytes: a long text is slower to send.
      return { body: Buffer.from(JSON.stringify(prices)) }
    },
  }
}
