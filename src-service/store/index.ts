// The SQLite file of the service, its clock, its workshops, and the refusal of an action.
export { instantOf, serviceClock } from './clock.ts'
export type { Clock, ServiceClock } from './clock.ts'
export { Refusal } from './refusal.ts'
export { hasStore, lockFolder, openStore } from './store.ts'
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
