// GET /me: the workshop, the key, the modules, and the limits.
import { moduleNames } from '../shared/workshop-api/index.ts'
import type { Me } from '../shared/workshop-api/index.ts'
import type { Operation } from './operation/index.ts'
import { keyLimits } from './limits/index.ts'
import { storedDepartments } from './store/index.ts'
import type { Connection } from './store/index.ts'

export function readMe(db: Connection, limitFactor: number): Operation<'readMe'> {
  const selectCustomer = db.prepare<[string], { id: string; number: number; name: string }>(
    'SELECT id, number, name FROM customer WHERE id = ?',
  )
  return ({ key }) => {
    const { workshop } = key
    const departments = storedDepartments.parse(JSON.parse(workshop.departments))
    const me: Me = {
      organization: { name: workshop.name, shopSlug: workshop.slug },
      key: {
        name: key.name,
        environment: key.environment,
        kind: key.kind,
        customer: key.customerId === null ? null : (selectCustomer.get(key.customerId) ?? null),
        purpose: key.purpose,
        scopes: [...key.scopes],
        createdAt: key.createdAt,
      },
      features: {
        api: true,
        webhooks: true,
        ...Object.fromEntries(moduleNames.map((name) => [name, workshop.modules.includes(name)])),
      },
      modules: [...workshop.modules],
      ...(departments.length >= 2 ? { departments } : {}),
      limits: keyLimits(key, limitFactor),
      apiVersion: 'v1',
    }
    return { body: JSON.stringify(me) }
  }
}
