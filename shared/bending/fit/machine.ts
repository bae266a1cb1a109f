// The two kinds of machine that bend sheets: the limits that the service knows too, and those that only the workshop's file has.
// Pure types.
import type { Deg, Mm } from '../units.ts'
import type { Kn } from './bend-force.ts'

interface EveryMachine {
  /** As the service names it. */
  readonly name: string
  /** Who supplied the figures. */
  readonly source: string
  readonly maxLengthMm: Mm
  readonly maxThicknessMm: Mm
  readonly backgaugeMinMm: Mm
  readonly backgaugeMaxMm: Mm
}

export interface PressBrakeMachine extends EveryMachine {
  readonly kind: 'press_brake'
  readonly maxForceKn: Kn
  readonly throatMm: Mm
  /** Between table and beam, with the beam up and nothing mounted. */
  readonly openHeightMm: Mm
  readonly strokeMm: Mm
  /** The tool holders that are always mounted, above the punch and below the die together. */
  readonly holdersMm: Mm
  readonly dies: readonly string[]
  readonly punches: readonly string[]
  readonly hemmingTools: readonly string[]
}

/** A folding machine. */
export interface FolderMachine extends EveryMachine {
  readonly kind: 'folder'
  /** How far the clamp lifts off the table. */
  readonly clampOpeningMm: Mm
  /** How far the clamp's low nose reaches before the clamp rises. */
  readonly noseDepthMm: Mm
  /** Height of the clamp behind its nose. */
  readonly clampHeightMm: Mm
  readonly beamThicknessMm: Mm
  readonly smallestFlangeMm: Mm
  /** The largest angle by which it turns the sheet. */
  readonly largestAngleDeg: Deg
  readonly folds: 'up' | 'both'
  /** The maker's rating for sheet metal of 400 MPa: up to each length, this thickness. */
  readonly ratings: readonly { readonly upToLengthMm: Mm; readonly thicknessMm: Mm }[]
  /** The thickest sheet metal of 400 MPa whose hems it closes; null where the maker does not say. */
  readonly hemThicknessMm: Mm | null
}

export type Machine = PressBrakeMachine | FolderMachine
