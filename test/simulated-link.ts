// A driver and the simulator on one line in memory, on a clock that a test holds: hours in seconds, and the same each time.
import { setImmediate } from 'node:timers/promises'
import { modbusDriver } from '../src-main/brake/drivers/modbus-driver.ts'
import type { Driver } from '../src-main/brake/drivers/driver.ts'
import type { ControllerMap } from '../src-main/brake/maps/controller-map.ts'
import { simulatedMachine, type SimulatedMachine } from '../src-main/brake/simulator/machine.ts'
import { modbusSide, type ModbusSide } from '../src-main/brake/simulator/modbus-side.ts'
import { pacedEnd, type Faults } from '../src-main/brake/simulator/paced-end.ts'
import { lineOver, type WiredLine } from '../src-main/brake/transport/line-over.ts'
import type { Line } from '../src-main/brake/transport/transport.ts'
import type { Clock } from '../src-main/platform/clock.ts'
import { manualClock, type ManualClock } from './manual-clock.ts'

/** Lets time pass, wait by wait, until `what` is settled; rejects as it does. */
export async function passing<T>(clock: ManualClock, what: Promise<T>): Promise<T> {
  let settled = false
  const done = what.finally(() => {
    settled = true
  })
  done.catch(() => {})
  await setImmediate()
  for (let still = 0; !settled;) {
    const next = clock.nextWait()
    if (next === null) {
      still += 1
      if (still > 1_000) throw new Error('nothing waits for the clock, and it is not settled')
    } else {
      still = 0
      clock.advance(next)
    }
    // oxlint-disable-next-line no-await-in-loop
    await setImmediate()
  }
  return done
}

export interface SimulatedLink {
  readonly clock: ManualClock
  readonly machine: SimulatedMachine
  readonly side: ModbusSide
  readonly faults: Faults
  /** What went to the controller, frame by frame. */
  readonly sent: Uint8Array[]
  /** A fresh line to the same controller, as after the cable was put back; its driver with it. */
  readonly connect: () => { line: Line; driver: Driver }
  /** Pulls the cable out. */
  readonly cut: () => void
}

export interface SimulatedLinkOptions {
  readonly characterMs?: number
  readonly turnaroundMs?: number
  readonly random?: () => number
  readonly clock?: ManualClock
  /** Keeps what was sent. */
  readonly record?: boolean
  readonly driverOn?: (line: Line, clock: Clock) => Driver
}

export function simulatedLink(map: ControllerMap, options: SimulatedLinkOptions = {}): SimulatedLink {
  const { characterMs = 0, turnaroundMs = 5, random = () => 0.5, clock = manualClock(), record = true } = options
  const machine = simulatedMachine(clock, 1_000)
  const side = modbusSide(map, machine)
  const sent: Uint8Array[] = []
  const plugged: { line: WiredLine | null } = { line: null }
  const send = (bytes: Uint8Array): void => plugged.line?.received(bytes)
  const end = pacedEnd({ side, characterMs, turnaroundMs, clock, random, send })
  return {
    clock,
    machine,
    side,
    faults: end.faults,
    sent,
    connect: () => {
      const wired = lineOver(
        {
          write: (bytes, done) => {
            if (record) sent.push(Uint8Array.from(bytes))
            end.hear(bytes)
            done(null)
          },
          close: async () => {
            if (plugged.line === wired) plugged.line = null
          },
        },
        clock,
        () => 2_000,
      )
      plugged.line = wired
      const driver =
        options.driverOn?.(wired.line, clock) ?? modbusDriver({ line: wired.line, map, clock, characterMs })
      return { line: wired.line, driver }
    },
    cut: () => plugged.line?.over({ code: 'unplugged', message: 'the cable was pulled out' }),
  }
}
