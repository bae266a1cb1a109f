// A controller that speaks Modbus by a map: what it reads is the machine's, what is written is kept, checked and recorded, each
// frame with what the machine did then.
import { namedCell, stepCells } from '../maps/map-cells.ts'
import type { ControllerMap } from '../maps/map-fields.ts'
import { writeRules } from '../maps/write-rules.ts'
import {
  answerBytes,
  exceptionBytes,
  readRequest,
  tableOf,
  type Request,
  type Table,
  type WriteRequest,
} from '../protocol/modbus-pdu.ts'
import { rtuFrame, rtuRequestReader } from '../protocol/modbus-rtu.ts'
import { tcpFrame, tcpFrameReader } from '../protocol/modbus-tcp.ts'
import { fromWords, toWords, widthOf } from '../protocol/register-value.ts'
import type { MachineState, SimulatedMachine } from './machine.ts'
import type { Side } from './side.ts'
import { stateWords, wordsSaySafe } from './state-words.ts'

export interface RecordedWrite {
  readonly atMs: number
  readonly unit: number
  readonly request: WriteRequest
  readonly state: MachineState
  /** When the safe state was last asked for and answered as safe, with nothing else answered since; null: never. */
  readonly toldSafeAtMs: number | null
}

export interface ModbusSide extends Side {
  /** Every write that came, whether it was taken or not. */
  readonly writes: readonly RecordedWrite[]
  /** From now on answers come from another unit; null: from its own. */
  readonly answerAs: (unit: number | null) => void
  /** A register reads these words whatever the machine does; null: as before. */
  readonly force: (register: string, words: readonly number[] | null) => void
  /** What a register reads now. */
  readonly words: (register: string) => readonly number[]
}

const illegalFunction = 1
const illegalAddress = 2
const illegalValue = 3
const busy = 6

export function modbusSide(map: ControllerMap, machine: SimulatedMachine): ModbusSide {
  const memory = new Map<string, number>()
  const forced = new Map<string, readonly number[]>()
  const writes: RecordedWrite[] = []
  const rules = writeRules(map)
  const writable = new Map(rules.writable.map((one) => [`${tableOf(one.code)} ${one.address}`, one]))
  let toldSafeAtMs: number | null = null
  let answering: number | null = null

  const count = (): number => (map.counter?.counts === 'strokes' ? machine.strokes() : machine.pieces())
  const words = (name: string): readonly number[] => {
    const cell = namedCell(name, map)
    const declared = map.registers[name]
    const fixed = forced.get(name)
    if (fixed !== undefined) return fixed
    if (cell === null || declared === undefined) return []
    if (name === map.safe?.register || name === map.running?.register) return stateWords(name, machine.state(), map)
    if (name === map.counter?.register) {
      const room = Math.floor(declared.greatest / declared.scale) + 1
      return toWords(Math.round(count() / declared.scale) % room, cell.shape)
    }
    if (name === map.alarms?.register) {
      return toWords(
        map.alarms.as === 'number' ? machine.alarm() : machine.alarm() === 0 ? 0 : 1 << machine.alarm(),
        cell.shape,
      )
    }
    const table = tableOf(cell.read)
    return Array.from({ length: widthOf(cell.shape.type) }, (_, at) => memory.get(`${table} ${cell.address + at}`) ?? 0)
  }

  const places = new Map<string, () => number>()
  const place = (table: Table, address: number, width: number, all: () => readonly number[]): void => {
    for (let at = 0; at < width; at++) places.set(`${table} ${address + at}`, () => all()[at] ?? 0)
  }
  for (const [name, { read, address, type }] of Object.entries(map.registers)) {
    place(tableOf(read), address, widthOf(type), () => words(name))
  }
  for (let step = 1; step <= (map.program?.steps.room ?? 0); step++) {
    for (const { read, address, shape } of stepCells(step, map)) {
      const key = tableOf(read)
      place(key, address, widthOf(shape.type), () =>
        Array.from({ length: widthOf(shape.type) }, (_, at) => memory.get(`${key} ${address + at}`) ?? 0),
      )
    }
  }

  const stepCount = (): number => {
    const cell = map.program && namedCell(map.program.stepCount, map)
    return cell ? fromWords(words(map.program?.stepCount ?? ''), cell.shape) : 0
  }

  /** Null where the frame is taken, else the exception. */
  const take = ({ code, address, words }: WriteRequest): number | null => {
    const table = tableOf(code)
    for (let at = 0; at < words.length;) {
      const one = writable.get(`${table} ${address + at}`)
      if (one === undefined || one.code !== code) return illegalAddress
      const width = widthOf(one.shape.type)
      if (at + width > words.length) return illegalAddress
      const raw = fromWords(words.slice(at, at + width), one.shape)
      if (!(raw >= one.least && raw <= one.greatest)) return illegalValue
      at += width
    }
    if (machine.state() !== 'idle') return busy
    const trigger = map.trigger && map.registers[map.trigger.register]
    if (trigger !== undefined && tableOf(trigger.read) === table && trigger.address === address) {
      return machine.load(stepCount()) ? null : busy
    }
    for (const [at, word] of words.entries()) memory.set(`${table} ${address + at}`, word)
    return null
  }

  const serve = (unit: number, request: Request, atMs: number): Uint8Array => {
    if (request.kind === 'write') {
      writes.push({ atMs, unit, request, state: machine.state(), toldSafeAtMs })
      const exception = take(request)
      return exception === null ? answerBytes(request, []) : exceptionBytes(request.code, exception)
    }
    const table = tableOf(request.code)
    const read = Array.from({ length: request.count }, (_, at) => places.get(`${table} ${request.address + at}`))
    if (read.includes(undefined)) return exceptionBytes(request.code, illegalAddress)
    const safe = map.safe && namedCell(map.safe.register, map)
    const covers = safe && request.code === safe.read && request.address <= safe.address
    if (safe && covers && safe.address + widthOf(safe.shape.type) <= request.address + request.count) {
      toldSafeAtMs = wordsSaySafe(words(map.safe?.register ?? ''), map) ? atMs : null
    }
    return answerBytes(
      request,
      read.map((one) => one?.() ?? 0),
    )
  }

  const fromMaster = rtuRequestReader()
  let fromNetwork = tcpFrameReader()
  const hearRtu = (byte: number, atMs: number): Uint8Array | null => {
    const whole = fromMaster(byte)
    if (whole === null || whole.unit !== map.unit) return null
    return rtuFrame(answering ?? map.unit, serve(whole.unit, whole.request, atMs))
  }
  const hearTcp = (byte: number, atMs: number): Uint8Array | null => {
    const frame = fromNetwork(byte)
    if (frame === 'lost') fromNetwork = tcpFrameReader()
    if (frame === null || frame === 'lost' || frame.unit !== map.unit) return null
    const request = readRequest(frame.pdu)
    const pdu = request === null ? exceptionBytes(frame.pdu[0] ?? 0, illegalFunction) : serve(frame.unit, request, atMs)
    return tcpFrame({ transaction: frame.transaction, unit: answering ?? map.unit, pdu })
  }

  return {
    hear: map.kind === 'modbus-tcp' ? hearTcp : hearRtu,
    writes,
    answerAs: (unit) => {
      answering = unit
    },
    force: (register, fixed) => {
      if (fixed === null) forced.delete(register)
      else forced.set(register, fixed)
    },
    words,
  }
}
