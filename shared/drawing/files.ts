// The face of drawing for whoever writes files: the plate's DXF and the sheet's PDF. Pure: bytes out, no disk.
export { dxfPresets, sheetDxf } from './sheet-dxf.ts'
export type { DxfOptions, DxfPreset } from './sheet-dxf.ts'
export { sheetName, sheetPdf } from './sheet-pdf.ts'
export type { PdfOptions, RefusedSheet, SheetPdf } from './sheet-pdf.ts'
export type { DrawnPiece, DrawnSheet } from './drawn-sheet.ts'
export { englishWords, norwegianWords } from './words.ts'
export type { DrawingWords } from './words.ts'
