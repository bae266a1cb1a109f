// What an action is, and the world it acts on. Types alone.
import type { Random } from './random.ts'
import type { SimStation } from './sim-station.ts'
import type { World } from './world.ts'

export interface Simulated extends World {
  /** The number of the step. */
  step: number
  giveNewKey: (station: SimStation) => Promise<void>
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
