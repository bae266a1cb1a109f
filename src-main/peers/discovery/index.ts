// The entry point of discovery.
export { startDiscovery, type Discovery, type FoundStation } from './bonjour.ts'
