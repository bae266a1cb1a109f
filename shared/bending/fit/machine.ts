// The two kinds of machine that bend sheets: the limits that the service knows too, and those that only the workshop's file has.
// Pure types.
import type { Deg, Mm } from '../units.ts'
import type { Kn } from './bend-force.ts'
import type { Outline } from './tools/index.ts'

interface EveryMachine {
  /** The service's name of it. */
  readonly name: string
  /** Who supplied the figures. */
  readonly source: string
  readonly maxLengthMm: Mm
  readonly maxThicknessMm: Mm
  readonly backgaugeMinMm: Mm
  readonly backgaugeMaxMm: Mm
  /** The least distance between the blank and each part that it must not touch, in a bend plan; absent: the usual 0.2 mm. */
  readonly clearanceMm?: Mm | undefined
}

export interface PressBrakeMachine extends EveryMachine {
  readonly kind: 'press_brake'
  readonly maxForceKn: Kn
  readonly throatMm: Mm
  /** The distance between table and beam, with the beam up and nothing mounted. */
  readonly openHeightMm: Mm
  readonly strokeMm: Mm
  /** The tool holders that are always mounted, above the punch and below the die together. */
  readonly holdersMm: Mm
  readonly dies: readonly string[]
  readonly punches: readonly string[]
  readonly hemmingTools: readonly string[]
  /** Absent: not known. */
  readonly outlines?: PressBrakeOutlines | undefined
}

/** The parts of a press brake that a folded part can hit. */
export interface PressBrakeOutlines {
  /** The seat of the punch at 0/0. Both move with the ram. */
  readonly clamp: Outline
  readonly beam: Outline
  /** The seat of the die at 0/0. All three are fixed. */
  readonly holder: Outline
  readonly table: Outline
  readonly apron: Outline
  readonly fingers: GaugeFingers
  /** Lengths of the segments of tools along the table, mm, each as often as the workshop has it. */
  readonly segmentsMm: readonly Mm[]
}

/** The fingers of the backgauge: they move in x between backgaugeMinMm and backgaugeMaxMm. */
export interface GaugeFingers {
  /** The stop face at x = 0, the lower edge of the stop face at y = 0. */
  readonly outline: Outline
  /** Heights of the lower edge of the stop face above the die's shoulders, lowest first. */
  readonly levelsMm: readonly Mm[]
  /** Whether they move back at the pinch point. */
  readonly retracts: boolean
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
  readonly largestTurnDeg: Deg
  readonly folds: 'up' | 'both'
  /** The maker's rating for sheet metal of 400 MPa: up to each length, this thickness. */
  readonly ratings: readonly { readonly upToLengthMm: Mm; readonly thicknessMm: Mm }[]
  /** The thickest sheet metal of 400 MPa whose hems it closes; null where the maker does not say. */
  readonly hemThicknessMm: Mm | null
  /** Absent: not known. */
  readonly outlines?: FolderOutlines | undefined
}

/** The parts of a folding machine. The bend line is at 0/0 on the surface of the table; the operator stands at negative x. */
export interface FolderOutlines {
  /** Clamp with nose, sole, front and depth, closed on a sheet of no thickness. */
  readonly clamp: Outline
  /** The folding beam at rest, its blade up to the surface of the table; it turns about the pivot at 0/0. */
  readonly beam: Outline
  /** Height of the bar of the blade. */
  readonly barHeightMm: Mm
  /** How far the blade can be lowered. */
  readonly beamAdjustmentMm: Mm
  /** The lower beam with its table and slot. */
  readonly table: Outline
  /** How far the sheet may lift off the table elastically. */
  readonly tableLiftMm: Mm
  /** The stop face at x = 0, the surface of the table at y = 0. */
  readonly gauge: Outline
  /** Whether the blade may push on a closed hem. */
  readonly bladeOnHem: boolean
  /** Whether a part may be removed sideways. */
  readonly sidewaysRemoval: boolean
  /** The heaviest share of the part that may swing with the blade while the operator holds the rest, as a width. */
  readonly heaviestSwingMm: Mm
  /** Lengths of the clamp's segments, mm. */
  readonly segmentsMm: readonly Mm[]
}

export type Machine = PressBrakeMachine | FolderMachine
