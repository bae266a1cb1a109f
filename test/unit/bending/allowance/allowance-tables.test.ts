import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { hemTableRow, kFactorFigure, tableFigure } from '../../../../shared/bending/index.ts'
import { readBendTable, readHemTable } from '../../../../shared/workshop-files/index.ts'
import { resource, workshopTables } from '../sandbox-bending.ts'

const tables = workshopTables()
const bendRow = {
  material: 'kobber',
  thicknessMm: 0.7,
  vMm: 6,
  insideRadiusMm: 1,
  turnDeg: 90,
  deductionMm: 1.4,
  convention: 'mould_line' as const,
}
const { turnDeg, ...bendFields } = bendRow
/** A row in the format of the file. */
const fileRow = { ...bendFields, angleDeg: turnDeg }
const hemRow = {
  kind: 'closed',
  thicknessMm: 0.7,
  gapMm: 0,
  insideRadiusMm: 0,
  allowanceMm: -0.3,
  convention: 'outer_tangent',
}
const query = { material: 'kobber', thicknessMm: 0.7, vMm: null, insideRadiusMm: 1, turnDeg: 90 }
const rows = z.object({ rows: z.array(z.record(z.string(), z.union([z.string(), z.number()]))) })

describe("the station's allowance tables", () => {
  it.each([
    ['bend-deductions', 'bend-table'],
    ['hem-allowances', 'hem-allowances'],
  ])('%s begin as a copy of the sandbox workshop’s, each figure with its convention beside it', (shippedName, seed) => {
    const copied = rows.parse(resource(`allowances/${shippedName}.json`)).rows
    expect(copied.map(({ convention: _convention, ...row }) => row)).toEqual(
      rows.parse(resource(`sandbox/${seed}.json`)).rows,
    )
    for (const { convention, angleDeg: turnDeg = 180 } of copied) {
      expect(convention).toBe(Number(turnDeg) <= 90 ? 'mould_line' : 'outer_tangent')
    }
  })

  it.each<[string, unknown[], unknown[], string | null, string | null]>([
    ['a field missing', [{ ...fileRow, vMm: undefined }], [], 'rows[0].vMm', null],
    ['a field too many', [{ ...fileRow, vmm: 6 }], [], 'rows[0].vmm', null],
    ['a hem of a new kind', [], [hemRow, { ...hemRow, kind: 'rolled' }], null, 'rows[1].kind'],
    ['a row twice', [fileRow, { ...fileRow, deductionMm: 2 }], [], 'rows[1]', null],
    ['a hem twice', [], [hemRow, hemRow], null, 'rows[1]'],
    ['a mould line at 180°', [{ ...fileRow, angleDeg: 180 }], [], 'rows[0].convention', null],
  ])('are refused at their field: %s', (_what, bends, hems, wrongBend, wrongHem) => {
    const bendTable = readBendTable(JSON.stringify({ about: '', rows: bends }))
    const hemTable = readHemTable(JSON.stringify({ about: '', rows: hems }))
    expect(bendTable.ok ? null : bendTable.error[0]?.field).toBe(wrongBend)
    expect(hemTable.ok ? null : hemTable.error[0]?.field).toBe(wrongHem)
  })

  it('are refused at the line of the wrong figure, as every workshop file is', () => {
    const text = JSON.stringify({ about: '', rows: [fileRow, { ...fileRow, vMm: -8 }] }, null, 2)
    const line = text.slice(0, text.indexOf('-8')).split('\n').length
    expect(readBendTable(text)).toMatchObject({ ok: false, error: [{ line, field: 'rows[1].vMm' }] })
    expect(readHemTable('{')).toMatchObject({ ok: false, error: [{ line: 1, field: '' }] })
  })
})

describe('a figure from the bend table', () => {
  it('is the one measured for exactly that material, thickness, radius and angle', () => {
    const figure = tableFigure({ ...query, material: 'sink', insideRadiusMm: 1.5, turnDeg: 105 }, tables.bends)
    expect(figure).toMatchObject({ ok: true, value: { deductionMm: 1.05, convention: 'outer_tangent' } })
  })

  it('is converted to the convention of the sheet if it was measured in the other', () => {
    const bend = { turnDeg: 135, insideRadiusMm: 1, thicknessMm: 0.7 }
    const mould = kFactorFigure(bend, 0.4, 'mould_line')
    const tangent = kFactorFigure(bend, 0.4)
    if (!mould.ok || !tangent.ok) throw new Error('refused')
    const row = { ...bendRow, turnDeg: 135, deductionMm: mould.value.deductionMm }
    const figure = tableFigure({ ...query, turnDeg: 135 }, [row])
    if (!figure.ok) throw new Error(figure.error.message)
    expect(figure.value.deductionMm).toBeCloseTo(tangent.value.deductionMm, 9)
    expect(figure.value.convention).toBe('outer_tangent')
  })

  it('needs the V if the figures of the tools differ, and uses the row of a known V', () => {
    const wider = { ...bendRow, vMm: 8, deductionMm: 1.6 }
    const open = tableFigure(query, [bendRow, wider])
    expect(open.ok ? null : [open.error.field, open.error.code]).toEqual(['vMm', 'contradicts'])
    expect(tableFigure({ ...query, vMm: 8 }, [bendRow, wider])).toMatchObject({ ok: true, value: { deductionMm: 1.6 } })
  })

  it.each([
    ['material', { ...query, material: 'rustfritt' }],
    ['thickness', { ...query, thicknessMm: 0.8 }],
    ['radius', { ...query, insideRadiusMm: 1.1 }],
    ['angle, even between two that it has', { ...query, turnDeg: 88 }],
    ['V', { ...query, vMm: 8 }],
  ])('is refused, not estimated, for another %s', (_what, bend) => {
    const figure = tableFigure(bend, [bendRow, { ...bendRow, turnDeg: 85 }])
    expect(figure.ok ? null : figure.error.code).toBe('out_of_range')
  })
})

describe('a hem allowance', () => {
  it.each([
    ['closed', 0.6, 0, 0, -0.25],
    ['open', 0.6, 3, 1.5, 1.35],
    ['teardrop', 0.8, 2.5, 2, 2.05],
  ])('of a hem that is %s, t %f, gap %f, r %f is %f', (kind, thicknessMm, gapMm, insideRadiusMm, allowanceMm) => {
    const row = hemTableRow({ kind, thicknessMm, gapMm, insideRadiusMm }, tables.hems)
    expect(row).toMatchObject({ ok: true, value: { allowanceMm } })
  })

  it.each([
    ['thickness', { kind: 'closed', thicknessMm: 1.5, gapMm: 0, insideRadiusMm: 0 }],
    ['gap', { kind: 'open', thicknessMm: 0.6, gapMm: 4, insideRadiusMm: 2 }],
    ['radius of a teardrop', { kind: 'teardrop', thicknessMm: 0.6, gapMm: 2, insideRadiusMm: 3 }],
  ])('is refused for another %s', (_what, hem) => {
    const row = hemTableRow(hem, tables.hems)
    expect(row.ok ? null : row.error.code).toBe('out_of_range')
  })
})
