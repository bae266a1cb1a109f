// GET /me: the workshop and the key (specification 4.2, service decision 5).
import * as z from 'zod'
import { environment, keyKind, moduleName, purpose, scope } from '../access.ts'
import { limits } from '../limits.ts'
import { instant, uuid } from '../scalars.ts'

export const me = z.strictObject({
  organization: z.strictObject({ name: z.string(), shopSlug: z.string() }),
  key: z.strictObject({
    name: z.string(),
    environment,
    kind: keyKind,
    customer: z.strictObject({ id: uuid, number: z.int(), name: z.string() }).nullable(),
    purpose,
    scopes: z.array(scope),
    createdAt: instant,
  }),
  features: z.record(z.string(), z.boolean()),
  modules: z.array(moduleName),
  /** Present if the workshop has two or more. */
  departments: z.array(z.strictObject({ id: uuid, name: z.string() })).optional(),
  limits,
  apiVersion: z.literal('v1'),
})
export type Me = z.infer<typeof me>

/** `shopSlug/environment`: identifies the owner of data. Data of one owner is never sent to another. */
export const fingerprintOf = (workshop: { shopSlug: string; environment: string }): string =>
  `${workshop.shopSlug}/${workshop.environment}`
