// How a client reads what the service closed: one schema, two readings. The service holds its answers to the strict schema;
// a client ignores unknown fields, keeps an unknown value of an enumeration as text, and takes a missing nullable as null.
import * as z from 'zod'

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

/** What a client gets out of a resource: as the service's type, with every enumeration open. */
export type Reading<Schema extends z.ZodType> = Widened<z.infer<Schema>>

const known = new WeakMap<z.ZodType, z.ZodType>()

/** The tolerant twin of a strict schema. Throws on a kind of schema it has no rule for, so that none slips through unopened. */
export function reading<Schema extends z.ZodType>(schema: Schema): z.ZodType<Reading<Schema>> {
  return tolerant(schema) as z.ZodType<Reading<Schema>>
}

function tolerant(schema: z.ZodType): z.ZodType {
  const made = known.get(schema) ?? open(schema)
  known.set(schema, made)
  return made
}

function open(schema: z.ZodType): z.ZodType {
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
  /** Where in the page it stood, from 0. */
  index: number
  problems: Problem[]
}
/** One thing wrong with what was read: where ("pieces[0].lengthMm") and what. */
export interface Problem {
  path: string
  message: string
}

/** Reads one thing. Never throws: what does not fit is told, field by field. */
export function read<T>(
  schema: z.ZodType<T>,
  value: unknown,
): { ok: true; value: T } | { ok: false; problems: Problem[] } {
  const result = schema.safeParse(value)
  if (result.success) return { ok: true, value: result.data }
  return {
    ok: false,
    problems: result.error.issues.map((issue) => ({ path: fieldPath(issue.path), message: issue.message })),
  }
}

/** Reads a list item by item, so that a malformed one never hides the good ones beside it. */
export function readEach<T>(schema: z.ZodType<T>, values: readonly unknown[]): { items: T[]; malformed: Malformed[] } {
  const items: T[] = []
  const malformed: Malformed[] = []
  values.forEach((value, index) => {
    const result = read(schema, value)
    if (result.ok) items.push(result.value)
    else malformed.push({ index, problems: result.problems })
  })
  return { items, malformed }
}

/** `["lines", 2, "quantity"]` → `lines[2].quantity`, as the service's `fields` write it. */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`,
    '',
  )
}
