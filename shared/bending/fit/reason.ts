// Why a machine cannot bend a sheet, why that is unknown, and what needs attention if it can: codes with figures, for which each
// language has a text. Flanges and bends are counted from 1. Pure types.
import type { Deg, Mm } from '../units.ts'
import type { Kn } from './bend-force.ts'

interface RefusalFigures {
  too_long: { lengthMm: Mm; maxLengthMm: Mm }
  too_thick: { thicknessMm: Mm; maxThicknessMm: Mm }
  /** The folding machine's rating at this length and strength. */
  rated_thinner: { thicknessMm: Mm; ratedMm: Mm; lengthMm: Mm }
  no_tool_for_v: { thicknessMm: Mm; neededVMm: Mm; widestVMm: Mm }
  no_punch: { thicknessMm: Mm }
  /** No die and punch together are sharp and strong enough. */
  angle_of_tools: { bend: number; includedDeg: Deg; sharpestIncludedDeg: Deg }
  radius_of_folder: { bend: number; radiusMm: Mm; largestMm: Mm }
  angle_of_folder: { bend: number; turnDeg: Deg; largestTurnDeg: Deg }
  short_flange: { flange: number; lengthMm: Mm; vMm: Mm; neededMm: Mm }
  short_flange_folder: { flange: number; lengthMm: Mm; neededMm: Mm }
  /** `forceKn` includes the margin. */
  force: { forceKn: Kn; maxForceKn: Kn; vMm: Mm }
  tool_load: { knPerM: number; maxKnPerM: number; vMm: Mm }
  no_hemming_tool: { bend: number; thicknessMm: Mm }
  /** `forceKn` includes the margin. */
  hem_force: { bend: number; forceKn: Kn; maxForceKn: Kn }
  hem_tool_load: { bend: number; knPerM: number; maxKnPerM: number }
  hem_too_thick: { bend: number; thicknessMm: Mm; maxThicknessMm: Mm }
  hem_under_clamp: { bend: number; heightMm: Mm; openingMm: Mm }
  backgauge: { bend: number; nearestMm: Mm; minMm: Mm; maxMm: Mm }
  daylight: { openHeightMm: Mm; neededMm: Mm }
  stroke: { strokeMm: Mm; neededMm: Mm }
}

interface UncertaintyFigures {
  /** No workshop file describes the machine, or the file is wrong. */
  machine_unknown: Record<string, never>
  tools_unknown: Record<string, never>
  materials_unknown: Record<string, never>
  hem_force_unknown: { bend: number; thicknessMm: Mm }
  hem_rating_unknown: { bend: number }
  strength_unknown: { thicknessMm: Mm }
  /** The bend is outside the range of the springback formula. */
  springback_unknown: { bend: number }
  offset_on_beam: { flange: number; lengthMm: Mm; beamThicknessMm: Mm }
  return_over_nose: { flange: number; reachMm: Mm; noseDepthMm: Mm }
}

interface WarningFigures {
  cold: { lowestC: number }
  small_radius: { bend: number; radiusMm: Mm; smallestMm: Mm }
  turn_over: { downBends: number; upBends: number }
  /** No pair of tools makes all plain bends. */
  several_stations: { stations: number }
  tapered: { flange: number; startMm: Mm; endMm: Mm }
}

type Coded<Figures> = {
  readonly [Code in keyof Figures]: { readonly code: Code; readonly params: Readonly<Figures[Code]> }
}[keyof Figures]

/** The machine cannot bend the sheet. */
export type FitRefusal = Coded<RefusalFigures>
/** Whether the machine can bend the sheet is unknown. */
export type FitUncertainty = Coded<UncertaintyFigures>
export type FitReason = FitRefusal | FitUncertainty
/** The machine can, but this needs attention. */
export type FitWarning = Coded<WarningFigures>

export interface Fit {
  readonly fits: boolean | 'unknown'
  /** Empty where it fits; only the refusals where it does not; the uncertainties where it is unknown. */
  readonly reasons: readonly FitReason[]
  readonly warnings: readonly FitWarning[]
  /** The V of the chosen die; null on a folding machine and for a blank without plain bends. */
  readonly vMm: Mm | null
  /** The chosen tools by id; null: none is needed, or none is suitable. Die and punch make all plain bends, on several stations most of them. */
  readonly dieId: string | null
  readonly punchId: string | null
  readonly hemmingToolId: string | null
  /** The greatest of the sheet's bends and hems, with the margin; null where there is no formula or it is unknown. */
  readonly forceKn: Kn | null
}
