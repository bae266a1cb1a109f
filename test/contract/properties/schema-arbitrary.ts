// Values that a JSON Schema of the description allows, and values close to them that it may not. Pure.
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
  /** Finds what a `$ref` stands for. */
  resolve: (reference: string) => Schema
  /** Ids of things that exist. */
  uuids: readonly string[]
}

const instants = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
/** As long as makes sense to try: longer texts are among the odd ones. */
const longestTried = 40

/** Values that a schema allows. Throws on a kind of schema that it has no rule for. */
export function valuesOf(given: Schema, sources: Sources): fc.Arbitrary<unknown> {
  const rule = keywords.parse(given)
  const here = (other: Schema) => valuesOf(other, sources)
  if (rule.$ref !== undefined) return here(sources.resolve(rule.$ref))
  if ('const' in given) return fc.constant(rule.const)
  if (rule.enum !== undefined) return fc.constantFrom(...rule.enum)
  const choices = rule.anyOf ?? rule.oneOf
  if (choices !== undefined) return fc.oneof(...choices.map(here))
  if (Array.isArray(rule.type)) return fc.oneof(...rule.type.map((type) => here({ ...given, type })))
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
      return fc.array(here(rule.items ?? {}), { maxLength: Math.min(rule.maxItems ?? 4, 4) })
    case 'object':
      return objects(rule, here)
    default:
      throw new Error(`no values for ${JSON.stringify(given)}`)
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
  // A class of all of Unicode takes seconds to turn round: what fits is picked out instead.
  const { pattern } = rule
  if (pattern?.includes('\\P{') === true) return anyText.map((text) => `a${text}`).filter((text) => fits(pattern, text))
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: longestTried })
  const maxLength = Math.min(rule.maxLength ?? longestTried, longestTried)
  return fc.string({ unit: 'grapheme', minLength: Math.min(rule.minLength ?? 0, maxLength), maxLength })
}

function objects(
  rule: z.infer<typeof keywords>,
  here: (other: Schema) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const properties = Object.entries(rule.properties ?? {})
  if (properties.length === 0 && typeof rule.additionalProperties === 'object') {
    return fc.dictionary(fc.constantFrom('a', 'b', 'vinkel'), here(rule.additionalProperties), { maxKeys: 3 })
  }
  return fc.record(Object.fromEntries(properties.map(([name, each]) => [name, here(each)])), {
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

/** A value with one place of it changed, taken out, or added to. */
export function nearly(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(values, fc.nat(), odd, fc.constantFrom('replace', 'remove', 'add'))
    .map(([value, place, other, how]) => changed(value, place, other, how))
}

function changed(value: unknown, place: number, other: unknown, how: string): unknown {
  if (Array.isArray(value) && value.length > 0) {
    const at = place % value.length
    return value.map((each: unknown, index) =>
      index === at ? changed(each, Math.floor(place / value.length), other, how) : each,
    )
  }
  const { success, data } = schema.safeParse(value)
  if (!success || Object.keys(data).length === 0) return other
  if (how === 'add') return { ...data, [`ukjent${place % 7}`]: other }
  const names = Object.keys(data)
  const name = names[place % names.length] ?? ''
  const rest = Math.floor(place / names.length)
  const member = data[name]
  const deeper = typeof member === 'object' && member !== null && rest % 2 === 1
  if (deeper) return { ...data, [name]: changed(member, Math.floor(rest / 2), other, how) }
  return how === 'remove'
    ? Object.fromEntries(Object.entries(data).filter(([each]) => each !== name))
    : { ...data, [name]: other }
}
