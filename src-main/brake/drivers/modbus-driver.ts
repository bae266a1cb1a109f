// A controller that speaks Modbus, by its map. It writes a program and asks to load it, and has no other word that moves anything.
import type { Clock } from '../../platform/clock.ts'
import type { ControllerMap } from '../maps/map-fields.ts'
import { namedCell, readsOf, writesOf, type Cell } from '../maps/map-cells.ts'
import { writeRules } from '../maps/write-rules.ts'
import type { BrakeProgram } from '../program/program.ts'
import { BrakeError } from '../protocol/brake-error.ts'
import { inTurn } from '../protocol/in-turn.ts'
import { modbusClient } from '../protocol/modbus-client.ts'
import { tableOf, type ReadRequest, type WriteRequest } from '../protocol/modbus-pdu.ts'
import { fromWords, toWords, widthOf } from '../protocol/register-value.ts'
import type { Line } from '../transport/transport.ts'
import type { Alarm, Capabilities, CounterReading, Difference, Driver, ReadBack } from './driver.ts'
import { programCells } from './program-cells.ts'

export interface ModbusDriverParts {
  readonly line: Line
  readonly map: ControllerMap
  readonly clock: Clock
  /** Of the transport. */
  readonly characterMs: number
}

export function modbusCapabilities(map: ControllerMap): Capabilities {
  const readOnlyBecause = map.safe === undefined ? 'no_safe_register' : map.program === undefined ? 'no_program' : null
  return {
    upload: readOnlyBecause === null,
    readOnlyBecause,
    greatestSteps: map.program?.steps.room ?? 0,
    readBack: map.program !== undefined,
    counts: map.counter?.counts ?? null,
    status: map.safe !== undefined || map.running !== undefined,
    alarms: map.alarms !== undefined,
    unverified: map.unverified,
  }
}

/** What was read, by memory and address. */
class Memory {
  readonly #words = new Map<string, number>()

  keep({ code, address }: ReadRequest, words: readonly number[]): void {
    for (const [at, word] of words.entries()) this.#words.set(`${tableOf(code)} ${address + at}`, word)
  }

  words({ read, address, shape }: Cell): number[] {
    return Array.from(
      { length: widthOf(shape.type) },
      (_, at) => this.#words.get(`${tableOf(read)} ${address + at}`) ?? 0,
    )
  }
}

export function modbusDriver({ line, map, clock, characterMs }: ModbusDriverParts): Driver {
  const client = modbusClient(line, {
    framing: map.kind === 'modbus-tcp' ? 'tcp' : 'rtu',
    rules: writeRules(map),
    answerWithinMs: map.answerWithinMs,
    characterMs,
    clock,
  })
  const turn = inTurn()
  let lastCount: number | null = null

  const read = async (cells: readonly Cell[]): Promise<Memory> => {
    const memory = new Memory()
    for (const request of readsOf(cells, map)) {
      // oxlint-disable-next-line no-await-in-loop
      memory.keep(request, await client.read(request))
    }
    return memory
  }

  /** Rejects with 'not_a_number' and 'out_of_range', both with the address: such a value is not believed. */
  const valueOf = (name: string, memory: Memory): number => {
    const declared = map.registers[name]
    const cell = namedCell(name, map)
    if (declared === undefined || cell === null) throw new BrakeError('refused', `the map has no register "${name}"`)
    const raw = fromWords(memory.words(cell), cell.shape)
    const value = raw * declared.scale
    if (!Number.isFinite(raw)) throw new BrakeError('not_a_number', `${name} reads as ${raw}`, cell.address)
    if (value < declared.least || value > declared.greatest) {
      const range = `${declared.least} to ${declared.greatest}`
      throw new BrakeError('out_of_range', `${name} reads as ${value}, not within ${range}`, cell.address)
    }
    return value
  }

  const stateNames = [...new Set([map.safe?.register, map.running?.register])].filter((name) => name !== undefined)
  const cellsOf = (names: readonly string[]): Cell[] =>
    names.map((name) => namedCell(name, map)).filter((cell) => cell !== null)
  const stateCells = cellsOf(stateNames)

  const holds = (condition: ControllerMap['safe'], memory: Memory): boolean | null => {
    if (condition === undefined) return null
    const value = valueOf(condition.register, memory)
    return condition.values.includes(condition.mask === undefined ? value : (value & condition.mask) >>> 0)
  }

  const readState = async (): Promise<{ safe: boolean | null; running: boolean | null }> => {
    const memory = await read(stateCells)
    const safe = holds(map.safe, memory)
    const running = holds(map.running, memory)
    return { safe, running: running ?? (safe === true ? false : null) }
  }

  /** The state is asked anew before every frame; the guard of the protocol asks the same once more of what the controller said. */
  const writeSafely = async (frame: WriteRequest): Promise<void> => {
    const { safe, running } = await readState()
    const [address] = stateCells.map((cell) => cell.address)
    if (running === true) throw new BrakeError('running', 'the machine runs', address)
    if (safe !== true) throw new BrakeError('not_safe', 'the machine is in no safe state', address)
    await client.write(frame)
  }

  const upload = async (program: BrakeProgram, signal: AbortSignal): Promise<void> => {
    const called = (): void => {
      if (signal.aborted) throw new BrakeError('cancelled', 'called off')
    }
    called()
    if (map.safe === undefined) throw new BrakeError('read_only', 'the map declares no safe state')
    const frames = writesOf(programCells(program, map), map)
    const loads = map.trigger && map.registers[map.trigger.register]
    const load = map.trigger && namedCell(map.trigger.register, map)
    if (map.trigger === undefined || loads?.write === undefined || !load) {
      throw new BrakeError('read_only', 'the map declares nothing that loads a program')
    }
    const words = toWords(map.trigger.value, load.shape)
    const trigger: WriteRequest = { kind: 'write', code: loads.write, address: load.address, words }
    for (const frame of [...frames, trigger]) {
      called()
      // oxlint-disable-next-line no-await-in-loop
      await writeSafely(frame)
    }
  }

  const verify = async (program: BrakeProgram): Promise<ReadBack> => {
    const cells = programCells(program, map)
    const memory = await read(cells)
    const differences = cells.flatMap((cell): Difference[] => {
      const { address, stepNo, field, shape, scale, words } = cell
      const held = memory.words(cell)
      if (held.every((word, at) => word === words[at])) return []
      const told = (some: readonly number[]): string => String(Number((fromWords(some, shape) * scale).toPrecision(12)))
      return [{ address, stepNo, field, sent: told(words), read: told(held) }]
    })
    return { same: differences.length === 0, differences }
  }

  const counter = async (): Promise<CounterReading> => {
    if (map.counter === undefined) throw new BrakeError('refused', 'the map has no counter')
    const { register, counts, strokesPerPiece } = map.counter
    const cells = cellsOf([register])
    const value = valueOf(register, await read(cells))
    const address = cells[0]?.address ?? 0
    if (!Number.isInteger(value)) throw new BrakeError('not_a_number', `${register} reads as ${value}`, address)
    const jumpedBackFrom = lastCount !== null && value < lastCount ? lastCount : null
    lastCount = value
    return {
      value,
      counts,
      strokesPerPiece: counts === 'pieces' ? 1 : (strokesPerPiece ?? null),
      address,
      greatest: map.registers[register]?.greatest ?? null,
      jumpedBackFrom,
    }
  }

  const alarms = async (): Promise<readonly Alarm[]> => {
    if (map.alarms === undefined) return []
    const { register, as, texts } = map.alarms
    const cells = cellsOf([register])
    const value = valueOf(register, await read(cells))
    const address = cells[0]?.address ?? 0
    const raised =
      as === 'number'
        ? [value]
        : Array.from({ length: 32 }, (_, bit) => bit).filter((bit) => ((value >>> bit) & 1) === 1)
    return raised
      .filter((code) => as === 'bits' || code !== 0)
      .map((code) => ({ code, text: texts[String(code)] ?? null, address }))
  }

  return {
    capabilities: modbusCapabilities(map),
    probe: () =>
      turn(async () => {
        await read(cellsOf(Object.keys(map.registers)))
        return { controller: map.name, answeredAs: `unit ${map.unit}` }
      }),
    upload: (program, signal) => turn(() => upload(program, signal)),
    verify: (program) => turn(() => verify(program)),
    status: () => turn(readState),
    counter: () => turn(counter),
    alarms: () => turn(alarms),
    close: () => line.close(),
  }
}
