// Entry point of the colours of sheet metal. Pure.
export { isHatched, sheetColour } from './sheet-colour.ts'
export type { ColouredSheet } from './sheet-colour.ts'
