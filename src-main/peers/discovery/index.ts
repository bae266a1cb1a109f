// The entry point of discovery.
export { startDiscovery, type Discovery, type DiscoveryState, type FoundStation } from './bonjour.ts'
