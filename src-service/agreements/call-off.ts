// Calling off an agreement (specification 4.3, decision 5): whether it is in force, what a length of a position costs, and on which
// days it is delivered. Each refusal has its code. Pure.
import { addDays } from '../../shared/workshop-api/index.ts'
import type { Agreement } from '../../shared/workshop-api/index.ts'
import { Failure } from '../http/failure.ts'

type Position = Agreement['positions'][number]

/** The agreement, if it is in force on a day of the workshop's calendar; one that nobody knows is in force as little. */
export function inForce(agreement: Agreement | null, today: string): Agreement {
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
  { positions }: Agreement,
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

/**
 * The day of delivery: the one that was asked for, if it is possible, else the next that is. Assumed: what is called off in time is
 * delivered though its lead ends behind the agreement's last day, but nobody may wish for a day behind both.
 */
export function deliveryDay(agreement: Agreement, requested: string | null, today: string): string {
  const first = nextDeliveryDay(agreement, addDays(today, agreement.leadDays ?? 0))
  if (requested === null || requested === first) return first
  const next = requested < first ? first : nextDeliveryDay(agreement, requested)
  const isTooLate = agreement.validUntil !== null && next > agreement.validUntil
  if (requested !== next || isTooLate) {
    throw new Failure('delivery_date_not_allowed', { nextPossibleDate: isTooLate ? first : next })
  }
  return next
}

/** An agreement that names no days is delivered on any. */
function nextDeliveryDay({ deliveryDays }: Agreement, from: string): string {
  const days = Array.from({ length: 7 }, (_, later) => addDays(from, later))
  return days.find((day) => deliveryDays.includes(weekday(day))) ?? from
}

/** 1 is Monday, 7 is Sunday. */
function weekday(day: string): number {
  return new Date(`${day}T12:00:00Z`).getUTCDay() || 7
}
