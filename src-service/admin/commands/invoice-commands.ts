// The commands for payments and invoices.
import { parseAddress, parseCount, requireOneOf, requireWord } from './command-line.ts'
import type { Command } from './command.ts'
import { missingNotes, prepaidNotes } from './invoice-notes.ts'

export const sellerCommands: readonly Command[] = [
  {
    words: 'seller show',
    usage: '',
    description: 'show what the invoices state about the workshop',
    run: ({ seller }) => {
      const { name, orgNr, address, account, email, inBusinessRegister } = seller.read()
      const place = address === null ? null : `${address.line}, ${address.postalCode} ${address.city}`
      return [
        `name\t${name}`,
        `organisation number\t${orgNr ?? 'none'}`,
        `address\t${place ?? 'none'}`,
        `bank account\t${account ?? 'none'}`,
        `e-mail\t${email ?? 'none'}`,
        `in the Register of Business Enterprises\t${inBusinessRegister ? 'yes' : 'no'}`,
      ]
    },
  },
  {
    words: 'seller set',
    usage:
      '[--name NAME] [--orgnr NUMBER] [--address LINE --postcode CODE --city CITY] [--account NUMBER] [--email ADDRESS] [--register yes|no]',
    description:
      'set what the invoices state about the workshop; --register yes: it is in the Register of Business Enterprises',
    run: ({ seller }, { options }) => {
      const { name, orgnr: orgNr, account, email, register } = options
      const address = parseAddress(options)
      seller.set({
        ...(name === undefined ? {} : { name }),
        ...(orgNr === undefined ? {} : { orgNr }),
        ...(address === undefined ? {} : { address }),
        ...(account === undefined ? {} : { account }),
        ...(email === undefined ? {} : { email }),
        ...(register === undefined
          ? {}
          : { inBusinessRegister: requireOneOf(['yes', 'no'], '--register', register) === 'yes' }),
      })
      return ['the seller is set']
    },
  },
]

export const invoiceCommands: readonly Command[] = [
  {
    words: 'invoice draft',
    usage: 'NUMBER,NUMBER',
    description: 'draft an invoice for delivered orders of one customer; prints its id',
    run: ({ orders }, { words }) => [orders.draftInvoice(requireWord(words, 0, 'NUMBER,NUMBER').split(',')).id],
  },
  {
    words: 'invoice send',
    usage: 'ID',
    description:
      'send a draft: its orders become invoiced; prints its number, the amount that was paid on the payment page, and what it lacks',
    run: (admin, { words }) => {
      const { id, number } = admin.orders.sendInvoice(requireWord(words, 0, 'ID'))
      return [number ?? '', ...prepaidNotes(admin, id), ...missingNotes(admin, id)]
    },
  },
  {
    words: 'invoice discard',
    usage: 'ID',
    description: 'delete a draft: its orders can be drafted again',
    run: ({ orders }, { words }) => {
      const id = requireWord(words, 0, 'ID')
      orders.discardInvoice(id)
      return [`draft ${id} is deleted`]
    },
  },
  {
    words: 'invoice external',
    usage: 'NUMBER ERPNO',
    description: 'record that a delivered order was invoiced in the accounting system, under this number',
    run: ({ orders }, { words }) => {
      const { numberDisplay, statusLabel } = orders.recordExternalInvoice(
        requireWord(words, 0, 'NUMBER'),
        requireWord(words, 1, 'ERPNO'),
      )
      return [`${numberDisplay} ${statusLabel}`]
    },
  },
  {
    words: 'invoice list',
    usage: '',
    description: 'list the invoices, newest first: number, kind, status, sum with VAT in øre, orders, id',
    run: ({ orders }) =>
      orders
        .invoices()
        .map(({ number, kind, status, totals, orders: invoicedOrders, id }) =>
          [
            number ?? '',
            kind,
            status,
            totals.grossOre ?? '',
            invoicedOrders.map(({ numberDisplay }) => numberDisplay).join(','),
            id,
          ].join('\t'),
        ),
  },
]

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
