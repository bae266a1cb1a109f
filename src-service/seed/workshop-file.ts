// Reads the sandbox's contents from resources/sandbox/workshop.json. Times are days before or after the seeding. Resources have keys, from
// which the seeding makes ids.
import { readFileSync } from 'node:fs'
import * as z from 'zod'
import {
  address,
  lineProfile,
  moduleName,
  order,
  orderLine,
  orderStatus,
  pressBrake,
} from '../../shared/workshop-api/index.ts'
import { seller } from '../invoices/index.ts'
import { discount, offeredDelivery } from '../prices/index.ts'
import { shopSettings } from '../shop/index.ts'
import { sandboxFolder } from './sheet-templates.ts'

const text = z.string().nullable()
const days = z.number().nullable()
const keyed = z.looseObject({ key: z.string() })

const milestones = z.object({
  created: z.number(),
  received: days,
  inWork: days,
  ready: days,
  delivered: days,
  invoiced: days,
  paid: days,
  cancelled: days,
})

const seedOrder = z.object({
  key: z.string(),
  customerKey: z.string(),
  title: text,
  status: orderStatus,
  source: order.shape.source,
  channel: text,
  contact: order.shape.contact,
  projectNo: text,
  orderer: text,
  customerPo: text,
  note: text,
  externalRef: text,
  agreementKey: text,
  delivery: z.object({
    mode: z.enum(['henting', 'levering']),
    requestedInDays: days,
    deliveryInDays: days,
    address: address.nullable(),
  }),
  lines: z.array(
    z.object({
      kind: orderLine.shape.kind,
      description: text,
      quantity: z.number(),
      unit: text,
      lengthMm: z.number().nullable(),
      productKey: text,
      positionKey: text,
      profile: lineProfile.nullable(),
      unitPriceOre: z.int().nullable(),
      vatBp: z.int(),
    }),
  ),
  hasKalkyle: z.boolean(),
  stickerNumbers: z.array(z.int()),
  readyWithoutReceipt: z.boolean(),
  readySms: z
    .object({ status: z.enum(['queued', 'sent', 'failed']), sendAfterDaysAgo: days, sentDaysAgo: days })
    .nullable(),
  invoice: z
    .object({
      kind: z.enum(['invoice', 'credit_note', 'external']),
      number: text,
      issuedDaysAgo: days,
      erpNo: text,
    })
    .nullable(),
  milestonesDaysAgo: milestones,
  cancelReason: text,
})
export type SeedOrder = z.infer<typeof seedOrder>

const workshopFile = z.object({
  organization: z.object({
    name: z.string(),
    shopSlug: z.string(),
    modules: z.array(moduleName),
    departments: z.array(z.object({ key: z.string(), name: z.string() })),
    seller: seller.omit({ name: true }),
  }),
  pressBrakes: z.array(pressBrake.omit({ id: true }).extend({ key: z.string() })),
  customers: z.array(keyed.extend({ number: z.int(), name: z.string() })),
  products: z.array(keyed),
  agreements: z.array(
    keyed.extend({
      number: z.string(),
      customerKey: z.string(),
      validFromDaysAgo: z.number(),
      validUntilInDays: days,
      positions: z.array(keyed),
    }),
  ),
  library: z.array(keyed),
  shop: shopSettings.omit({ deliveryOptions: true, discountCodes: true }).extend({
    deliveryOptions: z.array(offeredDelivery.omit({ id: true }).extend({ key: z.string() })),
    discountCodes: z.array(
      discount.omit({ validFrom: true, validUntil: true }).extend({ validFromDaysAgo: days, validUntilInDays: days }),
    ),
  }),
  orders: z.array(seedOrder),
})
export type WorkshopFile = z.infer<typeof workshopFile>

export function readWorkshopFile(): WorkshopFile {
  return workshopFile.parse(JSON.parse(readFileSync(new URL('workshop.json', sandboxFolder), 'utf8')))
}
