// The scopes, purposes and modules of a key (specification 5 and service decision 1). Pure.
import * as z from 'zod'

export const scopes = [
  'orders:read',
  'orders:write',
  'customers:read',
  'customers:write',
  'projects:read',
  'projects:write',
  'shop:read',
  'prices:read',
  'catalog:read',
  'agreements:read',
  'invoices:read',
  'reports:read',
  'events:read',
  'payments:write',
  'production:read',
  'production:status',
] as const
export const scope = z.enum(scopes)
export type Scope = z.infer<typeof scope>

export const purposes = ['nettside', 'maskin', 'regneark', 'leverandor', 'annet'] as const
export const purpose = z.enum(purposes)
export type Purpose = z.infer<typeof purpose>

/** The scopes that the purpose `maskin` proposes: exactly those that a machine at a brake needs. */
export const machineScopes: readonly Scope[] = ['production:read', 'production:status', 'orders:read', 'events:read']

/** A test key cannot have these (specification 5.4). */
export const liveOnlyScopes: readonly Scope[] = ['customers:write']
/** A customer key cannot have these (specification 4.6). */
export const workshopOnlyScopes: readonly Scope[] = ['reports:read', 'production:read', 'production:status']

export const moduleNames = ['shop', 'shop_payments', 'produksjon', 'kontor', 'nettverk', 'etikett'] as const
export const moduleName = z.enum(moduleNames)
export type ModuleName = z.infer<typeof moduleName>

export const environment = z.enum(['test', 'live'])
export type Environment = z.infer<typeof environment>
export const keyKind = z.enum(['workshop', 'customer'])
export type KeyKind = z.infer<typeof keyKind>

export const keyPrefix: Readonly<Record<Environment, string>> = { test: 'svc_test_', live: 'svc_live_' }
export const maxKeysInUse = 10
