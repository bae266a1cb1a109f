// Hostile values in each field of each call: the station rejects them with a short message and throws nothing.
import { expect, test } from 'vitest'
import * as z from 'zod'
import { calls, grants, unlockedAccess, dispatch } from '../../../shared/station-api/index.ts'
import { smallStation } from '../../integration/station-api/small-station.ts'

type Schema = z.core.JSONSchema.JSONSchema | boolean

const deep: unknown = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)
// oxfmt-ignore
const hostile: readonly unknown[] = [
  '', ' ', 'x'.repeat(1_000_000), '\u0000', '\ud800', '../../etc/passwd', '__proto__', '2026-02-30', '9999-12-31',
  -1, 0, 0.1, 2 ** 53, 1e308, 5e-324, null, true, [], {}, deep, JSON.parse('{"__proto__":{"a":1}}'),
]

/** A value of the schema's form, valid or not. */
function sample(schema: Schema | undefined): unknown {
  if (schema === undefined || typeof schema === 'boolean') return null
  if (schema.const !== undefined) return schema.const
  const [choice] = schema.anyOf ?? schema.oneOf ?? []
  if (choice !== undefined) return sample(choice)
  if (schema.type === 'object')
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, one]) => [name, sample(one)]))
  if (schema.type === 'array') return [null]
  return schema.enum?.[0] ?? (schema.type === 'string' ? '2026-11-24' : schema.type === 'boolean' ? true : 1)
}

function* variants(value: unknown): Generator {
  yield* hostile
  if (Array.isArray(value)) for (const one of variants(value[0])) yield [one]
  else if (typeof value === 'object' && value !== null)
    for (const [name, field] of Object.entries(value))
      for (const one of variants(field)) yield { ...value, [name]: one }
}

test.each(Object.entries(calls))(
  '%s accepts or rejects any field value, with a message of limited length',
  async (name, shape) => {
    const errors: unknown[] = []
    const station = smallStation()
    station.answerWith('sync.now', () => ({}))
    const context = {
      station,
      grants: new Set(grants),
      access: unlockedAccess(grants),
      onError: (_: string, error: unknown) => errors.push(error),
    }
    const base = sample(z.toJSONSchema(shape.in, { unrepresentable: 'any' }))
    const messages: string[] = []
    for (const input of variants(base)) {
      // oxlint-disable-next-line no-await-in-loop
      const answer = await dispatch(context, { name, in: input })
      if (!answer.ok) messages.push(answer.error.message)
    }
    expect(messages.filter((message) => message.length > 1_000)).toEqual([])
    expect(errors).toEqual([])
  },
)
