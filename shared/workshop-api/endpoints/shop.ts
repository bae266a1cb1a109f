// The operations of the shop: its settings, delivery, prices and catalogue (specification 4.2, 4.7; bodies assumed).
import * as z from 'zod'
import {
  priceRequest,
  prices,
  fitting,
  product,
  deliveryQuote,
  deliveryQuoteRequest,
  shop,
} from '../resources/index.ts'
import { page } from '../scalars.ts'
import { byId, paging, reading } from './endpoint.ts'
import type { Endpoint } from './endpoint.ts'

const ofTheShop = { ...reading, modules: ['shop'] } as const
const catalogue = { ...ofTheShop, scope: 'catalog:read', etag: true } as const

export const shopEndpoints = {
  readShop: { ...ofTheShop, path: '/shop', scope: 'shop:read', response: shop },
  quoteDelivery: {
    ...ofTheShop,
    method: 'POST',
    path: '/delivery-quotes',
    class: 'prices',
    scope: 'shop:read',
    body: deliveryQuoteRequest,
    response: deliveryQuote,
  },
  quotePrices: {
    ...ofTheShop,
    method: 'POST',
    path: '/prices',
    class: 'prices',
    scope: 'prices:read',
    body: priceRequest,
    response: prices,
    errors: ['prices_hidden', 'params_invalid', 'params_impossible', 'material_not_offered', 'price_unavailable'],
  },
  listFittings: {
    ...reading,
    path: '/catalog/library',
    scope: 'catalog:read',
    query: z.object(paging),
    response: page(fitting),
  },
  listProducts: { ...catalogue, path: '/catalog/products', query: z.object(paging), response: page(product) },
  readProduct: { ...catalogue, path: '/catalog/products/{id}', params: byId, response: product },
} as const satisfies Record<string, Endpoint>
