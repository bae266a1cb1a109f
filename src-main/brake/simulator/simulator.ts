// The brake simulator on a real connection: the machine, its controller, the timing of the line, and the port.
import { readJsonWithLines } from '../../../shared/workshop-files/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { readControllerMap, readDncTemplate } from '../maps/index.ts'
import { simulatedDnc } from './dnc-machine.ts'
import { SimulatedMachine } from './machine.ts'
import { simulatedModbus, type SimulatedModbus } from './modbus-controller.ts'
import { pacedWire, type Faults, type PacedWire } from './paced-wire.ts'
import { ptyPlug, tcpPlug } from './plug.ts'
import type { SimulatedController } from './simulated-controller.ts'

export interface SimulatorOptions {
  /** The text of the controller's file: a Modbus map or a DNC template. */
  readonly controllerFile: string
  /** The path of the link to a pseudo terminal, or a TCP port on loopback; 0: any free port. */
  readonly endpoint: { readonly path: string } | { readonly port: number }
  readonly baud: number
  readonly parity: 'none' | 'even' | 'odd'
  readonly bits: 7 | 8
  readonly turnaroundMs: number
  readonly strokeMs: number
  readonly clock: Clock
  readonly random: () => number
}

export interface Simulator {
  /** The address that Kant connects to. */
  readonly uri: string
  readonly machine: SimulatedMachine
  readonly faults: Faults
  /** Null for a DNC controller. */
  readonly modbus: SimulatedModbus | null
  readonly unplug: () => Promise<void>
  readonly plugIn: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Rejects if the file is invalid, or if the port cannot be opened. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { controllerFile, endpoint, baud, parity, bits, turnaroundMs, strokeMs, clock, random } = options
  const machine = new SimulatedMachine(clock, strokeMs)
  // what is sent or received before the wire exists is discarded
  let wire: PacedWire | null = null
  const { controller, modbus } = controllerOf(controllerFile, machine, (bytes) => wire?.send(bytes))

  const isSerial = 'path' in endpoint
  const characterMs = isSerial ? ((1 + bits + (parity === 'none' ? 0 : 1) + 1) * 1_000) / baud : 0
  const receive = (bytes: Uint8Array): void => wire?.receive(bytes)
  const plug = isSerial
    ? await ptyPlug(endpoint.path, `?baud=${baud}&parity=${parity}&bits=${bits}`, receive)
    : await tcpPlug(endpoint.port, receive, () => wire?.endConnection())
  const pacedEnd = pacedWire({ controller, characterMs, turnaroundMs, clock, send: plug.send, random })
  wire = pacedEnd

  return {
    uri: plug.uri,
    machine,
    faults: pacedEnd.faults,
    modbus,
    unplug: plug.unplug,
    plugIn: plug.plugIn,
    close: async () => {
      pacedEnd.stop()
      machine.stop()
      await plug.unplug()
    },
  }
}

function controllerOf(
  file: string,
  machine: SimulatedMachine,
  send: (bytes: Uint8Array) => void,
): { controller: SimulatedController; modbus: SimulatedModbus | null } {
  const json = readJsonWithLines(file)
  const isDnc =
    json.ok &&
    typeof json.value.value === 'object' &&
    json.value.value !== null &&
    'kind' in json.value.value &&
    json.value.value.kind === 'dnc-text'
  const read = isDnc ? readDncTemplate(file) : readControllerMap(file)
  if (!read.ok) {
    throw new Error(read.error.map(({ line, field, message }) => `line ${line} ${field}: ${message}`).join('; '))
  }
  if (read.value.kind === 'dnc-text') return { controller: simulatedDnc(read.value, machine, send), modbus: null }
  const modbus = simulatedModbus(read.value, machine)
  return { controller: modbus, modbus }
}
