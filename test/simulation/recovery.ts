// The end of a run: the faults stop, and every mark must reach its end. Before that, calls about one sheet fail while all others pass,
// and no other sheet may wait for it.
import type { Simulated } from './actions/action.ts'
import { InvariantError } from './invariants/invariant-error.ts'
import { isSettled, needsPerson, type OutboxRow } from './store-files/outbox-rows.ts'
import { randomOf } from './random.ts'
import type { SimStation } from './sim-station.ts'
import { noDisturbance, finishCalls, letTimePass } from './world.ts'

/** The longest time for the first pull, the identification of the service and a few sends, when only one sheet fails. */
const promptMs = 120_000
const maxRecoveryMs = 6 * 3_600_000

/** `dueMs`: how long until the mark may be sent. */
const undeliveredRows = (world: Simulated): (OutboxRow & { dueMs: number })[] =>
  world.stations.flatMap((station) =>
    station
      .outbox()
      .rows()
      .filter((row) => !isSettled(row) && !needsPerson(row))
      .map((row) => ({ ...row, dueMs: Math.max(0, Math.max(row.due_at ?? 0, row.held_until) - station.now()) })),
  )

/** How long the station may still wait for a limit that the service reported, whatever key it has now. */
const limitRestMs = (station: SimStation): number => {
  const status = station.status()
  const seconds = [status?.connection.problem, status?.queue.problem].map((problem) =>
    Number(problem?.params['seconds'] ?? 0),
  )
  return Math.max(...seconds) * 1_000
}

/** Throws InvariantError if marks of other sheets wait for the one sheet whose calls fail. */
async function failOneSheet(world: Simulated, longestRestMs: number): Promise<void> {
  const waiting = undeliveredRows(world)
  const [first] = waiting
  if (first === undefined) return
  const { sheet_id: failingSheet } = first
  const others = waiting.filter(({ sheet_id }) => sheet_id !== failingSheet)
  if (others.length === 0) return
  const outcome = world.random.pick(['cut', 'reset', 'lost', { says: 'status_500' }] as const)
  world.disturbance = { outcome, sheetId: failingSheet, untilStep: Infinity }
  world.isDisturbed = true
  await letTimePass(world, longestRestMs + Math.max(...others.map(({ dueMs }) => dueMs)) + promptMs)
  const ids = new Set(others.map(({ operation_id }) => operation_id))
  const delayed = undeliveredRows(world).find(({ operation_id }) => ids.has(operation_id))
  if (delayed !== undefined)
    throw new InvariantError(
      `mark ${delayed.operation_id} is still ${delayed.state}: it waits for sheet ${failingSheet}`,
    )
  world.disturbance = noDisturbance
  world.isDisturbed = false
}

/** Ends all faults: every call passes and every key is valid. Then lets time pass until every mark is delivered or needs a person. */
export async function recover(world: Simulated): Promise<void> {
  world.faults = 0
  world.isDisturbed = false
  world.disturbance = noDisturbance
  world.random = randomOf('calm')
  await world.workshop.start()
  world.workshop.admin().switchModule('produksjon', true)
  const longestRestMs = Math.max(...world.stations.map(limitRestMs))
  for (const station of world.stations) {
    await station.proxy.lineUp()
    station.cancelKills()
    await finishCalls(world)
    await station.giveKey(world.workshop.newKey(station.name))
    // a person restarts the station, whatever stopped it
    await station.close()
    station.open()
  }
  await failOneSheet(world, longestRestMs)
  const hasUndelivered = (): boolean => undeliveredRows(world).length > 0
  const startedAtMs = world.clock.monotonic()
  await letTimePass(world, 20_000)
  while (hasUndelivered() && world.clock.monotonic() - startedAtMs < maxRecoveryMs) await letTimePass(world, 60_000)
  for (const station of world.stations) station.requestSync()
  await letTimePass(world, 20_000)
}
