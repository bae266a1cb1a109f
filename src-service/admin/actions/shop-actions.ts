// The actions on the shop: settings, products, discount codes and delivery options.
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Product } from '../../../shared/workshop-api/index.ts'
import type { Parts } from '../../parts.ts'
import { discount, findDiscountCode } from '../../prices/index.ts'
import type { Discount, OfferedDelivery } from '../../prices/index.ts'
import type { ShopSettings } from '../../shop/index.ts'
import { Refusal } from '../../store/index.ts'
import type { Workshop } from '../../store/index.ts'
import { noLimit } from './no-limit.ts'

export interface ShopActions {
  settings: () => ShopSettings
  /** Sets the address of the shop, the ways to order, and its terms. Omitted settings do not change. */
  set: (changes: { url?: string; orderWays?: string[]; terms?: string; termsUrl?: string }) => void
  hidePrices: (hidden: boolean) => void
  /** Sorted by name. */
  products: () => Product[]
  addProduct: (product: Pick<Product, 'name' | 'unit' | 'unitPriceOre' | 'minLengthMm' | 'maxLengthMm'>) => Product
  /** Null: the workshop sets the price of each order. An unchanged product keeps its version. */
  priceProduct: (nameOrId: string, unitPriceOre: number | null) => Product
  /** Null: no profile. An unchanged product keeps its version. */
  shapeProduct: (nameOrId: string, profile: Product['profile']) => Product
  /** Replaces the terms of an existing code. */
  setCode: (terms: Discount) => void
  removeCode: (code: string) => void
  addDelivery: (option: Omit<OfferedDelivery, 'id' | 'vatBp'>) => string
  removeDelivery: (nameOrId: string) => void
}

/** VAT in basis points, for goods and delivery (merverdiavgiftsloven § 5-1). */
const generalVatBp = 2_500

export function shopActions({ store, shops, catalogue }: Parts, { id: workshopId }: Workshop): ShopActions {
  const settings = () => shops.settingsOf(workshopId)
  const products = () => catalogue.products(workshopId, ['', ''], noLimit)
  const change = (nameOrId: string, changes: Partial<Product>): Product =>
    store.write(() => {
      const product = products().find(({ id, name }) => id === nameOrId || name === nameOrId)
      if (product === undefined) throw new Refusal('not_found', `there is no product ${nameOrId}`)
      const changedProduct = { ...product, ...changes }
      return isDeepStrictEqual(product, changedProduct) ? product : catalogue.changeProduct(changedProduct)
    })
  return {
    settings,
    set: ({ url, orderWays, terms, termsUrl }) => {
      const invalidUrl = [url, termsUrl].find((each) => each !== undefined && !URL.canParse(each))
      if (invalidUrl !== undefined) throw new Refusal('invalid', `${invalidUrl} is not an address such as https://…`)
      if (orderWays?.some((way, index) => way === '' || orderWays.indexOf(way) !== index) === true) {
        throw new Refusal('invalid', 'the ways to order must be different words, separated by commas')
      }
      store.write(() => {
        const before = settings()
        const changedTerms = { url: termsUrl ?? before.terms.url, text: terms ?? before.terms.text }
        shops.set(workshopId, {
          url: url ?? before.url,
          orderWays: orderWays ?? before.orderWays,
          terms: changedTerms,
        })
      })
    },
    hidePrices: (pricesHidden) => void shops.set(workshopId, { pricesHidden }),
    products,
    addProduct: (fields) => {
      const product = { id: randomUUID(), description: null, profile: null, vatBp: generalVatBp, version: 1, ...fields }
      catalogue.addProduct(workshopId, product)
      return product
    },
    priceProduct: (nameOrId, unitPriceOre) => change(nameOrId, { unitPriceOre }),
    shapeProduct: (nameOrId, profile) => change(nameOrId, { profile }),
    setCode: (terms) => {
      const code = discount.parse(terms)
      if ((code.percentBp === null) === (code.amountOre === null)) {
        throw new Refusal('invalid', 'a code needs either a percentage or an amount')
      }
      if ((code.validFrom ?? '') > (code.validUntil ?? '9')) {
        throw new Refusal('invalid', `a code that expires on ${code.validUntil} cannot start later`)
      }
      store.write(() => {
        const others = settings().discountCodes.filter(
          (each) => each !== findDiscountCode(settings().discountCodes, code.code),
        )
        shops.set(workshopId, { discountCodes: [...others, code] })
      })
    },
    removeCode: (code) => {
      store.write(() => {
        const { discountCodes } = settings()
        const existing = findDiscountCode(discountCodes, code)
        if (existing === null) throw new Refusal('not_found', `there is no code ${code}`)
        shops.set(workshopId, { discountCodes: discountCodes.filter((each) => each !== existing) })
      })
    },
    addDelivery: (option) => {
      const newOption = { id: randomUUID(), vatBp: generalVatBp, ...option }
      store.write(() => shops.set(workshopId, { deliveryOptions: [...settings().deliveryOptions, newOption] }))
      return newOption.id
    },
    removeDelivery: (nameOrId) => {
      store.write(() => {
        const { deliveryOptions } = settings()
        const remaining = deliveryOptions.filter(({ id, name }) => id !== nameOrId && name !== nameOrId)
        if (remaining.length === deliveryOptions.length) {
          throw new Refusal('not_found', `there is no delivery option ${nameOrId}`)
        }
        shops.set(workshopId, { deliveryOptions: remaining })
      })
    },
  }
}
