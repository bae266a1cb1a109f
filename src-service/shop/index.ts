// The shop of a workshop, its calls, and the terms of an order from it.
export { orderTermsFrom, refuseSmallOrder, withMode } from './order-terms-request.ts'
export { shopCalls } from './shop-calls.ts'
export { shopSettings, shopStore } from './shop-store.ts'
export type { ShopSettings, ShopStore } from './shop-store.ts'
