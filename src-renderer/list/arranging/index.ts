// Which sheets the list shows and in which order. Pure.
export { dayShown } from './day-shown.ts'
export {
  choicesIn,
  departmentOf,
  filterCount,
  isFound,
  isUnfiltered,
  noColour,
  noFilters,
  searchedText,
  stateGroupOf,
  type ListArrangement,
} from './list-arrangement.ts'
export * from './list-rows.ts'
export { ListViewState } from './list-view-state.ts'
export { sheetsOfOrder } from './order-sheets.ts'
export { headingIndexes, isFolded, rowKey, shownRows, type LotRow, type ShownRow } from './shown-rows.ts'
