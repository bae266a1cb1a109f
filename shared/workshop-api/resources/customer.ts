// The customer: as it is answered, and as it is sent when one is made or changed. Assumed (decision 5): the specification shows
// its `id`, `number` and `name` alone. Pure.
import * as z from 'zod'
import { instant, uuid, version } from '../scalars.ts'
import { address } from './order.ts'

export const customer = z.strictObject({
  id: uuid,
  /** The workshop's own, given by the service. */
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

/** No control characters; written so that a JSON Schema validator of any language reads it. */
// oxlint-disable-next-line no-control-regex -- they are what is kept out
const oneLine = /^[^\u0000-\u001f\u007f-\u009f]*$/

/** What a person is asked to type once and is then printed: no line breaks or other control characters. */
export const sentName = z.string().trim().min(1).max(200).regex(oneLine)
const line = z.string().trim().max(200).regex(oneLine)

const details = {
  /** Nine digits, kept without spaces. */
  orgNr: z
    .string()
    .overwrite(withoutSpaces)
    .regex(/^\d{9}$/)
    .nullable(),
  email: z.email().max(254).nullable(),
  /** Eight to fifteen digits, with `+` before them where they begin with a country; kept without spaces. */
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

/** What is left out stays as it is; null takes it away; an address is put in place of the old one as a whole. */
export const customerChange = z.strictObject({ name: sentName, ...details }).partial()
