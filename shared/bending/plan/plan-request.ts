// The request to the planner: a profile, its allowances, a machine and its tools, and the settings of the workshop. Pure types.
import type { Machine, Material, Mpa, Tooling } from '../fit/index.ts'
import type { NeutralLine } from '../section/index.ts'
import type { BendProfile } from '../profile/index.ts'
import type { Deg, Mm } from '../units.ts'
import type { Plan } from './plan.ts'

export interface PlanRequest {
  readonly profile: BendProfile
  /** Allowances of the flat pattern; absent: the middle of the thickness. */
  readonly neutral?: NeutralLine | undefined
  /** The length of the longest bend, and thus of a station of tools. */
  readonly lengthMm: Mm
  /** Gives springback and the radius of an air bend; null: no springback is known, and the answer says so. */
  readonly material: Material | null
  readonly machine: Machine
  readonly tools: Tooling
  /** What the blank requires of machine and tools; absent: no force is compared. */
  readonly load?: PlanLoad | undefined
  /** Pairs of tools that may be used, the preferred first; absent: every pair of the machine that suits thickness and angle. */
  readonly pairs?: readonly ToolPair[] | undefined
  readonly settings?: Partial<PlanSettings> | undefined
  /** How much further than planned the machine turns each bend of the profile; absent: as planned. Never of a flattening. */
  readonly furtherTurnDeg?: readonly Deg[] | undefined
}

interface PlanLoad {
  /** The strength of the sheet, otherwise of its material; null: not known, and no force of an air bend is compared. */
  readonly strengthMpa: Mpa | null
  /** The force that closes each bend's hem, kN per metre with its margin; null: not known, or no hem. */
  readonly closingKnPerM: readonly (number | null)[]
}

interface ToolPair {
  readonly dieId: string
  readonly punchId: string
}

export interface PlanSettings {
  /** The least distance between the blank and every part that it must not touch. */
  readonly clearanceMm: Mm
  /** The least height over which a wall touches the stop face. */
  readonly leastOverlapMm: Mm
  /** How far the fingers retract at the pinch point, if the machine can retract them. */
  readonly retractMm: Mm
  /** A short grip: the flat width in the hands is less than this, and less than the width behind the punch. */
  readonly shortGripMm: Mm
  /** The turn of a hem before it is flattened: on a press brake, on a folding machine. */
  readonly hemTurnOnBrakeDeg: Deg
  readonly hemTurnOnFolderDeg: Deg
}

const defaultPlanSettings: PlanSettings = {
  clearanceMm: 0.2,
  leastOverlapMm: 3,
  retractMm: 30,
  shortGripMm: 50,
  hemTurnOnBrakeDeg: 150,
  hemTurnOnFolderDeg: 145,
}

/** The settings of a request: its own, else those of the machine's file, else the usual ones. */
export const planSettingsOf = ({ machine, settings }: Pick<PlanRequest, 'machine' | 'settings'>): PlanSettings => ({
  ...defaultPlanSettings,
  ...(machine.clearanceMm === undefined ? {} : { clearanceMm: machine.clearanceMm }),
  ...settings,
})

/** The progress that the search reports between two pieces of its work. `first` is a plan that works and is not proven yet. */
export interface PlanProgress {
  /** States expanded so far. */
  readonly states: number
  readonly first: Plan | null
}
