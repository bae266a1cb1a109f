// A property of the brake connection: for every map, fault and order of calls, a write reaches the brake only within the ranges of the
// map, and at most 500 ms after the brake reported the safe state. The simulator records every write.
import * as fc from 'fast-check'
import { expect } from 'vitest'
import type { ControllerMap } from '../../../../src-main/brake/maps/controller-map.ts'
import { namedCell, readsOf } from '../../../../src-main/brake/maps/map-cells.ts'
import { writeRules } from '../../../../src-main/brake/maps/write-rules.ts'
import { fromWords, limitsOf, toWords, widthOf } from '../../../../src-main/brake/protocol/register-value.ts'
import { modbusClient, type ModbusClient } from '../../../../src-main/brake/protocol/modbus-client.ts'
import type { WriteRequest } from '../../../../src-main/brake/protocol/modbus-pdu.ts'
import type { RecordedWrite } from '../../../../src-main/brake/simulator/modbus-controller.ts'
import { anyMapText } from '../../../fixtures/any-map.ts'
import { mapOf, programOf } from '../../../fixtures/brake-programs.ts'
import { passing, simulatedLink, type SimulatedLink } from '../../../simulated-link.ts'

interface Place {
  readonly what: string
  readonly type: 'bit' | 'u16' | 'i16' | 'u32' | 'i32' | 'f32'
  readonly scale: number
  readonly least: number
  readonly greatest: number
  /** The second range of an angle. */
  readonly flatten?: { least: number; greatest: number } | undefined
  readonly order: 'high_first' | 'low_first'
}

/** The registers that may be written, with their ranges; computed from the map independently of the driver. */
function declared(map: ControllerMap): Map<string, Place> {
  const places = new Map<string, Place>()
  const { program, trigger, registers } = map
  const put = (bits: boolean, address: number, place: Place): void => {
    places.set(`${bits ? 'coil' : 'register'} ${address}`, place)
  }
  const load = trigger && registers[trigger.register]
  if (load && trigger) {
    const only = { least: trigger.value, greatest: trigger.value }
    put(load.type === 'bit', load.address, { ...load, ...only, what: 'load', order: load.wordOrder ?? map.wordOrder })
  }
  const count = program && registers[program.stepCount]
  if (count) put(false, count.address, { ...count, what: 'count', order: count.wordOrder ?? map.wordOrder })
  for (let step = 0; program && step < program.steps.room; step++) {
    for (const [name, field] of Object.entries(program.steps.fields)) {
      const address = program.steps.first + step * program.steps.stride + field.offset
      put(false, address, { ...field, what: name, order: field.wordOrder ?? map.wordOrder })
    }
  }
  return places
}

/** What is wrong with a received write; empty if nothing is. `slackMs` is the transmission time of the frame. */
function violationsOf(
  { atMs, safeReportedAtMs: safeAtMs, unit, request }: RecordedWrite,
  map: ControllerMap,
  slackMs: number,
): string[] {
  const foundViolations: string[] = []
  if (map.safe === undefined) foundViolations.push('the map is read-only')
  if (unit !== map.unit) foundViolations.push(`unit ${unit}`)
  if (safeAtMs === null) foundViolations.push('the brake had not reported the safe state')
  else if (atMs - safeAtMs > 500 + slackMs) foundViolations.push(`${atMs - safeAtMs} ms after it was safe`)
  const places = declared(map)
  const bits = request.code === 5 || request.code === 15
  for (let offset = 0; offset < request.words.length;) {
    const place = places.get(`${bits ? 'coil' : 'register'} ${request.address + offset}`)
    if (place === undefined) return [...foundViolations, `nothing is declared at ${request.address + offset}`]
    const width = widthOf(place.type)
    const value =
      fromWords(request.words.slice(offset, offset + width), { type: place.type, wordOrder: place.order }) * place.scale
    const isWithin = [place, place.flatten].some(
      (range) => range !== undefined && value >= range.least - 1e-6 && value <= range.greatest + 1e-6,
    )
    if (!isWithin) foundViolations.push(`${place.what} ${value}`)
    if (place.what === 'load' && request.words.length > 1) foundViolations.push('the load is not alone')
    offset += width
  }
  return foundViolations
}

const actions = [
  'upload',
  'upload too far',
  'upload and cancel',
  'status',
  'verify',
  'counter',
  'alarms',
  'probe',
  'bend',
  'pace',
  'stop',
  'raise',
  'clear',
  'cut',
  'garble',
  'drop',
  'stall',
  'go',
  'late',
  'other unit',
  'own unit',
  'pieces',
  'settle',
  'pass',
  'read state',
  'write anything',
] as const
interface Call {
  readonly action: (typeof actions)[number]
  readonly number: number
  readonly word: number
}
const numbers = { number: fc.nat({ max: 10_000 }), word: fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 0xffff })) }
const calls = (more: Call['action'][]): fc.Arbitrary<Call[]> =>
  fc.array(fc.record({ action: fc.constantFrom(...actions.filter(common), ...more), ...numbers }), {
    minLength: 8,
    maxLength: 40,
  })
const driverActions = [
  'upload',
  'upload too far',
  'upload and cancel',
  'status',
  'verify',
  'counter',
  'alarms',
  'probe',
]
const clientActions = ['read state', 'write anything']
const common = (action: string): boolean => !driverActions.includes(action) && !clientActions.includes(action)

interface World {
  readonly map: ControllerMap
  readonly link: SimulatedLink
  connected: ReturnType<SimulatedLink['connect']>
  client: ModbusClient
}

/**
 * A write request to the client itself, without the checks of the driver, so that only the client's guard can refuse it.
 * Most are values near a declared range at its own address; the others are any value at any address.
 */
function anyWrite(map: ControllerMap, { number, word }: Call): WriteRequest {
  const places = writeRules(map).writable
  const place = places[Math.floor(number / 4) % places.length]
  const code = ([5, 6, 15, 16] as const)[number % 4] ?? 6
  const single = code === 5 || code === 6
  const bit = code === 5 || code === 15
  const words = Array.from({ length: single ? 1 : 1 + (number % 5) }, () => (bit ? word & 1 : word))
  if (place === undefined || number % 5 === 0) return { kind: 'write', code, address: number % 700, words }
  const { least, greatest, shape } = place
  const registerValue = Math.round(least) - 1 + (word % (Math.round(greatest - least) + 3))
  const limits = limitsOf[shape.type]
  const raw = Math.min(limits.greatest, Math.max(limits.least, registerValue))
  return { kind: 'write', code: place.code, address: place.address, words: toWords(raw, shape) }
}

/** Starts a call that takes time. Null for an action that is done at once. */
function startCall({ action, number, word }: Call, { map, link, connected, client }: World): Promise<unknown> | null {
  const { driver } = connected
  const never = new AbortController().signal
  // doImmediately does the other actions
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check
  switch (action) {
    case 'upload':
      return driver.upload(programOf(1 + (number % 15)), never)
    case 'upload too far':
      return driver.upload(
        programOf(1 + (number % 5), (step) => ({ ...step, gaugeMm: step.gaugeMm * (1 + number / 100) })),
        never,
      )
    case 'upload and cancel': {
      const abortController = new AbortController()
      void link.clock.wait(number / 100).then(() => abortController.abort())
      return driver.upload(programOf(1 + (number % 15)), abortController.signal)
    }
    case 'status':
    case 'counter':
    case 'alarms':
    case 'probe':
      return driver[action]()
    case 'verify':
      return driver.verify(programOf(1 + (number % 3)))
    case 'read state': {
      const cells = [map.safe?.register, map.running?.register].flatMap((name) =>
        name === undefined ? [] : (namedCell(name, map) ?? []),
      )
      return Promise.allSettled(readsOf(cells, map).map((request) => client.read(request)))
    }
    case 'write anything':
      return client.write(anyWrite(map, { action, number, word }))
    default:
      return null
  }
}

function doImmediately({ action }: Call, { map, link: { machine, faults, side, cut } }: World): void {
  if (action === 'bend') void machine.bend()
  if (action === 'pace') machine.setPace(130)
  if (action === 'stop') machine.setPace(0)
  if (action === 'raise') machine.raiseAlarm(2)
  if (action === 'clear') machine.clearAlarm()
  if (action === 'cut') cut()
  // Modbus TCP relies on the checksums of TCP
  if (action === 'garble' && map.kind === 'modbus-rtu') faults.garbled += 1
  if (action === 'drop') faults.dropped += 1
  if (action === 'stall') faults.stalled = true
  // serial responses have no numbers: a response after more than twice the timeout is indistinguishable from the next one
  if (action === 'late') faults.lateMs = map.answerWithinMs * 1.8
  if (action === 'go') Object.assign(faults, { stalled: false, lateMs: 0, partBytes: 0 })
  if (action === 'pieces') faults.partBytes = 1
  if (action === 'other unit') side.answerAs((map.unit % 247) + 1)
  if (action === 'own unit') side.answerAs(null)
}

const tally = { writes: 0, loads: 0, readOnly: 0 }

async function run(text: string, calls: readonly Call[], characterMs: number, random: () => number): Promise<void> {
  const map = mapOf(text)
  const link = simulatedLink(map, { characterMs, turnaroundMs: 2, random })
  const plugIn = (): Pick<World, 'connected' | 'client'> => {
    const connected = link.connect()
    const framing = map.kind === 'modbus-tcp' ? 'tcp' : 'rtu'
    const { answerWithinMs } = map
    const client = modbusClient(connected.connection, {
      framing,
      rules: writeRules(map),
      answerWithinMs,
      characterMs,
      clock: link.clock,
    })
    return { connected, client }
  }
  const world: World = { map, link, ...plugIn() }
  const pending: Promise<unknown>[] = []
  for (const call of calls) {
    const runningCall = startCall(call, world)
    if (runningCall !== null) pending.push(runningCall.catch(() => {}))
    doImmediately(call, world)
    const awaited = call.action === 'pass' ? [link.clock.wait(call.number / 10)] : pending
    if (call.action === 'cut' || call.action === 'settle' || call.action === 'pass') {
      // the calls are made one after the other
      // oxlint-disable-next-line no-await-in-loop
      await passing(link.clock, Promise.allSettled(awaited))
    }
    if (call.action === 'cut') Object.assign(world, plugIn())
  }
  await passing(link.clock, Promise.allSettled(pending))
  link.machine.stop()
  const violations = link.side.writes.flatMap((write) => violationsOf(write, map, 260 * characterMs))
  expect(violations).toEqual([])
  tally.writes += link.side.writes.length
  tally.loads += link.machine.stepsLoaded() > 0 ? 1 : 0
  tally.readOnly += map.safe === undefined ? 1 : 0
}

const pace = fc.constantFrom(0, 0, 0.2)
const chances = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: 7, maxLength: 7 })
const chanceOf = (chances: readonly number[]): (() => number) => {
  let index = 0
  return () => chances[index++ % chances.length] ?? 0.5
}

const often = (times: number, action: Call['action']): Call['action'][] => Array.from({ length: times }, () => action)
const recoveries: Call['action'][] = [...often(3, 'go'), ...often(2, 'own unit'), ...often(2, 'clear'), 'stop']

/** Who makes the calls, and how often each call occurs. */
export const callers: Readonly<Record<'the driver' | 'the client without its driver', readonly Call['action'][]>> = {
  'the driver': [
    ...often(6, 'upload'),
    ...recoveries,
    'upload too far',
    'upload and cancel',
    'status',
    'verify',
    'probe',
  ],
  'the client without its driver': [...often(9, 'read state'), ...often(12, 'write anything'), ...recoveries],
}

/** Rejects with the shortest run that violates the property. Resolves to what the runs covered. */
export async function checkSafeWrites(caller: keyof typeof callers, numRuns: number): Promise<typeof tally> {
  Object.assign(tally, { writes: 0, loads: 0, readOnly: 0 })
  await fc.assert(
    fc.asyncProperty(anyMapText, calls([...callers[caller]]), pace, chances, (text, actions, characterMs, random) =>
      run(text, actions, characterMs, chanceOf(random)),
    ),
    { numRuns },
  )
  return { ...tally }
}
