// Entry point of the colours of sheet metal. Pure.
export { sheetColour } from './sheet-colour.ts'
export type { SheetColour } from './sheet-colour.ts'
