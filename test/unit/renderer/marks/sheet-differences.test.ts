import { createInstance, type i18n } from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import nb from '../../../../resources/translations/nb.json' with { type: 'json' }
import type { SheetView } from '../../../../shared/station-api/index.ts'
import { sheetDifferences } from '../../../../src-renderer/marks/sheet-differences.ts'
import { sandboxSheets } from '../../../end-to-end/screen/sandbox-day.ts'

type Sheet = NonNullable<SheetView['sheet']>

const speaker: i18n = createInstance()
beforeAll(async () => {
  await speaker.init({ lng: 'nb', resources: { nb: { translation: nb } }, interpolation: { escapeValue: false } })
})

const [first] = sandboxSheets('today', '2026-11-23')
if (first === undefined) throw new Error('the sandbox has a sheet')
const bent: Sheet = first

const plain = (value: number): string => String(value)
const told = (now: Sheet): string[] =>
  sheetDifferences(
    { t: speaker.t, mm: plain, deg: (angle) => `${angle}°`, thickness: plain, named: (_, code) => code },
    bent,
    now,
  ).map(({ what, before, after }) => `${what}: ${before} → ${after}`)

test('a sheet that is bent as it was has none, whatever was written beside the drawing', () => {
  expect(
    told({ ...bent, note: 'ny merknad', version: bent.version + 3, drawingVersion: bent.drawingVersion + 1 }),
  ).toEqual([])
})

test('another quantity is told with its pieces', () => {
  const pieces = bent.pieces.map((piece, index) => ({ ...piece, quantity: piece.quantity + (index === 0 ? 3 : 0) }))
  const quantity = bent.quantity + 3
  expect(told({ ...bent, pieces, quantity })).toEqual([
    `Antall: ${bent.quantity} → ${quantity}`,
    'Stykker: 4 × 2000 + 2 × 1350 → 7 × 2000 + 2 × 1350',
  ])
})

test('another width, a bend that was moved and one that turns the other way are told each by itself', () => {
  const { unfolding } = bent
  const bendLines = unfolding.bendLines.map((line, index) => ({
    ...line,
    positionMm: line.positionMm + (index === 0 ? 5 : 0),
    direction: index === 1 ? ('up' as const) : line.direction,
  }))
  const found = told({ ...bent, unfolding: { ...unfolding, widthMm: unfolding.widthMm + 2, bendLines } })
  expect(found).toHaveLength(3)
  expect(found[0]).toBe(`Utbrettet bredde: ${unfolding.widthMm} mm → ${unfolding.widthMm + 2} mm`)
  expect(found[1]).toMatch(/^Bøy 1: up, 75°, [\d.]+ mm → up, 75°, [\d.]+ mm$/)
  expect(found[2]).toMatch(/^Bøy 2: down, .* → up, /)
})

test('another plate is told by material, thickness, colour and side', () => {
  const profile = { ...bent.profile, material: 'sink', thicknessMm: 0.7, colour: null, colourSide: 'utside' } as const
  expect(told({ ...bent, profile })).toEqual([
    'Materiale: plastbelagt_stal → sink',
    `Tykkelse: ${bent.profile.thicknessMm} mm → 0.7 mm`,
    `Farge: ${String(bent.profile.colour)} → ingen`,
    `Fargeside: ${bent.profile.colourSide} → utside`,
  ])
})

test('a sheet sent to rework, and one that waits for the customer, says so', () => {
  const approval = { ...bent.approval, state: 'awaiting' as const }
  expect(told({ ...bent, reworkCount: 2, approval })).toEqual([
    'Sendt til omarbeid: ingen → 2 ganger',
    `Godkjenning: ${bent.approval.state} → awaiting`,
  ])
})

test('what is cut out is told beside what else was changed', () => {
  const cutouts = [{ kind: 'circle' as const, x: 50, y: 50, diameterMm: 12 }]
  const unfolding = { ...bent.unfolding, widthMm: 190, cutouts }
  expect(told({ ...bent, unfolding })).toEqual([
    `Utbrettet bredde: ${bent.unfolding.widthMm} mm → 190 mm`,
    'Omriss eller utsparinger: som det var → endret',
  ])
})

test('whatever else of the drawing differs is not passed over in silence', () => {
  const outline = bent.unfolding.outline.map((corner) => ({ ...corner, bulge: 0.1 }))
  expect(told({ ...bent, unfolding: { ...bent.unfolding, outline } })).toEqual([
    'Omriss eller utsparinger: som det var → endret',
  ])
})
