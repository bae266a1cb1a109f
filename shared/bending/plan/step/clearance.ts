// The least clearance of a step as a plan states it, on either kind of machine. Pure.
import type { Deg, Mm } from '../../units.ts'
import { pieceOf } from '../legs/index.ts'
import type { Contact } from '../legs/index.ts'
import type { PlanClearance } from '../plan.ts'

/** Nothing is measured beyond this. */
export const mostClearanceMm: Mm = 25

/** A step whose clearance is less is shown as tight: a sheet that is bent a little differently touches the part. */
const tightMm: Mm = 0.6

export const isTight = ({ leastMm }: Pick<PlanClearance, 'leastMm'>): boolean => leastMm < tightMm

/** `leastMm` may be less than the gap of the contact, where the place of the blank is not exact. */
export const planClearance = (
  { part, piece }: Pick<Contact, 'part' | 'piece'>,
  leastMm: Mm,
  turnDeg: Deg,
): PlanClearance => ({
  leastMm: hundredth(leastMm),
  part,
  piece: pieceOf(piece),
  atTurnDeg: hundredth(turnDeg),
})

const hundredth = (figure: number): number => Math.round(figure * 100) / 100
