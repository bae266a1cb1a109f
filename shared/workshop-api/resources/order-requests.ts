// What is sent of an order: submitted, changed, cancelled (specification 4.3; bodies assumed where it shows none, decision 5). A
// text of null, or of nothing but spaces, is no text. Pure.
import * as z from 'zod'
import { day, mm, sentUuid } from '../scalars.ts'
import { order } from './order.ts'

/** A text of at most so many characters, counted as a reader does: by code points, which is what JSON Schema's `maxLength` says. */
const textUpTo = (most: number) =>
  z
    .string()
    .refine((text) => text.length <= most || (text.length <= 2 * most && Array.from(text).length <= most))
    .meta({ maxLength: most })
const words = (most: number) => textUpTo(most).regex(/\S/)

const longest = 2_000
const text = textUpTo(longest).nullish()
const quantity = z.number().min(1).max(500)
const lengthMm = z.int().min(1)
/** Within the years that the service's clock can tell. */
const asked = day.refine((date) => date < '3000')

/** More than any profile has, and so few that an order of a hundred lines still goes out in one message (specification 6.2). */
const mostMeasures = 50

/** The profile that a line asks for in place of its product's. */
const sentProfile = z.strictObject({
  family: textUpTo(100).nullish(),
  params: z
    .record(words(50), mm)
    .refine((measures) => Object.keys(measures).length <= mostMeasures)
    .meta({ maxProperties: mostMeasures })
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
  /** What it leaves out is as the product has it. */
  profile: sentProfile.nullish(),
})

export const sentLine = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('text'),
    description: words(longest),
    quantity,
    unit: words(50).default('stk'),
  }),
  productLine,
  z.strictObject({ kind: z.literal('position'), positionId: sentUuid, lengthMm, quantity }),
])
export type SentLine = z.infer<typeof sentLine>

const said = {
  contact: z.strictObject({ name: text, company: text, orgNr: text, email: text, mobile: text }).nullish(),
  projectNo: text,
  orderer: text,
  customerPo: text,
  title: text,
  note: text,
  delivery: z
    .strictObject({
      mode: order.shape.delivery.unwrap().shape.mode.optional(),
      requestedDate: asked.nullish(),
      address: z.strictObject({ line: text, postalCode: text, city: text }).nullish(),
      optionId: words(100).nullish(),
    })
    .nullish(),
  lines: z.array(sentLine).max(100).optional(),
  externalRef: textUpTo(100).nullish(),
}

/** POST /orders. With an agreement's number it is a call-off, whatever the intent. */
export const orderRequest = z.strictObject({
  intent: z.literal('request').optional(),
  ...said,
  agreementNumber: words(100).optional(),
  /** For workshop keys: a customer key's orders are its own customer's. */
  customerId: sentUuid.nullish(),
  discountCode: words(100).nullish(),
})
export type OrderRequest = z.infer<typeof orderRequest>

/**
 * PATCH /orders/{number}. What is left out stays as it is, also within `contact` and `delivery`; null takes it away; lines are put
 * in place of the old ones as a whole.
 */
export const orderChange = z.strictObject(said)
export type OrderChange = z.infer<typeof orderChange>

/** POST /orders/{number}/cancel; no body at all is the empty object. */
export const orderCancel = z.strictObject({ reason: text }).default({})
/** POST /orders/{number}/confirm; no body at all is the empty object. */
export const orderConfirm = z.strictObject({}).default({})
