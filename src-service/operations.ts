// The operations of the interface by name, made from the parts of the service.
import type { Operations } from './operation/index.ts'
import { agreementCalls } from './agreements/index.ts'
import { attachmentCalls } from './attachments/index.ts'
import type { SignedAddresses } from './attachments/index.ts'
import { catalogueCalls } from './catalogue/index.ts'
import { customerCalls } from './customers/index.ts'
import { listEvents } from './events/index.ts'
import { invoiceCalls, readMonthReport } from './invoices/index.ts'
import { readMe } from './read-me.ts'
import { orderMoves, orderProgressReads, orderRequests, orderResponses } from './orders/index.ts'
import type { Parts } from './parts.ts'
import { paymentCalls } from './payments/index.ts'
import { readBendingList, reportBent, sheetReads } from './production/index.ts'
import { invoiceFiles, sheetFiles } from './documents/index.ts'
import type { DocumentWorkers } from './documents/index.ts'
import { projectCalls } from './projects/index.ts'
import { shopCalls } from './shop/index.ts'

export function createOperations(
  parts: Parts,
  addresses: SignedAddresses,
  documents: DocumentWorkers,
  limitFactor: number,
): Operations {
  const { store, events, invoices, orders, sheets, brakes } = parts
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
    ...invoiceFiles(invoices, documents),
    readMonthReport: readMonthReport(db),
    ...shopCalls(parts),
    ...paymentCalls(parts),
    ...catalogueCalls(parts),
    listEvents: listEvents(db),
    listPressBrakes: brakes.list,
    readBendingList: readBendingList(db, brakes),
    ...sheetReads(sheets, orders),
    ...sheetFiles(sheets, documents),
    reportBent: reportBent({ store, sheets, orders, brakes, events }),
  }
}
