// Checks across the fields of a map: two registers at one address, a name that is not declared, an unnecessary write, a safe state
// that this program could write itself. Pure.
import { limitsOf, tableOf, widthOf } from '../protocol/index.ts'
import type { RegisterType, Table } from '../protocol/index.ts'
import { codedFieldNames, type ControllerMap, type StepField } from './map-fields.ts'
import { rawRange, codeErrors, rangeErrors, type FieldError, type Register } from './register.ts'

export interface MapError {
  readonly path: readonly (string | number)[]
  readonly message: string
}

interface Span {
  readonly name: string
  readonly path: readonly (string | number)[]
  readonly table: Table
  readonly from: number
  /** The first address after it. */
  readonly to: number
}

function spans(map: ControllerMap): Span[] {
  const named = Object.entries(map.registers).map(([name, { address, read, type }]) => ({
    name,
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
        name: `${name} of step ${step + 1}`,
        path: ['program', 'steps', 'fields', name, 'offset'],
        table,
        from: first + step * stride + offset,
        to: first + step * stride + offset + widthOf(type),
      })),
    ).flat(),
  ]
}

/** Reports each register that overlaps an earlier one, once. */
function overlapErrors(map: ControllerMap): MapError[] {
  const owners = new Map<string, string>()
  const reported = new Set<string>()
  const errors: MapError[] = []
  for (const { name, path, table, from, to } of spans(map)) {
    if (to > 0x1_0000) {
      if (!reported.has(path.join('.'))) errors.push({ path, message: `${name} ends after address 65535` })
      reported.add(path.join('.'))
    }
    for (let address = from; address < to; address++) {
      const place = `${table} ${address}`
      const owner = owners.get(place)
      if (owner === undefined) owners.set(place, name)
      else if (!reported.has(path.join('.'))) {
        reported.add(path.join('.'))
        errors.push({ path, message: `address ${address} already belongs to ${owner}` })
      }
    }
  }
  return errors
}

function registerErrors({ registers }: ControllerMap): MapError[] {
  return Object.entries(registers).flatMap(([name, declared]) =>
    [...codeErrors(declared), ...rangeErrors(declared)].map(({ field, message }) => ({
      path: ['registers', name, field],
      message,
    })),
  )
}

const isInteger = (type: RegisterType): boolean => type !== 'f32'
const bitsIn = (mask: number): number => mask.toString(2).replaceAll('0', '').length

function stateErrors(map: ControllerMap): MapError[] {
  const errors: MapError[] = []
  for (const role of ['safe', 'running'] as const) {
    const condition = map[role]
    const declared = condition && map.registers[condition.register]
    if (condition === undefined || declared === undefined) continue
    if (!isInteger(declared.type) || declared.scale !== 1) {
      errors.push({ path: [role, 'register'], message: 'must be a whole number with the scale 1' })
    }
    if (declared.write !== undefined) {
      errors.push({
        path: ['registers', condition.register, 'write'],
        message: `the register of "${role}" must not be writable`,
      })
    }
    const allBits = { bit: 1, u16: 0xffff, i16: 0xffff, u32: 0xffff_ffff, i32: 0xffff_ffff, f32: 0 }[declared.type]
    const mask = condition.mask ?? allBits
    if (mask > allBits) errors.push({ path: [role, 'mask'], message: `${declared.type} does not have these bits` })
    // a condition that every value meets has no meaning
    if (new Set(condition.values).size >= 2 ** bitsIn(mask)) {
      errors.push({
        path: [role, 'values'],
        message: 'every value of the register is listed: the condition is always true',
      })
    }
    const limits = condition.mask === undefined ? limitsOf[declared.type] : { least: 0, greatest: condition.mask }
    for (const [index, value] of condition.values.entries()) {
      const isInLimits = value >= limits.least && value <= limits.greatest
      const isInMask = condition.mask === undefined || (value & condition.mask) >>> 0 === value
      if (!isInLimits || !isInMask)
        errors.push({ path: [role, 'values', index], message: `the register never has the value ${value}` })
    }
  }
  const { safe, running } = map
  if (safe && running && safe.register === running.register && safe.mask === running.mask) {
    const both = running.values.findIndex((value) => safe.values.includes(value))
    if (both !== -1) errors.push({ path: ['running', 'values', both], message: 'is also declared safe' })
  }
  return errors
}

function triggerErrors({ trigger, registers, program }: ControllerMap): MapError[] {
  if (trigger === undefined) return []
  const declared = registers[trigger.register]
  if (declared === undefined) return []
  const path = ['trigger', 'register']
  const range = rawRange(declared)
  return [
    ...(declared.write === undefined ? [{ path, message: 'has no function that writes it' }] : []),
    ...(!isInteger(declared.type) || declared.scale !== 1
      ? [{ path, message: 'must be a whole number with the scale 1' }]
      : []),
    ...(program === undefined ? [{ path: ['trigger'], message: 'the map has no program to load' }] : []),
    ...(program?.stepCount === trigger.register ? [{ path, message: 'is also the step count' }] : []),
    ...(trigger.value < range.least || trigger.value > range.greatest
      ? [{ path: ['trigger', 'value'], message: `is not within ${range.least} to ${range.greatest}` }]
      : []),
  ]
}

function programErrors(map: ControllerMap): MapError[] {
  const { program, registers } = map
  if (program === undefined) return []
  const { read, write, fields, stride, room } = program.steps
  const path = ['program', 'steps']
  const count = registers[program.stepCount]
  const errors: MapError[] = []
  if (map.trigger === undefined) errors.push({ path: ['program'], message: 'needs a trigger that loads the program' })
  if (count !== undefined && count.write === undefined) {
    errors.push({ path: ['program', 'stepCount'], message: 'has no function that writes it' })
  }
  if (
    count !== undefined &&
    (!isInteger(count.type) || count.scale !== 1 || count.least > 1 || count.greatest < room)
  ) {
    errors.push({ path: ['program', 'stepCount'], message: `must accept every whole number from 1 to ${room}` })
  }
  for (const required of ['angleDeg', 'gaugeMm'] as const) {
    if (fields[required] === undefined) errors.push({ path: [...path, 'fields'], message: `${required} is missing` })
  }
  for (const [name, field] of Object.entries(fields)) {
    const fieldPath = [...path, 'fields', name]
    for (const { field: part, message } of [...codeErrors({ read, write, type: field.type }), ...rangeErrors(field)]) {
      errors.push({ path: part === 'write' ? [...path, 'write'] : [...fieldPath, part], message })
    }
    if (field.offset + widthOf(field.type) > stride) {
      errors.push({ path: [...fieldPath, 'offset'], message: 'overlaps the next step' })
    }
    errors.push(
      ...extraErrors(name, field).map(({ field: part, message }) => ({ path: [...fieldPath, part], message })),
    )
    if (codedFieldNames.includes(name) !== (field.codes !== undefined)) {
      errors.push({
        path: [...fieldPath, 'codes'],
        message: `must be there for ${codedFieldNames.join(', ')}, and only for them`,
      })
    }
  }
  return errors
}

/** Checks the range of a flattening's angle, and the value of a springback that is not known. */
function extraErrors(name: string, { flatten, unknown, ...field }: StepField): FieldError[] {
  const errors: FieldError[] = []
  if (flatten !== undefined && name !== 'angleDeg')
    errors.push({ field: 'flatten', message: 'must be there only for angleDeg' })
  if (unknown !== undefined && name !== 'springbackDeg')
    errors.push({ field: 'unknown', message: 'must be there only for springbackDeg' })
  if (flatten !== undefined)
    errors.push(...rangeErrors({ ...field, ...flatten }).map(({ message }) => ({ field: 'flatten', message })))
  const isInRange = unknown === undefined || (unknown >= field.least && unknown <= field.greatest)
  if (!isInRange) errors.push({ field: 'unknown', message: `must be ${field.least} to ${field.greatest}` })
  return errors
}

/** Every register that a part of the map refers to must be declared, and every writable register must be used. */
function nameErrors(map: ControllerMap): MapError[] {
  const { registers, safe, running, trigger, counter, step, alarms, program } = map
  const references: readonly [path: string[], name: string | undefined][] = [
    [['safe', 'register'], safe?.register],
    [['running', 'register'], running?.register],
    [['trigger', 'register'], trigger?.register],
    [['counter', 'register'], counter?.register],
    [['step', 'register'], step?.register],
    [['alarms', 'register'], alarms?.register],
    [['program', 'stepCount'], program?.stepCount],
  ]
  const unknown = references.flatMap(([path, name]) =>
    name !== undefined && !Object.hasOwn(registers, name)
      ? [{ path, message: `the register "${name}" is not declared` }]
      : [],
  )
  const isUnusedWrite = (declared: Register, name: string): boolean =>
    declared.write !== undefined && name !== trigger?.register && name !== program?.stepCount
  const unusedWrites = Object.entries(registers).flatMap(([name, declared]) =>
    isUnusedWrite(declared, name)
      ? [{ path: ['registers', name, 'write'], message: 'this program never writes this register' }]
      : [],
  )
  const counting = counter && registers[counter.register]
  const hasStrokes = counter?.counts === 'pieces' && counter.strokesPerPiece !== undefined
  const alarm = alarms && registers[alarms.register]
  return [
    ...unknown,
    ...unusedWrites,
    ...(hasStrokes
      ? [{ path: ['counter', 'strokesPerPiece'], message: 'must not be there if pieces are counted' }]
      : []),
    ...(counting?.type === 'bit' ? [{ path: ['counter', 'register'], message: 'must not be a bit' }] : []),
    ...(alarm !== undefined && (!isInteger(alarm.type) || alarm.scale !== 1)
      ? [{ path: ['alarms', 'register'], message: 'must be a whole number with the scale 1' }]
      : []),
  ]
}

function unitErrors({ kind, unit }: ControllerMap): MapError[] {
  if (unit >= 1 && unit <= 247) return []
  const isTcp = kind === 'modbus-tcp'
  if (isTcp && (unit === 0 || unit === 255)) return []
  return [{ path: ['unit'], message: isTcp ? 'must be 1 to 247, or 0 or 255' : 'must be 1 to 247' }]
}

/** Checks a map whose single fields are valid. */
export const checkMap = (map: ControllerMap): MapError[] => [
  ...unitErrors(map),
  ...nameErrors(map),
  ...registerErrors(map),
  ...stateErrors(map),
  ...triggerErrors(map),
  ...programErrors(map),
  ...overlapErrors(map),
]
