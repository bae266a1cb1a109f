// The drawings of a sheet, what a person measures on them, and the check of its flat pattern.
export { CheckLine, CheckWarning, checkOf } from './flat-pattern-check.tsx'
export { SheetDrawings } from './sheet-drawings.tsx'
export { SheetPicture } from './sheet-picture.tsx'
export { useMeasuring } from './use-measuring.tsx'
