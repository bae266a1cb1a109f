// The words for orders on the workshop's command line.
import { orderStatus } from '../../shared/workshop-api/index.ts'
import type { OrderStatus } from '../../shared/workshop-api/index.ts'
import { countingNumber, oneOf, word } from './command-line.ts'
import type { Command } from './command.ts'
import type { Desk } from './desk.ts'

export const orderCommands: readonly Command[] = [
  {
    words: 'order list',
    usage: 'STATUS',
    what: 'the orders at one rung, newest first: number, since when, whose, title, sum with VAT in øre, what of it was paid on the payment page',
    run: ({ inbox }, { words }) =>
      inbox
        .at(oneOf(orderStatus.options, 'STATUS', word(words, 0, 'STATUS')))
        .map(({ numberDisplay, statusChangedAt, customer, contact, title, totals }) =>
          [
            numberDisplay,
            statusChangedAt,
            customer?.name ?? contact?.company ?? contact?.name ?? '',
            title ?? '',
            totals.grossOre ?? 'no price',
            inbox.heldOre(numberDisplay) || '',
          ]
            // whatever a caller wrote, on one line and without commands to the terminal
            .map((each) => String(each).replaceAll(/\p{Cc}+/gu, ' '))
            .join('\t'),
        ),
  },
  {
    words: 'order lines',
    usage: 'NUMBER',
    what: 'the lines of an order: line, description, quantity, unit, length in mm, price of one in øre',
    run: ({ orders }, { words }) =>
      orders
        .find(word(words, 0, 'NUMBER'))
        .lines.map(({ lineNo, description, quantity, unit, lengthMm, unitPriceOre }) =>
          [lineNo, description ?? '', quantity, unit ?? '', lengthMm ?? '', unitPriceOre ?? 'no price']
            .map((each) => String(each).replaceAll(/\p{Cc}+/gu, ' '))
            .join('\t'),
        ),
  },
  {
    words: 'order price',
    usage: 'NUMBER LINE ORE',
    what: 'what one of a line costs, without VAT: of a text, or of measures that the shop cannot price',
    run: ({ inbox }, { words }) => {
      const number = word(words, 0, 'NUMBER')
      const ore = words[2] === '0' ? 0 : countingNumber('ORE', words[2])
      const { totals } = inbox.price(number, countingNumber('LINE', words[1]), ore)
      return [
        totals.grossOre === null
          ? `${number} has lines without a price yet`
          : `${number} ${totals.grossOre} øre with VAT`,
      ]
    },
  },
  {
    words: 'order move',
    usage: 'NUMBER STATUS',
    what: `one rung of the ladder: ${orderStatus.options.join(', ')}`,
    run: (desk, { words }) => {
      const to = oneOf(orderStatus.options, 'STATUS', word(words, 1, 'STATUS'))
      const { numberDisplay, statusLabel } = desk.orders.move(word(words, 0, 'NUMBER'), to)
      return [`${numberDisplay} ${statusLabel}`, ...paidOnline(desk, numberDisplay, to)]
    },
  },
  {
    words: 'order cancel',
    usage: 'NUMBER [--reason TEXT]',
    what: 'cancel a received order, decline a request',
    run: (desk, { words, options }) => {
      const { numberDisplay, statusLabel } = desk.orders.cancel(word(words, 0, 'NUMBER'), options.reason)
      return [`${numberDisplay} ${statusLabel}`, ...paidOnline(desk, numberDisplay, 'avbrutt')]
    },
  },
  {
    words: 'order forward',
    usage: 'NUMBER WORKSHOP',
    what: 'hand an order to another workshop, by whatever name it has: the order and its sheets leave the list',
    run: (desk, { words }) => {
      const [order, to] = [word(words, 0, 'NUMBER'), word(words, 1, 'WORKSHOP')]
      desk.orders.forward(order, to)
      return [`${order} forwarded to ${to}`]
    },
  },
  {
    words: 'order sms',
    usage: 'NUMBER failed',
    what: 'what the label app tells: the message that an order is ready did not go out',
    run: (desk, { words }) => {
      oneOf(['failed'], 'failed', word(words, 1, 'failed'))
      const { numberDisplay } = desk.orders.smsFailed(word(words, 0, 'NUMBER'))
      return [`${numberDisplay} SMS not sent`]
    },
  },
]

/** What the office is to do about money that it has already. */
function paidOnline({ inbox }: Desk, number: string, status: OrderStatus): string[] {
  const todo: Partial<Record<OrderStatus, string>> = {
    fakturert: `order move ${number} betalt`,
    avbrutt: `payment refund ${number} gives it back`,
  }
  const held = todo[status] === undefined ? 0 : inbox.heldOre(number)
  return held === 0 ? [] : [`${held} øre of it were paid on the payment page: ${todo[status]}`]
}
