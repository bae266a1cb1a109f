// What other stations did to a sheet, in both languages.
import { expect, test } from 'vitest'
import type { SheetElsewhere } from '../../../../shared/station-api/index.ts'
import type { Texts } from '../../../../src-renderer/language/texts.ts'
import { elsewhereTexts } from '../../../../src-renderer/peers/elsewhere-texts.ts'
import { translationIn } from '../../../fixtures/translation.ts'

const instant = '2026-03-02T08:00:00.000Z'
const nothing: SheetElsewhere = {
  sheetId: '00000000-0000-4000-8000-000000000001',
  bending: [],
  marks: [],
  isMarkedTwice: false,
  ownPieces: 0,
  pieces: [],
  stops: [],
  overwritten: [],
  handOvers: [],
}

const same = (code: unknown): string => String(code)

function textsOf(language: 'nb' | 'en', change: Partial<SheetElsewhere>): string[] {
  const { t } = translationIn(language)
  const texts: Texts = {
    t,
    language,
    mm: same,
    fineMm: same,
    thickness: same,
    deg: same,
    kFactor: same,
    kn: same,
    day: same,
    shortDay: same,
    date: same,
    when: () => '09:00',
    age: same,
    named: (_kind, code) => code,
    field: same,
  }
  return elsewhereTexts(texts, { ...nothing, ...change }).map(({ text }) => text)
}

test('a sheet that is marked twice is reported with the pieces of each station', () => {
  const mark = { station: 'Kantpresse 2', state: 'delivered', reason: null, markedAt: instant, pieces: 2, by: null }
  const change = { marks: [mark], isMarkedTwice: true, ownPieces: 1 }
  expect(textsOf('nb', change)).toContain(
    'Seddelen er merket ved flere stasjoner: 1 stk. her, 2 stk. ved Kantpresse 2. Sjekk hvor mange stykker som er laget.',
  )
  expect(textsOf('en', change)).toContain(
    'The sheet is marked at several stations: 1 pcs. here, 2 pcs. at Kantpresse 2. Check how many pieces were made.',
  )
})

test('an overwritten choice is reported with both machines, and with the service’s where none is chosen', () => {
  const choice = { station: 'Kontor', by: 'KARI', plannedAt: instant, machine: 'Kantpresse 1' }
  const overwritten = [{ ...choice, appliedStation: 'Kantpresse 2', appliedBy: null, appliedMachine: null }]
  expect(textsOf('nb', { overwritten })).toEqual([
    'Valget fra Kontor (KARI) 09:00 (Kantpresse 1) ble overskrevet av Kantpresse 2 (maskinen fra tjenesten)',
  ])
  expect(textsOf('en', { overwritten })).toEqual([
    'The choice of Kontor (KARI) 09:00 (Kantpresse 1) was overwritten by Kantpresse 2 (the service’s machine)',
  ])
})
