// The customer, and the bodies that create and change one. Assumed (service decision 5): the specification shows only `id`, `number` and `name`.
// Pure.
import * as z from 'zod'
import { instant, uuid, version } from '../scalars.ts'
import { address } from './order.ts'

export const customer = z.strictObject({
  id: uuid,
  /** Assigned by the service, unique in the workshop. */
  number: z.int().min(1),
  name: z.string(),
  orgNr: z.string().nullable(),
  email: z.string().nullable(),
  mobile: z.string().nullable(),
  address: address.nullable(),
  createdAt: instant,
  updatedAt: instant,
  version,
})
export type Customer = z.infer<typeof customer>

const withoutSpaces = (text: string): string => text.replaceAll(' ', '')

/** No control characters, in a form that JSON Schema validators of any language support. */
// oxlint-disable-next-line no-control-regex -- the pattern excludes them
const oneLine = /^[^\u0000-\u001f\u007f-\u009f]*$/

/** A name that is printed: no line breaks or other control characters. */
export const sentName = z.string().trim().min(1).max(200).regex(oneLine)
const line = z.string().trim().max(200).regex(oneLine)

const details = {
  /** Nine digits, stored without spaces. */
  orgNr: z
    .string()
    .overwrite(withoutSpaces)
    .regex(/^\d{9}$/)
    .nullable(),
  email: z.email().max(254).nullable(),
  /** Eight to fifteen digits, with `+` before a country code; stored without spaces. */
  mobile: z
    .string()
    .overwrite(withoutSpaces)
    .regex(/^\+?\d{8,15}$/)
    .nullable(),
  address: z
    .strictObject({
      line: line.nullable().default(null),
      postalCode: line.max(10).nullable().default(null),
      city: line.nullable().default(null),
    })
    .nullable(),
}

export const newCustomer = z.strictObject({
  name: sentName,
  orgNr: details.orgNr.default(null),
  email: details.email.default(null),
  mobile: details.mobile.default(null),
  address: details.address.default(null),
})
export type NewCustomer = z.infer<typeof newCustomer>

/** Absent fields do not change, null removes the value, and an address replaces the whole previous one. */
export const customerChange = z.strictObject({ name: sentName, ...details }).partial()
