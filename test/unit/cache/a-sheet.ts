// A bending sheet and its list entry, as the service sends them.
import type { BendingListEntry, BendingSheet } from '../../../shared/workshop-api/index.ts'

const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
export const sheetId = idOf

export function aSheet(n: number, changed: Partial<BendingSheet> = {}): BendingSheet {
  return {
    id: idOf(n),
    sheetNo: 1,
    version: 1,
    drawingVersion: 1,
    reworkCount: 0,
    reworkedAt: null,
    order: {
      id: idOf(900_000 + n),
      numberDisplay: 'T-000012',
      title: 'Vindusbeslag',
      customerName: 'Blikk og Bly AS',
      dueDate: '2026-11-24',
    },
    pressBrakeId: null,
    plannedDate: null,
    note: null,
    quantity: 8,
    lengthMm: 2000,
    pieces: [
      { pieceNo: 1, quantity: 8, lengthMm: 2000, endLengthMm: null, hand: 'none', outline: null, cutouts: null },
    ],
    profile: {
      family: 'vinkel',
      params: { a: 50, b: 50 },
      material: 'aluminium',
      colour: 'RR33',
      colourSide: 'utside',
      film: 'face',
      grain: null,
      thicknessMm: 1,
      tensileStrengthMpa: 200,
      flanges: [
        { lengthMm: 50, endLengthMm: null },
        { lengthMm: 50, endLengthMm: null },
      ],
      bends: [{ angleDeg: 90, insideRadiusMm: 1, hem: null, gapMm: 0 }],
    },
    unfolding: {
      widthMm: 98,
      lengthMm: 2000,
      method: 'din6935',
      kFactor: null,
      bendLines: [{ bend: 0, positionMm: 49, endPositionMm: null, direction: 'up', angleDeg: 90 }],
      outline: [
        { x: 0, y: 0, bulge: 0 },
        { x: 98, y: 0, bulge: 0 },
        { x: 98, y: 2000, bulge: 0 },
        { x: 0, y: 2000, bulge: 0 },
      ],
      cutouts: [],
    },
    approval: { state: 'approved', sentAt: null, decidedAt: null, comment: null },
    bent: null,
    createdAt: '2026-11-20T08:00:00.000Z',
    updatedAt: '2026-11-20T08:00:00.000Z',
    ...changed,
  }
}

export function anEntry(n: number, changed: Partial<BendingListEntry> = {}): BendingListEntry {
  return {
    position: n,
    sheetId: idOf(n),
    sheetNo: 1,
    version: 1,
    drawingVersion: 1,
    reworkCount: 0,
    orderNumber: 'T-000012',
    title: 'Vindusbeslag',
    customerName: 'Blikk og Bly AS',
    pressBrakeId: null,
    family: 'vinkel',
    material: 'aluminium',
    colour: 'RR33',
    thicknessMm: 1,
    quantity: 8,
    lengthMm: 2000,
    bendCount: 1,
    approval: 'approved',
    bent: null,
    dueDate: '2026-11-24',
    plannedDate: null,
    ...changed,
  }
}
