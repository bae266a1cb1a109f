// The words for payments on the workshop's command line.
import { countingNumber, word } from './command-line.ts'
import type { Command } from './command.ts'

export const paymentCommands: readonly Command[] = [
  {
    words: 'payment list',
    usage: 'NUMBER',
    what: 'the payments of an order: status, amount in øre, when it was paid, what was given back',
    run: ({ orders }, { words }) =>
      orders
        .payments(word(words, 0, 'NUMBER'))
        .map(({ status, amountOre, paidAt, refunds }) =>
          [status, amountOre, paidAt ?? '', refunds.map((refund) => refund.amountOre).join('+')].join('\t'),
        ),
  },
  {
    words: 'payment refund',
    usage: 'NUMBER [--amount ORE]',
    what: 'give a payment back: so many øre, or all that is left of it',
    run: ({ orders }, { words, options: { amount } }) => {
      const number = word(words, 0, 'NUMBER')
      const { status, refunds } = orders.refund(
        number,
        amount === undefined ? null : countingNumber('--amount', amount),
      )
      return [`${number} ${refunds.at(-1)?.amountOre} øre given back: ${status}`]
    },
  },
]
