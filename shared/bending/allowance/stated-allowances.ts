// The bend allowances that a sheet's flat pattern states by its bend lines. Pure. Units: mm.
import type { BendProfile } from '../profile/index.ts'
import { straightLengths } from '../profile/index.ts'
import type { Mm } from '../units.ts'

/** The flat pattern rounds each position to a hundredth, and each allowance adds two such errors to those before it. */
const maxErrorMm: Mm = 0.5

/**
 * The allowance of each bend, from the middles of the bends and the flat parts between them. Null where the lines do not belong to the
 * profile: a bend without a line, an impossible profile, or an allowance that no bend can have.
 */
export function allowancesOfLines(
  profile: BendProfile,
  lines: readonly { readonly bend: number; readonly positionMm: Mm }[],
): Mm[] | null {
  const straights = straightLengths(profile, 'start')
  if (!straights.ok) return null
  const allowances: Mm[] = []
  let [lastMiddle, lastAllowance] = [0, 0]
  for (const [index, bend] of profile.bends.entries()) {
    const middle = lines.find((line) => line.bend === index)?.positionMm
    if (middle === undefined || !Number.isFinite(middle)) return null
    const allowance = 2 * (middle - lastMiddle - (straights.value[index] ?? 0)) - lastAllowance
    const most = Math.PI * (bend.insideRadiusMm + profile.thicknessMm) + maxErrorMm
    if (allowance < -maxErrorMm || allowance > most) return null
    allowances.push(Math.max(0, allowance))
    ;[lastMiddle, lastAllowance] = [middle, allowance]
  }
  return allowances
}
