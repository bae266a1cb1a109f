// Entry point of drawing for files: the DXF of a blank and the PDF of a sheet. Pure: bytes out, no disk.
export { dxfPresets, sheetDxf } from './dxf/index.ts'
export type { DxfOptions, DxfPreset } from './dxf/index.ts'
export type {
  BatchContents,
  LeftOut,
  PrintedCheck,
  PrintedOrder,
  PrintedPlan,
  PdfOptions,
  SheetPdf,
} from './pdf/index.ts'
export { checkText, sheetPdf } from './pdf/index.ts'
export { sheetCode } from './qr-code.ts'
export { sheetName } from './sheet-name.ts'
export { validateSheet } from './sheet-validation.ts'
export { unlessItThrows } from './refused-sheet.ts'
export type { RefusedSheet } from './refused-sheet.ts'
export type { DrawnPiece, DrawnSheet } from './drawn-sheet.ts'
export { englishTexts, norwegianTexts } from './labels/index.ts'
export type { DrawingTexts } from './labels/index.ts'
