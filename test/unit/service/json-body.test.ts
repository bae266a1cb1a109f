// The JSON of a body: parsed like JSON.parse, and refused if two parsers could read it differently.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Failure } from '../../../src-service/operation/failure.ts'
import { readJson } from '../../../src-service/http/request/json-body.ts'

const read = (text: string): unknown => readJson(Buffer.from(text))

function fieldsOf(text: string): string[] | undefined {
  try {
    read(text)
  } catch (error) {
    if (error instanceof Failure) return error.details.fields
  }
  return undefined
}

test('the result equals that of JSON.parse, for any quotes and backslashes', () => {
  const words = fc.string({ unit: fc.constantFrom('"', '\\', 'a', 'ø', ',', '{', ']', ':', '\n', '😀') })
  const values = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      words,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(true, false, null),
      fc.array(tie('any')),
      fc.dictionary(words, tie('any')),
    ),
  })).any
  fc.assert(
    fc.property(values, fc.constantFrom(0, 2), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      expect(read(text)).toEqual(JSON.parse(text))
    }),
  )
})

test.each([
  ['a duplicate name', '{"a":[1,{"b":1,"b":2}]}', ['a[1].b']],
  ['a duplicate name, once with an escape', String.raw`{"a":1,"\u0061":2}`, ['a']],
  ['a duplicate name after a text with quotes', String.raw`{"x":"\\\"","a":1,"a":2}`, ['a']],
  ['the name of the prototype', '{"__proto__":1}', ['__proto__']],
  ['a lone surrogate', String.raw`{"a":["\ud800"]}`, ['a[0]']],
  ['a null character', String.raw`{"a":"\u0000"}`, ['a']],
])('%s is refused with its place', (_what, text, fields) => {
  expect(fieldsOf(text)).toEqual(fields)
})

test('deeper nesting than in any body is refused', () => {
  expect(read('['.repeat(32) + ']'.repeat(32))).toBeDefined()
  expect(fieldsOf('['.repeat(33) + ']'.repeat(33))).toHaveLength(1)
})
