// Entry point of labels: where a text has room on a drawing, and the texts of drawings and papers in both languages. Pure.
export { englishTexts, figure, fineFigure, norwegianTexts, textFor, writtenDay } from './drawing-texts.ts'
export type { DrawingTexts } from './drawing-texts.ts'
export { placeAnywhere, placeLabels } from './label-placement.ts'
export type { Ground, PlacedLabel, WantedLabel } from './label-placement.ts'
export { spread } from './label-spacing.ts'
export { occupancyOf } from './occupancy.ts'
export { listRows } from './text-rows.ts'
export type { ListRow } from './text-rows.ts'
