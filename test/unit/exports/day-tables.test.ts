// The tables of a day: the list as the screen shows it, the plan with each machine's answer, and counts that add up.
import { describe, expect, it } from 'vitest'
import { bendStateOf, markStates, type EntryView } from '../../../shared/station-api/index.ts'
import { countsTable } from '../../../src-main/exports/csv/counts-csv.ts'
import type { Cell } from '../../../src-main/exports/csv/csv-file.ts'
import type { Day, Equipment } from '../../../src-main/exports/csv/day-tables.ts'
import { listTable } from '../../../src-main/exports/csv/list-csv.ts'
import { planTable, type PlannedSheets } from '../../../src-main/exports/csv/plan-csv.ts'
import { profiledAs, sill, throwing } from '../drawing/sample-sheets.ts'
import { folder, longBrake, tables } from '../bending/fit/shipped-workshop.ts'
import { brakes, idOf, line, textsIn } from './a-day.ts'

const nb = textsIn('nb')
const en = textsIn('en')
const day = (lines: EntryView[], malformed: number[] = []): Day => ({ lines, brakes, malformed })
const bent = { at: '2026-11-23T23:30:00.000Z', quantity: 5, pressBrakeId: null, by: 'Ola' }

const noOrders = new Map()

/** Each row as an object by its headings. */
function rowsOf(table: readonly (readonly Cell[])[]): Record<string, Cell>[] {
  const [headings = [], ...rows] = table
  return rows.map((row) =>
    Object.fromEntries(headings.map((heading, column) => [String(heading), row[column] ?? null])),
  )
}

describe('the list', () => {
  it('shows the same texts and figures for each sheet as the screen', () => {
    expect(rowsOf(listTable(day([line(1)]), noOrders, nb))).toEqual([
      {
        'Nr.': 1,
        Ordre: 'T-000012',
        Seddel: 1,
        Tittel: 'Takrenne Ærøy',
        Kunde: 'Bølgen Bygg AS',
        Maskin: 'Kantpresse 1',
        Beslag: 'Vindusbeslag',
        Materiale: 'Plastbelagt stål',
        Farge: 'RR33',
        'Tykkelse mm': 0.6,
        Stykker: 4,
        'Lengste mm': 2000.5,
        Bøyer: 4,
        Godkjenning: nb.word('approval', 'not_required'),
        Tilstand: 'Gjenstår',
        'Bøyd dato': null,
        'Bøyd av': null,
        Frist: '2026-11-24',
        Planlagt: '2026-11-23',
        Tegning: 2,
        Bøyerekkefølge: null,
      },
    ])
    expect(listTable(day([line(1)]), noOrders, en)[0]).toContain('Thickness mm')
  })

  it('shows this station’s marks over the service’s state, and days in the workshop’s time zone', () => {
    const rows = rowsOf(
      listTable(
        day([line(1, { mark: 'queued' }), line(2, { mark: 'cancelled' }), line(3, { entry: { bent } })]),
        noOrders,
        nb,
      ),
    )
    expect(rows.map((row) => [row['Tilstand'], row['Bøyd dato'], row['Bøyd av']])).toEqual([
      ['Merket, i kø', '2026-11-23', 'KN'],
      ['Gjenstår', null, null],
      ['Bøyd', '2026-11-24', 'Ola'],
    ])
  })

  it('writes a code without a text, a brake without a name and an absent value as they are', () => {
    const entry = { material: 'titan', pressBrakeId: idOf(9), title: null, dueDate: null }
    const [row] = rowsOf(listTable(day([line(1, { entry })]), noOrders, nb))
    expect(row).toMatchObject({ Materiale: 'titan', Maskin: idOf(9), Tittel: null, Frist: null })
  })

  it('shows an unreadable row at its place, so that the list does not look complete', () => {
    const rows = rowsOf(listTable(day([line(1), line(3)], [4, 2]), noOrders, nb))
    expect(rows.map((row) => [row['Nr.'], row['Ordre'], row['Tilstand']])).toEqual([
      [1, 'T-000012', 'Gjenstår'],
      [2, null, 'Feil i seddelen'],
      [3, 'T-000012', 'Gjenstår'],
      [4, null, 'Feil i seddelen'],
    ])
  })
})

describe('the plan', () => {
  const equipment: Equipment = {
    machines: [
      { pressBrakeId: brakes[0].id, name: 'Kantpresse 1', kind: 'press_brake', machine: longBrake },
      { pressBrakeId: brakes[1].id, name: 'Knekkemaskin 1', kind: 'folder', machine: folder },
      { pressBrakeId: null, name: 'Ny maskin', kind: 'press_brake', machine: null },
    ],
    tables,
  }
  const plan = (
    sheetId: string,
    sheets: PlannedSheets['sheets'],
    language = nb,
    checks: PlannedSheets['checks'] = new Map(),
    plans: PlannedSheets['plans'] = new Map(),
  ) =>
    rowsOf(
      planTable(
        day([{ ...line(1), entry: { ...line(1).entry, sheetId } }]),
        equipment,
        { sheets, checks, orders: noOrders, plans },
        language,
      ),
    )[0]

  it('states the stations of the planned machine, to set up the table from', () => {
    const station = {
      setUp: 0,
      dieId: 'v8-88',
      punchId: 'straight-88',
      punchTurned: true,
      hemmingToolId: null,
      fromMm: 0,
      lengthMm: 1_035,
      lowerSegmentsMm: [835, 200],
      upperSegmentsMm: [835, 200],
    }
    const second = {
      ...station,
      setUp: 1,
      dieId: null,
      punchTurned: false,
      hemmingToolId: 'hem-v6',
      upperSegmentsMm: [1_035],
    }
    const plans = new Map([[sill.id, { stations: [station, second] }]])
    const sheets = new Map([[sill.id, sill]])
    expect(plan(sill.id, sheets, nb, new Map(), plans)?.['Verktøyoppsett']).toBe(
      'Oppsett 1 · Stasjon 1 · v8-88 · straight-88 (oververktøyet snudd) · 0–1035 mm · 835 + 200 | ' +
        'Oppsett 2 · Stasjon 2 · hem-v6 · straight-88 · 0–1035 mm · under 835 + 200 · over 1035',
    )
    expect(plan(sill.id, sheets)?.['Verktøyoppsett']).toBeNull()
  })

  it('answers yes, no or unknown for every machine, with the reasons as texts', () => {
    const long = { ...sill, lengthMm: 4000, unfolding: { ...sill.unfolding, lengthMm: 4000 } }
    const row = plan(sill.id, new Map([[sill.id, sill]]))
    expect(row).toMatchObject({ 'Nr.': 1, Maskin: 'Kantpresse 1', Frist: '2026-11-24', 'Ny maskin': 'ukjent' })
    expect(row?.['Ny maskin: hvorfor']).toBe('verkstedet har ikke beskrevet maskinen i noen fil som kan leses')
    expect(['ja', 'nei', 'ukjent']).toContain(row?.['Kantpresse 1'])
    expect(row?.['Kantpresse 1'] === 'ja').toBe(row?.['Kantpresse 1: hvorfor'] === '')
    const refused = plan(long.id, new Map([[long.id, long]]), en)
    expect(refused?.['Kantpresse 1']).toBe('unknown')
    expect(refused?.['Kantpresse 1: why']).toMatch(/does not agree/)
  })

  it('reports a longest bend that is too long for every press brake, with both figures', () => {
    const pieces = sill.pieces.slice(0, 1).map((piece) => ({ ...piece, lengthMm: 4000 }))
    const outline = sill.unfolding.outline.map((corner) => (corner.y === 2000 ? { ...corner, y: 4000 } : corner))
    const unfolding = { ...sill.unfolding, lengthMm: 4000, outline }
    const long = { ...sill, quantity: 6, lengthMm: 4000, pieces, unfolding }
    const row = plan(long.id, new Map([[long.id, long]]))
    expect(row).toMatchObject({ 'Kantpresse 1': 'nei' })
    expect(row?.['Kantpresse 1: hvorfor']).toContain('lengste bøy er 4000 mm, maskinen tar 3200')
  })

  it('writes a warning of one machine with its name', () => {
    const row = plan(sill.id, new Map([[sill.id, sill]]))
    expect(row?.['Pass på']).toMatch(/(^| · )Knekkemaskin 1: bøyene går 2 opp og 2 ned: plata må vendes( · |$)/)
    const zinc = profiledAs(sill, { material: 'sink' })
    expect(plan(sill.id, new Map([[sill.id, zinc]]))?.['Pass på']).toMatch(
      /(^| · )metallet må holde minst 10 °C( · |$)/,
    )
  })

  it('reports a flat pattern that differs, with both figures and the cause', () => {
    const here = new Map([[sill.id, sill]])
    const difference = { of: { kind: 'width' }, end: 'start', serviceMm: 198.4, oursMm: 195.25 } as const
    const check = { differences: [difference], cause: 'Trolig er K-faktor 0,33 brukt.', toleranceMm: 0.3 }
    expect(plan(sill.id, here, nb, new Map([[sill.id, check]]))?.['Utbretting']).toBe(
      'Utbrettingen stemmer ikke: Utbrettet bredde: seddelen 198,4 mm, beregnet her 195,3 mm. Trolig er K-faktor 0,33 brukt.',
    )
    const fine = new Map([[sill.id, { ...check, toleranceMm: 0.05 }]])
    expect(plan(sill.id, here, en, fine)?.['Flat pattern']).toContain('the sheet 198.4 mm, computed here 195.25 mm')
    expect(plan(sill.id, here)?.['Utbretting']).toBeNull()
  })

  it('has no answer for a sheet that causes an error, and states the error', () => {
    const broken = throwing(sill, 'profile')
    expect(plan(sill.id, new Map([[sill.id, broken]]))).toMatchObject({
      'Kantpresse 1': 'ukjent',
      'Kantpresse 1: hvorfor': 'seddelen kunne ikke tegnes, på grunn av en feil i Kant',
    })
  })

  it('has no answer for a sheet that is missing or invalid, and says which', () => {
    expect(plan(sill.id, new Map())).toMatchObject({
      'Kantpresse 1': 'ukjent',
      'Kantpresse 1: hvorfor': 'seddelen er ikke hentet ennå',
      'Knekkemaskin 1': 'ukjent',
    })
    const wrong = profiledAs(sill, { thicknessMm: -1 })
    expect(plan(wrong.id, new Map([[wrong.id, wrong]]))?.['Kantpresse 1: hvorfor']).toBe(
      'platetykkelsen må være større enn null',
    )
  })
})

describe('the counts', () => {
  const everyState = markStates.map((mark, index) => line(index + 1, { mark }))
  const others = [
    line(21, { entry: { bent } }),
    line(22, { entry: { approval: 'awaiting' } }),
    line(23, { entry: { approval: 'change_requested', pressBrakeId: brakes[1].id } }),
    line(24, { sheetState: 'fetching', entry: { pressBrakeId: null } }),
    line(25, { sheetState: 'malformed' }),
  ]
  const rows = rowsOf(countsTable(day([...everyState, ...others]), nb))

  it('have a row for each brake that has sheets, for sheets without one, and for all', () => {
    expect(rows.map((row) => row['Maskin'])).toEqual(['Kantpresse 1', 'Knekkemaskin 1', 'Uten maskin', 'Alle'])
    expect(rowsOf(countsTable(day([]), nb))).toMatchObject([{ Maskin: 'Alle', Sedler: 0, Stykker: 0 }])
  })

  it('count every sheet in exactly one column, whatever its state', () => {
    const columns = ['Bøyd', 'Merket her, ikke levert', 'Trenger svar', 'Venter på kunde', 'Gjenstår']
    for (const row of rows) expect(columns.reduce((sum, name) => sum + Number(row[name]), 0)).toBe(row['Sedler'])
    expect(rows.at(-1)).toMatchObject({
      Sedler: markStates.length + others.length,
      Bøyd: 2,
      'Merket her, ikke levert': 5,
      'Trenger svar': 4,
      'Venter på kunde': 2,
      Gjenstår: 3,
    })
    expect(
      new Set(
        [...everyState, ...others].map((one) =>
          bendStateOf({ ...one, bent: one.entry.bent, approval: one.entry.approval }),
        ),
      ).size,
    ).toBeGreaterThan(14)
  })

  it('count made pieces as bent, and ordered pieces as pieces', () => {
    const [row] = rowsOf(countsTable(day([line(1, { entry: { bent } }), line(2, { mark: 'delivered' }), line(3)]), nb))
    expect(row).toMatchObject({ Stykker: 12, 'Stykker bøyd': 8 })
  })
})
