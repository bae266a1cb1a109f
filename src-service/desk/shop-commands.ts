// The words for the shop on the workshop's command line.
import { bendingSheet, materials } from '../../shared/workshop-api/index.ts'
import type { OrderLineProfile } from '../../shared/workshop-api/index.ts'
import { countingNumber, Misused, oneOf, positive, word } from './command-line.ts'
import type { Said } from './command-line.ts'
import type { Command } from './command.ts'

const colourSides = bendingSheet.shape.profile.shape.colourSide.options

export const shopCommands: readonly Command[] = [
  {
    words: 'shop show',
    usage: '',
    what: 'how the shop is set: its address, the ways to order, its terms and where they stand, whether prices are shown',
    run: ({ shop }) => {
      const { url, orderWays, terms, pricesHidden } = shop.settings()
      return [
        `address\t${url ?? 'none'}`,
        `ways\t${orderWays.join(', ')}`,
        `terms\t${terms.text ?? 'none'}`,
        `terms at\t${terms.url ?? 'nowhere'}`,
        `prices\t${pricesHidden ? 'hidden' : 'shown'}`,
      ]
    },
  },
  {
    words: 'shop set',
    usage: '[--url ADDRESS] [--ways WAY,WAY] [--terms TEXT] [--termsurl ADDRESS]',
    what: 'where the shop is, the ways to order, and its terms',
    run: ({ shop }, { options: { url, ways, terms, termsurl } }) => {
      shop.set({
        ...(ways === undefined ? {} : { orderWays: ways.split(',').map((way) => way.trim()) }),
        ...(url === undefined ? {} : { url }),
        ...(terms === undefined ? {} : { terms }),
        ...(termsurl === undefined ? {} : { termsUrl: termsurl }),
      })
      return ['the shop is set']
    },
  },
  {
    words: 'shop prices',
    usage: 'shown|hidden',
    what: 'whether keys are told prices at all',
    run: ({ shop }, { words }) => {
      const state = oneOf(['shown', 'hidden'], 'shown|hidden', word(words, 0, 'shown|hidden'))
      shop.hidePrices(state === 'hidden')
      return [`prices are ${state}`]
    },
  },
  {
    words: 'product list',
    usage: '',
    what: 'the products: name, unit, price of a unit in øre, version, id',
    run: ({ shop }) =>
      shop
        .products()
        .map(({ name, unit, unitPriceOre, version, id }) =>
          [name, unit, unitPriceOre ?? 'on request', version, id].join('\t'),
        ),
  },
  {
    words: 'product add',
    usage: 'NAME --price ORE|none [--unit m|stk] [--least MM] [--most MM]',
    what: 'add a product; its id is printed',
    run: ({ shop }, { words, options }) => {
      const mm = (name: 'least' | 'most') => (options[name] === undefined ? null : positive(`--${name}`, options[name]))
      const added = shop.addProduct({
        name: word(words, 0, 'NAME'),
        unit: oneOf(['m', 'stk'], '--unit', options.unit ?? 'stk'),
        unitPriceOre: priceOf(options.price, '--price'),
        minLengthMm: mm('least'),
        maxLengthMm: mm('most'),
      })
      return [added.id]
    },
  },
  {
    words: 'product price',
    usage: 'PRODUCT ORE|none',
    what: 'change what a unit of a product costs, by its name or id',
    run: ({ shop }, { words }) => {
      const { name, version } = shop.priceProduct(word(words, 0, 'PRODUCT'), priceOf(words[1], 'ORE|none'))
      return [`${name} version ${version}`]
    },
  },
  {
    words: 'product profile',
    usage: 'PRODUCT FAMILY|none [--params NAME:MM,NAME:MM] [--material MATERIAL] [--colour COLOUR] [--side SIDE]',
    what: `what a product is bent to, by its name or id; a material is one of ${materials.join(', ')}; a colour's side one of ${colourSides.join(', ')}`,
    run: ({ shop }, { words, options }) => {
      const family = word(words, 1, 'FAMILY|none')
      const { params, material, colour = null, side } = options
      const profile: OrderLineProfile = {
        family,
        params: paramsIn(params),
        material: material === undefined ? null : oneOf(materials, '--material', material),
        colour,
        colourSide: side === undefined ? null : oneOf(colourSides, '--side', side),
      }
      const { name, version } = shop.shapeProduct(word(words, 0, 'PRODUCT'), family === 'none' ? null : profile)
      return [`${name} version ${version}`]
    },
  },
  {
    words: 'code list',
    usage: '',
    what: 'the discount codes: code, what it takes off, first and last day, the least sum of the goods in øre',
    run: ({ shop }) =>
      shop
        .settings()
        .discountCodes.map(({ code, percentBp, amountOre, validFrom, validUntil, leastOre }) =>
          [
            code,
            percentBp === null ? `${amountOre ?? 0} øre` : `${percentBp / 100} %`,
            validFrom ?? 'from ever',
            validUntil ?? 'no end',
            leastOre,
          ].join('\t'),
        ),
  },
  {
    words: 'code set',
    usage: 'CODE [--percent N] [--amount ORE] [--from YYYY-MM-DD] [--until YYYY-MM-DD] [--least ORE]',
    what: 'a discount code: a part or an amount off the goods',
    run: ({ shop }, { words, options }) => {
      const { percent, amount, from = null, until = null, least } = options
      const code = word(words, 0, 'CODE')
      shop.setCode({
        code,
        percentBp: percent === undefined ? null : Math.round(positive('--percent', percent) * 100),
        amountOre: amount === undefined ? null : countingNumber('--amount', amount),
        validFrom: from,
        validUntil: until,
        leastOre: least === undefined ? 0 : countingNumber('--least', least),
      })
      return [`code ${code} counts`]
    },
  },
  {
    words: 'code remove',
    usage: 'CODE',
    what: 'take a discount code away',
    run: ({ shop }, { words }) => {
      shop.removeCode(word(words, 0, 'CODE'))
      return [`code ${words[0]} is removed`]
    },
  },
  {
    words: 'delivery list',
    usage: '',
    what: 'the ways of delivery: name, kind, price in øre, free from, postal codes with prices of their own, id',
    run: ({ shop }) =>
      shop.settings().deliveryOptions.map(({ name, mode, priceOre, freeAboveOre, areas, areasOnly, id }) => {
        const places = areas.map(({ from, to, priceOre: here }) => `${from}-${to}: ${here}`).join(', ')
        const where = places === '' ? 'everywhere' : `${places}${areasOnly ? ', nowhere else' : ''}`
        return [name, mode, priceOre, freeAboveOre ?? 'never free', where, id].join('\t')
      }),
  },
  {
    words: 'delivery add',
    usage: 'NAME --price ORE [--kind henting|levering] [--free ORE] [--from POSTCODE --until POSTCODE]',
    what: 'add a way of delivery, with postal codes for these alone; its id is printed',
    run: ({ shop }, { words, options }) => [shop.addDelivery(deliveryOf(words, options))],
  },
  {
    words: 'delivery remove',
    usage: 'NAME',
    what: 'take a way of delivery away',
    run: ({ shop }, { words }) => {
      const name = word(words, 0, 'NAME')
      shop.removeDelivery(name)
      return [`delivery ${name} is removed`]
    },
  },
]

function deliveryOf(words: readonly string[], { price, kind, free, from, until }: Said['options']) {
  const priceOre = priceOf(price, '--price') ?? 0
  if ((from === undefined) !== (until === undefined) || (from ?? '') > (until ?? '')) {
    throw new Misused('--from and --until are the first and the last postal code, both or neither')
  }
  return {
    name: word(words, 0, 'NAME'),
    mode: oneOf(['henting', 'levering'], '--kind', kind ?? 'levering'),
    priceOre,
    freeAboveOre: free === undefined ? null : countingNumber('--free', free),
    areas: from === undefined || until === undefined ? [] : [{ from, to: until, priceOre }],
    areasOnly: from !== undefined && until !== undefined,
  }
}

function paramsIn(text: string | undefined): OrderLineProfile['params'] {
  const pairs = text === undefined ? [] : text.split(',')
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, mm] = /^(\w+):(.+)$/.exec(pair) ?? []
      if (name === undefined)
        throw new Misused(`--params is measures with their millimetres, a:25,b:120, not "${pair}"`)
      return [name, positive(`${name} of --params`, mm)]
    }),
  )
}

/** `none`: no price. */
function priceOf(text: string | undefined, name: string): number | null {
  return text === 'none' ? null : text === '0' ? 0 : countingNumber(name, text)
}
