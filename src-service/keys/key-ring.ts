// The workshop's API keys: looked up by hash at every call, made and revoked by the administration.
import * as z from 'zod'
import {
  environment,
  keyKind,
  liveOnlyScopes,
  maxKeysInUse,
  moduleName,
  purpose,
  scope,
  workshopOnlyScopes,
} from '../../shared/workshop-api/index.ts'
import type { Environment, KeyKind, ModuleName, Purpose, Scope } from '../../shared/workshop-api/index.ts'
import { Refusal } from '../store/index.ts'
import type { Store } from '../store/index.ts'
import { hashOf, makeKeyValue } from './key-value.ts'

export interface ApiKey {
  id: string
  name: string
  environment: Environment
  kind: KeyKind
  customerId: string | null
  purpose: Purpose
  scopes: readonly Scope[]
  createdAt: string
  workshop: {
    id: string
    name: string
    slug: string
    sandbox: boolean
    modules: readonly ModuleName[]
    departments: string
  }
}

/** The data that a key can access: one workshop, test or live data, and for a customer key one customer. */
export interface AccessScope {
  workshopId: string
  isTest: 0 | 1
  customerId: string | null
}

export function accessScopeOf(key: ApiKey): AccessScope {
  return { workshopId: key.workshop.id, isTest: key.environment === 'test' ? 1 : 0, customerId: key.customerId }
}

/** An access scope as parameters of SQL conditions. The customer occurs twice, for `(? IS NULL OR customer_id = ?)`. */
export type AccessScopeParameters = [workshop: string, isTest: number, customer: string | null, same: string | null]

export function accessScopeParameters({ workshopId, isTest, customerId }: AccessScope): AccessScopeParameters {
  return [workshopId, isTest, customerId, customerId]
}

interface KeyRow {
  id: string
  name: string
  environment: string
  kind: string
  customer_id: string | null
  purpose: string
  scopes: string
  created_at: string
  workshop_id: string
  workshop_name: string
  slug: string
  sandbox: number
  modules: string
  departments: string
}

const storedScopes = z.array(scope)
const storedModules = z.array(moduleName)

export interface KeyRing {
  /** The key in use with this hash; null for a wrong or revoked key. */
  find: (hash: string) => ApiKey | null
}

/** The keys in use, cached until anything is written to the store, so that a revoked key is refused at once. */
export function keyRing(store: Store): KeyRing {
  // `|| ''`: with a bare parameter in a join, SQLite plans the statement again at every call, which takes ten times as long.
  const select = store.db.prepare<[string], KeyRow>(`
    SELECT k.id, k.name, k.environment, k.kind, k.customer_id, k.purpose, k.scopes, k.created_at,
           w.id AS workshop_id, w.name AS workshop_name, w.slug, w.sandbox, w.modules, w.departments
    FROM api_key k JOIN workshop w ON w.id = k.workshop_id
    WHERE k.hash = ? || '' AND k.revoked_at IS NULL`)
  const cache = new Map<string, ApiKey>()
  let cachedAtWrites = -1
  return {
    find: (hash) => {
      const writes = store.writes()
      if (writes !== cachedAtWrites) cache.clear()
      cachedAtWrites = writes
      const cachedKey = cache.get(hash)
      if (cachedKey !== undefined) return cachedKey
      const row = select.get(hash)
      if (row === undefined) return null
      const key = keyOf(row)
      cache.set(hash, key)
      return key
    },
  }
}

function keyOf(row: KeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    environment: environment.parse(row.environment),
    kind: keyKind.parse(row.kind),
    customerId: row.customer_id,
    purpose: purpose.parse(row.purpose),
    scopes: storedScopes.parse(JSON.parse(row.scopes)),
    createdAt: row.created_at,
    workshop: {
      id: row.workshop_id,
      name: row.workshop_name,
      slug: row.slug,
      sandbox: row.sandbox === 1,
      modules: storedModules.parse(JSON.parse(row.modules)),
      departments: row.departments,
    },
  }
}

export interface NewKey {
  workshop: { id: string; sandbox: boolean }
  name: string
  environment: Environment
  purpose: Purpose
  scopes: readonly Scope[]
  /** The customer of a customer key. Default: a workshop key. */
  customerId?: string
}

/** Makes a key and returns its value, which is not stored. Refuses an eleventh key in use, and scopes that this kind of key cannot have. */
export function makeKey(store: Store, newKey: NewKey, id: string, instant: string): string {
  const kind: KeyKind = newKey.customerId === undefined ? 'workshop' : 'customer'
  if (newKey.name.trim() === '') throw new Refusal('invalid', 'a key needs a name')
  if (newKey.workshop.sandbox && newKey.environment === 'live') {
    throw new Refusal('invalid', 'in a sandbox everything is test data: it has no live keys')
  }
  const forbiddenScopes = newKey.scopes.filter(
    (requestedScope) =>
      (newKey.environment === 'test' && liveOnlyScopes.includes(requestedScope)) ||
      (kind === 'customer' && workshopOnlyScopes.includes(requestedScope)),
  )
  if (forbiddenScopes.length > 0) {
    throw new Refusal('invalid', `a ${newKey.environment} ${kind} key cannot have ${forbiddenScopes.join(', ')}`)
  }
  const value = makeKeyValue(newKey.environment)
  store.write(() => {
    const inUse = store.db
      .prepare<[string], { count: number }>(
        'SELECT count(*) AS count FROM api_key WHERE workshop_id = ? AND revoked_at IS NULL',
      )
      .get(newKey.workshop.id)
    if ((inUse?.count ?? 0) >= maxKeysInUse) {
      throw new Refusal(
        'too_many',
        `the workshop has ${maxKeysInUse} keys in use, which is the maximum: revoke one first`,
      )
    }
    store.db
      .prepare(
        `INSERT INTO api_key (id, workshop_id, hash, name, environment, kind, customer_id, purpose, scopes, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        id,
        newKey.workshop.id,
        hashOf(value),
        newKey.name,
        newKey.environment,
        kind,
        newKey.customerId ?? null,
        newKey.purpose,
        JSON.stringify([...new Set(newKey.scopes)]),
        instant,
      )
  })
  return value
}

/** Revokes every key with a name, or the key with an id. Returns their number. */
export function revokeKey(store: Store, workshopId: string, nameOrId: string, instant: string): number {
  const { changes } = store.write(() =>
    store.db
      .prepare(
        'UPDATE api_key SET revoked_at = ? WHERE workshop_id = ? AND (id = ? OR name = ?) AND revoked_at IS NULL',
      )
      .run(instant, workshopId, nameOrId, nameOrId),
  )
  if (changes === 0) throw new Refusal('not_found', `no key in use has the name or id ${nameOrId}`)
  return changes
}
