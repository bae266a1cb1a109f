// What of each flange lies flat between its bends. Pure: mm.
import { good, refuse } from './outcome.ts'
import type { Outcome } from './outcome.ts'
import { flangeLength } from './profile.ts'
import type { BendProfile, PieceEnd } from './profile.ts'
import { bendSetback } from './setback.ts'
import type { Mm } from './units.ts'

/** Below this a flange that is all bend counts as having no flat part, rather than a negative one. */
const roundingMm = 1e-9

/** One length a flange, of a profile known to be sound: outer less the setbacks. Refuses a flange shorter than its own bends. */
export function straightLengths(profile: BendProfile, at: PieceEnd): Outcome<Mm[]> {
  const setbacks = profile.bends.map((bend) => bendSetback(bend, profile.thicknessMm))
  const straights: Mm[] = []
  for (const [index, flange] of profile.flanges.entries()) {
    const length = flangeLength(flange, at)
    const taken = (setbacks[index - 1] ?? 0) + (setbacks[index] ?? 0)
    if (length - taken < -roundingMm) {
      return refuse(
        `profile.flanges[${index}].${at === 'end' && flange.endLengthMm !== null ? 'endLengthMm' : 'lengthMm'}`,
        'too_short',
        `flange ${index + 1} is ${length} mm, its bends alone take ${taken.toFixed(2)} mm`,
      )
    }
    straights.push(Math.max(0, length - taken))
  }
  return good(straights)
}
