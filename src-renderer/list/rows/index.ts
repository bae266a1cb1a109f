// The rows of the day's list: what the list's own screen and the registry of screens use of them.
export { Lines, type Choosing } from './lines.tsx'
export { sheetSigns } from './rows.tsx'
