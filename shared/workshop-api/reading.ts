// The tolerant reading of a strict schema. The service validates its answers with the strict schema. A client ignores unknown fields,
// accepts unknown values of an enumeration as text, and reads a missing nullable field as null. Pure.
import * as z from 'zod'
import { failed, ok, type Result } from '../base/result.ts'

type Widened<T> = [T] extends [string]
  ? IsUnion<T> extends true
    ? T | (string & {})
    : T
  : T extends readonly (infer Item)[]
    ? Widened<Item>[]
    : T extends object
      ? { [Key in keyof T]: Widened<T[Key]> }
      : T
type IsUnion<T, Whole = T> = T extends unknown ? ([Whole] extends [T] ? false : true) : never

/** The type that a client reads: the service's type with open enumerations. */
export type Reading<Schema extends z.ZodType> = Widened<z.infer<Schema>>

const tolerantSchemas = new WeakMap<z.ZodType, z.ZodType>()

/** The tolerant form of a strict schema. Throws on an unsupported kind of schema, so that none stays strict unnoticed. */
export function reading<Schema extends z.ZodType>(schema: Schema): z.ZodType<Reading<Schema>> {
  return tolerant(schema) as z.ZodType<Reading<Schema>>
}

function tolerant(schema: z.ZodType): z.ZodType {
  const result = tolerantSchemas.get(schema) ?? makeTolerant(schema)
  tolerantSchemas.set(schema, result)
  return result
}

function makeTolerant(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    return z.object(
      Object.fromEntries(Object.entries(schema.shape).map(([key, field]) => [key, tolerant(inner(field))])),
    )
  }
  if (schema instanceof z.ZodArray) return schema.clone({ ...schema.def, element: tolerant(inner(schema.element)) })
  if (schema instanceof z.ZodNullable) return tolerant(inner(schema.unwrap())).nullable().default(null)
  if (schema instanceof z.ZodOptional) return tolerant(inner(schema.unwrap())).optional()
  if (schema instanceof z.ZodNull) return schema.default(null)
  if (schema instanceof z.ZodEnum) return z.string()
  if (schema instanceof z.ZodRecord) return z.record(z.string(), tolerant(inner(schema.valueType)))
  if (schema instanceof z.ZodDiscriminatedUnion || schema instanceof z.ZodUnion) {
    const [first, second, ...rest] = schema.options.map((option) => tolerant(inner(option)))
    if (first === undefined || second === undefined) throw new Error('a union needs two options')
    return z.union([first, second, ...rest])
  }
  if (
    schema instanceof z.ZodString ||
    schema instanceof z.ZodStringFormat ||
    schema instanceof z.ZodNumber ||
    schema instanceof z.ZodBoolean ||
    schema instanceof z.ZodLiteral
  ) {
    return schema
  }
  throw new Error(`no tolerant reading for a ${schema.def.type}`)
}

const inner = (schema: z.core.$ZodType): z.ZodType => schema as z.ZodType

export interface Malformed {
  /** The position in the page, from 0. */
  index: number
  problems: Problem[]
}
/** A fault in what was read: its path ("pieces[0].lengthMm") and a message. */
export interface Problem {
  path: string
  message: string
}

/** Reads a value. Never throws: the error lists each faulty field. */
export function read<T>(schema: z.ZodType<T>, value: unknown): Result<T, Problem[]> {
  const result = schema.safeParse(value)
  if (result.success) return ok(result.data)
  return failed(result.error.issues.map((issue) => ({ path: fieldPath(issue.path), message: issue.message })))
}

/** Reads a list item by item, so that a malformed item does not hide the valid ones. */
export function readEach<T>(schema: z.ZodType<T>, values: readonly unknown[]): { items: T[]; malformed: Malformed[] } {
  const items: T[] = []
  const malformed: Malformed[] = []
  values.forEach((value, index) => {
    const result = read(schema, value)
    if (result.ok) items.push(result.value)
    else malformed.push({ index, problems: result.error })
  })
  return { items, malformed }
}

/** `["lines", 2, "quantity"]` → `lines[2].quantity`, as in the service's `fields`. */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`,
    '',
  )
}
