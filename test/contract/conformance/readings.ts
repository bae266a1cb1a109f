// The schemas of answers according to the specification. They are independent of the project's own schemas, so that a mistake there is
// found. Unknown fields are ignored, as a client must.
import * as z from 'zod'

export const uuid = z.uuid()
/** ISO 8601, UTC. */
export const instant = z.iso.datetime()
export const date = z.iso.date()
const text = z.string().nullable()
const oreOrNull = z.int().nullable()

export const statuses = [
  'forespurt',
  'mottatt',
  'i_arbeid',
  'klar',
  'levert',
  'fakturert',
  'betalt',
  'avbrutt',
] as const

const line = z.object({
  lineNo: z.int().min(1),
  kind: z.enum(['text', 'product', 'position']),
  description: text,
  quantity: z.number(),
  unit: text,
  lengthMm: z.number().nullable(),
  productId: uuid.nullable(),
  agreementPositionId: uuid.nullable(),
  profile: z
    .object({
      family: text,
      params: z.record(z.string(), z.number()),
      material: text,
      colour: text,
      colourSide: text,
    })
    .nullable(),
  priceStatus: z.enum(['pending', 'priced']),
  unitPriceOre: oreOrNull,
  netOre: oreOrNull,
  vatBp: z.int(),
})

export const attachment = z.object({
  id: uuid,
  kind: z.string(),
  contentType: z.string(),
  bytes: z.int(),
  createdAt: instant,
})

export const order = z.object({
  id: uuid,
  number: z.int(),
  numberDisplay: z.string(),
  isTest: z.boolean(),
  source: z.string(),
  channel: text,
  status: z.enum(statuses),
  statusLabel: z.string(),
  statusChangedAt: instant,
  customer: z.object({ id: uuid, number: z.int(), name: z.string() }).nullable(),
  contact: z.object({ name: text, company: text, orgNr: text, email: text, mobile: text }).nullable(),
  projectNo: text,
  orderer: text,
  customerPo: text,
  title: text,
  note: text,
  agreement: z.object({ id: uuid }).nullable(),
  delivery: z
    .object({
      mode: text,
      requestedDate: date.nullable(),
      deliveryDate: date.nullable(),
      address: z.object({ line: text, postalCode: text, city: text }).nullable(),
    })
    .nullable(),
  lines: z.array(line).max(100),
  totals: z.object({
    netOre: oreOrNull,
    vatOre: oreOrNull,
    grossOre: oreOrNull,
    currency: z.literal('NOK'),
    priceStatus: z.enum(['pending', 'partial', 'priced']),
  }),
  hasKalkyle: z.boolean(),
  stickerNumbers: z.array(z.int()),
  readyWithoutReceipt: z.boolean(),
  readySms: z.object({ status: z.string(), sendAfter: instant.nullable(), sentAt: instant.nullable() }).nullable(),
  invoice: z.object({ id: uuid, kind: z.string(), number: text, issuedAt: instant.nullable(), erpNo: text }).nullable(),
  attachments: z.array(attachment),
  externalRef: text,
  createdAt: instant,
  receivedAt: instant.nullable(),
  inWorkAt: instant.nullable(),
  readyAt: instant.nullable(),
  deliveredAt: instant.nullable(),
  invoicedAt: instant.nullable(),
  paidAt: instant.nullable(),
  cancelledAt: instant.nullable(),
  updatedAt: instant,
  cancelReason: text,
  version: z.int().min(1),
  production: z.object({ bendingSheets: z.int(), bent: z.int(), waitingForCustomer: z.int() }).nullable().optional(),
})
export type Order = z.infer<typeof order>

export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.array(item), nextCursor: z.string().nullable() })

export const event = z.object({
  id: z.string(),
  type: z.string(),
  apiVersion: z.literal('v1'),
  createdAt: instant,
  livemode: z.boolean(),
  data: z.record(z.string(), z.unknown()),
})
export type Event = z.infer<typeof event>
export const change = z.strictObject({ from: z.enum(statuses), to: z.enum(statuses) })
export const eventPage = listOf(event).extend({ latestId: z.string().nullable(), gap: z.boolean() })

export const sheet = z.object({
  id: uuid,
  sheetNo: z.int(),
  version: z.int(),
  drawingVersion: z.int(),
  reworkCount: z.int(),
  order: z.object({ id: uuid, numberDisplay: z.string() }),
  quantity: z.int(),
  approval: z.object({ state: z.enum(['not_required', 'awaiting', 'approved', 'change_requested']) }),
  bent: z.object({ at: instant, quantity: z.int(), pressBrakeId: uuid.nullable(), by: text }).nullable(),
  profile: z.record(z.string(), z.unknown()).optional(),
  unfolding: z.record(z.string(), z.unknown()).optional(),
})
export type Sheet = z.infer<typeof sheet>

const limitNames = [
  'readsPerMinute',
  'writesPerMinute',
  'pricesPerMinute',
  'filesPerMinute',
  'callsPerDay',
  'pricesPerDay',
  'newOrdersPerDay',
  'workshopCallsPerDay',
] as const
export const me = z.object({
  organization: z.object({ name: z.string(), shopSlug: z.string() }),
  key: z.object({
    name: z.string(),
    environment: z.enum(['test', 'live']),
    kind: z.enum(['workshop', 'customer']),
    customer: z.object({ id: uuid, number: z.int(), name: z.string() }).nullable(),
    purpose: z.string(),
    scopes: z.array(z.string()),
  }),
  features: z.record(z.string(), z.boolean()),
  modules: z.array(z.string()),
  departments: z.array(z.object({ id: uuid, name: z.string() })).optional(),
  limits: z.record(z.enum(limitNames), z.number()),
  apiVersion: z.literal('v1'),
})

export const customer = z.object({
  id: uuid,
  number: z.int(),
  name: z.string(),
  orgNr: text,
  email: text,
  mobile: text,
  createdAt: instant,
  updatedAt: instant,
  version: z.int().min(1),
})

export const project = z.object({
  id: uuid,
  number: z.int(),
  name: z.string(),
  active: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
  version: z.int().min(1),
})

const deliveryOption = z.object({
  id: z.string(),
  mode: z.enum(['henting', 'levering']),
  name: z.string(),
  priceOre: z.int(),
  vatBp: z.int(),
  freeAboveOre: oreOrNull,
})
export const shop = z.object({
  url: text,
  slug: z.string(),
  orderWays: z.array(z.string()),
  deliveryOptions: z.array(deliveryOption),
  terms: z.object({ url: text, text }),
})
export const quote = z.object({ postalCode: z.string(), city: text, options: z.array(deliveryOption) })
export const prices = z.object({
  currency: z.literal('NOK'),
  lines: z.array(
    z.object({
      lineNo: z.int(),
      productId: uuid,
      quantity: z.number(),
      unitPriceOre: z.int(),
      netOre: z.int(),
      vatBp: z.int(),
      priceStatus: z.literal('priced'),
    }),
  ),
  netOre: z.int(),
  discountOre: z.int(),
  shippingOre: z.int(),
  vatOre: z.int(),
  grossOre: z.int(),
})
export const product = z.object({
  id: uuid,
  name: z.string(),
  description: text,
  profile: line.shape.profile,
  unit: z.string(),
  unitPriceOre: oreOrNull,
  vatBp: z.int(),
  minLengthMm: z.number().nullable(),
  maxLengthMm: z.number().nullable(),
  version: z.int().min(1),
})
export type Product = z.infer<typeof product>
export const fitting = z.object({
  id: uuid,
  family: z.string(),
  name: z.string(),
  params: z.array(z.object({ name: z.string(), minMm: z.number(), maxMm: z.number() })).min(1),
  materials: z
    .array(z.object({ material: z.string(), thicknessMm: z.number(), colours: z.array(z.string()).min(1) }))
    .min(1),
})

export const payment = z.object({
  id: uuid,
  status: z.enum(['awaiting', 'paid', 'refunded']),
  amountOre: z.int(),
  currency: z.literal('NOK'),
  method: text,
  createdAt: instant,
  paidAt: instant.nullable(),
  refunds: z.array(z.object({ id: uuid, amountOre: z.int(), refundedAt: instant })),
})
export const paymentLink = z.object({
  url: z.url(),
  amountOre: z.int(),
  currency: z.literal('NOK'),
  status: z.literal('awaiting'),
  expiresAt: instant,
})

const customerOf = z.object({ id: uuid, number: z.int(), name: z.string() })
export const listedAgreement = z.object({
  id: uuid,
  number: z.string(),
  title: text,
  status: z.enum(['sendt', 'aktiv', 'avvist', 'utlopt']),
  customer: customerOf,
  validFrom: date.nullable(),
  validUntil: date.nullable(),
  leadDays: z.int().nullable(),
  deliveryDays: z.array(z.int().min(1).max(7)),
  version: z.int().min(1),
})
export const agreement = listedAgreement.extend({
  positions: z.array(
    z.object({
      id: uuid,
      positionNo: z.int(),
      description: text,
      profile: line.shape.profile,
      unit: z.string(),
      maxLengthMm: z.number(),
      prices: z.array(z.object({ lengthMm: z.number(), unitPriceOre: z.int() })).min(1),
    }),
  ),
})
export const listedInvoice = z.object({
  id: uuid,
  number: text,
  kind: z.enum(['invoice', 'credit_note', 'external']),
  status: z.enum(['utkast', 'sendt', 'forfalt', 'betalt', 'kreditert', 'regnskap']),
  customer: customerOf.nullable(),
  issuedAt: instant.nullable(),
  dueDate: date.nullable(),
  kid: z.string().regex(/^\d+$/).nullable(),
  currency: z.literal('NOK'),
  totals: z.object({ netOre: oreOrNull, vatOre: oreOrNull, grossOre: oreOrNull }),
  orders: z.array(z.object({ id: uuid, numberDisplay: z.string() })),
  erpNo: text,
  version: z.int().min(1),
})
export const invoice = listedInvoice.extend({
  lines: z.array(
    z.object({
      lineNo: z.int(),
      description: text,
      quantity: z.number(),
      unit: z.null(),
      unitPriceOre: oreOrNull,
      netOre: oreOrNull,
      vatBp: z.int(),
    }),
  ),
})
const countAndSum = z.object({ count: z.int(), grossOre: z.int() })
export const report = z.object({
  month: z.string(),
  currency: z.literal('NOK'),
  orders: z.object({ count: z.int(), netOre: z.int() }),
  invoiced: countAndSum,
  paid: countAndSum,
  outstanding: countAndSum,
})

/** The error body. It has no other members. */
export const error = z.strictObject({
  error: z.strictObject({
    code: z.string().regex(/^[a-z_]+$/),
    message: z.string().min(1),
    requestId: z.string().startsWith('req_'),
    retryAfterSeconds: z.int().optional(),
    fields: z.array(z.string()).optional(),
    feature: z.string().optional(),
    scope: z.string().optional(),
    nextPossibleDate: date.optional(),
    currentDrawingVersion: z.int().optional(),
    lineNo: z.int().optional(),
  }),
})
