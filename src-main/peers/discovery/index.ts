// The entry point of discovery.
export type { FoundStation } from './announced-stations.ts'
export { startDiscovery, type Discovery, type DiscoveryOptions, type DiscoveryState } from './bonjour.ts'
