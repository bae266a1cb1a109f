// Rules of the shop, its prices, its catalogue and its payments, each broken.
import { of } from './mutation.ts'

const sums = '4.2 · prices, a code and a delivery come to what an order of them comes to'
const lineCodes = '4.7 · a line that cannot be priced has its own code'
const etags = '4.2 · If-None-Match with the products ETag is 304, with another it is not'
const quotes = '4.2 · POST /delivery-quotes, with and without subtotalOre'
const link = '4.2 · POST /orders/{number}/payment-link'
const noLink = '4.4 · a request, a paid or a cancelled order gets no payment link, nor one without a price'
const payments = '4.2 · GET /orders/{number}/payments'

export const ofShop = [
  ...of(
    'src-service/prices/line-price.ts',
    ['a length is not asked for', "if (lengthMm === null && byTheMetre) return 'params_invalid'\n", '', lineCodes],
    ['any measure has a name', '!(name in own.params) || ', '', lineCodes],
    ['any length can be made', 'lengthMm > (maxLengthMm ?? Infinity)', 'false', lineCodes],
    ['any measure can be made', '(value < minMm || value > maxMm)', '(value < minMm)', lineCodes],
    ['any material is offered', "? null : 'material_not_offered'", '? null : null', lineCodes],
    [
      'a metre costs as much as a millimetre',
      '(unitPriceOre * (lengthMm ?? 0)) / 1000',
      'unitPriceOre * (lengthMm ?? 0)',
      '4.2 · POST /prices prices up to 50 lines and stores nothing',
    ],
  ),
  ...of(
    'src-service/prices/sums.ts',
    ['a discount is not told from the gross sum', 'grossOre: netOre - discountOre', 'grossOre: netOre', sums],
    ['delivery is free of charge', ' + shippingOre + vatOre }', ' + vatOre }', sums],
  ),
  ...of('src-service/orders/order-totals.ts', [
    'an order has neither discount nor delivery',
    'sumsOf(priced, terms)',
    'sumsOf(priced, noTerms)',
    sums,
  ]),
  ...of('src-service/prices/delivery.ts', [
    'what is free above a sum is not free at it',
    'goodsOre >= freeAboveOre',
    'goodsOre > freeAboveOre',
    quotes,
  ]),
  ...of(
    'src-service/prices/discount.ts',
    [
      'a code never runs out',
      'validUntil !== null && today > validUntil',
      'false',
      '4.2 · a discount code that does not count is 400 at its field',
    ],
    [
      'a code that there is not takes nothing off',
      "if (found === null) return 'Rabattkoden finnes ikke.'",
      'if (found === null) return null',
      '4.2 · a discount code that does not count is 400 at its field',
    ],
  ),
  ...of(
    'src-service/shop/shop-calls.ts',
    [
      'hidden prices are told',
      "if (settings.pricesHidden) throw new Failure('prices_hidden')\n",
      '',
      '7 · 403 prices_hidden',
    ],
    [
      'the line at fault is not named',
      'throw new Failure(unitPriceOre, { lineNo }, said)',
      'throw new Failure(unitPriceOre, {}, said)',
      lineCodes,
    ],
    [
      'a quote passes over the sum of the cart',
      '{ ...option, priceOre: shippingOre(option, subtotalOre) }',
      '{ ...option }',
      quotes,
    ],
  ),
  ...of('src-service/catalogue/catalogue-calls.ts', [
    'the catalogue tells hidden prices',
    'pricesHidden ? { ...product, unitPriceOre: null } : product',
    'pricesHidden ? product : product',
    '4.6 · POST /prices answers prices_hidden where prices are hidden',
  ]),
  ...of(
    'src-service/http/etag.ts',
    ['weak tags do not count', '(?:W\\/)?("', '(?<!W\\/)("', etags],
    ['the star stands for nothing', "header.trim() === '*' || ", '', etags],
    ['any tag is known', 'tag === etag', 'tag !== undefined', etags],
  ),
  ...of('shared/workshop-api/resources/prices.ts', [
    'fifty-one lines are priced',
    'mostPricedLines = 50',
    'mostPricedLines = 51',
    '8 · at most 50 lines in POST /prices',
  ]),
  ...of(
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
  ...of(
    'shared/workshop-api/endpoints/payments.ts',
    [
      'the module for cards comes first',
      "['shop', 'shop_payments']",
      "['shop_payments', 'shop']",
      '7 · 403 feature_not_in_plan with shop and shop_payments',
    ],
    ['a customer makes a payment link', "    kinds: ['workshop'],\n", '', '4.4 · a customer key makes no payment link'],
  ),
  ...of(
    'src-service/events/event-audience.ts',
    [
      'a customer is told of an SMS that did not go out',
      "  'order.sms_failed',\n  'order.forwarded',",
      "  'order.forwarded',",
      '6.3 · order.sms_failed, order.prepaid and order.refunded',
    ],
    [
      'a customer is not told that it has paid',
      "  'order.sms_failed',\n  'order.forwarded',",
      "  'order.sms_failed',\n  'order.prepaid',\n  'order.forwarded',",
      '6.3 · order.sms_failed, order.prepaid and order.refunded',
    ],
  ),
  ...of('src-service/payments/payment-calls.ts', [
    'the number that the card processor gave is shown',
    'Buffer.from(JSON.stringify(payment))',
    "Buffer.from(JSON.stringify({ ...payment, processorId: 'pi_1' }))",
    '2.2 · payments and refunds, without an identifier of the card processor',
  ]),
  ...of(
    'src-service/payments/payment-book.ts',
    ['a request is paid', "status === 'forespurt' || ", '', noLink],
    ['a cancelled order is paid', " || status === 'avbrutt'", '', noLink],
    ['a paid order is paid again', "status === 'betalt' || ", '', noLink],
    [
      'what is paid online is paid again',
      " || paymentsOf(id).some((each) => each.status === 'paid')",
      '',
      '4.4 · a payment is made once, however often its button is pressed',
    ],
    ['an address works for ever', "nowMs >= row.expires_at ? 'expired' : ", '', link],
    [
      'each press pays',
      "if (found?.state !== 'open' || row",
      'if (found === null || row',
      '4.4 · a payment is made once, however often its button is pressed',
    ],
    ['what is given back in part is given back whole', "amount === left ? 'refunded' : 'paid'", "'refunded'", payments],
  ),
]
