// A believable brake on a real line: the machine, the controller that it speaks through, the pace of the wire, and the plug.
import { readJsonWithLines } from '../../../shared/workshop-files/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { readControllerMap } from '../maps/controller-map.ts'
import { readDncTemplate } from '../maps/dnc-template.ts'
import { simulatedDnc } from './dnc-machine.ts'
import { simulatedMachine, type SimulatedMachine } from './machine.ts'
import { simulatedModbus, type SimulatedModbus } from './modbus-controller.ts'
import { pacedWire, type Faults, type PacedWire } from './paced-wire.ts'
import { ptyPlug, tcpPlug } from './plug.ts'
import type { SimulatedController } from './simulated-controller.ts'

export interface SimulatorOptions {
  /** The controller's file, as Kant has it: a Modbus map or a DNC template. */
  readonly controllerFile: string
  /** Where a link to a pseudo terminal is laid, or a TCP port of loopback; 0: any that is free. */
  readonly at: { readonly path: string } | { readonly port: number }
  readonly baud: number
  readonly parity: 'none' | 'even' | 'odd'
  readonly bits: 7 | 8
  readonly turnaroundMs: number
  readonly strokeMs: number
  readonly clock: Clock
  readonly random: () => number
}

export interface Simulator {
  /** What Kant opens. */
  readonly uri: string
  readonly machine: SimulatedMachine
  readonly faults: Faults
  /** Null where it speaks DNC. */
  readonly modbus: SimulatedModbus | null
  readonly unplug: () => Promise<void>
  readonly plugIn: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Rejects with what is wrong with the file, or where nothing can be plugged in. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { controllerFile, at, baud, parity, bits, turnaroundMs, strokeMs, clock, random } = options
  const machine = simulatedMachine(clock, strokeMs)
  // the controller may speak, and bytes may come, before the end is there: nobody is then
  const wired: { end: PacedWire | null } = { end: null }
  const { side, modbus } = sideOf(controllerFile, machine, (bytes) => wired.end?.say(bytes))

  const onTerminal = 'path' in at
  const perCharacter = onTerminal ? ((1 + bits + (parity === 'none' ? 0 : 1) + 1) * 1_000) / baud : 0
  const heard = (bytes: Uint8Array): void => wired.end?.hear(bytes)
  const plug = onTerminal
    ? await ptyPlug(at.path, `?baud=${baud}&parity=${parity}&bits=${bits}`, heard)
    : await tcpPlug(at.port, heard)
  const end = pacedWire({ side, characterMs: perCharacter, turnaroundMs, clock, send: plug.send, random })
  wired.end = end

  return {
    uri: plug.uri,
    machine,
    faults: end.faults,
    modbus,
    unplug: plug.unplug,
    plugIn: plug.plugIn,
    close: async () => {
      end.stop()
      machine.stop()
      await plug.unplug()
    },
  }
}

function sideOf(
  file: string,
  machine: SimulatedMachine,
  say: (bytes: Uint8Array) => void,
): { side: SimulatedController; modbus: SimulatedModbus | null } {
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
  if (read.value.kind === 'dnc-text') return { side: simulatedDnc(read.value, machine, say), modbus: null }
  const modbus = simulatedModbus(read.value, machine)
  return { side: modbus, modbus }
}
