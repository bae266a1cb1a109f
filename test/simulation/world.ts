// The whole of a simulation: one clock, one workshop, some stations, and the scheduler that decides which call is next and which fault
// it meets. Only the seed decides: time passes only when nothing else is left to do.
import process from 'node:process'
import { setImmediate } from 'node:timers/promises'
import type { ManualClock } from '../manual-clock.ts'
import {
  drawAnswerOutcome,
  drawCallOutcome,
  falseAnswer,
  type FalseAnswer,
  type AnswerOutcome,
  type CallOutcome,
} from './faults/faults.ts'
import type { Answer, HeldCall, Sent } from './faults/fault-proxy.ts'
import type { Random } from './random.ts'
import type { SimStation } from './sim-station.ts'
import type { WorkshopSide } from './workshop-side.ts'

/** A period in which all calls, or all calls about one sheet, meet the same fault. */
export interface Disturbance {
  outcome: 'none' | 'line_down' | Exclude<CallOutcome, 'pass' | 'twice'>
  /** Only calls about this sheet; null: all calls. */
  sheetId: string | null
  untilStep: number
}

export const noDisturbance: Disturbance = { outcome: 'none', sheetId: null, untilStep: Infinity }

export interface World {
  clock: ManualClock
  workshop: WorkshopSide
  stations: SimStation[]
  random: Random
  disturbance: Disturbance
  /** The percentage of calls that meet a fault outside a disturbance. */
  faults: number
  /** Whether the disturbance applies. */
  isDisturbed: boolean
  lateCalls: { station: SimStation; sent: Sent }[]
  counts: { calls: number; faulted: number; passedOn: number }
  onPassing: (sent: Sent) => void
  onPassedOn: (station: SimStation, sent: Sent, answer: Answer | null, extra: boolean) => void
  onArrival: (station: SimStation, call: HeldCall) => void
  /** The station receives this answer, from the service or in its name. */
  onAnswered: (station: SimStation, sent: Sent, answer: Answer) => void
  note: (line: string) => void
}

const maxTicks = 20_000
const connections = 6

const heldCallsOf = ({ proxy }: SimStation): HeldCall[] => proxy.held()
const seenCalls = new WeakSet<HeldCall>()

/** Work in small parts, one part per tick of the event loop. */
const isTickPlanned = (): boolean => process.getActiveResourcesInfo().includes('Immediate')

/** Waits until only waiting calls and the passing of time are left. */
async function untilQuiet(world: World): Promise<void> {
  let quietTicks = 0
  for (let ticks = 0; quietTicks < 3 || isTickPlanned(); ticks += 1) {
    if (ticks > maxTicks) throw new Error('the work never ends')
    await setImmediate()
    for (const station of world.stations) if (station.isKilled()) await station.removeKilled()
    const isQuiet = world.stations.every(
      (station) => heldCallsOf(station).length === Math.min(station.calls(), connections),
    )
    if (!isQuiet) quietTicks = 0
    else if (world.clock.nextWait() === 0) {
      world.clock.advance(0)
      quietTicks = 0
    } else quietTicks += 1
  }
  const fresh = world.stations.flatMap((station) =>
    heldCallsOf(station)
      .filter((call) => !seenCalls.has(call))
      .map((call) => ({ station, call })),
  )
  for (const { station, call } of inOrder(fresh)) {
    seenCalls.add(call)
    world.onArrival(station, call)
  }
}

type OpenCall = { station: SimStation; call: HeldCall }
const nameOf = ({ station, call }: OpenCall): string =>
  `${station.name} ${call.method} ${call.path} ${call.body.toString()} ${call.answer === null ? 0 : 1}`
const inOrder = (calls: OpenCall[]): OpenCall[] =>
  calls
    .map((call) => ({ call, name: nameOf(call) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ call }) => call)

/**
 * Completes the waiting calls one after the other, until only those that must hang are left. Stops earlier with the probability
 * `leave`. Resolves to whether no call was left.
 */
export async function finishCalls(world: World, leave = 0): Promise<boolean> {
  for (;;) {
    await untilQuiet(world)
    const open = inOrder(
      world.stations.flatMap((station) =>
        heldCallsOf(station)
          .filter(({ hung }) => !hung)
          .map((call) => ({ station, call })),
      ),
    )
    if (open.length === 0) return true
    if (leave > 0 && world.random.chance(leave)) return false
    await advanceCall(world, world.random.pick(open))
  }
}

async function advanceCall(world: World, { station, call }: OpenCall): Promise<void> {
  const { random } = world
  if (call.answer === null) {
    const drawn = callOutcomeOf(world, call)
    // a station that was never connected would accept the other workshop as its own
    const isImpossible =
      typeof drawn !== 'string' && drawn.says === 'other_workshop' && (station.status()?.workshop ?? null) === null
    const outcome = isImpossible ? 'pass' : drawn
    world.counts.calls += 1
    if (outcome !== 'pass') countFault(world, call)
    world.note(`${station.name} ${call.method} ${call.path}: ${outcomeText(outcome)}`)
    await deliverCall(world, station, call, outcome)
    // the answer may take some time, while other things happen
    if (call.answer !== null && !call.isGivenUp && random.chance(0.3)) return
  }
  if (call.answer !== null) await deliverAnswer(world, station, call, call.answer)
}

function countFault(world: World, call: HeldCall): void {
  if (!call.faulted) world.counts.faulted += 1
  call.faulted = true
}

const outcomeText = (outcome: CallOutcome | AnswerOutcome): string =>
  typeof outcome === 'string' ? outcome : outcome.says

function callOutcomeOf(world: World, call: HeldCall): CallOutcome {
  const { random, disturbance } = world
  const isAffected = world.isDisturbed && (disturbance.sheetId === null || call.path.includes(disturbance.sheetId))
  if (
    isAffected &&
    disturbance.outcome !== 'none' &&
    disturbance.outcome !== 'line_down' &&
    random.chance(disturbance.sheetId === null ? 0.9 : 1)
  )
    return disturbance.outcome
  // reports are rare compared with reads, and they are what the test is about
  const share = call.method === 'POST' ? 1.4 : 1
  return random.chance((share * world.faults) / 100) ? drawCallOutcome(call, random) : 'pass'
}

async function deliverCall(world: World, station: SimStation, call: HeldCall, outcome: CallOutcome): Promise<void> {
  if (typeof outcome !== 'string') return sendFalseAnswer(world, station, call, outcome.says)
  switch (outcome) {
    case 'pass':
      return pass(world, station, call)
    case 'twice':
      await pass(world, station, call)
      return pass(world, station, call, true)
    case 'cut':
      return call.cut('end')
    case 'reset':
      return call.cut('reset')
    case 'late':
      world.lateCalls.push({ station, sent: copyOf(call) })
      call.hung = true
      return
    case 'lost':
      call.hung = true
  }
}

async function pass(world: World, station: SimStation, call: HeldCall, extra = false): Promise<void> {
  const answer = await passToService(world, station, call, extra)
  if (answer === null) call.cut('end')
  else call.answer = answer
}

/** `extra`: the station has not made this call, or not now. */
export async function passToService(
  world: World,
  station: SimStation,
  sent: Sent,
  extra: boolean,
): Promise<Answer | null> {
  world.counts.passedOn += 1
  world.onPassing(sent)
  const answer = await world.workshop.respond(sent)
  world.onPassedOn(station, sent, answer, extra)
  return answer
}

async function sendFalseAnswer(world: World, station: SimStation, call: HeldCall, what: FalseAnswer): Promise<void> {
  if (what === 'other_workshop') await pass(world, station, call)
  const answer = falseAnswer(what, call, call.answer, world.workshop.now(), world.random)
  call.answer = null
  if (isRemembered(answer.status)) forgetLateCalls(world, call)
  world.onAnswered(station, call, answer)
  call.send(answer)
}

/** The service stores such an answer: it repeats it for every request with the same key. */
const isRemembered = (status: number): boolean => status >= 400 && status < 500 && ![401, 403, 429].includes(status)

function forgetLateCalls(world: World, { headers }: Sent): void {
  const key = headers['idempotency-key']
  if (key !== undefined) world.lateCalls = world.lateCalls.filter(({ sent }) => sent.headers['idempotency-key'] !== key)
}

async function deliverAnswer(world: World, station: SimStation, call: HeldCall, answer: Answer): Promise<void> {
  const { random } = world
  const outcome: AnswerOutcome = random.chance(world.faults / 300) ? drawAnswerOutcome(random) : 'pass'
  if (outcome !== 'pass') {
    countFault(world, call)
    world.note(`${station.name} ${call.method} ${call.path}: answer ${answer.status} ${outcomeText(outcome)}`)
  }
  if (typeof outcome !== 'string')
    return call.send(falseAnswer(outcome.says, call, answer, world.workshop.now(), random))
  switch (outcome) {
    case 'pass':
      world.onAnswered(station, call, answer)
      return call.send(answer)
    case 'cut':
      return call.cut('end')
    case 'reset':
      return call.cut('reset')
    case 'half':
      return call.sendHalf(answer)
    case 'lost':
      call.hung = true
  }
}

const copyOf = ({ method, path, headers, body }: Sent): Sent => ({ method, path, headers, body })

/** Lets time pass, from one wait to the next, with everything that follows from it; stops earlier if calls are left, as `leave` says. */
export async function letTimePass(world: World, ms: number, leave = 0): Promise<void> {
  const endMs = world.clock.monotonic() + ms
  while (await finishCalls(world, leave)) {
    const remainingMs = endMs - world.clock.monotonic()
    const next = world.clock.nextWait()
    if (next === null || next > remainingMs) {
      world.clock.advance(remainingMs)
      return untilQuiet(world)
    }
    world.clock.advance(next)
  }
}
