// The commands for agreements.
import { countingNumber, UsageError, word } from './command-line.ts'
import type { Command } from './command.ts'

export const agreementCommands: readonly Command[] = [
  {
    words: 'agreement list',
    usage: '',
    description:
      'list the agreements, with drafts: number, status, customer, title, last day, lead days, delivery days, number of positions',
    run: ({ agreements }) =>
      agreements
        .list()
        .map(({ number, status, customer, title, validUntil, leadDays, deliveryDays, positions }) =>
          [
            number,
            status,
            customer.name,
            title ?? '',
            validUntil ?? 'no end',
            leadDays ?? 0,
            deliveryDays.join(',') || 'any day',
            positions.length,
          ].join('\t'),
        ),
  },
  {
    words: 'agreement make',
    usage: 'TITLE --customer NUMBER [--until YYYY-MM-DD] [--lead DAYS] [--days DAY,DAY]',
    description: 'draft an agreement; delivery days are 1 (Monday) to 7; prints its number',
    run: ({ agreements, customers }, { words, options }) => {
      const { customer, until = null, lead, days } = options
      const made = agreements.make({
        title: word(words, 0, 'TITLE'),
        customer: customers.numbered(countingNumber('--customer', customer)),
        validUntil: until,
        leadDays: lead === undefined ? null : countingNumber('--lead', lead),
        deliveryDays: days === undefined ? [] : days.split(',').map((each) => countingNumber('--days', each)),
      })
      return [made.number]
    },
  },
  {
    words: 'agreement position',
    usage: 'NUMBER DESCRIPTION --prices MM:ORE,MM:ORE [--length MM]',
    description:
      'add a position to a draft, with the price of a piece at each length; --length is the maximum length (default: the longest length with a price)',
    run: ({ agreements }, { words, options }) => {
      const prices = (options.prices ?? '').split(',').map((each) => {
        const [, lengthMm, ore] = /^(\d+):(\d+)$/.exec(each) ?? []
        if (lengthMm === undefined)
          throw new UsageError(`--prices must be lengths with their prices, such as 1000:9400, not "${each}"`)
        return { lengthMm: Number(lengthMm), unitPriceOre: Number(ore) }
      })
      const longest = Math.max(...prices.map(({ lengthMm }) => lengthMm))
      const maxLengthMm = options.length === undefined ? longest : countingNumber('--length', options.length)
      if (maxLengthMm > longest)
        throw new UsageError(`--length must be at most ${longest}, the longest length with a price`)
      if (new Set(prices.map(({ lengthMm }) => lengthMm)).size < prices.length) {
        throw new UsageError('--prices must have one price for each length')
      }
      const description = word(words, 1, 'DESCRIPTION')
      const { number, positions } = agreements.addPosition(word(words, 0, 'NUMBER'), {
        description,
        maxLengthMm,
        prices,
      })
      return [`${number} has ${positions.length} positions`]
    },
  },
  ...(['send', 'accept', 'decline'] as const).map((act): Command => ({
    words: `agreement ${act}`,
    usage: 'NUMBER',
    description: {
      send: 'send a draft to its customer',
      accept: 'record that the customer accepts: it can be called off',
      decline: 'record that the customer declines',
    }[act],
    run: ({ agreements }, { words }) => {
      const { number, status } = agreements[act](word(words, 0, 'NUMBER'))
      return [`${number} ${status}`]
    },
  })),
]
