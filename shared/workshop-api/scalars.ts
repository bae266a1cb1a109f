// The scalar types of the resources. Pure.
import * as z from 'zod'

export const uuid = z.uuid()
/** A UUID in a call: accepted in either case, converted to lower case. */
export const sentUuid = z.uuid().toLowerCase()
/** An instant, ISO 8601 in UTC. */
export const instant = z.iso.datetime()
/**
 * An instant in a query: ISO 8601 with any offset. A `+` that the caller did not encode arrives as a space, which no other instant
 * has.
 */
export const queriedInstant = z
  .string()
  .overwrite((text) => text.replace(/ (?=\d\d:\d\d$)/, '+'))
  .pipe(z.iso.datetime({ offset: true }))
/** A day in the workshop's time zone (Europe/Oslo), YYYY-MM-DD. */
export const day = z.iso.date({ abort: true })
/** Millimetres. */
export const mm = z.number()
/** Øre, without VAT unless the field says otherwise. */
export const ore = z.int()
export const version = z.int().min(1)

/** The `numberDisplay` of an order: six digits, with the prefix `T-` for a test order. */
export const orderNumber = z.string().regex(/^(T-)?\d{6,}$/)

export const materials = ['plastbelagt_stal', 'galvanisert_stal', 'aluminium', 'sink', 'kobber', 'rustfritt'] as const

/** One page of a list. A null `nextCursor` ends the list. */
export const page = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ data: z.array(item), nextCursor: z.string().nullable() })
