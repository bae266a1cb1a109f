// The files that are made of invoices and bending sheets, drawn in worker threads.
export { documentWorkers } from './document-workers.ts'
export type { DocumentWorkerOptions, DocumentWorkers } from './document-workers.ts'
export { invoiceFiles } from './invoice-files.ts'
export { sheetFiles } from './sheet-files.ts'
