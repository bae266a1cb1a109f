// The order and its parts (specification 2.1), and the ladder of its status (3.1). Pure.
import * as z from 'zod'
import { day, instant, mm, ore, orderNumber, uuid, version } from '../scalars.ts'

/** The ladder in order; the last status is outside of it. A new status needs v2. */
export const orderStatuses = [
  'forespurt',
  'mottatt',
  'i_arbeid',
  'klar',
  'levert',
  'fakturert',
  'betalt',
  'avbrutt',
] as const
export const orderStatus = z.enum(orderStatuses)
export type OrderStatus = z.infer<typeof orderStatus>

export const orderStatusLabels: Readonly<Record<OrderStatus, string>> = {
  forespurt: 'Forespørsel',
  mottatt: 'Mottatt',
  i_arbeid: 'I arbeid',
  klar: 'Klar',
  levert: 'Levert',
  fakturert: 'Fakturert',
  betalt: 'Betalt',
  avbrutt: 'Avbrutt',
}

const text = z.string().nullable()

export const address = z.strictObject({ line: text, postalCode: text, city: text })

export const lineProfile = z.strictObject({
  family: text,
  params: z.record(z.string(), z.number()),
  material: text,
  colour: text,
  colourSide: text,
})

export type OrderLineProfile = z.infer<typeof lineProfile>

export const orderLine = z.strictObject({
  lineNo: z.int().min(1),
  kind: z.enum(['text', 'product', 'position']),
  description: text,
  quantity: z.number(),
  unit: text,
  lengthMm: mm.nullable(),
  productId: uuid.nullable(),
  agreementPositionId: uuid.nullable(),
  profile: lineProfile.nullable(),
  priceStatus: z.enum(['pending', 'priced']),
  unitPriceOre: ore.nullable(),
  netOre: ore.nullable(),
  vatBp: z.int(),
})

export const attachment = z.strictObject({
  id: uuid,
  kind: z.enum(['foto', 'tegning', 'annet']),
  contentType: z.string(),
  bytes: z.int(),
  createdAt: instant,
})

export const order = z.strictObject({
  id: uuid,
  number: z.int().min(1),
  numberDisplay: orderNumber,
  isTest: z.boolean(),
  source: z.enum(['lapp', 'portal', 'nettverk', 'avrop', 'api', 'nettbutikk']),
  channel: text,
  status: orderStatus,
  statusLabel: z.string(),
  statusChangedAt: instant,
  customer: z.strictObject({ id: uuid, number: z.int(), name: z.string() }).nullable(),
  contact: z.strictObject({ name: text, company: text, orgNr: text, email: text, mobile: text }).nullable(),
  projectNo: text,
  orderer: text,
  customerPo: text,
  title: text,
  note: text,
  agreement: z.strictObject({ id: uuid }).nullable(),
  delivery: z
    .strictObject({
      mode: z.enum(['henting', 'levering']).nullable(),
      requestedDate: day.nullable(),
      deliveryDate: day.nullable(),
      address: address.nullable(),
    })
    .nullable(),
  lines: z.array(orderLine).max(100),
  totals: z.strictObject({
    netOre: ore.nullable(),
    vatOre: ore.nullable(),
    grossOre: ore.nullable(),
    currency: z.literal('NOK'),
    priceStatus: z.enum(['pending', 'partial', 'priced']),
  }),
  /** Whether the order has a cost calculation (Norwegian: kalkyle). */
  hasKalkyle: z.boolean(),
  stickerNumbers: z.array(z.int()),
  readyWithoutReceipt: z.boolean(),
  readySms: z
    .strictObject({
      status: z.enum(['queued', 'sent', 'failed']),
      sendAfter: instant.nullable(),
      sentAt: instant.nullable(),
    })
    .nullable(),
  invoice: z
    .strictObject({
      id: uuid,
      kind: z.enum(['invoice', 'credit_note', 'external']),
      number: text,
      issuedAt: instant.nullable(),
      erpNo: text,
    })
    .nullable(),
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
  version,
  /** Null without the production module and for a customer key. */
  production: z.strictObject({ bendingSheets: z.int(), bent: z.int(), waitingForCustomer: z.int() }).nullable(),
})
export type Order = z.infer<typeof order>

/** The order in events: without `production`. */
export const eventOrder = order.omit({ production: true })
export type EventOrder = z.infer<typeof eventOrder>
