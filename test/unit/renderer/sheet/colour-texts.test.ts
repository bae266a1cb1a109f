// The colour of a sheet and its side, as an operator reads them.
import { expect, test } from 'vitest'
import nb from '../../../../resources/translations/nb.json' with { type: 'json' }
import { colourName, colourPlaceText } from '../../../../src-renderer/sheet/colour-texts.ts'
import { idOf, sandboxSheets } from '../../../end-to-end/screen/fake-station/sandbox-day.ts'
import { translationIn } from '../../../fixtures/translation.ts'

const faces: Readonly<Record<string, string>> = nb.colour_side

const { t } = translationIn('nb')

const texts = { t, language: 'nb' as const, named: (_group: string, name: string) => faces[name] ?? name }

function placeOf(key: string): string {
  const sheet = sandboxSheets('today', '2026-11-23').find(({ id }) => id === idOf(key))
  if (sheet === undefined) throw new Error(`the sandbox has no sheet ${key}`)
  return colourPlaceText(texts, sheet.profile)
}

test('a parapet cap whose colour is outside reads Utside, with the face of its drawing', () => {
  expect(placeOf('parapetbeslag-01')).toBe('Utside (flate B)')
  expect(placeOf('parapetbeslag-02')).toBe('Utside (flate A)')
  expect(placeOf('overgangsbeslag-02')).toBe('Innside (flate B)')
  expect(placeOf('vindusbeslag-01')).toBe('Flate B')
  expect(placeOf('hatteprofil-01')).toBe('Ingen')
})

const nameOf = (material: string, colour: string | null) => colourName(texts, { material, colour })

test('a colour has its name, bare metal what the sheet says, and what no list has is called unknown', () => {
  expect(nameOf('plastbelagt_stal', 'RR33')).toBe('RR33 sort')
  expect(nameOf('sink', 'naturell')).toBe('naturell')
  expect(nameOf('sink', null)).toBe(null)
  expect(nameOf('plastbelagt_stal', 'Ærfuglblå 4B')).toBe('Ærfuglblå 4B (ukjent farge)')
  expect(nameOf('plastbelagt_stal', null)).toBe('(ukjent farge)')
})
