// The entry point of the lists and sheets that screens read.
export { cachedList } from './cached-list.ts'
export { createListDetails } from './list-details.ts'
export { createListParts } from './list-parts.ts'
export { listView, sheetView } from './list-view.ts'
export { readAhead } from './read-ahead.ts'
export { createScanHandlers, type ScanParts } from './scan-handlers.ts'
export { createSheetLookup } from './sheet-lookup.ts'
