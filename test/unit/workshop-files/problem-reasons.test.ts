// Why a workshop's own file is refused, as codes that both languages have a sentence for.
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { readWorkshopFile } from '../../../shared/workshop-files/index.ts'
import { explainedBy, problemCodes } from '../../../shared/workshop-files/schemas/file-problem.ts'
import en from '../../../resources/translations/en.json' with { type: 'json' }
import nb from '../../../resources/translations/nb.json' with { type: 'json' }

const schema = z.strictObject({
  mm: z.number().positive().max(10),
  least: z.number().min(2).lt(5),
  name: z.string().min(1),
  kind: z.enum(['die', 'punch']),
  rows: z.array(z.strictObject({ id: z.string() })).min(1),
  own: z.number().refine((figure) => figure > 0, { message: 'in English', params: explainedBy('backgauge') }),
})
const sound = { mm: 1, least: 2, name: 'V8', kind: 'die', rows: [{ id: 'a' }], own: 1 }
const whyOf = (text: string): unknown => {
  const file = readWorkshopFile(text, schema)
  return file.ok ? null : file.error.map(({ why }) => why)
}
const whyWith = (change: Record<string, unknown>): unknown => whyOf(JSON.stringify({ ...sound, ...change }))

describe('a file of the workshop’s own', () => {
  test('without mistakes is valid', () => {
    expect(whyWith({})).toBeNull()
  })

  test.each<[Record<string, unknown>, string, Record<string, string | number>]>([
    [{ mm: undefined }, 'missing', {}],
    [{ kind: undefined }, 'missing', {}],
    [{ mm: 0 }, 'above', { limit: 0 }],
    [{ mm: 11 }, 'at_most', { limit: 10 }],
    [{ least: 1 }, 'at_least', { limit: 2 }],
    [{ least: 5 }, 'below', { limit: 5 }],
    [{ name: '' }, 'empty', {}],
    [{ kind: 'v' }, 'one_of', { values: 'die, punch' }],
    [{ rows: [] }, 'too_few', { least: 1 }],
    [{ depth: 4 }, 'unknown_field', {}],
    [{ own: -1 }, 'backgauge', {}],
  ])('with %o is reported as %s', (change, code, params) => {
    expect(whyWith(change)).toEqual([{ code, params }])
  })

  test.each([
    [{ mm: '1' }, 'no_number'],
    [{ mm: null }, 'no_number'],
    [{ name: 8 }, 'no_text'],
    [{ rows: {} }, 'no_list'],
    [{ rows: ['a'] }, 'no_object'],
  ])('with %o is reported with the expected type: %s', (change, code) => {
    expect(whyWith(change)).toMatchObject([{ code }])
  })

  test.each([
    ['{"mm": 1,, }', { code: 'json_broken', params: { actual: '","' } }],
    ['{"mm": 1', { code: 'json_ends', params: {} }],
    ['{"mm": 1, "mm": 2}', { code: 'twice', params: { what: 'mm' } }],
    ['['.repeat(60), { code: 'too_deep', params: { most: 50 } }],
  ])('with the text %s is reported as broken', (text, why) => {
    expect(whyOf(text)).toEqual([why])
  })

  test('has a text in both languages for every problem', () => {
    for (const words of [nb, en])
      expect(Object.keys(words.workshop_files.why).toSorted()).toEqual(problemCodes.toSorted())
  })
})
