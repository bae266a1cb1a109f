import { expect, test } from 'vitest'
import * as z from 'zod'
import { describeIssue } from '../../../src-service/http/request/field-problem.ts'

const problemsOf = (schema: z.ZodType, value: unknown): string[] =>
  (schema.safeParse(value, { reportInput: true }).error?.issues ?? []).map(describeIssue)

test.each<[string, z.ZodType, unknown]>([
  ['må være høyst 500', z.int().max(500), 501],
  ['må være minst 1', z.int().min(1), 0],
  ['må ha høyst 3 tegn', z.string().max(3), 'abcd'],
  ['må ha minst 1 element', z.array(z.int()).min(1), []],
  ['må ha høyst 2 elementer', z.array(z.int()).max(2), [1, 2, 3]],
  ['må være et helt tall', z.int(), 1.5],
  ['må være tekst', z.string(), 5],
  ['må være et objekt', z.strictObject({}), 'x'],
  ['mangler', z.strictObject({ a: z.string() }), {}],
  ['er et ukjent felt', z.strictObject({}), { b: 1 }],
  ['må være en av test, live', z.enum(['test', 'live']), 'prod'],
  ['må være text', z.literal('text'), 'x'],
  ['må være en UUID', z.uuid(), '1'],
  ['må være et tidspunkt i UTC, som 2026-11-24T09:00:00Z', z.iso.datetime(), '24.11.2026'],
  ['må være en dato, som 2026-11-24', z.iso.date(), '2026-02-30'],
  ['må være en e-postadresse', z.email(), 'x'],
  ['har feil form', z.string().regex(/^\d+$/), 'x'],
  ['er ikke gyldig', z.union([z.string(), z.int()]), true],
])('a sent value %s', (words, schema, value) => {
  expect(problemsOf(schema, value)).toEqual([words])
})
