// The flat part of each flange, between its bends. Pure. Units: mm.
import { ok } from '../../base/result.ts'
import type { Result } from '../../base/result.ts'
import { refuse } from '../refusal.ts'
import type { Refusal } from '../refusal.ts'
import { flangeLength } from './profile.ts'
import type { BendProfile, PieceEnd } from './profile.ts'
import { bendSetback } from './setback.ts'
import type { Mm } from '../units.ts'

/** A flat part that is negative by less than this counts as 0. */
const roundingMm = 1e-9

/** One length for each flange of a valid profile: its outer length less the setbacks. Refuses a flange shorter than its bends. */
export function straightLengths(profile: BendProfile, end: PieceEnd): Result<Mm[], Refusal> {
  const setbacks = profile.bends.map((bend) => bendSetback(bend, profile.thicknessMm))
  const straights: Mm[] = []
  for (const [index, flange] of profile.flanges.entries()) {
    const length = flangeLength(flange, end)
    const setbackMm = (setbacks[index - 1] ?? 0) + (setbacks[index] ?? 0)
    if (length - setbackMm < -roundingMm) {
      return refuse(
        `profile.flanges[${index}].${end === 'end' && flange.endLengthMm !== null ? 'endLengthMm' : 'lengthMm'}`,
        'too_short',
        `flange ${index + 1} is ${length} mm, its bends alone take ${setbackMm.toFixed(2)} mm`,
      )
    }
    straights.push(Math.max(0, length - setbackMm))
  }
  return ok(straights)
}
