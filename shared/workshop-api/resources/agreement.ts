// The agreement: positions, delivery days, and prices per piece by length. Assumed (service decision 5): the specification names only its parts and
// two of its statuses. Pure.
import * as z from 'zod'
import { day, mm, ore, uuid, version } from '../scalars.ts'
import { lineProfile, order } from './order.ts'

export const agreementStatuses = ['utkast', 'sendt', 'aktiv', 'avvist', 'utlopt'] as const
export type AgreementStatus = (typeof agreementStatuses)[number]

export const agreementPosition = z.strictObject({
  id: uuid,
  positionNo: z.int().min(1),
  description: z.string().nullable(),
  profile: lineProfile.nullable(),
  unit: z.string(),
  maxLengthMm: mm,
  /** A piece has the price of the smallest listed length that is not shorter. */
  prices: z.array(z.strictObject({ lengthMm: mm, unitPriceOre: ore })),
})

export const agreement = z.strictObject({
  id: uuid,
  number: z.string(),
  title: z.string().nullable(),
  /** Drafts, `utkast`, are not visible over the API. */
  status: z.enum(agreementStatuses),
  customer: order.shape.customer.unwrap(),
  validFrom: day.nullable(),
  validUntil: day.nullable(),
  /** Calendar days from the call-off to the first delivery day. */
  leadDays: z.int().min(0).nullable(),
  /** 1 is Monday. */
  deliveryDays: z.array(z.int().min(1).max(7)),
  positions: z.array(agreementPosition),
  version,
})
export type Agreement = z.infer<typeof agreement>

/** An agreement in a list. */
export const listedAgreement = agreement.omit({ positions: true })
