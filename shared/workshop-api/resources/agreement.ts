// The agreement: its positions, its days of delivery and its prices a piece by plate length. Assumed (decision 5): the specification
// names its parts and two of its statuses. Pure.
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
  /** A piece costs what the smallest length says that is as long or longer. */
  prices: z.array(z.strictObject({ lengthMm: mm, unitPriceOre: ore })),
})

export const agreement = z.strictObject({
  id: uuid,
  number: z.string(),
  title: z.string().nullable(),
  /** A draft, `utkast`, is shown to nobody. */
  status: z.enum(agreementStatuses),
  customer: order.shape.customer.unwrap(),
  validFrom: day.nullable(),
  validUntil: day.nullable(),
  /** Days of the calendar from the call-off to the first day of delivery. */
  leadDays: z.int().min(0).nullable(),
  /** 1 is Monday. */
  deliveryDays: z.array(z.int().min(1).max(7)),
  positions: z.array(agreementPosition),
  version,
})
export type Agreement = z.infer<typeof agreement>

/** An agreement in a list. */
export const listedAgreement = agreement.omit({ positions: true })
