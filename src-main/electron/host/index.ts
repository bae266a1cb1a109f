// The public interface of the station host: where it runs, its process, and the main process's own key store.
export { keyStoreOfMain } from './answer-key-store.ts'
export { planHost, stationFolder, type HostPlanParts } from './host-plan.ts'
export { startHost, type HostProcess } from './host-process.ts'
