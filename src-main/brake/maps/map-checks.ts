// What no field of a map can tell alone: two registers in one place, a name that nobody declared, a write that nobody needs, a
// safe state that we could write ourselves. Pure.
import { tableOf, type Table } from '../protocol/modbus-pdu.ts'
import { limitsOf, widthOf, type RegisterType } from '../protocol/register-value.ts'
import type { ControllerMap } from './map-fields.ts'
import { rawRange, wrongCodes, wrongRange, type Register } from './register.ts'

export interface WrongInMap {
  readonly path: readonly (string | number)[]
  readonly message: string
}

interface Span {
  readonly what: string
  readonly path: readonly (string | number)[]
  readonly table: Table
  readonly from: number
  /** The first address behind it. */
  readonly to: number
}

function spans(map: ControllerMap): Span[] {
  const named = Object.entries(map.registers).map(([name, { address, read, type }]) => ({
    what: name,
    path: ['registers', name, 'address'],
    table: tableOf(read),
    from: address,
    to: address + widthOf(type),
  }))
  if (map.program === undefined) return named
  const { first, stride, room, read, fields } = map.program.steps
  const table = tableOf(read)
  return [
    ...named,
    ...Array.from({ length: room }, (_, step) =>
      Object.entries(fields).map(([name, { offset, type }]) => ({
        what: `${name} of step ${step + 1}`,
        path: ['program', 'steps', 'fields', name, 'offset'],
        table,
        from: first + step * stride + offset,
        to: first + step * stride + offset + widthOf(type),
      })),
    ).flat(),
  ]
}

/** Each place that is taken twice, told once, at the later of the two. */
function overlaps(map: ControllerMap): WrongInMap[] {
  const owners = new Map<string, string>()
  const told = new Set<string>()
  const wrong: WrongInMap[] = []
  for (const { what, path, table, from, to } of spans(map)) {
    if (to > 0x1_0000) {
      if (!told.has(path.join('.'))) wrong.push({ path, message: `${what} ends behind address 65535` })
      told.add(path.join('.'))
    }
    for (let address = from; address < to; address++) {
      const place = `${table} ${address}`
      const owner = owners.get(place)
      if (owner === undefined) owners.set(place, what)
      else if (!told.has(path.join('.'))) {
        told.add(path.join('.'))
        wrong.push({ path, message: `address ${address} is ${owner} already` })
      }
    }
  }
  return wrong
}

function wrongRegisters({ registers }: ControllerMap): WrongInMap[] {
  return Object.entries(registers).flatMap(([name, one]) =>
    [...wrongCodes(one), ...wrongRange(one)].map(({ field, message }) => ({
      path: ['registers', name, field],
      message,
    })),
  )
}

const whole = (type: RegisterType): boolean => type !== 'f32'
const bitsIn = (mask: number): number => mask.toString(2).replaceAll('0', '').length

function wrongStates(map: ControllerMap): WrongInMap[] {
  const wrong: WrongInMap[] = []
  for (const role of ['safe', 'running'] as const) {
    const condition = map[role]
    const one = condition && map.registers[condition.register]
    if (condition === undefined || one === undefined) continue
    if (!whole(one.type) || one.scale !== 1) {
      wrong.push({ path: [role, 'register'], message: 'must be a whole number with the scale 1' })
    }
    if (one.write !== undefined) {
      wrong.push({
        path: ['registers', condition.register, 'write'],
        message: `what says "${role}" must not be written`,
      })
    }
    const allBits = { bit: 1, u16: 0xffff, i16: 0xffff, u32: 0xffff_ffff, i32: 0xffff_ffff, f32: 0 }[one.type]
    const mask = condition.mask ?? allBits
    if (mask > allBits) wrong.push({ path: [role, 'mask'], message: `${one.type} has no such bits` })
    // what every value says, the register does not say
    if (new Set(condition.values).size >= 2 ** bitsIn(mask)) {
      wrong.push({ path: [role, 'values'], message: 'whatever the register reads is among them: it says nothing' })
    }
    const limits = condition.mask === undefined ? limitsOf[one.type] : { least: 0, greatest: condition.mask }
    for (const [index, value] of condition.values.entries()) {
      const reached = value >= limits.least && value <= limits.greatest
      const within = condition.mask === undefined || (value & condition.mask) >>> 0 === value
      if (!reached || !within)
        wrong.push({ path: [role, 'values', index], message: `the register never reads ${value}` })
    }
  }
  const { safe, running } = map
  if (safe && running && safe.register === running.register && safe.mask === running.mask) {
    const both = running.values.findIndex((value) => safe.values.includes(value))
    if (both !== -1) wrong.push({ path: ['running', 'values', both], message: 'is declared safe' })
  }
  return wrong
}

function wrongTrigger({ trigger, registers, program }: ControllerMap): WrongInMap[] {
  if (trigger === undefined) return []
  const one = registers[trigger.register]
  if (one === undefined) return []
  const path = ['trigger', 'register']
  const range = rawRange(one)
  return [
    ...(one.write === undefined ? [{ path, message: 'is not written by any function' }] : []),
    ...(!whole(one.type) || one.scale !== 1 ? [{ path, message: 'must be a whole number with the scale 1' }] : []),
    ...(program === undefined ? [{ path: ['trigger'], message: 'there is no program to load' }] : []),
    ...(program?.stepCount === trigger.register ? [{ path, message: 'is the step count already' }] : []),
    ...(trigger.value < range.least || trigger.value > range.greatest
      ? [{ path: ['trigger', 'value'], message: `is not within ${range.least} to ${range.greatest}` }]
      : []),
  ]
}

function wrongProgram(map: ControllerMap): WrongInMap[] {
  const { program, registers } = map
  if (program === undefined) return []
  const { read, write, fields, stride, room } = program.steps
  const path = ['program', 'steps']
  const count = registers[program.stepCount]
  const wrong: WrongInMap[] = []
  if (map.trigger === undefined) wrong.push({ path: ['program'], message: 'needs a trigger that loads it' })
  if (count !== undefined && count.write === undefined) {
    wrong.push({ path: ['program', 'stepCount'], message: 'is not written by any function' })
  }
  if (count !== undefined && (!whole(count.type) || count.scale !== 1 || count.least > 1 || count.greatest < room)) {
    wrong.push({ path: ['program', 'stepCount'], message: `must take every whole number from 1 to ${room}` })
  }
  for (const needed of ['angleDeg', 'gaugeMm'] as const) {
    if (fields[needed] === undefined) wrong.push({ path: [...path, 'fields'], message: `${needed} is missing` })
  }
  for (const [name, field] of Object.entries(fields)) {
    const at = [...path, 'fields', name]
    for (const { field: part, message } of [...wrongCodes({ read, write, type: field.type }), ...wrongRange(field)]) {
      wrong.push({ path: part === 'write' ? [...path, 'write'] : [...at, part], message })
    }
    if (field.offset + widthOf(field.type) > stride) {
      wrong.push({ path: [...at, 'offset'], message: 'reaches into the next step' })
    }
    if ((name === 'material') !== (field.codes !== undefined)) {
      wrong.push({ path: [...at, 'codes'], message: 'material has them, and it alone' })
    }
  }
  return wrong
}

/** Every register that a part of the map names must be there; one that may be written must be needed. */
function wrongNames(map: ControllerMap): WrongInMap[] {
  const { registers, safe, running, trigger, counter, alarms, program } = map
  const named: readonly [path: string[], name: string | undefined][] = [
    [['safe', 'register'], safe?.register],
    [['running', 'register'], running?.register],
    [['trigger', 'register'], trigger?.register],
    [['counter', 'register'], counter?.register],
    [['alarms', 'register'], alarms?.register],
    [['program', 'stepCount'], program?.stepCount],
  ]
  const unknown = named.flatMap(([path, name]) =>
    name !== undefined && !Object.hasOwn(registers, name) ? [{ path, message: `there is no register "${name}"` }] : [],
  )
  const written = (one: Register, name: string): boolean =>
    one.write !== undefined && name !== trigger?.register && name !== program?.stepCount
  const needless = Object.entries(registers).flatMap(([name, one]) =>
    written(one, name) ? [{ path: ['registers', name, 'write'], message: 'nothing is ever written here' }] : [],
  )
  const counting = counter && registers[counter.register]
  const strokes = counter?.counts === 'pieces' && counter.strokesPerPiece !== undefined
  const alarm = alarms && registers[alarms.register]
  return [
    ...unknown,
    ...needless,
    ...(strokes ? [{ path: ['counter', 'strokesPerPiece'], message: 'pieces have no strokes' }] : []),
    ...(counting?.type === 'bit' ? [{ path: ['counter', 'register'], message: 'a bit counts nothing' }] : []),
    ...(alarm !== undefined && (!whole(alarm.type) || alarm.scale !== 1)
      ? [{ path: ['alarms', 'register'], message: 'must be a whole number with the scale 1' }]
      : []),
  ]
}

function wrongUnit({ kind, unit }: ControllerMap): WrongInMap[] {
  if (unit >= 1 && unit <= 247) return []
  const isOfTcp = kind === 'modbus-tcp'
  if (isOfTcp && (unit === 0 || unit === 255)) return []
  return [{ path: ['unit'], message: isOfTcp ? 'must be 1 to 247, or 0 or 255' : 'must be 1 to 247' }]
}

/** Everything that is wrong with a map whose fields are each right. */
export const checkMap = (map: ControllerMap): WrongInMap[] => [
  ...wrongUnit(map),
  ...wrongNames(map),
  ...wrongRegisters(map),
  ...wrongStates(map),
  ...wrongTrigger(map),
  ...wrongProgram(map),
  ...overlaps(map),
]
