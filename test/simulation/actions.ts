// One step: an action drawn by its weight, and all that comes of it.
import type { Action, Simulated } from './action.ts'
import { ledgerActions } from './ledger-actions.ts'
import { machineActions } from './machine-actions.ts'
import { officeActions } from './office-actions.ts'
import { operatorActions } from './operator-actions.ts'
import type { Random } from './random.ts'
import { fairWeather, letCallsGo } from './world.ts'

const actions: readonly Action[] = [...operatorActions, ...ledgerActions, ...officeActions, ...machineActions]

const mostTries = 6

/** Draws until something is drawn that can be done now. */
async function somethingDone(world: Simulated, random: Random): Promise<string> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const did = await random.weighted(actions).act(world, random)
    if (did !== null) return did
  }
  return 'nothing can be done'
}

export async function takeStep(world: Simulated, random: Random): Promise<string> {
  if (world.weather.untilStep <= world.step) world.weather = fairWeather
  for (const { proxy } of world.stations) {
    const down = world.weather.fate === 'line_down'
    if (down === proxy.isUp()) await (down ? proxy.lineDown() : proxy.lineUp())
  }
  const did = await somethingDone(world, random)
  await letCallsGo(world, 0.25)
  // a watchdog starts a station that died, mostly
  for (const station of world.stations) if (!station.isUp() && random.chance(0.6)) station.open()
  return did
}
