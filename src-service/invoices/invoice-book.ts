// The workshop's invoices as they are stored: found for the interface, and stored with the facts that a month's sums are made of.
import { invoice } from '../../shared/workshop-api/index.ts'
import type { EventType, Invoice } from '../../shared/workshop-api/index.ts'
import type { EventLog } from '../events/event-log.ts'
import { whose } from '../keys/key-ring.ts'
import type { Reach, Whose } from '../keys/key-ring.ts'
import type { Store } from '../store/store.ts'
import { buyer } from './buyer.ts'
import type { Buyer } from './buyer.ts'

export type InvoiceNews = Extract<EventType, `invoice.${string}`>

/** Whose invoices: a workshop's, test data or live. */
export interface Ledger {
  workshopId: string
  isTest: boolean
}

/** What an invoice does not show. */
export interface InvoiceFacts {
  paidAt: string | null
  creditedAt: string | null
}

/** How things stood when it was sent, for its paper and the month's sums. */
export interface IssueFacts {
  /** What of its sum had been paid on the payment page, in øre. */
  prepaidOre: number
  /** Null where it has a customer, or nobody knows whom it is for. */
  buyer: Buyer | null
}

export interface InvoiceBook {
  /** A customer key sees its own customer's sent ones, a workshop key all; drafts where they are asked for. */
  find: (reach: Reach, id: string) => Invoice | null
  /** Newest first, from the one before `before`. */
  list: (reach: Reach, drafts: boolean, before: number, limit: number) => { place: number; invoice: Invoice }[]
  /** Gives the next number of the ledger. */
  nextNumber: (ledger: Ledger) => string
  add: (ledger: Ledger, added: Invoice, facts?: Partial<InvoiceFacts>, how?: IssueFacts) => void
  /** Whoever it is of; null for none. */
  byId: (id: string) => Invoice | null
  /** Stores a draft as it was issued; its number is taken. */
  send: (ledger: Ledger, issued: Invoice, how: IssueFacts) => Invoice
  /** Nothing paid and no buyer, where nothing else was stored. */
  issueOf: (id: string) => IssueFacts
  /** Throws a draft away; its orders are as free as before it. */
  discard: (draft: Invoice) => void
  /** Stores the next version, with the facts that are new. */
  change: (changed: Invoice, facts?: Partial<InvoiceFacts>) => Invoice
  /** Tells of an invoice as it is now; only within the transaction of what has become of it. */
  tell: (ledger: Ledger, type: InvoiceNews, of: Invoice, nowMs: number) => void
  /** The draft that covers an order. */
  draftOf: (orderId: string) => Invoice | null
  /** Those sent whose day is past are `forfalt` from now on. */
  markOverdue: (today: string) => void
  /** Test invoices go with the last of their orders. */
  clearOld: () => void
}

const firstNumber = 10_001

export function invoiceBook({ db, write }: Store, events: EventLog): InvoiceBook {
  const seen = `workshop_id = ? AND is_test = ?
    AND (? IS NULL OR (customer_id = ? AND kind <> 'external' AND status <> 'utkast'))`
  const one = db.prepare<[...Whose, string], { body: string }>(`SELECT body FROM invoice WHERE ${seen} AND id = ?`)
  const any = db.prepare<[string], { body: string }>('SELECT body FROM invoice WHERE id = ?')
  const page = db.prepare<[...Whose, number, number, number], { place: number; body: string }>(
    `SELECT rowid AS place, body FROM invoice WHERE ${seen} AND (? OR status <> 'utkast') AND rowid < ?
     ORDER BY rowid DESC LIMIT ?`,
  )
  const lastNumber = db.prepare<[string, number], { number: number | null }>(
    'SELECT last AS number FROM invoice_number WHERE workshop_id = ? AND is_test = ?',
  )
  const keepNumber = db.prepare(
    'INSERT INTO invoice_number VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET last = max(last, excluded.last)',
  )
  const insert = db.prepare(
    `INSERT INTO invoice (id, workshop_id, is_test, customer_id, kind, status, issued_at, due_date, gross_ore, paid_at, credited_at, body)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const cover = db.prepare('INSERT INTO invoice_order (invoice_id, order_id) VALUES (?, ?)')
  const update = db.prepare(
    `UPDATE invoice SET status = ?, issued_at = ?, due_date = ?, gross_ore = ?, paid_at = coalesce(?, paid_at),
       credited_at = coalesce(?, credited_at), body = ? WHERE id = ?`,
  )
  const draft = db.prepare<[string], { body: string }>(
    `SELECT i.body FROM invoice i JOIN invoice_order o ON o.invoice_id = i.id WHERE o.order_id = ? AND i.status = 'utkast'`,
  )
  const insertIssue = db.prepare('INSERT INTO invoice_issue (invoice_id, prepaid_ore, buyer) VALUES (?, ?, ?)')
  const selectIssue = db.prepare<[string], { prepaid_ore: number; buyer: string | null }>(
    'SELECT prepaid_ore, buyer FROM invoice_issue WHERE invoice_id = ?',
  )
  const remove = db.prepare('DELETE FROM invoice WHERE id = ?')
  const overdue = db.prepare<[string], { body: string }>(
    `SELECT body FROM invoice WHERE kind = 'invoice' AND status = 'sendt' AND due_date < ?`,
  )
  const clear = db.prepare(
    'DELETE FROM invoice WHERE is_test = 1 AND NOT EXISTS (SELECT 1 FROM invoice_order WHERE invoice_id = invoice.id)',
  )
  const take = ({ workshopId, isTest }: Ledger, number: string | null) => {
    if (number !== null) keepNumber.run(workshopId, isTest ? 1 : 0, Number(number))
  }
  const keepIssue = (id: string, { prepaidOre, buyer: whom }: IssueFacts) =>
    insertIssue.run(id, prepaidOre, whom === null ? null : JSON.stringify(whom))
  const change: InvoiceBook['change'] = (changed, { paidAt = null, creditedAt = null } = {}) => {
    const stored = invoice.parse({ ...changed, version: changed.version + 1 })
    const { status, issuedAt, dueDate, totals, id } = stored
    update.run(status, issuedAt, dueDate, totals.grossOre, paidAt, creditedAt, JSON.stringify(stored), id)
    return stored
  }
  return {
    find: (reach, id) => optional(one.get(...whose(reach), id)),
    list: (reach, drafts, before, limit) =>
      page
        .all(...whose(reach), drafts ? 1 : 0, before, limit)
        .map((row) => ({ place: row.place, invoice: invoiceOf(row) })),
    nextNumber: ({ workshopId, isTest }) =>
      String((lastNumber.get(workshopId, isTest ? 1 : 0)?.number ?? firstNumber - 1) + 1),
    byId: (id) => optional(any.get(id)),
    send: (ledger, issued, how) =>
      write(() => {
        take(ledger, issued.number)
        keepIssue(issued.id, how)
        return change(issued)
      }),
    issueOf: (id) => {
      const { prepaid_ore: prepaidOre = 0, buyer: whom = null } = selectIssue.get(id) ?? {}
      return { prepaidOre, buyer: whom === null ? null : buyer.parse(JSON.parse(whom)) }
    },
    discard: (draft) => {
      write(() => remove.run(draft.id))
    },
    add: (ledger, added, { paidAt = null, creditedAt = null } = {}, how) => {
      const { workshopId, isTest } = ledger
      const { id, customer, kind, status, issuedAt, dueDate, totals, orders, number } = invoice.parse(added)
      const whom = [id, workshopId, isTest ? 1 : 0, customer?.id ?? null]
      insert.run(...whom, kind, status, issuedAt, dueDate, totals.grossOre, paidAt, creditedAt, JSON.stringify(added))
      for (const order of orders) cover.run(id, order.id)
      if (how !== undefined) keepIssue(id, how)
      take(ledger, number)
    },
    change: (changed, facts) => write(() => change(changed, facts)),
    tell: ({ workshopId, isTest }, type, of, nowMs) => {
      const customerId = of.customer?.id ?? null
      events.add({ type, workshopId, livemode: !isTest, customerId, data: { invoice: of } }, nowMs)
    },
    draftOf: (orderId) => optional(draft.get(orderId)),
    markOverdue: (today) => {
      write(() => {
        for (const row of overdue.all(today)) change({ ...invoiceOf(row), status: 'forfalt' })
      })
    },
    clearOld: () => {
      write(() => clear.run())
    },
  }
}

const invoiceOf = ({ body }: { body: string }): Invoice => invoice.parse(JSON.parse(body))
const optional = (row: { body: string } | undefined): Invoice | null => (row === undefined ? null : invoiceOf(row))
