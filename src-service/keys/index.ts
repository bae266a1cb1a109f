// The API keys, and the data that a key can access.
export { clearOldLastCalls, listKeys } from './key-list.ts'
export type { ListedKey } from './key-list.ts'
export { accessScopeOf, accessScopeParameters, keyRing, makeKey, revokeKey } from './key-ring.ts'
export type { AccessScope, AccessScopeParameters, ApiKey, KeyRing } from './key-ring.ts'
export { readAuthorization } from './key-value.ts'
export type { Authorization } from './key-value.ts'
