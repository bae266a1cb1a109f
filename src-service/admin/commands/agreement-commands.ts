// The commands for agreements.
import { parseCount, UsageError, requireWord } from './command-line.ts'
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
      const agreement = agreements.make({
        title: requireWord(words, 0, 'TITLE'),
        customer: customers.findByNumber(parseCount('--customer', customer)),
        validUntil: until,
        leadDays: lead === undefined ? null : parseCount('--lead', lead),
        deliveryDays: days === undefined ? [] : days.split(',').map((each) => parseCount('--days', each)),
      })
      return [agreement.number]
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
      const longestMm = Math.max(...prices.map(({ lengthMm }) => lengthMm))
      const maxLengthMm = options.length === undefined ? longestMm : parseCount('--length', options.length)
      if (maxLengthMm > longestMm)
        throw new UsageError(`--length must be at most ${longestMm}, the longest length with a price`)
      if (new Set(prices.map(({ lengthMm }) => lengthMm)).size < prices.length) {
        throw new UsageError('--prices must have one price for each length')
      }
      const description = requireWord(words, 1, 'DESCRIPTION')
      const { number, positions } = agreements.addPosition(requireWord(words, 0, 'NUMBER'), {
        description,
        maxLengthMm,
        prices,
      })
      return [`${number} has ${positions.length} positions`]
    },
  },
  ...(['send', 'accept', 'decline'] as const).map((action): Command => ({
    words: `agreement ${action}`,
    usage: 'NUMBER',
    description: {
      send: 'send a draft to its customer',
      accept: 'record that the customer accepts: it can be called off',
      decline: 'record that the customer declines',
    }[action],
    run: ({ agreements }, { words }) => {
      const { number, status } = agreements[action](requireWord(words, 0, 'NUMBER'))
      return [`${number} ${status}`]
    },
  })),
]
