// The operations of the interface by name, made from the parts of the service.
import type { Operations } from './http/operation.ts'
import { agreementCalls } from './agreements/agreement-calls.ts'
import { attachmentCalls } from './attachments/attachment-calls.ts'
import type { SignedAddresses } from './attachments/signed-address.ts'
import { catalogueCalls } from './catalogue/catalogue-calls.ts'
import { customerCalls } from './customers/customer-calls.ts'
import { listEvents } from './events/event-pages.ts'
import { invoiceCalls } from './invoices/invoice-calls.ts'
import { readMonthReport } from './invoices/month-report.ts'
import { readMe } from './keys/read-me.ts'
import { orderMoves } from './orders/order-moves.ts'
import { orderResponses } from './orders/order-pages.ts'
import { orderProgressReads } from './orders/order-progress.ts'
import { orderRequests } from './orders/order-requests.ts'
import type { Parts } from './parts.ts'
import { paymentCalls } from './payments/payment-calls.ts'
import { readBendingList } from './production/bending-list.ts'
import { reportBent } from './production/mark-bent.ts'
import { sheetFiles } from './production/sheet-files.ts'
import { sheetReads } from './production/sheet-reads.ts'
import { projectCalls } from './projects/project-calls.ts'
import { shopCalls } from './shop/shop-calls.ts'

export function createOperations(parts: Parts, addresses: SignedAddresses, limitFactor: number): Operations {
  const { store, events, orders, sheets, brakes } = parts
  const { db } = store
  const responses = orderResponses(store)
  return {
    readMe: readMe(db, limitFactor),
    ...responses.pages,
    ...orderRequests(parts, responses),
    ...orderMoves(parts, responses),
    ...orderProgressReads(orders),
    ...attachmentCalls(parts, addresses),
    ...customerCalls(parts),
    ...projectCalls(parts),
    ...agreementCalls(parts),
    ...invoiceCalls(parts),
    readMonthReport: readMonthReport(db),
    ...shopCalls(parts),
    ...paymentCalls(parts),
    ...catalogueCalls(parts),
    listEvents: listEvents(db),
    listPressBrakes: brakes.list,
    readBendingList: readBendingList(db),
    ...sheetReads(sheets, orders),
    ...sheetFiles(sheets),
    reportBent: reportBent({ store, sheets, orders, brakes, events }),
  }
}
