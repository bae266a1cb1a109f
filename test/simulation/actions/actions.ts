// One step: draws an action by its weight, and runs everything that follows from it.
import type { Action, Simulated } from './action.ts'
import { ledgerActions } from './ledger-actions.ts'
import { machineActions } from './machine-actions.ts'
import { officeActions } from './office-actions.ts'
import { operatorActions } from './operator-actions.ts'
import type { Random } from '../random.ts'
import { noDisturbance, finishCalls } from '../world.ts'

const actions: readonly Action[] = [...operatorActions, ...ledgerActions, ...officeActions, ...machineActions]

const maxTries = 6

/** Draws until an action is possible now. */
async function drawAction(world: Simulated, random: Random): Promise<string> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const did = await random.weighted(actions).act(world, random)
    if (did !== null) return did
  }
  return 'nothing can be done'
}

export async function takeStep(world: Simulated, random: Random): Promise<string> {
  if (world.disturbance.untilStep <= world.step) world.disturbance = noDisturbance
  for (const { proxy } of world.stations) {
    const isLineDown = world.disturbance.outcome === 'line_down'
    if (isLineDown === proxy.isUp()) await (isLineDown ? proxy.lineDown() : proxy.lineUp())
  }
  const did = await drawAction(world, random)
  await finishCalls(world, 0.25)
  // in most cases a watchdog starts a station that was killed
  for (const station of world.stations) if (!station.isUp() && random.chance(0.6)) station.open()
  return did
}
