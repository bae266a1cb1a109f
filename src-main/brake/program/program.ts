// What a controller is told of one piece of a sheet: which bend at which step, to which angle, with the blank how far in. Pure types.
import type { Deg, Mm } from '../../../shared/bending/index.ts'

export interface ProgramStep {
  /** From 1. */
  readonly stepNo: number
  /** Of the profile, from 1. */
  readonly bend: number
  /** Up: with the face up that the flat pattern shows. A brake folds upwards only, so that down is up with the other face up. */
  readonly direction: 'up' | 'down'
  /** Between the two flanges when the bend is done: 180° less its turn. What controllers go by. */
  readonly includedDeg: Deg
  /** To be added to the angle by the controller. */
  readonly correctionDeg: Deg
  /** From the edge at the backgauge to the bend's middle line, on the flat. */
  readonly gaugeMm: Mm
  /** Whose free edge lies at the backgauge: the first flange's or the last's. */
  readonly edge: 'first' | 'last'
  /** The other face is up than at the step before. False at the first. */
  readonly flipped: boolean
  /** The other edge lies at the backgauge than at the step before. False at the first. */
  readonly turned: boolean
  /** Of the bend. */
  readonly lengthMm: Mm
  readonly thicknessMm: Mm
  /** As the service names it. */
  readonly material: string
  readonly toolName: string
}

export interface BrakeProgram {
  readonly sheetId: string
  /** Order and sheet, in letters that any controller has: "T-000412-3". */
  readonly name: string
  readonly drawingVersion: number
  readonly drawingHash: string
  readonly pieceNo: number
  readonly hand: 'left' | 'right' | null
  /** Counts the programs made of this piece of this drawing, from 1: each correction is a new one. */
  readonly version: number
  /** In the order in which they are made, 1 to 14. */
  readonly steps: readonly ProgramStep[]
}
