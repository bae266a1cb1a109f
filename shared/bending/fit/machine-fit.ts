// The checks that both kinds of machine share: length, thickness and backgauge; and the result of all findings. Pure.
import type { Mm } from '../units.ts'
import type { Kn } from './bend-force.ts'
import type { Machine } from './machine.ts'
import type { Fit, FitUncertainty, FitRefusal, FitWarning } from './reason.ts'
import type { BlankToFit } from './sheet-to-fit.ts'

/** The tolerance for figures from files. */
export const toleranceMm: Mm = 1e-3

/** Empty where nothing is refused. A bend needs one of its gauge distances within the range of the backgauge. */
export function commonRefusals(blank: BlankToFit, machine: Machine): FitRefusal[] {
  const refusals: FitRefusal[] = []
  const { longestMm: lengthMm, thicknessMm } = blank
  const { maxLengthMm, maxThicknessMm, backgaugeMinMm: minMm, backgaugeMaxMm: maxMm } = machine
  if (lengthMm > maxLengthMm + toleranceMm) refusals.push({ code: 'too_long', params: { lengthMm, maxLengthMm } })
  if (thicknessMm > maxThicknessMm + toleranceMm) {
    refusals.push({ code: 'too_thick', params: { thicknessMm, maxThicknessMm } })
  }
  for (const { number, gaugeMm } of blank.bends) {
    const outside = (distance: Mm): Mm => Math.max(minMm - distance, distance - maxMm, 0)
    const nearestMm = gaugeMm.toSorted((a, b) => outside(a) - outside(b))[0] ?? 0
    if (outside(nearestMm) > toleranceMm) {
      refusals.push({ code: 'backgauge', params: { bend: number, nearestMm, minMm, maxMm } })
    }
  }
  return refusals
}

export interface FitFindings {
  readonly refusals: readonly FitRefusal[]
  readonly uncertainties: readonly FitUncertainty[]
  readonly warnings: readonly FitWarning[]
  readonly tools: ChosenTools
  readonly forceKn: Kn | null
}

export type ChosenTools = Pick<Fit, 'vMm' | 'dieId' | 'punchId' | 'hemmingToolId'>

export const noTools: ChosenTools = { vMm: null, dieId: null, punchId: null, hemmingToolId: null }

/** Any refusal gives `false`, else any uncertainty gives 'unknown'. `reasons` contains only the findings that decide. */
export function fitFrom({ refusals, uncertainties, warnings, tools, forceKn }: FitFindings): Fit {
  if (refusals.length > 0) return { fits: false, reasons: refusals, warnings, ...tools, forceKn }
  return { fits: uncertainties.length > 0 ? 'unknown' : true, reasons: uncertainties, warnings, ...tools, forceKn }
}
