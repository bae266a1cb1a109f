// The words for invoices on the workshop's command line.
import { word } from './command-line.ts'
import type { Command } from './command.ts'
import { paidOnline } from './paid-online.ts'

export const invoiceCommands: readonly Command[] = [
  {
    words: 'invoice draft',
    usage: 'NUMBER,NUMBER',
    what: 'draft an invoice over delivered orders of one customer; its id is printed',
    run: ({ orders }, { words }) => [orders.draftInvoice(word(words, 0, 'NUMBER,NUMBER').split(',')).id],
  },
  {
    words: 'invoice send',
    usage: 'ID',
    what: 'send a draft: its orders are invoiced; its number is printed, and what of it was paid on the payment page',
    run: (desk, { words }) => {
      const { id, number } = desk.orders.sendInvoice(word(words, 0, 'ID'))
      return [number ?? '', ...paidOnline(desk, id)]
    },
  },
  {
    words: 'invoice discard',
    usage: 'ID',
    what: 'throw a draft away: its orders can be drafted anew',
    run: ({ orders }, { words }) => {
      const id = word(words, 0, 'ID')
      orders.discardInvoice(id)
      return [`draft ${id} is thrown away`]
    },
  },
  {
    words: 'invoice external',
    usage: 'NUMBER ERPNO',
    what: 'a delivered order was invoiced in the accounting system, under this number there',
    run: ({ orders }, { words }) => {
      const { numberDisplay, statusLabel } = orders.invoicedElsewhere(word(words, 0, 'NUMBER'), word(words, 1, 'ERPNO'))
      return [`${numberDisplay} ${statusLabel}`]
    },
  },
  {
    words: 'invoice list',
    usage: '',
    what: 'the invoices, newest first: number, kind, status, sum with VAT in øre, orders, id',
    run: ({ orders }) =>
      orders
        .invoices()
        .map(({ number, kind, status, totals, orders: covered, id }) =>
          [
            number ?? '',
            kind,
            status,
            totals.grossOre ?? '',
            covered.map(({ numberDisplay }) => numberDisplay).join(','),
            id,
          ].join('\t'),
        ),
  },
]
