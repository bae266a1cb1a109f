// The entry point of marks and counted pieces.
export { AutomaticMark } from './automatic-mark.ts'
export { createMarkByItself, createMarkSheet, type MarkSheet } from './mark-sheet.ts'
export { orRefused } from './or-refused.ts'
export { PulledSheets } from './pulled-sheets.ts'
export { createWorkHandlers } from './work-handlers.ts'
