// The entry point of discovery.
export { startDiscovery, type Discovery, type DiscoveryOptions, type DiscoveryState } from './bonjour.ts'
