// The driver of a Modbus controller, by its map. It writes a program and asks the controller to load it; it sends no other command.
import type { Clock } from '../../platform/clock.ts'
import { namedCell, programToRegisters, readsOf, stepFieldNames, writeRules, writesOf } from '../maps/index.ts'
import type { Cell, ControllerMap } from '../maps/index.ts'
import type { BrakeProgram } from '../program/index.ts'
import { BrakeError, fromWords, modbusClient, tableOf, taskQueue, toWords, widthOf } from '../protocol/index.ts'
import type { ModbusClient, ReadRequest, WriteRequest } from '../protocol/index.ts'
import type { Connection } from '../transport/index.ts'
import type { Alarm, BrakeStatus, Capabilities, CounterReading, Difference, Driver, ReadBack } from './driver.ts'

export interface ModbusDriverParts {
  readonly connection: Connection
  readonly map: ControllerMap
  readonly clock: Clock
  /** The time of one character on the transport; 0 where characters take no time (TCP). */
  readonly characterMs: number
}

/** What the controller can do according to its map. */
export function modbusCapabilities(map: ControllerMap): Capabilities {
  const readOnlyBecause = map.safe === undefined ? 'no_safe_register' : map.program === undefined ? 'no_program' : null
  return {
    upload: readOnlyBecause === null,
    readOnlyBecause,
    greatestSteps: map.program?.steps.room ?? 0,
    stepFields: stepFieldNames.filter((name) => map.program?.steps.fields[name] !== undefined),
    readBack: map.program !== undefined,
    counts: map.counter?.counts ?? null,
    status: map.safe !== undefined || map.running !== undefined || map.step !== undefined,
    alarms: map.alarms !== undefined,
    unverified: map.unverified,
  }
}

/** How often the state is read before a frame, if the answer comes too late for the write guard. */
const stateReads = 3

/** The words that were read, by table and address. */
class ReadWords {
  readonly #words = new Map<string, number>()

  store({ code, address }: ReadRequest, words: readonly number[]): void {
    for (const [index, word] of words.entries()) this.#words.set(`${tableOf(code)} ${address + index}`, word)
  }

  words({ read, address, shape }: Cell): number[] {
    return Array.from(
      { length: widthOf(shape.type) },
      (_, index) => this.#words.get(`${tableOf(read)} ${address + index}`) ?? 0,
    )
  }
}

export const createModbusDriver = (parts: ModbusDriverParts): Driver => new ModbusDriver(parts)

class ModbusDriver implements Driver {
  readonly capabilities: Capabilities
  readonly #connection: Connection
  readonly #map: ControllerMap
  readonly #client: ModbusClient
  readonly #enqueue = taskQueue()
  readonly #stateCells: readonly Cell[]
  #lastCount: number | null = null

  constructor({ connection, map, clock, characterMs }: ModbusDriverParts) {
    this.capabilities = modbusCapabilities(map)
    this.#connection = connection
    this.#map = map
    this.#client = modbusClient(connection, {
      framing: map.kind === 'modbus-tcp' ? 'tcp' : 'rtu',
      rules: writeRules(map),
      answerWithinMs: map.answerWithinMs,
      characterMs,
      clock,
    })
    const stateNames = new Set([map.safe?.register, map.running?.register])
    this.#stateCells = this.#cellsOf([...stateNames].filter((name) => name !== undefined))
  }

  readonly probe: Driver['probe'] = () =>
    this.#enqueue(async () => {
      await this.#read(this.#cellsOf(Object.keys(this.#map.registers)))
      return { controller: this.#map.name, answeredAs: `unit ${this.#map.unit}` }
    })
  readonly upload: Driver['upload'] = (program, signal) => this.#enqueue(() => this.#writeProgram(program, signal))
  readonly verify: Driver['verify'] = (program) => this.#enqueue(() => this.#compareProgram(program))
  readonly status: Driver['status'] = () => this.#enqueue(() => this.#readStatus())
  readonly counter: Driver['counter'] = () => this.#enqueue(() => this.#readCounter())
  readonly alarms: Driver['alarms'] = () => this.#enqueue(() => this.#readAlarms())
  readonly close: Driver['close'] = () => this.#connection.close()

  #cellsOf(names: readonly string[]): Cell[] {
    return names.map((name) => namedCell(name, this.#map)).filter((cell) => cell !== null)
  }

  async #read(cells: readonly Cell[]): Promise<ReadWords> {
    const memory = new ReadWords()
    for (const request of readsOf(cells, this.#map)) {
      // oxlint-disable-next-line no-await-in-loop
      memory.store(request, await this.#client.read(request))
    }
    return memory
  }

  /** Throws BrakeError for a value that is not a number or out of range, with its address: 'not_a_number', 'out_of_range'. */
  #valueOf(name: string, memory: ReadWords): number {
    const declared = this.#map.registers[name]
    const cell = namedCell(name, this.#map)
    if (declared === undefined || cell === null) throw new BrakeError('refused', `the map has no register "${name}"`)
    const raw = fromWords(memory.words(cell), cell.shape)
    const value = raw * declared.scale
    if (!Number.isFinite(raw)) throw new BrakeError('not_a_number', `${name} is ${raw}`, cell.address)
    if (value < declared.least || value > declared.greatest) {
      const range = `${declared.least} to ${declared.greatest}`
      throw new BrakeError('out_of_range', `${name} is ${value}, not within ${range}`, cell.address)
    }
    return value
  }

  /** Whether the condition is true; null: the map does not declare it. */
  #isTrue(condition: ControllerMap['safe'], memory: ReadWords): boolean | null {
    if (condition === undefined) return null
    const value = this.#valueOf(condition.register, memory)
    return condition.values.includes(condition.mask === undefined ? value : (value & condition.mask) >>> 0)
  }

  async #readStatus(): Promise<BrakeStatus> {
    const register = this.#map.step?.register
    const memory = await this.#read([...this.#stateCells, ...(register === undefined ? [] : this.#cellsOf([register]))])
    return { ...this.#stateIn(memory), step: register === undefined ? null : this.#stepIn(register, memory) }
  }

  /** Null for a value that is not a step: it does not hide the state of the machine. */
  #stepIn(register: string, memory: ReadWords): number | null {
    try {
      const step = this.#valueOf(register, memory)
      return Number.isInteger(step) && step >= 1 ? step : null
    } catch (error) {
      if (error instanceof BrakeError) return null
      throw error
    }
  }

  async #readState(): Promise<Pick<BrakeStatus, 'safe' | 'running'>> {
    return this.#stateIn(await this.#read(this.#stateCells))
  }

  #stateIn(memory: ReadWords): Pick<BrakeStatus, 'safe' | 'running'> {
    const safe = this.#isTrue(this.#map.safe, memory)
    const running = this.#isTrue(this.#map.running, memory)
    return { safe, running: running ?? (safe === true ? false : null) }
  }

  /**
   * Reads the state before every frame. The write guard of the protocol checks the controller's answer once more, and refuses the frame
   * before a byte is written if the answer took too long: the state is then read again, `stateReads` times at most.
   */
  async #writeSafely(frame: WriteRequest): Promise<void> {
    const address = this.#stateCells[0]?.address
    for (let reads = 1; ; reads += 1) {
      // oxlint-disable-next-line no-await-in-loop
      const { safe, running } = await this.#readState()
      if (running === true) throw new BrakeError('running', 'the machine runs', address)
      if (safe !== true) throw new BrakeError('not_safe', 'the machine is not in its safe state', address)
      try {
        // oxlint-disable-next-line no-await-in-loop
        await this.#client.write(frame)
        return
      } catch (error) {
        if (!(error instanceof BrakeError && error.code === 'not_safe') || reads === stateReads) throw error
      }
    }
  }

  /** The write that asks the controller to load the program. */
  #triggerRequest(): WriteRequest {
    const { trigger, registers } = this.#map
    const declared = trigger && registers[trigger.register]
    const cell = trigger && namedCell(trigger.register, this.#map)
    if (trigger === undefined || declared?.write === undefined || !cell)
      throw new BrakeError('read_only', 'the map declares no register that loads a program')
    const words = toWords(trigger.value, cell.shape)
    return { kind: 'write', code: declared.write, address: cell.address, words }
  }

  async #writeProgram(program: BrakeProgram, signal: AbortSignal): Promise<void> {
    const throwIfCancelled = (): void => {
      if (signal.aborted) throw new BrakeError('cancelled', 'cancelled')
    }
    throwIfCancelled()
    if (this.#map.safe === undefined) throw new BrakeError('read_only', 'the map declares no safe state')
    const frames = writesOf(programToRegisters(program, this.#map), this.#map)
    for (const frame of [...frames, this.#triggerRequest()]) {
      throwIfCancelled()
      // oxlint-disable-next-line no-await-in-loop
      await this.#writeSafely(frame)
    }
  }

  async #compareProgram(program: BrakeProgram): Promise<ReadBack> {
    const registers = programToRegisters(program, this.#map)
    const memory = await this.#read(registers)
    const differences = registers.flatMap((register): Difference[] => {
      const { address, stepNo, field, shape, scale, words } = register
      const readWords = memory.words(register)
      if (readWords.every((word, index) => word === words[index])) return []
      const valueText = (valueWords: readonly number[]): string =>
        String(Number((fromWords(valueWords, shape) * scale).toPrecision(12)))
      return [{ address, stepNo, field, sent: valueText(words), read: valueText(readWords) }]
    })
    return { same: differences.length === 0, differences }
  }

  async #readCounter(): Promise<CounterReading> {
    if (this.#map.counter === undefined) throw new BrakeError('refused', 'the map has no counter')
    const { register, counts, strokesPerPiece } = this.#map.counter
    const cells = this.#cellsOf([register])
    const value = this.#valueOf(register, await this.#read(cells))
    const address = cells[0]?.address ?? 0
    if (!Number.isInteger(value)) throw new BrakeError('not_a_number', `${register} is ${value}`, address)
    const jumpedBackFrom = this.#lastCount !== null && value < this.#lastCount ? this.#lastCount : null
    this.#lastCount = value
    return {
      value,
      counts,
      strokesPerPiece: counts === 'pieces' ? 1 : (strokesPerPiece ?? null),
      address,
      greatest: this.#map.registers[register]?.greatest ?? null,
      jumpedBackFrom,
    }
  }

  async #readAlarms(): Promise<readonly Alarm[]> {
    if (this.#map.alarms === undefined) return []
    const { register, as: encoding, texts } = this.#map.alarms
    const cells = this.#cellsOf([register])
    const value = this.#valueOf(register, await this.#read(cells))
    const address = cells[0]?.address ?? 0
    const raised =
      encoding === 'number'
        ? [value]
        : Array.from({ length: 32 }, (_, bit) => bit).filter((bit) => ((value >>> bit) & 1) === 1)
    return raised
      .filter((code) => encoding === 'bits' || code !== 0)
      .map((code) => ({ code, text: texts[String(code)] ?? null, address }))
  }
}
