// The commands for orders.
import { orderStatus } from '../../../shared/workshop-api/index.ts'
import type { EventOrder } from '../../../shared/workshop-api/index.ts'
import { parseCount, requireOneOf, requireWord } from './command-line.ts'
import type { Command } from './command.ts'
import type { WorkshopAdmin } from '../workshop-admin.ts'
import { missingNotes, prepaidNotes } from './invoice-notes.ts'

export const orderCommands: readonly Command[] = [
  {
    words: 'order list',
    usage: 'STATUS',
    description:
      'list the orders with a status, newest first: number, time of the status, customer, title, sum with VAT in øre, amount paid on the payment page',
    run: ({ inbox }, { words }) =>
      inbox
        .withStatus(requireOneOf(orderStatus.options, 'STATUS', requireWord(words, 0, 'STATUS')))
        .map(({ numberDisplay, statusChangedAt, customer, contact, title, totals }) =>
          [
            numberDisplay,
            statusChangedAt,
            customer?.name ?? contact?.company ?? contact?.name ?? '',
            title ?? '',
            totals.grossOre ?? 'no price',
            inbox.heldOre(numberDisplay) || '',
          ]
            // The text is foreign: it must stay on one line and must not contain terminal control characters.
            .map((each) => String(each).replaceAll(/\p{Cc}+/gu, ' '))
            .join('\t'),
        ),
  },
  {
    words: 'order lines',
    usage: 'NUMBER',
    description: 'list the lines of an order: line, description, quantity, unit, length in mm, unit price in øre',
    run: ({ orders }, { words }) =>
      orders
        .find(requireWord(words, 0, 'NUMBER'))
        .lines.map(({ lineNo, description, quantity, unit, lengthMm, unitPriceOre }) =>
          [lineNo, description ?? '', quantity, unit ?? '', lengthMm ?? '', unitPriceOre ?? 'no price']
            .map((each) => String(each).replaceAll(/\p{Cc}+/gu, ' '))
            .join('\t'),
        ),
  },
  {
    words: 'order price',
    usage: 'NUMBER LINE ORE',
    description: 'set the unit price of a line without VAT: for a text, or for dimensions that the shop cannot price',
    run: ({ inbox }, { words }) => {
      const number = requireWord(words, 0, 'NUMBER')
      const ore = words[2] === '0' ? 0 : parseCount('ORE', words[2])
      const { totals } = inbox.price(number, parseCount('LINE', words[1]), ore)
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
    description: `move an order one step: ${orderStatus.options.join(', ')}`,
    run: (admin, { words }) => {
      const to = requireOneOf(orderStatus.options, 'STATUS', requireWord(words, 1, 'STATUS'))
      const { numberDisplay, statusLabel, invoice } = admin.orders.move(requireWord(words, 0, 'NUMBER'), to)
      const notes = to === 'fakturert' ? paymentNotes(admin, numberDisplay, invoice) : []
      return [`${numberDisplay} ${statusLabel}`, ...notes]
    },
  },
  {
    words: 'order cancel',
    usage: 'NUMBER [--reason TEXT]',
    description: 'cancel a received order, decline a request',
    run: (admin, { words, options }) => {
      const { numberDisplay, statusLabel } = admin.orders.cancel(requireWord(words, 0, 'NUMBER'), options.reason)
      const paidOre = admin.inbox.heldOre(numberDisplay)
      const note = `${paidOre} øre of it were paid on the payment page: payment refund ${numberDisplay} refunds them`
      return [`${numberDisplay} ${statusLabel}`, ...(paidOre === 0 ? [] : [note])]
    },
  },
  {
    words: 'order forward',
    usage: 'NUMBER WORKSHOP',
    description: 'forward an order to another workshop, under any name: the order and its sheets leave the list',
    run: (admin, { words }) => {
      const [order, to] = [requireWord(words, 0, 'NUMBER'), requireWord(words, 1, 'WORKSHOP')]
      admin.orders.forward(order, to)
      return [`${order} forwarded to ${to}`]
    },
  },
  {
    words: 'order sms',
    usage: 'NUMBER failed',
    description: 'record that the SMS about a ready order was not sent, as the label app reports it',
    run: (admin, { words }) => {
      requireOneOf(['failed'], 'failed', requireWord(words, 1, 'failed'))
      const { numberDisplay } = admin.orders.recordSmsFailure(requireWord(words, 0, 'NUMBER'))
      return [`${numberDisplay} SMS not sent`]
    },
  },
]

/** Notes for the office about an invoiced order: the accounting system does not know the payment page. */
function paymentNotes(admin: WorkshopAdmin, number: string, invoice: EventOrder['invoice']): string[] {
  if (invoice === null) return []
  if (invoice.kind === 'invoice') return [...prepaidNotes(admin, invoice.id), ...missingNotes(admin, invoice.id)]
  const paidOre = admin.inbox.heldOre(number)
  return paidOre === 0 ? [] : [`${paidOre} øre of it were paid on the payment page: run order move ${number} betalt`]
}
