// The network addresses: which are public, and which a webhook may have.
export { readAddress } from './address-rules.ts'
export { isLoopback, isPublic } from './public-address.ts'
