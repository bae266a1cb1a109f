// The SQLite file of the service, its clock, its workshops, and the refusal of an action.
export { busyRetryMs, isBusy, whenFree } from './busy.ts'
export { instantOf, serviceClock } from './clock.ts'
export type { Clock, ServiceClock } from './clock.ts'
export { attachmentsFolderOf, hasStore, storeFileOf } from './data-folder.ts'
export { Refusal } from './refusal.ts'
export { lockFolder, newerProgramMessage, newestMigration, openStore } from './store.ts'
export type { Connection, Store } from './store.ts'
export { syncFolder, syncFolderNow } from './sync-folder.ts'
export {
  addWorkshop,
  findWorkshop,
  listWorkshops,
  readDepartments,
  setDepartments,
  setModules,
  storedDepartments,
  storedModules,
} from './workshops.ts'
export type { Department, Workshop } from './workshops.ts'
