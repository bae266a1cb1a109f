// One run of the simulation from its seed to its end. Checks the invariants after each step. Accesses its own temporary folder.
import { mkdirSync, mkdtempSync, rmSync, existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash } from 'node:crypto'
import process from 'node:process'
import { manualClock, type ManualClock } from '../manual-clock.ts'
import type { Simulated } from './actions/action.ts'
import { takeStep } from './actions/actions.ts'
import { openFaultProxy } from './faults/fault-proxy.ts'
import { InvariantError } from './invariants/invariant-error.ts'
import { createInvariants, type Invariants } from './invariants/invariants.ts'
import { createLimitInvariants, type LimitInvariants } from './invariants/limit-invariants.ts'
import { randomOf, type Random } from './random.ts'
import { recover } from './recovery.ts'
import { seedCrypto, replaceCrypto } from './seeded-crypto.ts'
import { createSimStation, Killed, type SimStation } from './sim-station.ts'
import { noDisturbance, letTimePass } from './world.ts'
import { makeWorkshopFolder, openWorkshopSide, type WorkshopSide } from './workshop-side.ts'

export interface RunOptions {
  seed: number
  steps: number
  /** Omitted: the seed decides. */
  stations?: number
  /** Only these steps are taken. The other steps are omitted, and nothing else changes. */
  only?: ReadonlySet<number>
  /** The steps in which every call passes. */
  fair?: ReadonlySet<number>
  trace?: (line: string) => void
}

export interface RunEnd {
  seed: number
  /** The invariant that broke, and the step (`steps` itself: at the end); null where every invariant holds. */
  broken: { step: number; says: string } | null
  /** The same for two runs that took the same course. */
  fingerprint: string
  did: string[]
  calls: number
  faulted: number
  ticks: number
  rules: Map<string, number>
  killed: Map<string, number>
  /** The kinds of work with counts that were done. */
  work: Map<string, number>
}

/** Days with an event of the clock (summer time begins and ends, a midnight), and ordinary days. */
const starts = [
  '2026-11-24T08:00:00Z',
  '2026-11-24T22:50:00Z',
  '2027-03-28T00:40:00Z',
  '2027-10-31T00:40:00Z',
  '2026-12-31T22:55:00Z',
] as const

/** Faults per hundred calls on their way to the service. Disturbances and faults on the way back come in addition. */
const usualFaults = 30

const fastDisk = '/dev/shm'
const root = mkdtempSync(join(existsSync(fastDisk) ? fastDisk : tmpdir(), 'kant-simulation-'))
// a program that receives a signal to end removes its folder, too
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(1))
process.on('exit', () => rmSync(root, { recursive: true, force: true }))
replaceCrypto()
// promises of a killed station reject with this error
process.on('unhandledRejection', (reason) => {
  if (!(reason instanceof Killed)) throw reason
})

const templates = new Map<string, string>()
async function templateFor(start: string): Promise<string> {
  const existing = templates.get(start)
  if (existing !== undefined) return existing
  const folder = join(root, `template-${templates.size}`)
  seedCrypto(start)
  await makeWorkshopFolder(folder, () => Date.parse(start))
  templates.set(start, folder)
  return folder
}

let runs = 0

export async function simulate(options: RunOptions): Promise<RunEnd> {
  const random = randomOf(options.seed, 'setting')
  const start = random.pick(starts)
  const template = await templateFor(start)
  seedCrypto(options.seed)
  const folder = join(root, `run-${(runs += 1)}`)
  mkdirSync(folder)
  const clock = manualClock(Date.parse(start))
  const workshop = await openWorkshopSide(template, join(folder, 'service'), clock.now)
  const run = new SimulationRun({ options, random, folder, clock, workshop, number: runs })
  return run.run()
}

interface RunParts {
  options: RunOptions
  random: Random
  folder: string
  clock: ManualClock
  workshop: WorkshopSide
  /** The number of the run in this program; determines the addresses of its stations. */
  number: number
}

class SimulationRun {
  readonly #parts: RunParts
  readonly #stations: SimStation[] = []
  readonly #limits: LimitInvariants
  readonly #rules = new Map<string, number>()
  readonly #killed = new Map<string, number>()
  readonly #work = new Map<string, number>()
  readonly #calls = { calls: 0, faulted: 0, passedOn: 0 }
  readonly #did: string[] = []
  readonly #trace: string[] = []
  #step = -1

  constructor(parts: RunParts) {
    this.#parts = parts
    this.#limits = createLimitInvariants(parts.workshop.now)
  }

  async run(): Promise<RunEnd> {
    const { options, folder, workshop } = this.#parts
    await this.#createStations()
    const invariants = createInvariants(workshop, this.#stations)
    const world = this.#createWorld(invariants)
    const brokenInvariant = await this.#takeAllSteps(world, invariants)
    for (const station of this.#stations) await station.end()
    await workshop.close()
    rmSync(folder, { recursive: true, force: true })
    return {
      seed: options.seed,
      broken: brokenInvariant,
      fingerprint: hash('sha256', this.#trace.join('\n'), 'hex').slice(0, 12),
      did: this.#did,
      calls: this.#calls.calls,
      faulted: this.#calls.faulted,
      ticks: this.#stations.reduce((sum, { ticks }) => sum + ticks.length, 0),
      rules: this.#rules,
      killed: this.#killed,
      work: this.#work,
    }
  }

  readonly #note = (line: string): void => {
    this.#trace.push(line)
    this.#parts.options.trace?.(line)
  }

  async #createStations(): Promise<void> {
    const { options, random, workshop } = this.#parts
    const stations = options.stations ?? random.pick([1, 1, 1, 2, 2, 2, 2, 2])
    const sharesKey = random.chance(0.3)
    const firstKey = workshop.admin().makeKey({ name: 'S0' })
    for (let index = 0; index < stations; index += 1) {
      const name = `S${index}`
      const key = index === 0 || sharesKey ? firstKey : null
      this.#stations.push(await this.#createStation(name, index, key))
    }
  }

  /** `key` null: the station gets its own key. */
  async #createStation(name: string, index: number, key: string | null): Promise<SimStation> {
    const { folder, clock, workshop, number } = this.#parts
    const proxy = await openFaultProxy(`127.${process.pid % 250}.${number % 250}.${1 + index}`, 20_000 + index)
    return createSimStation({
      name,
      folder,
      clock,
      proxy,
      key: key ?? workshop.admin().makeKey({ name }),
      onRule: (rule) => increment(this.#rules, rule),
      onWork: (kind) => increment(this.#work, kind),
      onKill: (boundary) => {
        increment(this.#killed, boundary)
        this.#note(`${name} is killed at ${boundary}`)
      },
      onRefused: () => {
        this.#calls.calls += 1
        this.#calls.faulted += 1
      },
    })
  }

  #createWorld(invariants: Invariants): Simulated {
    const { clock, workshop, random } = this.#parts
    const limits = this.#limits
    return {
      clock,
      workshop,
      stations: this.#stations,
      random,
      disturbance: noDisturbance,
      faults: 0,
      isDisturbed: false,
      lateCalls: [],
      counts: this.#calls,
      onPassing: (sent) => invariants.passing(sent),
      onPassedOn: (station, sent, answer, extra) => {
        limits.passedOn(station, sent, answer, extra)
        invariants.passedOn(station, sent, answer)
      },
      onArrival: (station, call) => invariants.arrived(station, call),
      onAnswered: (station, sent, answer) => invariants.answered(station, sent, answer),
      note: this.#note,
      step: -1,
      reportedWrong: new Set(),
      giveNewKey: async (station, scopes) => {
        await station.giveKey(workshop.newKey(station.name, scopes))
        station.requestSync()
      },
      serviceRestored: () => invariants.restored(),
      clockMoved: () => limits.disturbed(),
    }
  }

  async #takeAllSteps(world: Simulated, invariants: Invariants): Promise<RunEnd['broken']> {
    const { steps } = this.#parts.options
    try {
      await this.#takeSteps(world, invariants)
      this.#step = steps
      await recover(world)
      invariants.afterStep()
      invariants.atTheEnd()
      return null
    } catch (error) {
      if (!(error instanceof InvariantError))
        this.#note(error instanceof Error ? (error.stack ?? error.message) : String(error))
      return { step: this.#step, says: error instanceof Error ? error.message : String(error) }
    }
  }

  async #takeSteps(world: Simulated, invariants: Invariants): Promise<void> {
    const { options, random } = this.#parts
    const { seed, steps, only, fair } = options
    for (const station of this.#stations) station.open()
    // in most runs the list of the day arrives before the faults begin
    if (random.chance(0.8)) await letTimePass(world, 15_000)
    for (this.#step = 0; this.#step < steps; this.#step += 1) {
      const step = this.#step
      if (only?.has(step) === false) continue
      world.step = step
      world.random = randomOf(seed, 'step', step)
      world.faults = fair?.has(step) === true ? 0 : usualFaults
      world.isDisturbed = world.faults > 0
      seedCrypto(`${seed}/${step}`)
      this.#did[step] = 'an invariant broke during this step'
      const action = await takeStep(world, world.random)
      this.#did[step] = action
      this.#note(`${step}. ${action}`)
      invariants.afterStep()
    }
  }
}

const increment = (counts: Map<string, number>, name: string): void =>
  void counts.set(name, (counts.get(name) ?? 0) + 1)
