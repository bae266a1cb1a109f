// Entry point of a page of a PDF: its letters, its texts and its drawings, for printed sheets and for invoices. Pure.
export { openLettering } from './lettering.ts'
export type { Lettering } from './lettering.ts'
export { openPaper, printed } from './paper.ts'
export type { Area, PaperPage } from './paper.ts'
export { blockOf, fitted, shrunk, wrapped } from './text.ts'
export type { Measure, TextBlock } from './text.ts'
