// The type of an action, and of the world it acts on. Types only.
import type { Scope } from '../../../shared/workshop-api/index.ts'
import type { Random } from '../random.ts'
import type { SimStation } from '../sim-station.ts'
import type { World } from '../world.ts'

export interface Simulated extends World {
  /** The number of the step. */
  step: number
  /** Sheets whose drawing somebody has reported as wrong. */
  reportedWrong: Set<string>
  /** `scopes`: the scopes of the key; omitted: all that a machine may have. */
  giveNewKey: (station: SimStation, scopes?: readonly Scope[]) => Promise<void>
  serviceRestored: () => void
  /** The service's clock was moved. */
  clockMoved: () => void
}

export interface Action {
  name: string
  /** How often the action is drawn, relative to the others. */
  weight: number
  /** Returns a description of what was done, or null if the action was not possible. */
  act: (world: Simulated, random: Random) => Promise<string | null> | string | null
}
