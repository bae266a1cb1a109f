// Call-offs (specification 4.3, service decision 5): the validity of the agreement, the price of a position, and the delivery day. Each refusal has
// its code. Pure.
import { addDays } from '../../shared/workshop-api/index.ts'
import type { Agreement } from '../../shared/workshop-api/index.ts'
import { Failure } from '../operation/index.ts'

type Position = Agreement['positions'][number]

/** Throws if the agreement is unknown, or not active on a day of the workshop's calendar. */
export function requireActive(agreement: Agreement | null, today: string): Agreement {
  if (
    agreement?.status !== 'aktiv' ||
    (agreement.validFrom !== null && today < agreement.validFrom) ||
    (agreement.validUntil !== null && today > agreement.validUntil)
  ) {
    throw new Failure('agreement_not_active')
  }
  return agreement
}

/** A position of the agreement and its price: that of the shortest length in its table that is at least the requested length. */
export function findPosition(
  { positions }: Agreement,
  requested: { positionId: string; lengthMm: number },
  lineNo: number,
): { position: Position; unitPriceOre: number } {
  const position = positions.find(({ id }) => id === requested.positionId)
  if (position === undefined) throw new Failure('position_not_in_agreement', { lineNo })
  const price = position.prices
    .filter(({ lengthMm }) => lengthMm >= requested.lengthMm)
    .toSorted((one, other) => one.lengthMm - other.lengthMm)[0]
  if (price === undefined || requested.lengthMm > position.maxLengthMm) throw new Failure('length_over_max', { lineNo })
  return { position, unitPriceOre: price.unitPriceOre }
}

/**
 * The delivery day: the requested one, or the next possible one. Throws if the requested day is not possible. Assumed: a call-off within the
 * agreement is delivered even if its lead time ends after the agreement's last day, but no later day can be requested.
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

/** An agreement without delivery days delivers on any day. */
function nextDeliveryDay({ deliveryDays }: Agreement, from: string): string {
  const days = Array.from({ length: 7 }, (_, later) => addDays(from, later))
  return days.find((day) => deliveryDays.includes(weekday(day))) ?? from
}

/** 1 is Monday, 7 is Sunday. */
function weekday(day: string): number {
  return new Date(`${day}T12:00:00Z`).getUTCDay() || 7
}
