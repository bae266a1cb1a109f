// The turn to which a machine bends, so that the turn of the profile remains after springback. Pure.
import { airBendRadius, remainingShare } from '../../fit/index.ts'
import { radians } from '../../units.ts'
import type { Deg, Mm } from '../../units.ts'
import type { PlanRequest } from '../plan-request.ts'

/** The turn to which the machine bends, in radians, so that `turnDeg` remains; without a known springback, `turnDeg` itself. */
export function overTurn(
  request: PlanRequest,
  turnDeg: Deg,
  vMm: Mm,
): { readonly turn: number; readonly isKnown: boolean } {
  const { material, profile } = request
  if (material === null) return { turn: radians(turnDeg), isKnown: false }
  const share = remainingShare({
    yieldMpa: material.yieldMpa,
    elasticMpa: material.elasticMpa,
    insideRadiusMm: airBendRadius(vMm, material.radiusShare),
    thicknessMm: profile.thicknessMm,
  })
  return share.ok ? { turn: radians(turnDeg / share.value), isKnown: true } : { turn: radians(turnDeg), isKnown: false }
}

/** The further turn of a bend, in radians. */
export const furtherTurn = ({ furtherTurnDeg }: PlanRequest, bendIndex: number): number =>
  radians(furtherTurnDeg?.[bendIndex] ?? 0)
