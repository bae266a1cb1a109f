// The columns of the plan in the planner's table: order, chosen machine, position, minutes, and local changes.
import { expect, test } from 'vitest'
import { splitSheet, usualShiftMin, usualTimes } from '../../../shared/planning/index.ts'
import type { OrderAnswer, PlannedSheet, PlanMachine } from '../../../shared/station-api/index.ts'
import { listTable } from '../../../src-main/exports/csv/list-csv.ts'
import { planTable } from '../../../src-main/exports/csv/plan-csv.ts'
import { longBrake, tables } from '../bending/fit/shipped-workshop.ts'
import { sill } from '../drawing/sample-sheets.ts'
import { brakes, idOf, line, textsIn } from './a-day.ts'

const machine = ({ id, name }: (typeof brakes)[number]): PlanMachine => ({
  key: id,
  pressBrakeId: id,
  name,
  kind: 'press_brake',
  longestMm: null,
  times: usualTimes,
  areDefaultTimes: true,
  shiftMin: usualShiftMin,
  pace: 1,
  secondsPerPiece: null,
  sampleSize: 0,
})
const planned = (sheetNo: number, change: Partial<PlannedSheet> = {}): PlannedSheet => ({
  sheetId: idOf(sheetNo),
  machine: brakes[0].id,
  isLocal: false,
  isPlaced: false,
  isPinned: false,
  isStale: false,
  split: null,
  by: null,
  plannedAt: null,
  done: 0,
  ...change,
})
const equipment = { machines: [], tables: { tools: null, materials: null, hemForces: null } }
const noSheets = { sheets: new Map(), checks: new Map(), orders: new Map(), plans: new Map() }

test('the table is in the planner’s order, with positions among the remaining sheets', () => {
  const lines = [line(1), line(2), line(3, { mark: 'delivered' }), line(4)]
  const sheets = [
    planned(4, { machine: brakes[1].id, isLocal: true }),
    planned(3),
    planned(2, { isLocal: true }),
    planned(1),
  ]
  const day = { lines, brakes, malformed: [], plan: { sheets, machines: brakes.map(machine), isShared: false } }
  const [headings = [], ...rows] = planTable(day, equipment, noSheets, textsIn('nb'))
  const columnOf = (name: string): number => headings.indexOf(name)
  const columns = ['Nr.', 'Valgt maskin', 'Plass', 'Bare her'].map(columnOf)
  expect(rows.map((row) => columns.map((column) => row[column]))).toEqual([
    [4, 'Knekkemaskin 1', 1, 'ja'],
    [3, 'Kantpresse 1', null, null],
    [2, 'Kantpresse 1', 1, 'ja'],
    [1, 'Kantpresse 1', 2, null],
  ])
})

const headingsWith = (isShared: boolean) => {
  const plan = { sheets: [planned(1, { isLocal: true })], machines: brakes.map(machine), isShared }
  return planTable({ lines: [line(1)], brakes, malformed: [], plan }, equipment, noSheets, textsIn('nb'))[0]
}

test('the column of local changes is left out where other stations have the plan, too', () => {
  expect(headingsWith(false)).toContain('Bare her')
  expect(headingsWith(true)).not.toContain('Bare her')
})

test('without a plan the table is in the order of the list, and has no plan columns filled', () => {
  const day = { lines: [line(2), line(1)], brakes, malformed: [] }
  const [headings = [], ...rows] = planTable(day, equipment, noSheets, textsIn('en'))
  expect(rows.map((row) => [row[0], row[headings.indexOf('Place')]])).toEqual([
    [2, null],
    [1, null],
  ])
})

test('the lengths of a split sheet are listed, and each machine answers for them', () => {
  const pieces = sill.pieces.slice(0, 1).map((piece) => ({ ...piece, quantity: 2, lengthMm: 4_000 }))
  const outline = sill.unfolding.outline.map((corner) => (corner.y === 2_000 ? { ...corner, y: 4_000 } : corner))
  const unfolding = { ...sill.unfolding, lengthMm: 4_000, outline }
  const long = { ...sill, quantity: 2, lengthMm: 4_000, pieces, unfolding }
  const split = splitSheet(pieces, 3_200, 50)
  if (!split.ok) throw new Error(split.error.message)
  const brake = { pressBrakeId: null, kind: 'press_brake', name: 'Kantpresse', machine: longBrake }
  const rowWith = (lengths: PlannedSheet['split']) => {
    const plan = { sheets: [planned(1, { split: lengths })], machines: brakes.map(machine), isShared: false }
    const day = { lines: [line(1)], brakes, malformed: [], plan }
    const sheets = new Map([[idOf(1), long]])
    const [headings = [], row = []] = planTable(
      day,
      { machines: [brake], tables },
      { ...noSheets, sheets },
      textsIn('nb'),
    )
    return ['Lengder', 'Kantpresse'].map((name) => row[headings.indexOf(name)])
  }
  expect(rowWith(null)).toEqual([null, 'nei'])
  expect(rowWith(split.value)).toEqual(['2 × 2025 + 2 × 2025', 'ja'])
})

test('the planned order of bends is in both tables, and counts in the answer and the minutes', () => {
  const [brake] = brakes
  const ownMachine = { pressBrakeId: brake.id, kind: 'press_brake', name: brake.name, machine: longBrake }
  const cells = (order: OrderAnswer) => {
    const plan = { sheets: [planned(1)], machines: brakes.map(machine), isShared: false }
    const day = { lines: [line(1, { entry: { pressBrakeId: brake.id } })], brakes, malformed: [], plan }
    const orders = new Map([[idOf(1), new Map([[brake.id, order]])]])
    // the plan finds an order by the id of the stored sheet
    const sheets = new Map([[idOf(1), { ...sill, id: idOf(1) }]])
    const plannedSheets = { ...noSheets, sheets, orders }
    const [headings = [], row = []] = planTable(day, { machines: [ownMachine], tables }, plannedSheets, textsIn('nb'))
    const [listed = [], listRow = []] = listTable(day, orders, textsIn('nb'))
    const names = [ownMachine.name, `${ownMachine.name}: hvorfor`, `${ownMachine.name}: bøyerekkefølge`, 'Minutter']
    return [...names.map((name) => row[headings.indexOf(name)]), listRow[listed.indexOf('Bøyerekkefølge')]]
  }
  const params = { bendIndex: 3, stepKind: 'bend', part: 'die', pieceKind: 'flange', pieceIndex: 0, atTurnDeg: 62 }
  const sentence = 'bøy 4 treffer underverktøyet ved 118° (knekk 62°) med flens 1'
  const [, , , usual] = cells({ kind: 'not_planned_yet' })
  expect(cells({ kind: 'impossible', isOwn: false, reasons: [{ code: 'hit', params }] })).toEqual([
    'nei',
    sentence,
    `går ikke: ${sentence}`,
    usual,
    `går ikke: ${sentence}`,
  ])
  const handling = { strokes: 200, flips: 0, halfTurns: 0, toolChanges: 0, setUpChanges: 0 }
  const [answer, why, order, minutes, listed] = cells({ kind: 'works', isOwn: false, handling })
  expect([answer, why, order, listed]).toEqual(['ja', '', 'går', 'går'])
  expect(Number(minutes)).toBeGreaterThan(Number(usual))
})
