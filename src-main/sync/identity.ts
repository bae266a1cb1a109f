// Whether the station can work with the key, from the response to `GET /me`. Pure.
import type { Problem } from '../../shared/station-api/index.ts'
import { fingerprintOf } from '../../shared/workshop-api/index.ts'
import type { Me } from './ports.ts'
import { problem } from './verdict.ts'

/** Why nothing may be read or written with this key, or null. `owners`: the workshops whose data this station has; null: none yet. */
export function blockedBy(me: Me, owners: readonly (string | null)[]): Problem | null {
  const actual = fingerprintOf({ ...me.organization, ...me.key })
  const other = owners.find((expected) => expected !== null && expected !== actual) ?? null
  if (other !== null) return problem('other_workshop', { expected: other, found: actual })
  if (me.key.kind !== 'workshop') return problem('key_kind_not_allowed')
  if (!me.modules.includes('produksjon')) return problem('feature_not_in_plan', { feature: 'produksjon' })
  if (!me.key.scopes.includes('production:read')) return problem('scope_missing', { scope: 'production:read' })
  return null
}

/** The scopes that the key lacks and that are not needed to read lists and sheets. */
export function lacking(me: Me): Problem[] {
  return ['production:status', 'events:read']
    .filter((scope) => !me.key.scopes.includes(scope))
    .map((scope) => problem('scope_missing', { scope }))
}
