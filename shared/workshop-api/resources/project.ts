// The project: as it is answered, and as it is sent when one is made or changed. Assumed (decision 5): the specification shows
// no fields. Pure.
import * as z from 'zod'
import { instant, sentUuid, uuid, version } from '../scalars.ts'
import { sentName } from './customer.ts'
import { order } from './order.ts'

export const project = z.strictObject({
  id: uuid,
  /** The workshop's own, given by the service. */
  number: z.int().min(1),
  name: z.string(),
  customer: order.shape.customer,
  active: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
  version,
})
export type Project = z.infer<typeof project>

export const newProject = z.strictObject({
  name: sentName,
  /** Left out by a customer key, it is its own customer's. */
  customerId: sentUuid.nullable().optional(),
  active: z.boolean().default(true),
})

/** What is left out stays as it is. */
export const projectChange = z
  .strictObject({ name: sentName, customerId: sentUuid.nullable(), active: z.boolean() })
  .partial()
