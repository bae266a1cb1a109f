// The commands for payments.
import { parseCount, requireWord } from './command-line.ts'
import type { Command } from './command.ts'

export const paymentCommands: readonly Command[] = [
  {
    words: 'payment list',
    usage: 'NUMBER',
    description: 'list the payments of an order: status, amount in øre, time of payment, refunds',
    run: ({ orders }, { words }) =>
      orders
        .payments(requireWord(words, 0, 'NUMBER'))
        .map(({ status, amountOre, paidAt, refunds }) =>
          [status, amountOre, paidAt ?? '', refunds.map((refund) => refund.amountOre).join('+')].join('\t'),
        ),
  },
  {
    words: 'payment refund',
    usage: 'NUMBER [--amount ORE]',
    description: 'refund a payment: an amount in øre, or all that remains',
    run: ({ orders }, { words, options: { amount } }) => {
      const number = requireWord(words, 0, 'NUMBER')
      const { status, refunds } = orders.refund(number, amount === undefined ? null : parseCount('--amount', amount))
      return [`${number} ${refunds.at(-1)?.amountOre} øre refunded: ${status}`]
    },
  },
]
