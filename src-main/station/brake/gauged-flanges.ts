// The flanges whose length the backgauge sets, with the stored corrections of those positions. Pure.
import {
  alikeGaugeCorrections,
  bendThatSets,
  offeredGaugeCorrection,
  placeOfFlange,
  type GaugeSetting,
  type Mm,
} from '../../../shared/bending/index.ts'
import type { BrakeGauge, WorkshopView } from '../../../shared/station-api/index.ts'
import { correctedGaugeRefusal, type BrakeProgram, type ProgramStep } from '../../brake/index.ts'
import type { KnownGaugeCorrection, Sheet } from '../../ledger/index.ts'
import { correctedBy } from './corrected-by.ts'
import { settingOf, type MeasuredBend } from './measured-bends.ts'

export interface GaugedFlange {
  /** From 1, as the bend is. */
  readonly flange: number
  readonly bend: number
  readonly lengthMm: Mm
  readonly setting: GaugeSetting
  readonly measured: MeasuredBend
  readonly correctionMm: Mm
  readonly alike: number
  /** Null: no correction is stored. */
  readonly from: KnownGaugeCorrection | null
}

export interface GaugeTables {
  readonly tables: Pick<WorkshopView, 'tools'>
  readonly reach: Parameters<typeof correctedGaugeRefusal>[2]
  /** The corrections of this machine and material, oldest first. */
  readonly stored: readonly KnownGaugeCorrection[]
}

/** Whether every stroke of a bend can be gauged with this correction. */
export const isGaugeSafe = (
  { strokes }: Pick<MeasuredBend, 'strokes'>,
  correctionMm: Mm,
  reach: GaugeTables['reach'],
): boolean =>
  strokes.every(
    (step) =>
      correctedGaugeRefusal({ ...step, gaugeMm: step.gaugeMm - step.gaugeCorrectionMm }, correctionMm, reach) === null,
  )

/** In the order of the profile, without corrections that could not be gauged. */
export function gaugedFlanges(
  { profile: { flanges } }: Pick<Sheet, 'profile'>,
  bends: readonly MeasuredBend[],
  steps: readonly ProgramStep[],
  { tables, reach, stored }: GaugeTables,
): GaugedFlange[] {
  return flanges.flatMap(({ lengthMm }, index): GaugedFlange[] => {
    const flange = index + 1
    const bend = bendThatSets(flange, steps)
    const measured = bends.find((one) => one.bend === bend)
    if (bend === null || measured === undefined) return []
    const { includedDeg } = measured
    const setting = { ...settingOf(measured, tables), includedDeg, place: placeOfFlange(flange, flanges.length) }
    const offered = offeredGaugeCorrection(stored, setting)
    const from = offered !== null && isGaugeSafe(measured, offered.correctionMm, reach) ? offered : null
    const alike = from === null ? 0 : alikeGaugeCorrections(stored, setting)
    return [{ flange, bend, lengthMm, setting, measured, correctionMm: from?.correctionMm ?? 0, alike, from }]
  })
}

export function gaugeView(
  { initialsOf }: { readonly initialsOf: (operatorId: string) => string | null },
  { steps }: Pick<BrakeProgram, 'steps'>,
  { flange, bend, lengthMm, correctionMm, alike, from }: GaugedFlange,
): BrakeGauge {
  const step = steps.find((one) => one.bend === bend && one.kind !== 'flatten')
  return {
    flange,
    bend,
    lengthMm,
    gaugeMm: step?.gaugeMm ?? 0,
    correctionMm,
    alike,
    basedOn:
      from === null || from.measuredMm === null
        ? null
        : {
            drawnMm: from.drawnMm,
            measuredMm: from.measuredMm,
            ...correctedBy(from, initialsOf),
          },
  }
}
