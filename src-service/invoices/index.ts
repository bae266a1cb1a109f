// The invoices, their calls, and the changes of orders and invoices together.
export { invoiceCalls } from './invoice-calls.ts'
export { invoiceLines, invoiceTotals } from './invoice-of-orders.ts'
export { InvoiceStore } from './invoice-store.ts'
export type { IssueFacts } from './invoice-store.ts'
export { Invoicing } from './invoicing.ts'
export { invoiceNumberIn, kidOf } from './kid.ts'
export { readMonthReport } from './month-report.ts'
