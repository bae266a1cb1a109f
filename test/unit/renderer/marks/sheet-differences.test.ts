import { expect, test } from 'vitest'
import type { SheetView } from '../../../../shared/station-api/index.ts'
import { sheetDifferences } from '../../../../src-renderer/marks/sheet-differences.ts'
import { sandboxSheets } from '../../../end-to-end/screen/fake-station/sandbox-day.ts'
import { translationIn } from '../../../fixtures/translation.ts'

type Sheet = NonNullable<SheetView['sheet']>

const { t } = translationIn('nb')

const [first] = sandboxSheets('today', '2026-11-23')
if (first === undefined) throw new Error('the sandbox has a sheet')
const bent: Sheet = first

const plain = (value: number): string => String(value)
const differencesTo = (now: Sheet): string[] =>
  sheetDifferences({ t, language: 'nb', mm: plain, thickness: plain, named: (_, code) => code }, bent, now).map(
    ({ name, before, after }) => `${name}: ${before} → ${after}`,
  )

test('an unchanged sheet has no differences, whatever changed next to the drawing', () => {
  expect(
    differencesTo({ ...bent, note: 'ny merknad', version: bent.version + 3, drawingVersion: bent.drawingVersion + 1 }),
  ).toEqual([])
})

test('another quantity is listed with its pieces', () => {
  const pieces = bent.pieces.map((piece, index) => ({ ...piece, quantity: piece.quantity + (index === 0 ? 3 : 0) }))
  const quantity = bent.quantity + 3
  expect(differencesTo({ ...bent, pieces, quantity })).toEqual([
    `Antall: ${bent.quantity} → ${quantity}`,
    'Stykker: 4 × 2000 + 2 × 1350 → 7 × 2000 + 2 × 1350',
  ])
})

test('another width, a moved bend and a reversed bend are listed separately', () => {
  const { unfolding } = bent
  const bendLines = unfolding.bendLines.map((line, index) => ({
    ...line,
    positionMm: line.positionMm + (index === 0 ? 5 : 0),
    direction: index === 1 ? ('up' as const) : line.direction,
  }))
  const differences = differencesTo({ ...bent, unfolding: { ...unfolding, widthMm: unfolding.widthMm + 2, bendLines } })
  expect(differences).toHaveLength(3)
  expect(differences[0]).toBe(`Utbrettet bredde: ${unfolding.widthMm} mm → ${unfolding.widthMm + 2} mm`)
  expect(differences[1]).toMatch(/^Bøy 1: up, 105°, [\d.]+ mm → up, 105°, [\d.]+ mm$/)
  expect(differences[2]).toMatch(/^Bøy 2: down, .* → up, /)
})

test('another blank is listed by material, thickness, colour and side', () => {
  const profile = { ...bent.profile, material: 'sink', thicknessMm: 0.7, colour: null, colourSide: 'utside' } as const
  expect(differencesTo({ ...bent, profile })).toEqual([
    'Materiale: plastbelagt_stal → sink',
    `Tykkelse: ${bent.profile.thicknessMm} mm → 0.7 mm`,
    `Farge: ${String(bent.profile.colour)} → ingen`,
    `Fargeside: ${bent.profile.colourSide} → utside`,
  ])
})

test('rework and a pending approval are listed', () => {
  const approval = { ...bent.approval, state: 'awaiting' as const }
  expect(differencesTo({ ...bent, reworkCount: 2, approval })).toEqual([
    'Sendt til omarbeid: ingen → 2 ganger',
    `Godkjenning: ${bent.approval.state} → awaiting`,
  ])
})

test('changed cutouts are listed with the other changes', () => {
  const cutouts = [{ kind: 'circle' as const, x: 50, y: 50, diameterMm: 12 }]
  const unfolding = { ...bent.unfolding, widthMm: 190, cutouts }
  expect(differencesTo({ ...bent, unfolding })).toEqual([
    `Utbrettet bredde: ${bent.unfolding.widthMm} mm → 190 mm`,
    'Omriss eller utsparinger: som det var → endret',
  ])
})

test('any other change of the drawing is listed', () => {
  const outline = bent.unfolding.outline.map((corner) => ({ ...corner, bulge: 0.1 }))
  expect(differencesTo({ ...bent, unfolding: { ...bent.unfolding, outline } })).toEqual([
    'Omriss eller utsparinger: som det var → endret',
  ])
})
