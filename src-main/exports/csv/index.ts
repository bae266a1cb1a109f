// Entry point of csv: the day as tables, list, plan and counts. Pure. `oversight-csv.ts` is the other entry point.
export { countsTable } from './counts-csv.ts'
export { csvFile } from './csv-file.ts'
export { orderOf } from './day-tables.ts'
export type { Day, Equipment, Orders } from './day-tables.ts'
export { listTable } from './list-csv.ts'
export { planTable } from './plan-csv.ts'
