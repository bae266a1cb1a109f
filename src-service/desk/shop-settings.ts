// The shop as the people at the desk set it: its prices, products, discount codes and ways of delivery.
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Product } from '../../shared/workshop-api/index.ts'
import type { Parts } from '../parts.ts'
import type { OfferedDelivery } from '../prices/delivery.ts'
import { codeNamed, discount } from '../prices/discount.ts'
import type { Discount } from '../prices/discount.ts'
import type { ShopSettings } from '../shop/shop-book.ts'
import { Refusal } from '../store/refusal.ts'
import type { Workshop } from '../store/workshops.ts'

export interface ShopDesk {
  settings: () => ShopSettings
  /** Where the shop is, the ways to order, and its terms; what is left out stays. */
  set: (said: { url?: string; orderWays?: string[]; terms?: string; termsUrl?: string }) => void
  hidePrices: (hidden: boolean) => void
  /** By name. */
  products: () => Product[]
  addProduct: (wanted: Pick<Product, 'name' | 'unit' | 'unitPriceOre' | 'minLengthMm' | 'maxLengthMm'>) => Product
  /** Null: the workshop says the price of each order. Without a difference the product stays as it is. */
  priceProduct: (nameOrId: string, unitPriceOre: number | null) => Product
  /** Null: it has none. Without a difference the product stays as it is. */
  shapeProduct: (nameOrId: string, profile: Product['profile']) => Product
  /** A code that there is already gets these terms. */
  setCode: (terms: Discount) => void
  removeCode: (code: string) => void
  addDelivery: (option: Omit<OfferedDelivery, 'id' | 'vatBp'>) => string
  removeDelivery: (nameOrId: string) => void
}

/** VAT in basis points of goods and of bringing them (merverdiavgiftsloven § 5-1). */
const generalVatBp = 2_500
const all = Number.MAX_SAFE_INTEGER

export function shopDesk({ store, shops, catalogue }: Parts, { id: workshopId }: Workshop): ShopDesk {
  const settings = () => shops.of(workshopId)
  const products = () => catalogue.products(workshopId, ['', ''], all)
  const change = (nameOrId: string, changed: Partial<Product>): Product =>
    store.write(() => {
      const product = products().find(({ id, name }) => id === nameOrId || name === nameOrId)
      if (product === undefined) throw new Refusal('not_found', `there is no product ${nameOrId}`)
      const after = { ...product, ...changed }
      return isDeepStrictEqual(product, after) ? product : catalogue.changeProduct(after)
    })
  return {
    settings,
    set: ({ url, orderWays, terms, termsUrl }) => {
      const wrong = [url, termsUrl].find((each) => each !== undefined && !URL.canParse(each))
      if (wrong !== undefined) throw new Refusal('invalid', `${wrong} is no address: https://…`)
      if (orderWays?.some((way, index) => way === '' || orderWays.indexOf(way) !== index) === true) {
        throw new Refusal('invalid', 'the ways to order are different words with commas between them')
      }
      store.write(() => {
        const before = settings()
        const changed = { url: termsUrl ?? before.terms.url, text: terms ?? before.terms.text }
        shops.set(workshopId, {
          url: url ?? before.url,
          orderWays: orderWays ?? before.orderWays,
          terms: changed,
        })
      })
    },
    hidePrices: (pricesHidden) => void shops.set(workshopId, { pricesHidden }),
    products,
    addProduct: (wanted) => {
      const added = { id: randomUUID(), description: null, profile: null, vatBp: generalVatBp, version: 1, ...wanted }
      catalogue.addProduct(workshopId, added)
      return added
    },
    priceProduct: (nameOrId, unitPriceOre) => change(nameOrId, { unitPriceOre }),
    shapeProduct: (nameOrId, profile) => change(nameOrId, { profile }),
    setCode: (terms) => {
      const code = discount.parse(terms)
      if ((code.percentBp === null) === (code.amountOre === null)) {
        throw new Refusal('invalid', 'a code takes off either a part or an amount')
      }
      if ((code.validFrom ?? '') > (code.validUntil ?? '9')) {
        throw new Refusal('invalid', `a code that runs out on ${code.validUntil} cannot begin later`)
      }
      store.write(() => {
        const others = settings().discountCodes.filter(
          (each) => each !== codeNamed(settings().discountCodes, code.code),
        )
        shops.set(workshopId, { discountCodes: [...others, code] })
      })
    },
    removeCode: (code) => {
      store.write(() => {
        const { discountCodes } = settings()
        const found = codeNamed(discountCodes, code)
        if (found === null) throw new Refusal('not_found', `there is no code ${code}`)
        shops.set(workshopId, { discountCodes: discountCodes.filter((each) => each !== found) })
      })
    },
    addDelivery: (option) => {
      const added = { id: randomUUID(), vatBp: generalVatBp, ...option }
      store.write(() => shops.set(workshopId, { deliveryOptions: [...settings().deliveryOptions, added] }))
      return added.id
    },
    removeDelivery: (nameOrId) => {
      store.write(() => {
        const { deliveryOptions } = settings()
        const kept = deliveryOptions.filter(({ id, name }) => id !== nameOrId && name !== nameOrId)
        if (kept.length === deliveryOptions.length) {
          throw new Refusal('not_found', `there is no way of delivery ${nameOrId}`)
        }
        shops.set(workshopId, { deliveryOptions: kept })
      })
    },
  }
}
