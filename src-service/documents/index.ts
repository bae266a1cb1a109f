// The files that are made of invoices and bending sheets. They load the PDF and DXF packages.
export { invoiceFiles } from './invoice-files.ts'
export { sheetFiles } from './sheet-files.ts'
