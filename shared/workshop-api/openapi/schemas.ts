// The contract's zod schemas as the JSON Schemas of the description: each exported one that an answer is made of stands once,
// under its name, and the others refer to it. Pure.
import * as z from 'zod'
import * as contract from '../index.ts'

export type Json = Record<string, unknown>

const prefix = '#/components/schemas/'

export interface Schemas {
  /** A reference to a schema's component, which is called as it is exported, else `name`. */
  answer: (schema: z.ZodType, name: string) => Json
  /** The same for what is sent: fields with a default may be left out. What JSON does not know is shown as `unknown`. */
  body: (schema: z.ZodType, name: string, unknown: Json) => Json
  /** A parameter's own schema. */
  parameter: (schema: z.core.$ZodType) => Json
  /** Adds a component that no zod schema stands for. */
  add: (name: string, schema: Json) => Json
  /** Every component that was asked for, and those that they refer to. */
  components: () => Json
}

export function schemas(): Schemas {
  const named = z.registry<{ id: string }>()
  const names = new Map<z.core.$ZodType, string>()
  const added = new Map<string, Json>()
  const wanted = new Set<string>()
  const nameIt = (schema: z.ZodType, name: string) => {
    names.set(schema, name)
    named.add(schema, { id: name })
  }
  for (const [name, value] of Object.entries(contract)) {
    if (value instanceof z.ZodType && !names.has(value)) nameIt(value, capitalised(name))
  }
  const refer = (name: string): Json => {
    wanted.add(name)
    return { $ref: prefix + name }
  }
  const add = (name: string, schema: Json): Json => {
    added.set(name, schema)
    return refer(name)
  }

  return {
    answer: (schema, name) => {
      if (!names.has(schema)) nameIt(schema, name)
      return refer(names.get(schema) ?? name)
    },
    body: (schema, name, unknown) => add(names.get(schema) ?? name, plain(schema, 'input', unknown)),
    parameter: (schema) => plain(schema, 'output'),
    add,
    components: () => {
      const { schemas: made } = z.toJSONSchema(named, {
        uri: (id) => prefix + id,
        override: tidy,
        unrepresentable: 'any',
      })
      const all = new Map<string, Json>([
        ...Object.entries(made).map(([id, each]) => [id, bare(each)] as const),
        ...added,
      ])
      const reached = reachable(all, wanted)
      return Object.fromEntries([...all].filter(([name]) => reached.has(name)).toSorted(byName))
    },
  }
}

/** The schema by itself, referring to nothing. */
function plain(schema: z.core.$ZodType, io: 'input' | 'output', unknown: Json = {}): Json {
  const override = (context: { zodSchema: z.core.$ZodTypes; jsonSchema: Json }) => {
    tidy(context)
    if (context.zodSchema instanceof z.ZodUnknown) Object.assign(context.jsonSchema, unknown)
  }
  return bare(z.toJSONSchema(schema, { io, override }))
}

function bare(schema: Json): Json {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== '$schema' && name !== '$id'))
}

/** What `format` says in JSON Schema; zod also has words of its own, beside a pattern that says the same. */
const formats: readonly unknown[] = ['date', 'date-time', 'email', 'uri', 'uuid']

/** Leaves out what says nothing: the bounds of every integer there is, and that names are texts. */
function tidy({ jsonSchema }: { jsonSchema: Json }): void {
  if (!formats.includes(jsonSchema['format'])) delete jsonSchema['format']
  if (jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete jsonSchema['minimum']
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum']
  delete jsonSchema['propertyNames']
}

function reachable(all: ReadonlyMap<string, Json>, from: ReadonlySet<string>): Set<string> {
  const reached = new Set<string>()
  const queue = [...from]
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (reached.has(name)) continue
    reached.add(name)
    queue.push(...referencesIn(all.get(name)))
  }
  return reached
}

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) =>
    name === '$ref' && typeof member === 'string' ? [member.slice(prefix.length)] : referencesIn(member),
  )
}

export function capitalised(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1
}
