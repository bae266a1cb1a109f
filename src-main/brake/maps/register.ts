// The declaration of one register in a map, its checks, and the conversion of a value with a unit to the number that the register holds.
// protocol/register-value.ts then converts the number to words. Pure.
import * as z from 'zod'
import { holdsBits, limitsOf, readCodes, registerTypes, tableOf, widthOf, writeCodes } from '../protocol/index.ts'
import type { Table } from '../protocol/index.ts'

/** Counted from 0, as in the frame: "40001" in a maker's manual is address 0 of function 3. */
export const address = z.int().min(0).max(0xffff)
export const readCode = z.literal(readCodes)
export const writeCode = z.literal(writeCodes)

/** The fields of a value in any place. */
export const valueFields = {
  type: z.enum(registerTypes),
  /** Which of the two words of a 32-bit value has the lower address. Omitted: the map's word order. */
  wordOrder: z.enum(['high_first', 'low_first']).optional(),
  /** The value is the register multiplied by this: 0.1 for tenths. */
  scale: z.number().positive().default(1),
  /** The range of the value, both ends included. A value outside is never written, and never accepted when it is read. */
  least: z.number(),
  greatest: z.number(),
}

export const register = z.strictObject({
  address,
  read: readCode,
  /** Omitted: never written. */
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

export interface FieldError {
  readonly field: string
  readonly message: string
}

/** The rounding error of the division, in raw units. */
const roundingError = 1e-6

/** The raw number of a value: rounded to the register's resolution, ties up. */
export function toRaw(value: number, { type, scale }: Pick<DeclaredValue, 'type' | 'scale'>): number {
  return type === 'f32' ? Math.fround(value / scale) : Math.round(value / scale)
}

/** The range in raw numbers, both ends included. No raw number outside it is a value from `least` to `greatest`. */
export function rawRange({ type, scale, least, greatest }: DeclaredValue): { least: number; greatest: number } {
  if (type === 'f32') return { least: least / scale, greatest: greatest / scale }
  return { least: Math.ceil(least / scale - roundingError), greatest: Math.floor(greatest / scale + roundingError) }
}

/** Checks that the range is not empty, and that the type can represent it. */
export function rangeErrors(value: DeclaredValue): FieldError[] {
  if (value.least > value.greatest) return [{ field: 'greatest', message: 'must not be below least' }]
  const raw = rawRange(value)
  const type = limitsOf[value.type]
  const message = `${value.type} with the scale ${value.scale} can be ${type.least * value.scale} to ${type.greatest * value.scale}`
  if (raw.least > raw.greatest)
    return [{ field: 'greatest', message: 'no multiple of the scale is between least and greatest' }]
  return [
    ...(raw.least < type.least ? [{ field: 'least', message }] : []),
    ...(raw.greatest > type.greatest ? [{ field: 'greatest', message }] : []),
  ]
}

/** Checks that both functions use the same table, that the type suits the table, and that one frame writes the whole value. */
export function codeErrors({ read, write, type }: Pick<Register, 'read' | 'write' | 'type'>): FieldError[] {
  const table = tableOf(read)
  if (holdsBits(table) !== (type === 'bit')) {
    return [{ field: 'type', message: `function ${read} reads ${holdsBits(table) ? 'bits' : 'words'}` }]
  }
  if (write === undefined) return []
  if (tableOf(write) !== table)
    return [{ field: 'write', message: `function ${write} does not write ${tableNames[table]}` }]
  if (widthOf(type) > 1 && write !== 16) return [{ field: 'write', message: `${type} must be written by function 16` }]
  return []
}
const tableNames: Readonly<Record<Table, string>> = {
  coils: 'coils',
  discrete_inputs: 'discrete inputs',
  holding_registers: 'holding registers',
  input_registers: 'input registers',
}
