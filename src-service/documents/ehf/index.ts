// Entry point of the invoice as EHF.
export { ehfInvoice, ehfObstacle } from './ehf-invoice.ts'
