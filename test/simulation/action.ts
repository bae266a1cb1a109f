// What an action is, and the world it acts on. Types alone.
import type { Scope } from '../../shared/workshop-api/index.ts'
import type { Random } from './random.ts'
import type { SimStation } from './sim-station.ts'
import type { World } from './world.ts'

export interface Simulated extends World {
  /** The number of the step. */
  step: number
  /** Sheets whose drawing somebody has reported as wrong. */
  reportedWrong: Set<string>
  /** `scopes`: what it may; left out, all that a machine may. */
  giveNewKey: (station: SimStation, scopes?: readonly Scope[]) => Promise<void>
  serviceRestored: () => void
  /** The service's clock was moved. */
  clockMoved: () => void
}

export interface Action {
  name: string
  /** How often it comes, beside the others. */
  weight: number
  /** What was done, in words; null where nothing could be. */
  act: (world: Simulated, random: Random) => Promise<string | null> | string | null
}
