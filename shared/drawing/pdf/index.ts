// Entry point of the printed sheet as PDF. Pure: bytes out.
export type { BatchContents, LeftOut } from './pdf-contents.ts'
export { checkText } from './pdf-sheet-head.ts'
export type { PrintedCheck, PrintedOrder } from './pdf-sheet-head.ts'
export { sheetPdf } from './sheet-pdf.ts'
export type { PdfOptions, SheetPdf } from './sheet-pdf.ts'
export type { PrintedPlan } from './pdf-plan-pictures.ts'
