// The link to the brake: a program over the paced line beside the least time that its characters take, and memory after a shift.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { modbusDriver } from '../../src-main/brake/drivers/modbus-driver.ts'
import { startSimulator } from '../../src-main/brake/simulator/simulator.ts'
import { transportOf } from '../../src-main/brake/transport/transport-of.ts'
import { systemClock } from '../../src-main/platform/clock.ts'
import { programOf, shippedMap, shippedMapText } from '../fixtures/brake-programs.ts'
import type { Bench, Row } from './run.ts'
import { shownPieces } from './shown-piece.ts'

const baud = 19_200
const turnaroundMs = 5
const characterMs = 11_000 / baud
const steps = 14

/** One exchange: what is sent, 3.5 characters of silence, the controller's thinking, its answer, 3.5 characters again. */
const exchangeMs = (asked: number, answered: number): number =>
  (asked + 3.5 + answered + 3.5) * characterMs + turnaroundMs

/** By hand, from the shipped map: each read asks with 8 characters, and a register takes two. */
function leastMs(): number {
  const registers = 1 + 8 * steps
  const state = exchangeMs(8, 5 + 2)
  const table = exchangeMs(9 + 2 * registers, 8)
  const load = exchangeMs(8, 8)
  const readBack = exchangeMs(8, 5 + 2 * registers)
  // the state is read before each of the two frames that write
  return state + table + state + load + readBack
}

async function uploads(folder: string): Promise<number[]> {
  const simulator = await startSimulator({
    controllerFile: shippedMapText,
    at: { path: join(folder, 'brake') },
    baud,
    parity: 'even',
    bits: 8,
    turnaroundMs,
    strokeMs: 1_000,
    clock: systemClock,
    random: Math.random,
  })
  const named = transportOf(simulator.uri, systemClock)
  if (!named.ok) throw new Error(named.message)
  const { transport } = named
  const signal = new AbortController().signal
  const line = await transport.open(signal)
  const driver = modbusDriver({ line, map: shippedMap, clock: systemClock, characterMs: transport.characterMs })
  const program = programOf(steps)
  const took: number[] = []
  await driver.status()
  for (let round = 0; round < 9; round++) {
    const from = performance.now()
    // oxlint-disable-next-line no-await-in-loop
    await driver.upload(program, signal)
    // oxlint-disable-next-line no-await-in-loop
    const { same } = await driver.verify(program)
    took.push(performance.now() - from)
    if (!same) throw new Error('what was read back is not what was sent')
  }
  await driver.close()
  await simulator.close()
  return took.toSorted((a, b) => a - b)
}

const mb = (bytes: number): string => `${(bytes / 1_048_576).toFixed(0)} MB`

export async function brakeRows({ root, folder }: Bench): Promise<Row[]> {
  const took = await uploads(folder)
  const median = took[Math.floor(took.length / 2)] ?? Number.NaN
  const least = leastMs()
  const shown = await shownPieces(folder, baud)
  const shownMedian = shown.took[Math.floor(shown.took.length / 2)] ?? Number.NaN
  const shownWorst = shown.took.at(-1) ?? Number.NaN
  const hours = join(root, 'test/bench/brake-hours.ts')
  // hours in seconds make garbage some thousand times as fast as a shift does, for which V8 would widen its room for the young
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', '--max-semi-space-size=1', hours])
  const shift = /"first":(\d+),"last":(\d+),"pieces":(\d+)/.exec(stdout)?.slice(1).map(Number) ?? []
  const [first = Number.NaN, last = Number.NaN, pieces = Number.NaN] = shift
  return [
    {
      what: `a program of ${steps} steps uploaded and read back over a line of ${baud} baud, the state asked before each frame`,
      measured: `${median.toFixed(0)} ms, ${(median / least).toFixed(3)} times the least ${least.toFixed(0)} ms (median of ${took.length}, ${took.at(0)?.toFixed(0)} to ${took.at(-1)?.toFixed(0)})`,
      promised: 'at most 1.15 times',
      holds: median <= 1.15 * least,
    },
    {
      what: `from the brake's counter to the push that shows the piece, asked every 250 ms over a line of ${baud} baud`,
      measured: `worst ${shownWorst.toFixed(0)} ms, median ${shownMedian.toFixed(0)} (${shown.took.length} pieces of ${shown.steps} strokes)`,
      promised: '300 ms',
      holds: shownWorst <= 300,
    },
    {
      what: 'memory of the link after 8 hours of a shift, by its own clock',
      measured: `${mb(last)} after ${mb(first)} in the first hour; ${pieces} pieces counted`,
      promised: 'at most 1.1 times',
      holds: last <= 1.1 * first && pieces > 1_000,
    },
  ]
}
