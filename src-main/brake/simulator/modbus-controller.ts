// A simulated Modbus controller with the registers of a map. The registers show the machine's state. Writes are checked, stored and
// recorded together with the machine's state at that moment. Pure.
import { namedCell, stepCells, writeRules } from '../maps/index.ts'
import type { Cell, ControllerMap } from '../maps/index.ts'
import {
  answerBytes,
  exceptionBytes,
  fromWords,
  isWritable,
  readRequest,
  rtuFrame,
  rtuRequestReader,
  tableOf,
  tcpFrame,
  tcpFrameReader,
  toWords,
  widthOf,
} from '../protocol/index.ts'
import type { ReadRequest, Request, Table, Writable, WriteRequest } from '../protocol/index.ts'
import type { MachineState, SimulatedMachine } from './machine.ts'
import type { SimulatedController } from './simulated-controller.ts'
import { stateRegisterWords, areSafeWords } from './state-registers.ts'

export interface RecordedWrite {
  readonly atMs: number
  readonly unit: number
  readonly request: WriteRequest
  readonly state: MachineState
  /** When the safe state was last reported, if no other state was reported after that; null: otherwise. */
  readonly safeReportedAtMs: number | null
}

export interface SimulatedModbus extends SimulatedController {
  /** Every received write, accepted or not. */
  readonly writes: readonly RecordedWrite[]
  /** Sets the unit of the answers; null: its own. */
  readonly answerAs: (unit: number | null) => void
  /** Gives a register these words, independent of the machine. Null: the register shows the machine again. */
  readonly force: (register: string, words: readonly number[] | null) => void
  /** The current words of a register. */
  readonly words: (register: string) => readonly number[]
}

const illegalFunction = 1
const illegalAddress = 2
const illegalValue = 3
const busy = 6

export const simulatedModbus = (map: ControllerMap, machine: SimulatedMachine): SimulatedModbus =>
  new ModbusController(map, machine)

class ModbusController implements SimulatedModbus {
  readonly receive: SimulatedModbus['receive']
  readonly writes: RecordedWrite[] = []
  readonly #map: ControllerMap
  readonly #machine: SimulatedMachine
  readonly #memory = new Map<string, number>()
  readonly #forced = new Map<string, readonly number[]>()
  readonly #writable: ReadonlyMap<string, Writable>
  /** The key is table and address; the function reads one word. */
  readonly #places = new Map<string, () => number>()
  readonly #readRtu = rtuRequestReader()
  #readTcp = tcpFrameReader()
  #safeReportedAtMs: number | null = null
  #answeringUnit: number | null = null

  constructor(map: ControllerMap, machine: SimulatedMachine) {
    this.#map = map
    this.#machine = machine
    this.#writable = new Map(writeRules(map).writable.map((one) => [`${tableOf(one.code)} ${one.address}`, one]))
    this.#addPlaces()
    this.receive =
      map.kind === 'modbus-tcp'
        ? (byte, atMs) => this.#receiveTcp(byte, atMs)
        : (byte, atMs) => this.#receiveRtu(byte, atMs)
  }

  readonly endConnection = (): void => {
    this.#readTcp = tcpFrameReader()
  }

  readonly answerAs = (unit: number | null): void => {
    this.#answeringUnit = unit
  }

  readonly force: SimulatedModbus['force'] = (register, words) => {
    if (words === null) this.#forced.delete(register)
    else this.#forced.set(register, words)
  }

  readonly words = (name: string): readonly number[] => {
    const map = this.#map
    const cell = namedCell(name, map)
    const declared = map.registers[name]
    const forced = this.#forced.get(name)
    if (forced !== undefined) return forced
    if (cell === null || declared === undefined) return []
    if (name === map.safe?.register || name === map.running?.register)
      return stateRegisterWords(name, this.#machine.state(), map)
    if (name === map.counter?.register) {
      const room = Math.floor(declared.greatest / declared.scale) + 1
      return toWords(Math.round(this.#count() / declared.scale) % room, cell.shape)
    }
    if (name === map.step?.register) return toWords(this.#machine.step(), cell.shape)
    if (name === map.alarms?.register) {
      const alarm = this.#machine.alarm()
      return toWords(map.alarms.as === 'number' ? alarm : alarm === 0 ? 0 : 1 << alarm, cell.shape)
    }
    return this.#stored(cell)
  }

  #addPlaces(): void {
    const { registers, program } = this.#map
    for (const [name, { read, address, type }] of Object.entries(registers))
      this.#addPlace(tableOf(read), address, widthOf(type), () => this.words(name))
    for (let step = 1; step <= (program?.steps.room ?? 0); step++) {
      for (const cell of stepCells(step, this.#map))
        this.#addPlace(tableOf(cell.read), cell.address, widthOf(cell.shape.type), () => this.#stored(cell))
    }
  }

  #addPlace(table: Table, address: number, width: number, words: () => readonly number[]): void {
    for (let index = 0; index < width; index++)
      this.#places.set(`${table} ${address + index}`, () => words()[index] ?? 0)
  }

  #stored({ read, address, shape }: Cell): number[] {
    const table = tableOf(read)
    return Array.from(
      { length: widthOf(shape.type) },
      (_, wordIndex) => this.#memory.get(`${table} ${address + wordIndex}`) ?? 0,
    )
  }

  #count(): number {
    return this.#map.counter?.counts === 'strokes' ? this.#machine.strokes() : this.#machine.pieces()
  }

  #stepCount(): number {
    const { program } = this.#map
    const cell = program && namedCell(program.stepCount, this.#map)
    return cell ? fromWords(this.words(program?.stepCount ?? ''), cell.shape) : 0
  }

  /** Null where the write is accepted, else the exception code. */
  #write({ code, address, words }: WriteRequest): number | null {
    const table = tableOf(code)
    for (let offset = 0; offset < words.length;) {
      const place = this.#writable.get(`${table} ${address + offset}`)
      if (place === undefined || place.code !== code) return illegalAddress
      const width = widthOf(place.shape.type)
      if (offset + width > words.length) return illegalAddress
      const raw = fromWords(words.slice(offset, offset + width), place.shape)
      if (!isWritable(place, raw)) return illegalValue
      offset += width
    }
    if (this.#machine.state() !== 'idle') return busy
    const trigger = this.#map.trigger && this.#map.registers[this.#map.trigger.register]
    if (trigger !== undefined && tableOf(trigger.read) === table && trigger.address === address)
      return this.#machine.load(this.#stepCount()) ? null : busy
    for (const [wordIndex, word] of words.entries()) this.#memory.set(`${table} ${address + wordIndex}`, word)
    return null
  }

  #answer(unit: number, request: Request, atMs: number): Uint8Array {
    if (request.kind === 'write') {
      const safeReportedAtMs = this.#safeReportedAtMs
      this.writes.push({ atMs, unit, request, state: this.#machine.state(), safeReportedAtMs })
      const exception = this.#write(request)
      return exception === null ? answerBytes(request, []) : exceptionBytes(request.code, exception)
    }
    const table = tableOf(request.code)
    const places = Array.from({ length: request.count }, (_, wordIndex) =>
      this.#places.get(`${table} ${request.address + wordIndex}`),
    )
    if (places.includes(undefined)) return exceptionBytes(request.code, illegalAddress)
    this.#recordSafeReport(request, atMs)
    return answerBytes(
      request,
      places.map((read) => read?.() ?? 0),
    )
  }

  /** Records whether the answer to this read reports the safe state. */
  #recordSafeReport({ code, address, count }: ReadRequest, atMs: number): void {
    const { safe } = this.#map
    const cell = safe && namedCell(safe.register, this.#map)
    if (!cell || code !== cell.read || address > cell.address) return
    if (cell.address + widthOf(cell.shape.type) > address + count) return
    this.#safeReportedAtMs = areSafeWords(this.words(safe?.register ?? ''), this.#map) ? atMs : null
  }

  #receiveRtu(byte: number, atMs: number): Uint8Array | null {
    const { unit } = this.#map
    const frame = this.#readRtu(byte)
    if (frame === null || frame.unit !== unit) return null
    return rtuFrame(this.#answeringUnit ?? unit, this.#answer(frame.unit, frame.request, atMs))
  }

  #receiveTcp(byte: number, atMs: number): Uint8Array | null {
    const { unit } = this.#map
    const frame = this.#readTcp(byte)
    if (frame === 'lost') this.#readTcp = tcpFrameReader()
    if (frame === null || frame === 'lost' || frame.unit !== unit) return null
    const request = readRequest(frame.pdu)
    const pdu =
      request === null ? exceptionBytes(frame.pdu[0] ?? 0, illegalFunction) : this.#answer(frame.unit, request, atMs)
    return tcpFrame({ transaction: frame.transaction, unit: this.#answeringUnit ?? unit, pdu })
  }
}
