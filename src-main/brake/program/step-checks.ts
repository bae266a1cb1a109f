// Checks of a step: its length, the straight edge at the gauge, and the range of its correction. Pure.
import { toThousandth } from '../../../shared/base/figures.ts'
import type { Failed } from '../../../shared/base/result.ts'
import {
  isValidCorrection,
  isValidGaugeCorrection,
  maxCorrectionDeg,
  type Deg,
  type Mm,
} from '../../../shared/bending/index.ts'
import type { Blank, BlankBend } from '../../../shared/drawing/index.ts'
import { refused, type ProgramRefusal } from './program-refusal.ts'
import type { ProgramMachine } from './program-request.ts'

/** A smaller difference of lengths is a rounding error. */
const toleranceMm = 1e-6

/** Removes rounding errors: the lengths of a sheet are given in hundredths. */
export const lengthOf = ({ from, to }: BlankBend): Mm => toThousandth(Math.abs(to.y - from.y))

/** A bend that is longer than the machine. */
export function lengthRefusal(bend: BlankBend, { maxLengthMm }: ProgramMachine): Failed<ProgramRefusal> | null {
  const lengthMm = lengthOf(bend)
  if (lengthMm <= maxLengthMm + toleranceMm) return null
  const message = `bend ${bend.number} is ${lengthMm} mm long, the machine takes ${maxLengthMm} mm`
  return refused('too_long', message, { lengthMm, maxLengthMm })
}

/** The length of the straight parts of the blank's outline at x = `edgeMm`. */
export function straightLength({ outline }: Blank, edgeMm: Mm): Mm {
  let length = 0
  for (const [index, corner] of outline.entries()) {
    const next = outline[(index + 1) % outline.length]
    if (next === undefined || corner.bulge !== 0) continue
    if (Math.abs(corner.x - edgeMm) < 0.02 && Math.abs(next.x - edgeMm) < 0.02) length += Math.abs(next.y - corner.y)
  }
  return length
}

interface PlannedGauge {
  readonly bend: number
  /** Without its correction, as the plan proves it. */
  readonly gaugeMm: Mm
  readonly gaugeLevelMm: Mm
}

/**
 * With its correction the backgauge must still be within reach. Within reach a finger above the shoulders is beside no die of the machine;
 * one below them is beside the die that the plan was checked with, and never comes nearer to it.
 */
export function correctedGaugeRefusal(
  { bend, gaugeMm: plannedMm, gaugeLevelMm }: PlannedGauge,
  gaugeCorrectionMm: Mm,
  { backgaugeMinMm: minMm, backgaugeMaxMm: maxMm }: Pick<ProgramMachine, 'backgaugeMinMm' | 'backgaugeMaxMm'>,
): Failed<ProgramRefusal> | null {
  const gaugeMm = toThousandth(plannedMm + gaugeCorrectionMm)
  const isReached = gaugeMm >= minMm - toleranceMm && gaugeMm <= maxMm + toleranceMm
  const isClear = gaugeCorrectionMm >= 0 || gaugeLevelMm >= 0
  if (gaugeCorrectionMm === 0 || (isReached && isClear && isValidGaugeCorrection(gaugeCorrectionMm))) return null
  const message = `with its correction the backgauge of bend ${bend} is at ${gaugeMm} mm, it reaches ${minMm} to ${maxMm} mm`
  return refused('gauge_out_of_reach', message, { bend, gaugeMm, minMm, maxMm })
}

/** `includedDeg`: the angle of the whole bend. */
export function badCorrectionRefusal(
  bend: number,
  includedDeg: Deg,
  correctionDeg: Deg,
): Failed<ProgramRefusal> | null {
  if (isValidCorrection(includedDeg, correctionDeg)) return null
  const message = `the correction of bend ${bend} is ${correctionDeg}°; it must be at most ${maxCorrectionDeg}° in each direction, and not past flat`
  const params = { bend, correctionDeg: String(correctionDeg), mostDeg: maxCorrectionDeg }
  return refused('bad_correction', message, params)
}
