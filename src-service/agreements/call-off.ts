// Calling off an agreement (specification 4.3, decision 5): whether it is in force, what a length of a position costs, and on which
// days it is delivered. Each refusal has its code. Pure.
import * as z from 'zod'
import { addDays, lineProfile } from '../../shared/workshop-api/index.ts'
import { Failure } from '../http/failure.ts'

export const calledAgreement = z.object({
  id: z.uuid(),
  number: z.string(),
  status: z.string(),
  customer: z.object({ id: z.uuid(), number: z.int(), name: z.string() }),
  validFrom: z.string().nullable(),
  validUntil: z.string().nullable(),
  leadDays: z.int().nullable(),
  /** 1 is Monday. */
  deliveryDays: z.array(z.int().min(1).max(7)),
  positions: z.array(
    z.object({
      id: z.uuid(),
      description: z.string().nullable(),
      profile: lineProfile.nullable(),
      unit: z.string(),
      maxLengthMm: z.number(),
      prices: z.array(z.object({ lengthMm: z.number(), unitPriceOre: z.int() })),
    }),
  ),
})
export type CalledAgreement = z.infer<typeof calledAgreement>
export type Position = CalledAgreement['positions'][number]

/** The agreement, if it is in force on a day of the workshop's calendar; one that nobody knows is in force as little. */
export function inForce(agreement: CalledAgreement | null, today: string): CalledAgreement {
  if (
    agreement?.status !== 'aktiv' ||
    (agreement.validFrom !== null && today < agreement.validFrom) ||
    (agreement.validUntil !== null && today > agreement.validUntil)
  ) {
    throw new Failure('agreement_not_active')
  }
  return agreement
}

/** A position of the agreement and its price for a length: that of the shortest length in its table that is as long or longer. */
export function positionAt(
  { positions }: CalledAgreement,
  asked: { positionId: string; lengthMm: number },
  lineNo: number,
): { position: Position; unitPriceOre: number } {
  const position = positions.find(({ id }) => id === asked.positionId)
  if (position === undefined) throw new Failure('position_not_in_agreement', { lineNo })
  const price = position.prices
    .filter(({ lengthMm }) => lengthMm >= asked.lengthMm)
    .toSorted((one, other) => one.lengthMm - other.lengthMm)[0]
  if (price === undefined || asked.lengthMm > position.maxLengthMm) throw new Failure('length_over_max', { lineNo })
  return { position, unitPriceOre: price.unitPriceOre }
}

/** The day of delivery: the one that was asked for, if it is possible, else the next that is. */
export function deliveryDay(agreement: CalledAgreement, requested: string | null, today: string): string {
  const earliest = addDays(today, agreement.leadDays ?? 0)
  const next = nextDeliveryDay(agreement, requested === null || requested < earliest ? earliest : requested)
  if (requested !== null && requested !== next) {
    throw new Failure('delivery_date_not_allowed', { nextPossibleDate: next })
  }
  return next
}

/** An agreement that names no days is delivered on any. */
function nextDeliveryDay({ deliveryDays }: CalledAgreement, from: string): string {
  const days = Array.from({ length: 7 }, (_, later) => addDays(from, later))
  return days.find((day) => deliveryDays.includes(weekday(day))) ?? from
}

/** 1 is Monday, 7 is Sunday. */
function weekday(day: string): number {
  return new Date(`${day}T12:00:00Z`).getUTCDay() || 7
}
