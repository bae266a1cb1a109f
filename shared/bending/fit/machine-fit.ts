// What a press brake and a folder are asked alike: length, thickness, backgauge; and how answers add up to one. Pure.
import type { Mm } from '../units.ts'
import type { Kn } from './bend-force.ts'
import type { Machine } from './machine.ts'
import type { Fit, FitDoubt, FitRefusal, FitWarning } from './reason.ts'
import type { PlateToFit } from './sheet-to-fit.ts'

/** Slack for figures that went through a file: a micrometre never decides. */
export const slackMm: Mm = 1e-3

export function commonRefusals(plate: PlateToFit, machine: Machine): FitRefusal[] {
  const refusals: FitRefusal[] = []
  const { longestMm: lengthMm, thicknessMm } = plate
  const { maxLengthMm, maxThicknessMm, backgaugeMinMm: minMm, backgaugeMaxMm: maxMm } = machine
  if (lengthMm > maxLengthMm + slackMm) refusals.push({ code: 'too_long', params: { lengthMm, maxLengthMm } })
  if (thicknessMm > maxThicknessMm + slackMm) {
    refusals.push({ code: 'too_thick', params: { thicknessMm, maxThicknessMm } })
  }
  for (const { number, gaugeMm } of plate.bends) {
    const outside = (distance: Mm): Mm => Math.max(minMm - distance, distance - maxMm, 0)
    const nearestMm = gaugeMm.toSorted((a, b) => outside(a) - outside(b))[0] ?? 0
    if (outside(nearestMm) > slackMm) {
      refusals.push({ code: 'backgauge', params: { bend: number, nearestMm, minMm, maxMm } })
    }
  }
  return refusals
}

export interface FitFindings {
  readonly refusals: readonly FitRefusal[]
  readonly doubts: readonly FitDoubt[]
  readonly warnings: readonly FitWarning[]
  readonly vMm: Mm | null
  readonly forceKn: Kn | null
}

export function fitFrom({ refusals, doubts, warnings, vMm, forceKn }: FitFindings): Fit {
  if (refusals.length > 0) return { fits: false, reasons: refusals, warnings, vMm, forceKn }
  return { fits: doubts.length > 0 ? 'unknown' : true, reasons: doubts, warnings, vMm, forceKn }
}
