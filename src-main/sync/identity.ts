// Whether the key behind the address is one this station can work with, from what `GET /me` said. Pure.
import type { Problem } from '../../shared/station-api/index.ts'
import { fingerprintOf } from '../../shared/workshop-api/index.ts'
import type { Me } from './ports.ts'
import { problem } from './verdict.ts'

/** Why nothing may be read or written with this key, or null. `held`: whose data this station has, null where nobody's yet. */
export function blockedBy(me: Me, held: readonly (string | null)[]): Problem | null {
  const found = fingerprintOf({ ...me.organization, ...me.key })
  const other = held.find((expected) => expected !== null && expected !== found) ?? null
  if (other !== null) return problem('other_workshop', { expected: other, found })
  if (me.key.kind !== 'workshop') return problem('key_kind_not_allowed')
  if (!me.modules.includes('produksjon')) return problem('feature_not_in_plan', { feature: 'produksjon' })
  if (!me.key.scopes.includes('production:read')) return problem('scope_missing', { scope: 'production:read' })
  return null
}

/** What the key lacks without which lists and sheets can still be read. */
export function lacking(me: Me): Problem[] {
  return ['production:status', 'events:read']
    .filter((scope) => !me.key.scopes.includes(scope))
    .map((scope) => problem('scope_missing', { scope }))
}
