// One run of the simulation: from a seed to its end, step by step, with what must hold looked at after each.
import { mkdirSync, mkdtempSync, rmSync, existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash } from 'node:crypto'
import process from 'node:process'
import { manualClock } from '../manual-clock.ts'
import type { Simulated } from './action.ts'
import { takeStep } from './actions.ts'
import { openFaultProxy } from './fault-proxy.ts'
import { Broken } from './broken.ts'
import { createWatchman, type Watchman } from './invariants.ts'
import { createLimitsWatch } from './limits-watch.ts'
import { isSettled, needsPerson, type OutboxRow } from './outbox-rows.ts'
import { randomOf } from './random.ts'
import { seedCrypto, takeCrypto } from './seeded-crypto.ts'
import { createSimStation, Killed, type SimStation } from './sim-station.ts'
import { fairWeather, letCallsGo, letTimePass } from './world.ts'
import { makeWorkshopFolder, openWorkshopSide } from './workshop-side.ts'

export interface RunOptions {
  seed: number
  steps: number
  /** Left out, the seed decides. */
  stations?: number
  /** Only these steps are taken; the others are left out, and nothing else changes. */
  only?: ReadonlySet<number>
  /** In these steps every call passes. */
  fair?: ReadonlySet<number>
  trace?: (line: string) => void
}

export interface RunEnd {
  seed: number
  /** What broke, at which step (`steps` itself: at the end); null where all held. */
  broken: { step: number; says: string } | null
  /** The same for two runs that went the same way. */
  fingerprint: string
  did: string[]
  calls: number
  faulted: number
  ticks: number
  lines: Map<string, number>
  killed: Map<string, number>
  /** What was done with counts. */
  work: Map<string, number>
}

/** Days on which something happens to the clock: summer time begins and ends, a midnight, and days like any other. */
const starts = [
  '2026-11-24T08:00:00Z',
  '2026-11-24T22:50:00Z',
  '2027-03-28T00:40:00Z',
  '2027-10-31T00:40:00Z',
  '2026-12-31T22:55:00Z',
] as const

/** So many of a hundred calls fare badly on their way to the service, besides those in storms and on their way back. */
const usualFaults = 30

const fastDisk = '/dev/shm'
const root = mkdtempSync(join(existsSync(fastDisk) ? fastDisk : tmpdir(), 'kant-simulation-'))
// a program that is told to end cleans up, too
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(1))
process.on('exit', () => rmSync(root, { recursive: true, force: true }))
takeCrypto()
// what a killed station still had in hand ends so
process.on('unhandledRejection', (reason) => {
  if (!(reason instanceof Killed)) throw reason
})

const templates = new Map<string, string>()
async function templateFor(start: string): Promise<string> {
  const made = templates.get(start)
  if (made !== undefined) return made
  const folder = join(root, `template-${templates.size}`)
  seedCrypto(start)
  await makeWorkshopFolder(folder, () => Date.parse(start))
  templates.set(start, folder)
  return folder
}

let runs = 0

export async function simulate(options: RunOptions): Promise<RunEnd> {
  const { seed, steps } = options
  const random = randomOf(seed, 'setting')
  const start = random.pick(starts)
  const template = await templateFor(start)
  seedCrypto(seed)
  const folder = join(root, `run-${(runs += 1)}`)
  mkdirSync(folder)
  const clock = manualClock(Date.parse(start))
  const workshop = await openWorkshopSide(template, join(folder, 'service'), clock.now)

  const lines = new Map<string, number>()
  const killed = new Map<string, number>()
  const work = new Map<string, number>()
  const counts = { calls: 0, faulted: 0, passedOn: 0 }
  const did: string[] = []
  const trace: string[] = []
  const note = (line: string): void => {
    trace.push(line)
    options.trace?.(line)
  }

  const stations: SimStation[] = []
  const howMany = options.stations ?? random.pick([1, 1, 1, 2, 2, 2, 2, 2])
  const sharesKey = random.chance(0.3)
  const firstKey = workshop.desk().makeKey({ name: 'S0' })
  for (let number = 0; number < howMany; number += 1) {
    const name = `S${number}`
    const proxy = await openFaultProxy(`127.${process.pid % 250}.${runs % 250}.${1 + number}`, 20_000 + number)
    const key = number === 0 || sharesKey ? firstKey : workshop.desk().makeKey({ name })
    stations.push(
      await createSimStation({
        name,
        folder,
        clock,
        proxy,
        key,
        onLine: (line) => count(lines, line),
        onWork: (what) => count(work, what),
        onKill: (boundary) => {
          count(killed, boundary)
          note(`${name} is killed at ${boundary}`)
        },
        onRefused: () => {
          counts.calls += 1
          counts.faulted += 1
        },
      }),
    )
  }
  const limits = createLimitsWatch(workshop.now)
  const watchman: Watchman = createWatchman(workshop, stations)
  const world: Simulated = {
    clock,
    workshop,
    stations,
    random,
    weather: fairWeather,
    faults: 0,
    storms: false,
    ghosts: [],
    counts,
    onPassing: (sent) => watchman.passing(sent),
    onPassedOn: (station, sent, answer, extra) => {
      limits.passedOn(station, sent, answer, extra)
      watchman.passedOn(station, sent, answer)
    },
    onArrival: (station, call) => watchman.arrived(station, call),
    onAnswered: (station, sent, answer) => watchman.answered(station, sent, answer),
    note,
    step: -1,
    reportedWrong: new Set(),
    giveNewKey: async (station, scopes) => {
      await station.giveKey(workshop.newKey(station.name, scopes))
      station.askNow()
    },
    serviceRestored: () => watchman.restored(),
    clockMoved: () => limits.disturbed(),
  }

  let step = -1
  const taking = async (): Promise<void> => {
    for (const station of stations) station.open()
    // a day's list is there before the trouble begins, but not always
    if (random.chance(0.8)) await letTimePass(world, 15_000)
    for (step = 0; step < steps; step += 1) {
      if (options.only?.has(step) === false) continue
      world.step = step
      world.random = randomOf(seed, 'step', step)
      world.faults = options.fair?.has(step) === true ? 0 : usualFaults
      world.storms = world.faults > 0
      seedCrypto(`${seed}/${step}`)
      did[step] = 'it broke in the midst of this'
      const done = await takeStep(world, world.random)
      did[step] = done
      note(`${step}. ${done}`)
      watchman.afterStep()
    }
    step = steps
    await calm(world)
    watchman.afterStep()
    watchman.atTheEnd()
  }
  let broken: RunEnd['broken'] = null
  try {
    await taking()
  } catch (error) {
    if (!(error instanceof Broken)) note(error instanceof Error ? (error.stack ?? error.message) : String(error))
    broken = { step, says: error instanceof Error ? error.message : String(error) }
  }
  for (const station of stations) await station.end()
  await workshop.close()
  rmSync(folder, { recursive: true, force: true })
  return {
    seed,
    broken,
    fingerprint: hash('sha256', trace.join('\n'), 'hex').slice(0, 12),
    did,
    calls: counts.calls,
    faulted: counts.faulted,
    ticks: stations.reduce((sum, { ticks }) => sum + ticks.length, 0),
    lines,
    killed,
    work,
  }
}

const count = (of: Map<string, number>, what: string): void => void of.set(what, (of.get(what) ?? 0) + 1)

/** `dueMs`: how long until it may be sent. */
const rowsOnTheWay = (world: Simulated): (OutboxRow & { dueMs: number })[] =>
  world.stations.flatMap((station) =>
    station
      .look()
      .rows()
      .filter((row) => !isSettled(row) && !needsPerson(row))
      .map((row) => ({ ...row, dueMs: Math.max(0, Math.max(row.due_at ?? 0, row.held_until) - station.now()) })),
  )

/** What the first pull, a question who is there and a few sends may take, once nothing but one sheet has trouble. */
const promptMs = 120_000

/** How long it may still keep to a limit that somebody told of, whatever key it has now. */
const restMs = (station: SimStation): number => {
  const status = station.status()
  const told = [status?.connection.problem, status?.queue.problem].map((problem) =>
    Number(problem?.params['seconds'] ?? 0),
  )
  return Math.max(...told) * 1_000
}

/** Calls about one sheet fail for long, all others pass: marks of all other sheets are not held up by it. */
async function oneSheetAlone(world: Simulated, longestRestMs: number): Promise<void> {
  const waiting = rowsOnTheWay(world)
  const [first] = waiting
  if (first === undefined) return
  const { sheet_id: unlucky } = first
  const others = waiting.filter(({ sheet_id }) => sheet_id !== unlucky)
  if (others.length === 0) return
  const fate = world.random.pick(['cut', 'reset', 'lost', { says: 'status_500' }] as const)
  world.weather = { fate, sheetId: unlucky, untilStep: Infinity }
  world.storms = true
  await letTimePass(world, longestRestMs + Math.max(...others.map(({ dueMs }) => dueMs)) + promptMs)
  const names = new Set(others.map(({ operation_id }) => operation_id))
  const heldUp = rowsOnTheWay(world).find(({ operation_id }) => names.has(operation_id))
  if (heldUp !== undefined)
    throw new Broken(`mark ${heldUp.operation_id} is still ${heldUp.state}, held up by sheet ${unlucky}`)
  world.weather = fairWeather
  world.storms = false
}

const longestCalmMs = 6 * 3_600_000

/** No more trouble: every call passes, every key is good, and time passes until no mark is on its way. */
async function calm(world: Simulated): Promise<void> {
  world.faults = 0
  world.storms = false
  world.weather = fairWeather
  world.random = randomOf('calm')
  await world.workshop.start()
  world.workshop.desk().switchModule('produksjon', true)
  const longestRestMs = Math.max(...world.stations.map(restMs))
  for (const station of world.stations) {
    await station.proxy.lineUp()
    station.spare()
    await letCallsGo(world)
    await station.giveKey(world.workshop.newKey(station.name))
    // a person starts it anew, whatever stood in its way
    await station.close()
    station.open()
  }
  await oneSheetAlone(world, longestRestMs)
  const onTheWay = (): boolean => rowsOnTheWay(world).length > 0
  const from = world.clock.monotonic()
  await letTimePass(world, 20_000)
  while (onTheWay() && world.clock.monotonic() - from < longestCalmMs) await letTimePass(world, 60_000)
  for (const station of world.stations) station.askNow()
  await letTimePass(world, 20_000)
}
