// The program of one piece of a sheet: for each step the bend, its angle and the position of the backgauge. Types, and the values of a plain bend.
import type { Deg, Mm } from '../../../shared/bending/index.ts'
import type { PlanStepKind } from '../../../shared/bending/plan/index.ts'

export interface ProgramStep {
  /** Counted from 1. */
  readonly stepNo: number
  /** The bend of the profile, from 1. All strokes of a bump have the same. */
  readonly bend: number
  /**
   * Seen from the face that the flat pattern shows. A press brake bends only upwards: for 'down' the blank is turned over. On a folding
   * machine that folds both ways: the direction of the swing.
   */
  readonly direction: 'up' | 'down'
  /** The angle between the two flanges after the bend, or between both sides of one stroke of a bump: 180° minus its turn. Controllers use this angle. */
  readonly includedDeg: Deg
  /** Added to the angle: by the controller if it has a field for corrections, otherwise when the step is written. */
  readonly correctionDeg: Deg
  /**
   * The distance from the stop face to the middle of the bend. It includes the bends that are made already. In a flattening
   * the backgauge is not used: it stays where it was, also in height.
   */
  readonly gaugeMm: Mm
  /** The part of `gaugeMm` that was added because of measured flanges. */
  readonly gaugeCorrectionMm: Mm
  /** The flange whose free edge is at the backgauge. */
  readonly edge: 'first' | 'last'
  /** Before the step the blank is flipped over its long axis: the other face is up, and the other edge is at the gauge. False at the first. */
  readonly flipped: boolean
  /**
   * Before the step the operator gives the blank a half turn: the other edge is at the gauge, and the ends change sides.
   * After a flip and a half turn the same edge is at the gauge. False at the first.
   */
  readonly turned: boolean
  /** The length of the bend. */
  readonly lengthMm: Mm
  readonly thicknessMm: Mm
  /** The service's name of the material. */
  readonly material: string
  /** The id of the die or hemming tool, or the name of the folding machine. */
  readonly toolName: string
  /** The id of the punch; null on a folding machine, and where it was not stored. */
  readonly punchName: string | null
  readonly kind: PlanStepKind
  /** The face that is up. A press brake makes a positive bend with face B up. */
  readonly faceUp: 'A' | 'B'
  /** The punch is mounted the other way round. */
  readonly punchTurned: boolean
  /** The set of tools along the table, from 1. */
  readonly station: number
  /**
   * Steps with the same number are made with tools that stand on the table together, from 1. Before the first step of another number the
   * operator changes the tools.
   */
  readonly setUp: number
  /** The strokes of this step: 1, because a bump has one step for each of its strokes. */
  readonly strokes: number
  /** Lower edge of the stop face above the shoulders of the die, or above the table. */
  readonly gaugeLevelMm: Mm
  /** How far the fingers move back at the pinch point; 0: they stay. */
  readonly retractMm: Mm
  /** The angle by which the sheet springs back, and by which the machine turns it further. Null: not known. */
  readonly springbackDeg: Deg | null
}

/** A pre-bend or a flattening, which a controller must tell from a bend. */
export const isHemStep = ({ kind }: { readonly kind: PlanStepKind }): boolean =>
  kind === 'pre_bend' || kind === 'flatten'

/** What a step has that needs only an angle and a gauge position. */
export const plainBend = {
  kind: 'bend',
  punchTurned: false,
  station: 1,
  setUp: 1,
  strokes: 1,
  gaugeCorrectionMm: 0,
  gaugeLevelMm: 0,
  retractMm: 0,
  springbackDeg: null,
} as const satisfies Partial<ProgramStep>

export interface BrakeProgram {
  readonly sheetId: string
  /** Order and sheet number, in characters that every controller has: "T-000412-3". */
  readonly name: string
  readonly drawingVersion: number
  readonly drawingHash: string
  readonly pieceNo: number
  readonly hand: 'left' | 'right' | null
  /** The number of this program among those of the same piece and drawing, from 1. A changed correction makes a new version. */
  readonly version: number
  /** At least one, in the order of bending. */
  readonly steps: readonly ProgramStep[]
}
