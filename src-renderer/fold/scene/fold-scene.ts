// What the 3D view shows at a position of the timeline: the section of the piece at both ends, how the piece is moved, and the machine. Pure.
import type { Timeline } from './timeline.ts'
import type { PicturePart } from './machine-parts.ts'
import type { Motion } from './motion.ts'
import type { PlacedSection, Section } from './section.ts'

export interface FoldedPiece {
  readonly start: PlacedSection
  /** The same object as `start` where the piece is not tapered. */
  readonly end: PlacedSection
  readonly motion: Motion
}

export interface MachineStage {
  readonly stepIndex: number
  readonly turnDeg: number
  /** How far the upper tools are open. */
  readonly openMm: number
}

export interface FoldScene {
  readonly timeline: Timeline
  /** The finished section of each end, for the number of points of its bends. */
  readonly finished: { readonly start: Section; readonly end: Section }
  /** The flat that is the anchor of every section. */
  readonly anchor: number
  readonly flatWidthMm: number
  /** For each bend, the steps that make it, from 0. */
  readonly stepsOfBend: readonly (readonly number[])[]
  readonly pieceAt: (position: number) => FoldedPiece
  /** Null: the steps have no machine that is described. */
  readonly machineAt: ((position: number) => MachineStage) | null
  /** The parts of the machine in a step at a turn of its bend, not opened. */
  readonly partsAt: (stepIndex: number, turnDeg: number) => readonly PicturePart[]
}
