// The bending sheets, the bending list and the press brakes.
export { readBendingList } from './bending-list.ts'
export { reportBent } from './mark-bent.ts'
export { pressBrakes } from './press-brakes.ts'
export type { PressBrakes } from './press-brakes.ts'
export { sheetReads } from './sheet-reads.ts'
export { orderOnSheet, reducedSheet, sheetStore } from './sheet-store.ts'
export type { SheetStore } from './sheet-store.ts'
