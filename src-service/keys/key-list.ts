// The workshop's keys for the administration: without values, and with the last call for 14 days.
import * as z from 'zod'
import { dayMs } from '../../shared/base/durations.ts'
import { scope } from '../../shared/workshop-api/index.ts'
import type { Scope } from '../../shared/workshop-api/index.ts'
import { instantOf } from '../store/index.ts'
import type { Store } from '../store/index.ts'

export interface ListedKey {
  id: string
  name: string
  environment: string
  kind: string
  purpose: string
  scopes: readonly Scope[]
  createdAt: string
  revokedAt: string | null
  /** The newest call within 14 days, with its time. */
  lastCall: { calledAt: string; description: string } | null
}

const storedScopes = z.array(scope)
const lastCallStoredMs = 14 * dayMs

interface Row extends Omit<ListedKey, 'lastCall' | 'scopes'> {
  scopes: string
  lastCallAt: string | null
  what: string | null
}

export function listKeys({ db }: Store, workshopId: string, nowMs: number): ListedKey[] {
  const rows = db
    .prepare<[string], Row>(
      `SELECT k.id, k.name, k.environment, k.kind, k.purpose, k.scopes, k.created_at AS createdAt,
              k.revoked_at AS revokedAt, u.last_call_at AS lastCallAt, u.last_call AS what
       FROM api_key k LEFT JOIN key_use u ON u.key_id = k.id WHERE k.workshop_id = ? ORDER BY k.created_at, k.id`,
    )
    .all(workshopId)
  return rows.map(({ lastCallAt, what, scopes, ...key }) => {
    const isStored = lastCallAt !== null && what !== null && Date.parse(lastCallAt) > nowMs - lastCallStoredMs
    return {
      ...key,
      scopes: storedScopes.parse(JSON.parse(scopes)),
      lastCall: isStored ? { calledAt: lastCallAt, description: what } : null,
    }
  })
}

/** Clears the last calls that are older than 14 days. */
export function clearOldLastCalls(store: Store, nowMs: number): void {
  store.write(() =>
    store.db
      .prepare(`UPDATE key_use SET last_call_at = '', last_call = '' WHERE last_call_at <> '' AND last_call_at <= ?`)
      .run(instantOf(nowMs - lastCallStoredMs)),
  )
}
