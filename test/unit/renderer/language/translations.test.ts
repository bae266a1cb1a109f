import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import {
  callErrorCodes,
  dayFormat,
  dxfPreset,
  exportRefusalCodes,
  markStates,
  problemCodes,
  sheetState,
} from '../../../../shared/station-api/index.ts'
import { approvalState, materials, piece, pressBrake, profile } from '../../../../shared/workshop-api/index.ts'
import { markReasons } from '../../../../src-main/ledger/marks/mark.ts'

const resources = join(import.meta.dirname, '../../../../resources')
const json = (path: string): unknown => JSON.parse(readFileSync(join(resources, path), 'utf8'))

type Tree = { [key: string]: string | Tree }
const tree: z.ZodType<Tree> = z.lazy(() => z.record(z.string(), z.union([z.string(), tree])))

function sentences(branch: Tree, above = ''): Map<string, string> {
  return new Map(
    Object.entries(branch).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' ? [[above + key, value]] : [...sentences(value, `${above}${key}.`)],
    ),
  )
}

const languages = {
  nb: sentences(tree.parse(json('translations/nb.json'))),
  en: sentences(tree.parse(json('translations/en.json'))),
}
const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted()
const families = z
  .object({ sheets: z.array(z.object({ profile: z.object({ family: z.string() }) })) })
  .parse(json('sandbox/sheets.json'))
  .sheets.map((sheet) => sheet.profile.family)

test('both languages have the same keys, none with an empty text', () => {
  expect([...languages.en.keys()].toSorted()).toEqual([...languages.nb.keys()].toSorted())
  for (const sentence of [...languages.nb.values(), ...languages.en.values()]) expect(sentence.trim()).not.toBe('')
})

test('each text has the same placeholders in both languages', () => {
  for (const [key, sentence] of languages.nb)
    expect({ key, holds: placeholders(languages.en.get(key) ?? '') }).toEqual({ key, holds: placeholders(sentence) })
})

test('no text mentions an emergency stop', () => {
  for (const sentence of [...languages.nb.values(), ...languages.en.values()])
    expect(sentence).not.toMatch(/emergency|nødstopp/i)
})

describe.each(Object.entries(languages))('in %s', (_, words) => {
  const needed: [what: string, keys: string[]][] = [
    ['problem', problemCodes.flatMap((code) => [`problem.${code}.text`, `problem.${code}.todo`])],
    ['state of a mark', markStates.flatMap((state) => [`state.${state}`, `mark_state.${state}`])],
    ['reason of a mark', markReasons.map((reason) => `mark_reason.${reason}`)],
    ['refusal of an export', exportRefusalCodes.map((code) => `export_refused.${code}`)],
    ['refusal of a call', callErrorCodes.map((code) => `call_error.${code}`)],
    ['sheet that is not ready', sheetState.options.flatMap((state) => (state === 'ready' ? [] : [`state.${state}`]))],
    ['approval', approvalState.options.map((state) => `approval.${state}`)],
    ['material', materials.map((material) => `material.${material}`)],
    ['family of the sandbox', families.map((family) => `family.${family}`)],
    ['colour side', profile.shape.colourSide.options.map((side) => `colour_side.${side}`)],
    ['film', profile.shape.film.options.map((film) => `film.${film}`)],
    ['preset of a DXF', dxfPreset.options.map((preset) => `dxf_preset.${preset}`)],
    ['kind of file', dayFormat.options.flatMap((format) => [`export_format.${format}`, `export_short.${format}`])],
    ['kind of machine', pressBrake.shape.kind.options.map((kind) => `machine_kind.${kind}`)],
    ['hand', piece.shape.hand.options.map((hand) => `hand.${hand}`)],
  ]
  test.each(needed)('every %s has its words', (_what, keys) => {
    expect(keys.length).toBeGreaterThan(0)
    expect(keys.filter((key) => !words.has(key))).toEqual([])
  })
})
