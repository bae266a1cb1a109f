// The entry point of a station's identity.
export { fingerprintOf, stationIdOf } from './certificate.ts'
export { openIdentity, type Identity } from './identity.ts'
