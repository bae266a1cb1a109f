// The group 'brake': a program over the paced serial line compared with the least time that its characters take, the delay of a
// counted piece, and memory after a shift.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { createModbusDriver } from '../../../src-main/brake/drivers/modbus-driver.ts'
import { startSimulator } from '../../../src-main/brake/simulator/simulator.ts'
import { transportOf } from '../../../src-main/brake/transport/transport-of.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { maxCount } from '../../../src-main/brake/protocol/modbus-pdu.ts'
import { programOf, shippedMap, shippedMapText } from '../../fixtures/brake-programs.ts'
import type { Bench, Row } from '../run.ts'
import { measureShownPieces } from './shown-pieces.ts'

const baud = 19_200
const turnaroundMs = 5
const characterMs = 11_000 / baud
const steps = 14

/** One exchange: the request, 3.5 characters of silence, the controller's turnaround, its response, 3.5 characters of silence. */
const exchangeMs = (requestCharacters: number, responseCharacters: number): number =>
  (requestCharacters + 3.5 + responseCharacters + 3.5) * characterMs + turnaroundMs

/** Computed from the shipped map: a read request has 8 characters, and a register takes two. */
function leastMs(): number {
  const registers = 1 + 18 * steps
  const state = exchangeMs(8, 5 + 2)
  const tables = framesOf(registers, maxCount[16]).map((count) => exchangeMs(9 + 2 * count, 8))
  const load = exchangeMs(8, 8)
  const readBacks = framesOf(registers, maxCount[3]).map((count) => exchangeMs(8, 5 + 2 * count))
  // the driver reads the state before each write frame
  return sum(tables.map((table) => state + table)) + state + load + sum(readBacks)
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** The numbers of registers in the frames that carry all of them. */
const framesOf = (registers: number, most: number): number[] =>
  Array.from({ length: Math.ceil(registers / most) }, (_, index) => Math.min(most, registers - index * most))

async function measureUploads(folder: string): Promise<number[]> {
  const simulator = await startSimulator({
    controllerFile: shippedMapText,
    endpoint: { path: join(folder, 'brake') },
    baud,
    parity: 'even',
    bits: 8,
    turnaroundMs,
    strokeMs: 1_000,
    clock: systemClock,
    random: Math.random,
  })
  const transportResult = transportOf(simulator.uri, systemClock)
  if (!transportResult.ok) throw new Error(transportResult.error)
  const { value: transport } = transportResult
  const signal = new AbortController().signal
  const connection = await transport.open(signal)
  const driver = createModbusDriver({
    connection,
    map: shippedMap,
    clock: systemClock,
    characterMs: transport.characterMs,
  })
  const program = programOf(steps)
  const durationsMs: number[] = []
  await driver.status()
  for (let round = 0; round < 9; round++) {
    const from = performance.now()
    // oxlint-disable-next-line no-await-in-loop
    await driver.upload(program, signal)
    // oxlint-disable-next-line no-await-in-loop
    const { same } = await driver.verify(program)
    durationsMs.push(performance.now() - from)
    if (!same) throw new Error('the controller returned another program than was sent')
  }
  await driver.close()
  await simulator.close()
  return durationsMs.toSorted((a, b) => a - b)
}

const mb = (bytes: number): string => `${(bytes / 1_048_576).toFixed(0)} MB`

export async function brakeRows({ root, folder }: Bench): Promise<Row[]> {
  const uploadsMs = await measureUploads(folder)
  const median = uploadsMs[Math.floor(uploadsMs.length / 2)] ?? Number.NaN
  const minMs = leastMs()
  const shownPieces = await measureShownPieces(folder, baud)
  const shownMedian = shownPieces.delaysMs[Math.floor(shownPieces.delaysMs.length / 2)] ?? Number.NaN
  const shownWorst = shownPieces.delaysMs.at(-1) ?? Number.NaN
  const shiftProgram = join(root, 'test/bench/brake/shift-memory-process.ts')
  // The simulated hours create garbage a thousand times faster than a real shift, so V8 would enlarge the space for new objects.
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--expose-gc',
    '--max-semi-space-size=1',
    shiftProgram,
  ])
  const shift = /"first":(\d+),"last":(\d+),"pieces":(\d+)/.exec(stdout)?.slice(1).map(Number) ?? []
  const [first = Number.NaN, last = Number.NaN, pieces = Number.NaN] = shift
  return [
    {
      name: `time to upload and read back a program of ${steps} steps at ${baud} baud, with a state read before each frame`,
      measured: `${median.toFixed(0)} ms, ${(median / minMs).toFixed(3)} times the least possible ${minMs.toFixed(0)} ms (median of ${uploadsMs.length}, ${uploadsMs.at(0)?.toFixed(0)} to ${uploadsMs.at(-1)?.toFixed(0)})`,
      limit: 'at most 1.15 times',
      passes: median <= 1.15 * minMs,
    },
    {
      name: `time from the brake's counter to the push that shows the piece, with a poll every 250 ms at ${baud} baud`,
      measured: `worst ${shownWorst.toFixed(0)} ms, median ${shownMedian.toFixed(0)} (${shownPieces.delaysMs.length} pieces of ${shownPieces.steps} strokes each)`,
      limit: '300 ms',
      passes: shownWorst <= 300,
    },
    {
      name: 'memory of the brake connection after a simulated shift of 8 hours',
      measured: `${mb(last)}, after the first hour ${mb(first)}; ${pieces} pieces counted`,
      limit: 'at most 1.1 times',
      passes: last <= 1.1 * first && pieces > 1_000,
    },
  ]
}
