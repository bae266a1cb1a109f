// The workshop's keys as its own side sees them: never a value, and the last call for as long as that is kept.
import * as z from 'zod'
import { scope } from '../../shared/workshop-api/index.ts'
import type { Scope } from '../../shared/workshop-api/index.ts'
import { instantOf } from '../store/clock.ts'
import type { Store } from '../store/store.ts'

export interface ListedKey {
  id: string
  name: string
  environment: string
  kind: string
  purpose: string
  scopes: readonly Scope[]
  createdAt: string
  revokedAt: string | null
  /** The newest call within 14 days: when, and what. */
  lastCall: { at: string; what: string } | null
}

const storedScopes = z.array(scope)
const lastCallKeptMs = 14 * 86_400_000

interface Row extends Omit<ListedKey, 'lastCall' | 'scopes'> {
  scopes: string
  at: string | null
  what: string | null
}

export function listKeys({ db }: Store, workshopId: string, nowMs: number): ListedKey[] {
  const rows = db
    .prepare<[string], Row>(
      `SELECT k.id, k.name, k.environment, k.kind, k.purpose, k.scopes, k.created_at AS createdAt,
              k.revoked_at AS revokedAt, u.last_call_at AS at, u.last_call AS what
       FROM api_key k LEFT JOIN key_use u ON u.key_id = k.id WHERE k.workshop_id = ? ORDER BY k.created_at, k.id`,
    )
    .all(workshopId)
  return rows.map(({ at, what, scopes, ...key }) => {
    const kept = at !== null && what !== null && Date.parse(at) > nowMs - lastCallKeptMs
    return { ...key, scopes: storedScopes.parse(JSON.parse(scopes)), lastCall: kept ? { at, what } : null }
  })
}

/** Takes away what is known of calls older than that. Counts of today are no longer among them. */
export function forgetOldCalls(store: Store, nowMs: number): void {
  store.write(() =>
    store.db
      .prepare(`UPDATE key_use SET last_call_at = '', last_call = '' WHERE last_call_at <> '' AND last_call_at <= ?`)
      .run(instantOf(nowMs - lastCallKeptMs)),
  )
}
