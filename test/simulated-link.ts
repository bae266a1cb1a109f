// A driver and the simulator on a connection in memory, with a manual clock: hours pass in seconds, and every run is equal.
import { setImmediate } from 'node:timers/promises'
import { createModbusDriver } from '../src-main/brake/drivers/modbus-driver.ts'
import type { Driver } from '../src-main/brake/drivers/driver.ts'
import type { ControllerMap } from '../src-main/brake/maps/controller-map.ts'
import { SimulatedMachine } from '../src-main/brake/simulator/machine.ts'
import { simulatedModbus, type SimulatedModbus } from '../src-main/brake/simulator/modbus-controller.ts'
import { noFaults, pacedWire, type Faults, type PacedWire } from '../src-main/brake/simulator/paced-wire.ts'
import { openConnection, type OpenedConnection } from '../src-main/brake/transport/open-connection.ts'
import type { Connection } from '../src-main/brake/transport/transport.ts'
import type { Clock } from '../src-main/platform/clock.ts'
import { manualClock, type ManualClock } from './manual-clock.ts'

/** Advances the clock, wait by wait, until the promise settles. Rejects with the error of the promise. */
export async function passing<T>(clock: ManualClock, promise: Promise<T>): Promise<T> {
  let settled = false
  const done = promise.finally(() => {
    settled = true
  })
  done.catch(() => {})
  await setImmediate()
  for (let idleTurns = 0; !settled;) {
    const next = clock.nextWait()
    if (next === null) {
      idleTurns += 1
      if (idleTurns > 1_000) throw new Error('no wait on the clock is left, and the promise is not settled')
    } else {
      idleTurns = 0
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
  readonly side: SimulatedModbus
  readonly faults: Faults
  /** The frames that were sent to the controller. */
  readonly sent: Uint8Array[]
  /** Opens a new connection to the same controller with a new driver, as after the cable was reconnected. */
  readonly connect: () => { connection: Connection; driver: Driver }
  /** Disconnects the cable. */
  readonly cut: () => void
}

export interface SimulatedLinkOptions {
  readonly characterMs?: number
  readonly turnaroundMs?: number
  readonly random?: () => number
  readonly clock?: ManualClock
  /** Records the sent frames. */
  readonly record?: boolean
  readonly driverOn?: (connection: Connection, clock: Clock) => Driver
}

export function simulatedLink(map: ControllerMap, options: SimulatedLinkOptions = {}): SimulatedLink {
  const { characterMs = 0, turnaroundMs = 5, random = () => 0.5, clock = manualClock(), record = true } = options
  const machine = new SimulatedMachine(clock, 1_000)
  const side = simulatedModbus(map, machine)
  const sent: Uint8Array[] = []
  const open: { connection: OpenedConnection | null } = { connection: null }
  const send = (bytes: Uint8Array): void => open.connection?.receive(bytes)
  const faults = noFaults()
  const startWire = (): PacedWire =>
    pacedWire({ controller: side, characterMs, turnaroundMs, clock, random, send, faults })
  let wire = startWire()
  return {
    clock,
    machine,
    side,
    faults,
    sent,
    connect: () => {
      // answers that are under way on a TCP connection end with it; on a serial line they still arrive
      if (map.kind === 'modbus-tcp') {
        wire.stop()
        side.endConnection()
        wire = startWire()
      }
      const opened = openConnection(
        {
          write: (bytes, done) => {
            if (record) sent.push(Uint8Array.from(bytes))
            wire.receive(bytes)
            done(null)
          },
          close: async () => {
            if (open.connection === opened) open.connection = null
          },
        },
        clock,
        () => 2_000,
      )
      open.connection = opened
      const { connection } = opened
      const driver =
        options.driverOn?.(connection, clock) ?? createModbusDriver({ connection, map, clock, characterMs })
      return { connection, driver }
    },
    cut: () => open.connection?.end({ code: 'unplugged', message: 'the cable was disconnected' }),
  }
}
