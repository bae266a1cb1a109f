// The commands for the shop.
import { bendingSheet, materials } from '../../../shared/workshop-api/index.ts'
import type { OrderLineProfile } from '../../../shared/workshop-api/index.ts'
import { parseCount, UsageError, requireOneOf, parsePositive, requireWord } from './command-line.ts'
import type { ParsedCommand } from './command-line.ts'
import type { Command } from './command.ts'

const colourSides = bendingSheet.shape.profile.shape.colourSide.options

export const shopCommands: readonly Command[] = [
  {
    words: 'shop show',
    usage: '',
    description:
      'show the settings of the shop: address, ways to order, terms and their address, prices shown or hidden',
    run: ({ shop }) => {
      const { url, orderWays, terms, pricesHidden } = shop.settings()
      return [
        `address\t${url ?? 'none'}`,
        `ways\t${orderWays.join(', ')}`,
        `terms\t${terms.text ?? 'none'}`,
        `terms at\t${terms.url ?? 'none'}`,
        `prices\t${pricesHidden ? 'hidden' : 'shown'}`,
      ]
    },
  },
  {
    words: 'shop set',
    usage: '[--url ADDRESS] [--ways WAY,WAY] [--terms TEXT] [--termsurl ADDRESS]',
    description: 'set the address of the shop, the ways to order, and its terms',
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
    description: 'show prices to keys, or hide them',
    run: ({ shop }, { words }) => {
      const state = requireOneOf(['shown', 'hidden'], 'shown|hidden', requireWord(words, 0, 'shown|hidden'))
      shop.hidePrices(state === 'hidden')
      return [`prices are ${state}`]
    },
  },
  {
    words: 'product list',
    usage: '',
    description: 'list the products: name, unit, price of a unit in øre, version, id',
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
    description: 'add a product; prints its id',
    run: ({ shop }, { words, options }) => {
      const lengthOption = (name: 'least' | 'most') =>
        options[name] === undefined ? null : parsePositive(`--${name}`, options[name])
      const product = shop.addProduct({
        name: requireWord(words, 0, 'NAME'),
        unit: requireOneOf(['m', 'stk'], '--unit', options.unit ?? 'stk'),
        unitPriceOre: parsePrice(options.price, '--price'),
        minLengthMm: lengthOption('least'),
        maxLengthMm: lengthOption('most'),
      })
      return [product.id]
    },
  },
  {
    words: 'product price',
    usage: 'PRODUCT ORE|none',
    description: 'set the unit price of a product, by its name or id',
    run: ({ shop }, { words }) => {
      const { name, version } = shop.priceProduct(requireWord(words, 0, 'PRODUCT'), parsePrice(words[1], 'ORE|none'))
      return [`${name} version ${version}`]
    },
  },
  {
    words: 'product profile',
    usage: 'PRODUCT FAMILY|none [--params NAME:MM,NAME:MM] [--material MATERIAL] [--colour COLOUR] [--side SIDE]',
    description: `set the profile of a product, by its name or id; a material is one of ${materials.join(', ')}; a colour side is one of ${colourSides.join(', ')}`,
    run: ({ shop }, { words, options }) => {
      const family = requireWord(words, 1, 'FAMILY|none')
      const { params, material, colour = null, side } = options
      const profile: OrderLineProfile = {
        family,
        params: parseParams(params),
        material: material === undefined ? null : requireOneOf(materials, '--material', material),
        colour,
        colourSide: side === undefined ? null : requireOneOf(colourSides, '--side', side),
      }
      const { name, version } = shop.shapeProduct(requireWord(words, 0, 'PRODUCT'), family === 'none' ? null : profile)
      return [`${name} version ${version}`]
    },
  },
  {
    words: 'code list',
    usage: '',
    description: 'list the discount codes: code, discount, first and last day, minimum sum of the goods in øre',
    run: ({ shop }) =>
      shop
        .settings()
        .discountCodes.map(({ code, percentBp, amountOre, validFrom, validUntil, leastOre }) =>
          [
            code,
            percentBp === null ? `${amountOre ?? 0} øre` : `${percentBp / 100} %`,
            validFrom ?? 'no start',
            validUntil ?? 'no end',
            leastOre,
          ].join('\t'),
        ),
  },
  {
    words: 'code set',
    usage: 'CODE [--percent N] [--amount ORE] [--from YYYY-MM-DD] [--until YYYY-MM-DD] [--least ORE]',
    description: 'set a discount code: a percentage or an amount off the goods',
    run: ({ shop }, { words, options }) => {
      const { percent, amount, from = null, until = null, least } = options
      const code = requireWord(words, 0, 'CODE')
      shop.setCode({
        code,
        percentBp: percent === undefined ? null : Math.round(parsePositive('--percent', percent) * 100),
        amountOre: amount === undefined ? null : parseCount('--amount', amount),
        validFrom: from,
        validUntil: until,
        leastOre: least === undefined ? 0 : parseCount('--least', least),
      })
      return [`code ${code} is set`]
    },
  },
  {
    words: 'code remove',
    usage: 'CODE',
    description: 'remove a discount code',
    run: ({ shop }, { words }) => {
      shop.removeCode(requireWord(words, 0, 'CODE'))
      return [`code ${words[0]} is removed`]
    },
  },
  {
    words: 'delivery list',
    usage: '',
    description:
      'list the delivery options: name, kind, price in øre, free from, postal codes with their own prices, id',
    run: ({ shop }) =>
      shop.settings().deliveryOptions.map(({ name, mode, priceOre, freeAboveOre, areas, areasOnly, id }) => {
        const postalCodes = areas
          .map(({ from, to, priceOre: areaPriceOre }) => `${from}-${to}: ${areaPriceOre}`)
          .join(', ')
        const servedArea = postalCodes === '' ? 'everywhere' : `${postalCodes}${areasOnly ? ', nowhere else' : ''}`
        return [name, mode, priceOre, freeAboveOre ?? 'never free', servedArea, id].join('\t')
      }),
  },
  {
    words: 'delivery add',
    usage: 'NAME --price ORE [--kind henting|levering] [--free ORE] [--from POSTCODE --until POSTCODE]',
    description: 'add a delivery option, for some postal codes only if they are given; prints its id',
    run: ({ shop }, { words, options }) => [shop.addDelivery(parseDelivery(words, options))],
  },
  {
    words: 'delivery remove',
    usage: 'NAME',
    description: 'remove a delivery option',
    run: ({ shop }, { words }) => {
      const name = requireWord(words, 0, 'NAME')
      shop.removeDelivery(name)
      return [`delivery ${name} is removed`]
    },
  },
]

function parseDelivery(words: readonly string[], { price, kind, free, from, until }: ParsedCommand['options']) {
  const priceOre = parsePrice(price, '--price') ?? 0
  if ((from === undefined) !== (until === undefined) || (from ?? '') > (until ?? '')) {
    throw new UsageError('--from and --until must be the first and the last postal code, both or neither')
  }
  return {
    name: requireWord(words, 0, 'NAME'),
    mode: requireOneOf(['henting', 'levering'], '--kind', kind ?? 'levering'),
    priceOre,
    freeAboveOre: free === undefined ? null : parseCount('--free', free),
    areas: from === undefined || until === undefined ? [] : [{ from, to: until, priceOre }],
    areasOnly: from !== undefined && until !== undefined,
  }
}

function parseParams(text: string | undefined): OrderLineProfile['params'] {
  const pairs = text === undefined ? [] : text.split(',')
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, mm] = /^(\w+):(.+)$/.exec(pair) ?? []
      if (name === undefined)
        throw new UsageError(`--params must be dimensions in millimetres, such as a:25,b:120, not "${pair}"`)
      return [name, parsePositive(`${name} of --params`, mm)]
    }),
  )
}

/** `none`: no price. */
function parsePrice(text: string | undefined, name: string): number | null {
  return text === 'none' ? null : text === '0' ? 0 : parseCount(name, text)
}
