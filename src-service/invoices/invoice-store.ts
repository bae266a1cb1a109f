// The workshop's invoices in the store: read for the interface, with the facts from which the sums of a month are computed.
import { invoice } from '../../shared/workshop-api/index.ts'
import type { EventType, Invoice } from '../../shared/workshop-api/index.ts'
import type { EventLog } from '../events/index.ts'
import { accessScopeParameters } from '../keys/index.ts'
import type { AccessScope, AccessScopeParameters } from '../keys/index.ts'
import type { Connection, Store } from '../store/index.ts'
import { buyer } from './buyer.ts'
import type { Buyer } from './buyer.ts'
import { documentFacts } from './document-facts.ts'
import type { DocumentFacts } from './document-facts.ts'

export type InvoiceEventType = Extract<EventType, `invoice.${string}`>

/** The test or live invoices of one workshop. */
export interface InvoiceSeries {
  workshopId: string
  isTest: boolean
}

/** Stored facts of an invoice that its body does not show. */
export interface InvoiceFacts {
  paidAt: string | null
  creditedAt: string | null
}

/** Facts at the time of sending, for the PDF and for the sums of a month. */
export interface IssueFacts {
  /** The part that had been paid on the payment page, in øre. */
  prepaidOre: number
  /** Null if the invoice has a customer, or if the orders do not name a buyer. */
  buyer: Buyer | null
  /** What its documents state. Null for an invoice that was sent before this was stored. */
  document: DocumentFacts | null
}

const firstNumber = 10_001

export class InvoiceStore {
  readonly #store: Store
  readonly #events: EventLog
  readonly #sql: ReturnType<typeof prepareStatements>

  constructor(store: Store, events: EventLog) {
    this.#store = store
    this.#events = events
    this.#sql = prepareStatements(store.db)
  }

  /** A customer key sees the sent invoices of its own customer, a workshop key all. */
  find(accessScope: AccessScope, id: string): Invoice | null {
    return parseInvoiceOrNull(this.#sql.selectOne.get(...accessScopeParameters(accessScope), id))
  }

  /** Newest first, from the one before `before`. */
  list(
    accessScope: AccessScope,
    includeDrafts: boolean,
    before: number,
    limit: number,
  ): { rowid: number; invoice: Invoice }[] {
    return this.#sql.selectPage
      .all(...accessScopeParameters(accessScope), includeDrafts ? 1 : 0, before, limit)
      .map((row) => ({ rowid: row.rowid, invoice: parseInvoice(row) }))
  }

  /** The next number of the ledger. It is used once an invoice with it is stored. */
  nextNumber({ workshopId, isTest }: InvoiceSeries): string {
    return String((this.#sql.lastNumber.get(workshopId, isTest ? 1 : 0)?.number ?? firstNumber - 1) + 1)
  }

  add(
    series: InvoiceSeries,
    newInvoice: Invoice,
    { paidAt = null, creditedAt = null }: Partial<InvoiceFacts> = {},
    issueFacts?: IssueFacts,
  ): void {
    const { id, customer, kind, status, issuedAt, dueDate, totals, orders, number } = invoice.parse(newInvoice)
    this.#sql.insert.run(
      id,
      series.workshopId,
      series.isTest ? 1 : 0,
      customer?.id ?? null,
      kind,
      status,
      issuedAt,
      dueDate,
      totals.grossOre,
      paidAt,
      creditedAt,
      JSON.stringify(newInvoice),
    )
    for (const order of orders) this.#sql.insertOrder.run(id, order.id)
    if (issueFacts !== undefined) this.#saveIssueFacts(id, issueFacts)
    this.#saveNumber(series, number)
  }

  /** The invoice of any owner; null if there is none. */
  byId(id: string): Invoice | null {
    return parseInvoiceOrNull(this.#sql.selectById.get(id))
  }

  /** Stores a draft as it was issued. Its number is used from now on. */
  send(series: InvoiceSeries, issued: Invoice, issueFacts: IssueFacts): Invoice {
    return this.#store.write(() => {
      this.#saveNumber(series, issued.number)
      this.#saveIssueFacts(issued.id, issueFacts)
      return this.#save(issued)
    })
  }

  /** Nothing prepaid, no buyer and no document facts if none were stored. */
  issueFactsOf(id: string): IssueFacts {
    const { prepaid_ore: prepaidOre = 0, buyer: storedBuyer = null } = this.#sql.selectIssue.get(id) ?? {}
    const document = this.#sql.selectDocument.get(id)
    return {
      prepaidOre,
      buyer: storedBuyer === null ? null : buyer.parse(JSON.parse(storedBuyer)),
      document: document === undefined ? null : documentFacts.parse(JSON.parse(document)),
    }
  }

  /** Deletes a draft. Its orders can be drafted again. */
  discard(draft: Invoice): void {
    this.#store.write(() => this.#sql.deleteInvoice.run(draft.id))
  }

  /** Stores the next version, and the facts that are given. */
  change(changed: Invoice, facts?: Partial<InvoiceFacts>): Invoice {
    return this.#store.write(() => this.#save(changed, facts))
  }

  /** Sends an event with the invoice. Call it in the transaction of the change. */
  sendEvent({ workshopId, isTest }: InvoiceSeries, type: InvoiceEventType, changed: Invoice, nowMs: number): void {
    const customerId = changed.customer?.id ?? null
    this.#events.add({ type, workshopId, livemode: !isTest, customerId, data: { invoice: changed } }, nowMs)
  }

  /** The draft that contains an order. */
  draftOf(orderId: string): Invoice | null {
    return parseInvoiceOrNull(this.#sql.selectDraft.get(orderId))
  }

  /** Sets sent invoices with a due date before `today` to `forfalt`. */
  markOverdue(today: string): void {
    this.#store.write(() => {
      for (const row of this.#sql.selectOverdue.all(today)) this.#save({ ...parseInvoice(row), status: 'forfalt' })
    })
  }

  /** Deletes the test invoices whose last order has been deleted. */
  deleteWithoutOrders(): void {
    this.#store.write(() => this.#sql.deleteWithoutOrders.run())
  }

  #save(changed: Invoice, { paidAt = null, creditedAt = null }: Partial<InvoiceFacts> = {}): Invoice {
    const stored = invoice.parse({ ...changed, version: changed.version + 1 })
    const { status, issuedAt, dueDate, totals, id } = stored
    const body = JSON.stringify(stored)
    this.#sql.update.run(status, issuedAt, dueDate, totals.grossOre, paidAt, creditedAt, body, id)
    return stored
  }

  #saveNumber({ workshopId, isTest }: InvoiceSeries, number: string | null): void {
    if (number !== null) this.#sql.saveLastNumber.run(workshopId, isTest ? 1 : 0, Number(number))
  }

  #saveIssueFacts(id: string, { prepaidOre, buyer: invoiceBuyer, document }: IssueFacts): void {
    this.#sql.insertIssue.run(id, prepaidOre, invoiceBuyer === null ? null : JSON.stringify(invoiceBuyer))
    if (document !== null) this.#sql.insertDocument.run(id, JSON.stringify(documentFacts.parse(document)))
  }
}

const parseInvoice = ({ body }: { body: string }): Invoice => invoice.parse(JSON.parse(body))
const parseInvoiceOrNull = (row: { body: string } | undefined): Invoice | null =>
  row === undefined ? null : parseInvoice(row)

/** The condition of the invoices that a key sees. */
const visible = `workshop_id = ? AND is_test = ?
  AND (? IS NULL OR (customer_id = ? AND kind <> 'external' AND status <> 'utkast'))`

function prepareStatements(db: Connection) {
  return {
    selectOne: db.prepare<[...AccessScopeParameters, string], { body: string }>(
      `SELECT body FROM invoice WHERE ${visible} AND id = ?`,
    ),
    selectById: db.prepare<[string], { body: string }>('SELECT body FROM invoice WHERE id = ?'),
    selectPage: db.prepare<[...AccessScopeParameters, number, number, number], { rowid: number; body: string }>(
      `SELECT rowid, body FROM invoice WHERE ${visible} AND (? OR status <> 'utkast') AND rowid < ?
       ORDER BY rowid DESC LIMIT ?`,
    ),
    lastNumber: db.prepare<[string, number], { number: number | null }>(
      'SELECT last AS number FROM invoice_number WHERE workshop_id = ? AND is_test = ?',
    ),
    saveLastNumber: db.prepare(
      'INSERT INTO invoice_number VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET last = max(last, excluded.last)',
    ),
    insert: db.prepare(
      `INSERT INTO invoice (id, workshop_id, is_test, customer_id, kind, status, issued_at, due_date, gross_ore, paid_at, credited_at, body)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    insertOrder: db.prepare('INSERT INTO invoice_order (invoice_id, order_id) VALUES (?, ?)'),
    update: db.prepare(
      `UPDATE invoice SET status = ?, issued_at = ?, due_date = ?, gross_ore = ?, paid_at = coalesce(?, paid_at),
         credited_at = coalesce(?, credited_at), body = ? WHERE id = ?`,
    ),
    selectDraft: db.prepare<[string], { body: string }>(
      `SELECT i.body FROM invoice i JOIN invoice_order o ON o.invoice_id = i.id WHERE o.order_id = ? AND i.status = 'utkast'`,
    ),
    insertIssue: db.prepare('INSERT INTO invoice_issue (invoice_id, prepaid_ore, buyer) VALUES (?, ?, ?)'),
    selectIssue: db.prepare<[string], { prepaid_ore: number; buyer: string | null }>(
      'SELECT prepaid_ore, buyer FROM invoice_issue WHERE invoice_id = ?',
    ),
    insertDocument: db.prepare('INSERT INTO invoice_document (invoice_id, body) VALUES (?, ?)'),
    selectDocument: db.prepare<[string], string>('SELECT body FROM invoice_document WHERE invoice_id = ?').pluck(),
    deleteInvoice: db.prepare('DELETE FROM invoice WHERE id = ?'),
    selectOverdue: db.prepare<[string], { body: string }>(
      `SELECT body FROM invoice WHERE kind = 'invoice' AND status = 'sendt' AND due_date < ?`,
    ),
    deleteWithoutOrders: db.prepare(
      'DELETE FROM invoice WHERE is_test = 1 AND NOT EXISTS (SELECT 1 FROM invoice_order WHERE invoice_id = invoice.id)',
    ),
  }
}
