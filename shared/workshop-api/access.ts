// Who may do what: scopes, purposes and modules of a key (specification 5 and decision 1).
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

/** What the purpose `maskin` proposes: all that a machine beside a brake needs, and no more. */
export const machineScopes: readonly Scope[] = ['production:read', 'production:status', 'orders:read', 'events:read']

/** No test key may have it (specification 5.4). */
export const liveOnlyScopes: readonly Scope[] = ['customers:write']
/** Production and reports are for workshop keys (specification 4.6). */
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
