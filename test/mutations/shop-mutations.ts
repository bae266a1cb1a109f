// Mutations of the rules for the shop, prices, the catalogue and payments.
import { mutationsOf } from './mutation.ts'

const sums = '4.2 · prices with discount code and delivery equal the totals of the same order'
const lineCodes = '4.7 · each reason why a line cannot be priced has its own code'
const etags = '4.2 · If-None-Match with the product’s ETag is 304, with another ETag 200'
const quotes = '4.2 · POST /delivery-quotes, with and without subtotalOre'
const link = '4.2 · POST /orders/{number}/payment-link'
const noLink = '4.4 · a request, a paid order, a cancelled order and an order without a price get no payment link'
const payments = '4.2 · GET /orders/{number}/payments'

export const shopMutations = [
  ...mutationsOf(
    'src-service/prices/line-price.ts',
    [
      'a product per metre needs no length',
      "if (lengthMm === null && byTheMetre) return 'params_invalid'\n",
      '',
      lineCodes,
    ],
    ['unknown dimension names are accepted', '!(name in ownProfile.params) || ', '', lineCodes],
    ['any length is accepted', 'lengthMm > (maxLengthMm ?? Infinity)', 'false', lineCodes],
    ['any dimension value is accepted', '(value < minMm || value > maxMm)', '(value < minMm)', lineCodes],
    ['any material is accepted', "? null : 'material_not_offered'", '? null : null', lineCodes],
    [
      'the price of a metre is used for a millimetre',
      '(unitPriceOre * (lengthMm ?? 0)) / 1000',
      'unitPriceOre * (lengthMm ?? 0)',
      '4.2 · POST /prices prices up to 50 lines and stores nothing',
    ],
  ),
  ...mutationsOf(
    'src-service/prices/sums.ts',
    ['the discount is not subtracted from the gross sum', 'grossOre: netOre - discountOre', 'grossOre: netOre', sums],
    ['delivery is always free', ' + shippingOre + vatOre }', ' + vatOre }', sums],
    [
      'VAT is rounded for each line',
      'vatOre: shareOre(netOre, vatBp) }))',
      'vatOre: lines.reduce((sum, line) => sum + (line.vatBp === vatBp ? shareOre(line.netOre, vatBp) : 0), 0) }))',
      sums,
    ],
  ),
  ...mutationsOf('src-service/orders/order-totals.ts', [
    'an order has neither discount nor delivery',
    'sumsOf(priced, terms)',
    'sumsOf(priced, noTerms)',
    sums,
  ]),
  ...mutationsOf('src-service/prices/delivery.ts', [
    'delivery is not free at exactly the minimum sum',
    'goodsOre >= freeAboveOre',
    'goodsOre > freeAboveOre',
    quotes,
  ]),
  ...mutationsOf(
    'src-service/prices/discount.ts',
    [
      'a discount code never expires',
      'validUntil !== null && today > validUntil',
      'false',
      '4.2 · an invalid discount code is 400 with its field',
    ],
    [
      'an unknown discount code is ignored',
      "if (code === null) return 'Rabattkoden finnes ikke.'",
      'if (code === null) return null',
      '4.2 · an invalid discount code is 400 with its field',
    ],
  ),
  ...mutationsOf(
    'src-service/shop/shop-calls.ts',
    [
      'prices are returned although they are hidden',
      "if (settings.pricesHidden) throw new Failure('prices_hidden')\n",
      '',
      '7 · 403 prices_hidden',
    ],
    [
      'the error does not name the line',
      'throw new Failure(unitPriceOre, { lineNo }, message)',
      'throw new Failure(unitPriceOre, {}, message)',
      lineCodes,
    ],
    [
      'a delivery quote ignores the sum of the cart',
      '{ ...option, priceOre: shippingOre(option, subtotalOre) }',
      '{ ...option }',
      quotes,
    ],
  ),
  ...mutationsOf('src-service/catalogue/catalogue-calls.ts', [
    'the catalogue contains hidden prices',
    'pricesHidden ? { ...product, unitPriceOre: null } : product',
    'pricesHidden ? product : product',
    '4.6 · POST /prices returns prices_hidden if prices are hidden',
  ]),
  ...mutationsOf(
    'src-service/http/operation-runner.ts',
    ['weak tags in If-None-Match do not match', '(?:W\\/)?("', '(?<!W\\/)("', etags],
    ['the star in If-None-Match does not match', "header.trim() === '*' || ", '', etags],
    ['every tag in If-None-Match matches', 'tag === etag', 'tag !== undefined', etags],
  ),
  ...mutationsOf('shared/workshop-api/resources/prices.ts', [
    'fifty-one lines are priced',
    'maxPricedLines = 50',
    'maxPricedLines = 51',
    '8 · at most 50 lines in POST /prices',
  ]),
  ...mutationsOf(
    'shared/workshop-api/endpoints/shop.ts',
    [
      'the shop is open without its module',
      "{ ...reading, modules: ['shop'] }",
      '{ ...reading }',
      '4.4 · without the shop 403 feature_not_in_plan with shop',
    ],
    [
      'prices count as writes',
      "path: '/prices',\n    class: 'prices'",
      "path: '/prices',\n    class: 'write'",
      '8 · prices per key: 60 a minute, 30 in a sandbox',
    ],
  ),
  ...mutationsOf(
    'shared/workshop-api/endpoints/payments.ts',
    [
      'the module for card payments is checked first',
      "['shop', 'shop_payments']",
      "['shop_payments', 'shop']",
      '7 · 403 feature_not_in_plan with shop and shop_payments',
    ],
    [
      'a customer key can make a payment link',
      "    kinds: ['workshop'],\n",
      '',
      '4.4 · a customer key cannot create a payment link',
    ],
  ),
  ...mutationsOf(
    'src-service/events/event-audience.ts',
    [
      'customer keys get order.sms_failed',
      "  'order.sms_failed',\n  'order.forwarded',",
      "  'order.forwarded',",
      '6.3 · order.sms_failed, order.prepaid and order.refunded',
    ],
    [
      'customer keys do not get order.prepaid',
      "  'order.sms_failed',\n  'order.forwarded',",
      "  'order.sms_failed',\n  'order.prepaid',\n  'order.forwarded',",
      '6.3 · order.sms_failed, order.prepaid and order.refunded',
    ],
  ),
  ...mutationsOf('src-service/payments/payment-calls.ts', [
    'the reference of the card processor is shown',
    'Buffer.from(JSON.stringify(payment))',
    "Buffer.from(JSON.stringify({ ...payment, processorId: 'pi_1' }))",
    '2.2 · payments and refunds, without an identifier of the card processor',
  ]),
  ...mutationsOf(
    'src-service/payments/payment-store.ts',
    ['a request can be paid', "status === 'forespurt' || ", '', noLink],
    ['a cancelled order can be paid', " || status === 'avbrutt'", '', noLink],
    ['a paid order can be paid again', "status === 'betalt' || ", '', noLink],
    [
      'an order that was paid online can be paid online again',
      ' || this.#paidPayment(id) !== undefined',
      '',
      '4.4 · a payment is made once, even if its button is pressed several times',
    ],
    ['a payment link never expires', "nowMs >= row.expires_at ? 'expired' : ", '', link],
    [
      'every press of the button pays',
      "if (requested?.state !== 'open' || row",
      'if (requested === null || row',
      '4.4 · a payment is made once, even if its button is pressed several times',
    ],
    [
      'a partial refund refunds the whole payment',
      "amount === remaining ? 'refunded' : 'paid'",
      "'refunded'",
      payments,
    ],
  ),
]
