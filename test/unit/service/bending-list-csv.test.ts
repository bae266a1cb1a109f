// The CSV of the bending list: quoting and empty values.
import { expect, test } from 'vitest'
import { bendingListCsv } from '../../../src-service/production/bending-list-csv.ts'

test('semicolons, quotes and line breaks are quoted; null is empty; a bent sheet shows when', () => {
  const entry = {
    position: 1,
    sheetId: 'id',
    sheetNo: 2,
    version: 1,
    drawingVersion: 1,
    reworkCount: 0,
    orderNumber: 'T-000001',
    title: 'Beslag; "stort"\nog lite',
    customerName: null,
    pressBrakeId: null,
    family: 'vannbord',
    material: 'sink',
    colour: 'æøå',
    thicknessMm: 0.7,
    quantity: 3,
    lengthMm: 2000,
    bendCount: 2,
    approval: 'approved',
    bent: { at: '2026-11-24T09:00:00.000Z', quantity: 3, pressBrakeId: null, by: null },
    dueDate: '2026-11-24',
    plannedDate: null,
  }
  const [head, row] = bendingListCsv([JSON.stringify(entry)]).split('\r\n')
  expect(head).toBe(`\uFEFF${Object.keys(entry).join(';')}`)
  expect(row).toBe(
    '1;id;2;1;1;0;T-000001;"Beslag; ""stort""\nog lite";;;vannbord;sink;æøå;0.7;3;2000;2;approved;2026-11-24T09:00:00.000Z;2026-11-24;',
  )
})
