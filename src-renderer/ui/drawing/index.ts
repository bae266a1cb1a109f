// What the drawings of all screens share: the view that a person moves, the paint of a sheet, and small pictures.
export { type DrawingView, moveView, wholeDrawing, zoomView } from './drawing-view.ts'
export { HatchPattern, LineHatch } from './hatch.tsx'
export { PieceRing } from './piece-ring.tsx'
export { ScenePaths } from './scene-paths.tsx'
export { sheetPaint } from './sheet-paint.ts'
export { SheetSwatch } from './sheet-swatch.tsx'
export { useDrawingView } from './use-drawing-view.ts'
