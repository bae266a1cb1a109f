// Converts the contract's zod schemas into the JSON Schemas of the document. An exported schema that an answer uses becomes one
// component under its name; other schemas refer to it. Pure.
import * as z from 'zod'
import * as contract from '../index.ts'

export type Json = Record<string, unknown>

const prefix = '#/components/schemas/'

export interface Schemas {
  /** A reference to a schema's component. The component has the exported name of the schema, or else `name`. */
  answer: (schema: z.ZodType, name: string) => Json
  /** The same for a request body, in which fields with a default are optional. `unknown` describes values that JSON has no type for. */
  body: (schema: z.ZodType, name: string, unknown: Json) => Json
  /** A parameter's own schema. */
  parameter: (schema: z.core.$ZodType) => Json
  /** Adds a component that has no zod schema. */
  add: (name: string, schema: Json) => Json
  /** Every referenced component, and the components to which they refer. */
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
      const { schemas: namedSchemas } = z.toJSONSchema(named, {
        uri: (id) => prefix + id,
        override: tidy,
        unrepresentable: 'any',
      })
      const all = new Map<string, Json>([
        ...Object.entries(namedSchemas).map(([id, each]) => [id, bare(each)] as const),
        ...added,
      ])
      const reached = reachable(all, wanted)
      return Object.fromEntries([...all].filter(([name]) => reached.has(name)).toSorted(byName))
    },
  }
}

/** The schema without references. */
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

/** The formats of JSON Schema. Zod has others, which always come with an equivalent pattern. */
const formats: readonly unknown[] = ['date', 'date-time', 'email', 'uri', 'uuid']

/** Removes redundant keywords: the bounds of safe integers, and that property names are strings. */
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
