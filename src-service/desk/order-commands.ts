// The words for orders on the workshop's command line.
import { orderStatus } from '../../shared/workshop-api/index.ts'
import type { EventOrder } from '../../shared/workshop-api/index.ts'
import { countingNumber, oneOf, word } from './command-line.ts'
import type { Command } from './command.ts'
import type { Desk } from './desk.ts'
import { paidOnline } from './paid-online.ts'

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
      const { numberDisplay, statusLabel, invoice } = desk.orders.move(word(words, 0, 'NUMBER'), to)
      const held = to === 'fakturert' ? heldOf(desk, numberDisplay, invoice) : []
      return [`${numberDisplay} ${statusLabel}`, ...held]
    },
  },
  {
    words: 'order cancel',
    usage: 'NUMBER [--reason TEXT]',
    what: 'cancel a received order, decline a request',
    run: (desk, { words, options }) => {
      const { numberDisplay, statusLabel } = desk.orders.cancel(word(words, 0, 'NUMBER'), options.reason)
      const held = desk.inbox.heldOre(numberDisplay)
      const told = `${held} øre of it were paid on the payment page: payment refund ${numberDisplay} gives it back`
      return [`${numberDisplay} ${statusLabel}`, ...(held === 0 ? [] : [told])]
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

/** What the office is told of an order that is invoiced: the accounting system knows nothing of the payment page. */
function heldOf(desk: Desk, number: string, by: EventOrder['invoice']): string[] {
  if (by === null) return []
  if (by.kind === 'invoice') return paidOnline(desk, by.id)
  const held = desk.inbox.heldOre(number)
  return held === 0 ? [] : [`${held} øre of it were paid on the payment page: order move ${number} betalt`]
}
