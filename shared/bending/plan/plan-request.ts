// What the planner is asked: a profile, its allowances, a machine and its tools, and the settings of the workshop. Pure types.
import type { Machine } from '../fit/machine.ts'
import type { Material } from '../fit/material.ts'
import type { Tooling } from '../fit/tooling.ts'
import type { NeutralLine } from '../fold-stage.ts'
import type { BendProfile } from '../profile.ts'
import type { Deg, Mm } from '../units.ts'
import type { Plan } from './plan.ts'

export interface PlanRequest {
  readonly profile: BendProfile
  /** Allowances of the flat pattern; absent: the middle of the thickness. */
  readonly neutral?: NeutralLine | undefined
  /** Of the longest bend: the length of a station. */
  readonly lengthMm: Mm
  /** For springback and the radius of an air bend; null: the bend stays as it is made. */
  readonly material: Material | null
  readonly machine: Machine
  readonly tools: Tooling
  /** Pairs of tools that may be used, the preferred first; absent: every pair of the machine that suits thickness and angle. */
  readonly pairs?: readonly ToolPair[] | undefined
  readonly settings?: Partial<PlanSettings> | undefined
}

interface ToolPair {
  readonly dieId: string
  readonly punchId: string
}

export interface PlanSettings {
  /** Between the blank and every part that it must not touch. */
  readonly clearanceMm: Mm
  /** The least height over which a wall touches the stop face. */
  readonly leastOverlapMm: Mm
  /** Retract at the pinch point, if the fingers of the machine retract. */
  readonly retractMm: Mm
  /** Less flat width than this in the hands, and less than behind the punch, is a short grip. */
  readonly shortGripMm: Mm
  /** The turn of a hem before it is flattened: on a press brake, on a folding machine. */
  readonly hemTurnOnBrakeDeg: Deg
  readonly hemTurnOnFolderDeg: Deg
}

export const defaultPlanSettings: PlanSettings = {
  clearanceMm: 0.2,
  leastOverlapMm: 3,
  retractMm: 30,
  shortGripMm: 50,
  hemTurnOnBrakeDeg: 150,
  hemTurnOnFolderDeg: 145,
}

/** Between two pieces of work of the search. `first` is a plan that works, before its proof. */
export interface PlanProgress {
  /** States expanded so far. */
  readonly states: number
  readonly first: Plan | null
}
