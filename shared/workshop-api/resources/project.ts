// The project, and the bodies that create and change one. Assumed (service decision 5): the specification shows
// no fields. Pure.
import * as z from 'zod'
import { instant, sentUuid, uuid, version } from '../scalars.ts'
import { sentName } from './customer.ts'
import { order } from './order.ts'

export const project = z.strictObject({
  id: uuid,
  /** Assigned by the service, unique in the workshop. */
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
  /** Absent with a customer key: its own customer. */
  customerId: sentUuid.nullable().optional(),
  active: z.boolean().default(true),
})

/** Absent fields do not change. */
export const projectChange = z
  .strictObject({ name: sentName, customerId: sentUuid.nullable(), active: z.boolean() })
  .partial()
