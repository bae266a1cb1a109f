// One register of a controller as a map declares it, and what is wrong with it on its own. Pure; zod alone.
import * as z from 'zod'
import { holdsBits, readCodes, tableOf, writeCodes, type Table } from '../protocol/modbus-pdu.ts'
import { limitsOf, registerTypes, widthOf } from '../protocol/register-value.ts'

/** As the frame has it, from 0: a maker's "40001" is address 0 of function 3. */
export const address = z.int().min(0).max(0xffff)
export const readCode = z.literal(readCodes)
export const writeCode = z.literal(writeCodes)

/** What a value is, wherever it lies. */
export const valueFields = {
  type: z.enum(registerTypes),
  /** Of the two words of a 32-bit value, which has the lower address. Left out: the map's. */
  wordOrder: z.enum(['high_first', 'low_first']).optional(),
  /** The value is the register times this: 0.1 for tenths. */
  scale: z.number().positive().default(1),
  /** Of the value, both ends included. What is outside is neither written nor believed. */
  least: z.number(),
  greatest: z.number(),
}

export const register = z.strictObject({
  address,
  read: readCode,
  /** Left out: never written. */
  write: writeCode.optional(),
  ...valueFields,
})
export type Register = z.infer<typeof register>

interface DeclaredValue {
  readonly type: Register['type']
  readonly scale: number
  readonly least: number
  readonly greatest: number
}

export interface Wrong {
  readonly field: string
  readonly message: string
}

/** How far a value that is kept as an integer may lie off its raw number, in raw units: noise of the division alone. */
const noise = 1e-6

/** The raw number of a value: rounded to the register's own step, ties up. */
export function toRaw(value: number, { type, scale }: Pick<DeclaredValue, 'type' | 'scale'>): number {
  return type === 'f32' ? Math.fround(value / scale) : Math.round(value / scale)
}

/** What a range means in raw numbers, both ends included: no raw number outside it is a value inside `least` to `greatest`. */
export function rawRange({ type, scale, least, greatest }: DeclaredValue): { least: number; greatest: number } {
  if (type === 'f32') return { least: least / scale, greatest: greatest / scale }
  return { least: Math.ceil(least / scale - noise), greatest: Math.floor(greatest / scale + noise) }
}

/** Whether the type can hold the range, and whether there is one. */
export function wrongRange(value: DeclaredValue): Wrong[] {
  if (value.least > value.greatest) return [{ field: 'greatest', message: 'must not be below least' }]
  const raw = rawRange(value)
  const type = limitsOf[value.type]
  const told = `${value.type} times ${value.scale} holds ${type.least * value.scale} to ${type.greatest * value.scale}`
  if (raw.least > raw.greatest)
    return [{ field: 'greatest', message: 'no step of scale lies within least and greatest' }]
  return [
    ...(raw.least < type.least ? [{ field: 'least', message: told }] : []),
    ...(raw.greatest > type.greatest ? [{ field: 'greatest', message: told }] : []),
  ]
}

/** Whether the functions fit each other and the type: one memory, bits by the codes of bits, a value never in two frames. */
export function wrongCodes({ read, write, type }: Pick<Register, 'read' | 'write' | 'type'>): Wrong[] {
  const table = tableOf(read)
  if (holdsBits(table) !== (type === 'bit')) {
    return [{ field: 'type', message: `function ${read} reads ${holdsBits(table) ? 'bits' : 'words'}` }]
  }
  if (write === undefined) return []
  if (tableOf(write) !== table) return [{ field: 'write', message: `function ${write} writes no ${words[table]}` }]
  if (widthOf(type) > 1 && write !== 16)
    return [{ field: 'write', message: `${type} is written whole, by function 16` }]
  return []
}
const words: Readonly<Record<Table, string>> = {
  coils: 'coils',
  discrete_inputs: 'discrete inputs',
  holding_registers: 'holding registers',
  input_registers: 'input registers',
}
