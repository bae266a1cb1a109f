// The bodies that submit, change and cancel an order (specification 4.3; assumed where it shows none, service decision 5). A text that is null or
// blank counts as absent. Pure.
import * as z from 'zod'
import { day, mm, sentUuid } from '../scalars.ts'
import { order } from './order.ts'

/** A text with a maximum length in code points, as JSON Schema's `maxLength` counts. */
const textUpTo = (most: number) =>
  z
    .string()
    .refine((text) => text.length <= most || (text.length <= 2 * most && Array.from(text).length <= most))
    .meta({ maxLength: most })
const nonBlankTextUpTo = (most: number) => textUpTo(most).regex(/\S/)

const longest = 2_000
const text = textUpTo(longest).nullish()
const quantity = z.number().min(1).max(500)
const lengthMm = z.int().min(1)
/** A day within the range of the service's clock. */
const requestedDay = day.refine((date) => date < '3000')

/** More than any profile has, and few enough that an order of a hundred lines fits into one message (specification 6.2). */
const maxParams = 50

/** The profile of a line, which replaces that of its product. */
const sentProfile = z.strictObject({
  family: textUpTo(100).nullish(),
  params: z
    .record(nonBlankTextUpTo(50), mm)
    .refine((params) => Object.keys(params).length <= maxParams)
    .meta({ maxProperties: maxParams })
    .default({}),
  material: textUpTo(100).nullish(),
  colour: textUpTo(100).nullish(),
  colourSide: textUpTo(100).nullish(),
})
export type SentProfile = z.infer<typeof sentProfile>

export const productLine = z.strictObject({
  kind: z.literal('product'),
  productId: sentUuid,
  quantity,
  lengthMm: lengthMm.nullish(),
  /** Absent fields have the values of the product. */
  profile: sentProfile.nullish(),
})

export const sentLine = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('text'),
    description: nonBlankTextUpTo(longest),
    quantity,
    unit: nonBlankTextUpTo(50).default('stk'),
  }),
  productLine,
  z.strictObject({ kind: z.literal('position'), positionId: sentUuid, lengthMm, quantity }),
])
export type SentLine = z.infer<typeof sentLine>

const commonFields = {
  contact: z.strictObject({ name: text, company: text, orgNr: text, email: text, mobile: text }).nullish(),
  projectNo: text,
  orderer: text,
  customerPo: text,
  title: text,
  note: text,
  delivery: z
    .strictObject({
      mode: order.shape.delivery.unwrap().shape.mode.optional(),
      requestedDate: requestedDay.nullish(),
      address: z.strictObject({ line: text, postalCode: text, city: text }).nullish(),
      optionId: nonBlankTextUpTo(100).nullish(),
    })
    .nullish(),
  lines: z.array(sentLine).max(100).optional(),
  externalRef: textUpTo(100).nullish(),
}

/** POST /orders. With an agreement's number it is a call-off, whatever the intent. */
export const orderRequest = z.strictObject({
  intent: z.literal('request').optional(),
  ...commonFields,
  agreementNumber: nonBlankTextUpTo(100).optional(),
  /** Only for workshop keys. The orders of a customer key belong to its customer. */
  customerId: sentUuid.nullish(),
  discountCode: nonBlankTextUpTo(100).nullish(),
})
export type OrderRequest = z.infer<typeof orderRequest>

/**
 * PATCH /orders/{number}. Absent fields do not change, also within `contact` and `delivery`. Null removes a value. Lines replace all
 * previous lines.
 */
export const orderChange = z.strictObject(commonFields)
export type OrderChange = z.infer<typeof orderChange>

/** POST /orders/{number}/cancel. No body means the empty object. */
export const orderCancel = z.strictObject({ reason: text }).default({})
/** POST /orders/{number}/confirm. No body means the empty object. */
export const orderConfirm = z.strictObject({}).default({})
