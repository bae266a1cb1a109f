// What a program is made from: the sheet, the machine, the plan and the corrections. Pure types.
import type { Deg, Mm } from '../../../shared/bending/index.ts'
import type { Plan } from '../../../shared/bending/plan/index.ts'
import type { DrawnSheet } from '../../../shared/drawing/index.ts'
import type { ProgramRefusalCode } from './program-refusal.ts'

export interface ProgramMachine {
  /** The name of a folding machine, which has no die. Absent for a press brake. */
  readonly name?: string
  readonly maxLengthMm: Mm
  readonly backgaugeMinMm: Mm
  readonly backgaugeMaxMm: Mm
  /** The directions of a folding machine: one that folds both ways needs no flip. Absent: upward only. */
  readonly folds?: 'up' | 'both'
}

/** The order of bends that the planner found. */
export interface PlannedOrder {
  readonly plan: Plan
  /** The bends whose springback the planner does not know, from 1. Omitted: none. */
  readonly unknownSpringbacks?: ReadonlySet<number>
}

/** Why the planner names no order. */
export interface NoOrder {
  readonly code: Extract<ProgramRefusalCode, 'cannot_be_bent' | 'order_not_known' | 'tools_unreadable' | 'not_planned'>
  /** One English sentence for logs. */
  readonly message: string
}

export interface ProgramRequest {
  /** The current sheet, just read; null if it does not exist any more. */
  readonly sheet: DrawnSheet | null
  readonly drawingHash: string
  /** The version of the drawing that the screen showed when a person requested the program. */
  readonly shownDrawingVersion: number
  readonly pieceNo: number
  readonly machine: ProgramMachine | null
  /** Only a plan makes a program. It works as far as the tables tell; a person is asked about what they do not tell. */
  readonly order: PlannedOrder | NoOrder
  /** The fields of a step that the controller takes; omitted: all. */
  readonly stepFields?: readonly string[]
  /**
   * The correction of each whole bend; the strokes of a bump row share it in tenths of a degree.
   * Key: the bend, from 1. A bend that is not in the map has 0.
   */
  readonly corrections?: ReadonlyMap<number, Deg>
  /** Added to the gauge position of each bend, from 1; not to a flattening. A bend that is not in the map has 0. */
  readonly gaugeCorrections?: ReadonlyMap<number, Mm>
  readonly version: number
  /** The number of steps in the controller's table. Omitted: 14. */
  readonly maxSteps?: number
}
