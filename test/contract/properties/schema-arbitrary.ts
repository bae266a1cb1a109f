// Arbitraries for a JSON Schema: values that it allows, and mutated values that it may not allow. Pure.
import * as fc from 'fast-check'
import * as z from 'zod'

type Schema = Record<string, unknown>

const schema = z.record(z.string(), z.unknown())
const schemas = z.array(schema)
const keywords = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: schemas.optional(),
  oneOf: schemas.optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  maximum: z.number().optional(),
  items: schema.optional(),
  maxItems: z.number().optional(),
  properties: z.record(z.string(), schema).optional(),
  required: z.array(z.string()).optional(),
  additionalProperties: z.union([z.boolean(), schema]).optional(),
})

export interface Sources {
  /** Resolves a `$ref`. */
  resolve: (reference: string) => Schema
  /** Ids of existing resources. */
  uuids: readonly string[]
}

const instants = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
/** The maximum length of normal texts. Longer texts are among the mutations. */
const longestTried = 40

/** Values that a schema allows. Throws on an unsupported kind of schema. */
export function valuesOf(schema: Schema, sources: Sources): fc.Arbitrary<unknown> {
  const rule = keywords.parse(schema)
  const nestedValuesOf = (other: Schema) => valuesOf(other, sources)
  if (rule.$ref !== undefined) return nestedValuesOf(sources.resolve(rule.$ref))
  if ('const' in schema) return fc.constant(rule.const)
  if (rule.enum !== undefined) return fc.constantFrom(...rule.enum)
  const choices = rule.anyOf ?? rule.oneOf
  if (choices !== undefined) return fc.oneof(...choices.map(nestedValuesOf))
  if (Array.isArray(rule.type)) return fc.oneof(...rule.type.map((type) => nestedValuesOf({ ...schema, type })))
  switch (rule.type ?? '') {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({ min: rule.minimum ?? -1_000, max: Math.min(rule.maximum ?? 100_000, 100_000) })
    case 'number':
      return fc.double({
        min: rule.minimum ?? rule.exclusiveMinimum ?? -1_000,
        max: Math.min(rule.maximum ?? 100_000, 100_000),
        noNaN: true,
      })
    case 'string':
      return texts(rule, sources)
    case 'array':
      return fc.array(nestedValuesOf(rule.items ?? {}), { maxLength: Math.min(rule.maxItems ?? 4, 4) })
    case 'object':
      return objects(rule, nestedValuesOf)
    default:
      throw new Error(`no values for ${JSON.stringify(schema)}`)
  }
}

const fits = (pattern: string, text: string): boolean => new RegExp(pattern, 'u').test(text)

function texts(rule: z.infer<typeof keywords>, { uuids }: Sources): fc.Arbitrary<string> {
  if (rule.format === 'uuid') return fc.oneof(fc.constantFrom(...uuids), fc.uuid())
  if (rule.format === 'date') return instants.map((date) => date.toISOString().slice(0, 10))
  if (rule.format === 'date-time') return instants.map((date) => date.toISOString())
  if (rule.format === 'email') return fc.constantFrom('kari@eksempel.no', 'ola.nordmann@eksempel.no')
  const anyText = fc.string({ unit: 'grapheme', maxLength: longestTried })
  if (rule.pattern === '\\S') return anyText.map((text) => `a${text}`)
  // negating a class over all of Unicode takes seconds, so the values are filtered instead
  const { pattern } = rule
  if (pattern?.includes('\\P{') === true) return anyText.map((text) => `a${text}`).filter((text) => fits(pattern, text))
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: longestTried })
  const maxLength = Math.min(rule.maxLength ?? longestTried, longestTried)
  return fc.string({ unit: 'grapheme', minLength: Math.min(rule.minLength ?? 0, maxLength), maxLength })
}

function objects(
  rule: z.infer<typeof keywords>,
  nestedValuesOf: (other: Schema) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const properties = Object.entries(rule.properties ?? {})
  if (properties.length === 0 && typeof rule.additionalProperties === 'object') {
    return fc.dictionary(fc.constantFrom('a', 'b', 'vinkel'), nestedValuesOf(rule.additionalProperties), { maxKeys: 3 })
  }
  return fc.record(Object.fromEntries(properties.map(([name, each]) => [name, nestedValuesOf(each)])), {
    requiredKeys: rule.required ?? [],
  })
}

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(
    '',
    ' ',
    'a'.repeat(2_001),
    -1,
    0,
    0.5,
    501,
    1e300,
    Number.MAX_SAFE_INTEGER + 2,
    [],
    {},
    true,
    null,
  ),
)

/** A value in which one member was changed, removed or added. */
export function nearly(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(values, fc.nat(), odd, fc.constantFrom('replace', 'remove', 'add'))
    .map(([value, place, other, change]) => changed(value, place, other, change))
}

function changed(value: unknown, place: number, other: unknown, change: string): unknown {
  if (Array.isArray(value) && value.length > 0) {
    const changedIndex = place % value.length
    return value.map((each: unknown, index) =>
      index === changedIndex ? changed(each, Math.floor(place / value.length), other, change) : each,
    )
  }
  const { success, data } = schema.safeParse(value)
  if (!success || Object.keys(data).length === 0) return other
  if (change === 'add') return { ...data, [`ukjent${place % 7}`]: other }
  const names = Object.keys(data)
  const name = names[place % names.length] ?? ''
  const rest = Math.floor(place / names.length)
  const member = data[name]
  const deeper = typeof member === 'object' && member !== null && rest % 2 === 1
  if (deeper) return { ...data, [name]: changed(member, Math.floor(rest / 2), other, change) }
  return change === 'remove'
    ? Object.fromEntries(Object.entries(data).filter(([each]) => each !== name))
    : { ...data, [name]: other }
}
