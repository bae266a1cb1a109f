// A sheet for program tests, made from outer lengths and turns, and its plan. Its flat pattern follows DIN 6935 unless positions are given.
import { noTables, flatPatternOf } from '../../../../shared/bending/index.ts'
import type { DrawnSheet } from '../../../../shared/drawing/index.ts'
import { planNow, type Plan } from '../../../../shared/bending/plan/index.ts'
import type { NoOrder, PlannedOrder, ProgramRequest } from '../../../../src-main/brake/program/program-request.ts'
import { bendPlanRequest } from '../../../../shared/planning/index.ts'
import { longBrake, tables } from '../../bending/fit/shipped-workshop.ts'

export interface Shape {
  flanges: readonly (number | [number, number])[]
  turns: readonly number[]
  radiusMm?: number
  thicknessMm?: number
  hems?: readonly (string | null)[]
  lengthMm?: number
  hand?: string
  /** Replaces the width of the flat pattern. */
  widthMm?: number
  positionsMm?: readonly number[]
}

export function aSheet(shape: Shape): DrawnSheet {
  const { turns, radiusMm = 1, thicknessMm = 1, hems = [], lengthMm = 2000, hand = 'none' } = shape
  const profile = {
    family: 'annet',
    material: 'aluminium',
    colour: null,
    colourSide: 'utside',
    film: 'none',
    tensileStrengthMpa: null,
    thicknessMm,
    flanges: shape.flanges.map((one) =>
      typeof one === 'number' ? { lengthMm: one, endLengthMm: null } : { lengthMm: one[0], endLengthMm: one[1] },
    ),
    bends: turns.map((turnDeg, index) => ({
      angleDeg: turnDeg,
      insideRadiusMm: radiusMm,
      hem: hems[index] ?? null,
      gapMm: 0,
    })),
  }
  const flatPattern = flatPatternOf(profile, { method: { kind: 'din6935' }, tables: noTables })
  const flat = flatPattern.ok
    ? flatPattern.value.start
    : { widthMm: 100, bendMiddlesMm: turns.map((_, bend) => 10 + bend) }
  const far = flatPattern.ok ? flatPattern.value.end : null
  const widthMm = shape.widthMm ?? Math.max(flat.widthMm, far?.widthMm ?? 0)
  const outline = [
    { x: 0, y: 0, bulge: 0 },
    { x: widthMm, y: 0, bulge: 0 },
    { x: widthMm, y: lengthMm, bulge: 0 },
    { x: 0, y: lengthMm, bulge: 0 },
  ]
  return {
    id: '018f0000-0000-7000-8000-000000000001',
    sheetNo: 3,
    drawingVersion: 4,
    reworkCount: 0,
    order: { numberDisplay: 'T-000412', title: null, customerName: null, dueDate: null },
    note: null,
    quantity: 5,
    lengthMm,
    pieces: [{ pieceNo: 1, quantity: 5, lengthMm, endLengthMm: null, hand, outline: null, cutouts: null }],
    profile,
    unfolding: {
      widthMm,
      lengthMm,
      outline,
      cutouts: [],
      bendLines: turns.map((turn, bend) => ({
        bend,
        positionMm: shape.positionsMm?.[bend] ?? flat.bendMiddlesMm[bend] ?? 0,
        endPositionMm: far?.bendMiddlesMm[bend] ?? null,
        direction: turn > 0 ? 'up' : 'down',
        angleDeg: Math.abs(turn),
      })),
    },
    approval: { state: 'not_required' },
  }
}

/** The order that the planner finds on the workshop's long press brake. */
function orderFor(sheet: DrawnSheet): PlannedOrder | NoOrder {
  const request = bendPlanRequest(sheet, longBrake, tables)
  const answer = request.ok ? planNow(request.value) : request
  if (!answer.ok) return { code: 'not_planned', message: answer.error.message }
  return answer.value.kind === 'works' ? { plan: answer.value.plan } : { code: 'cannot_be_bent', message: 'no order' }
}

/** Throws for a sheet that has no plan. */
export function planFor(sheet: DrawnSheet): Plan {
  const order = orderFor(sheet)
  if (!('plan' in order)) throw new Error(`${sheet.id}: ${order.message}`)
  return order.plan
}

/** With the plan of the sheet, unless the change has another order. */
export const requestFor = (sheet: DrawnSheet | null, change: Partial<ProgramRequest> = {}): ProgramRequest => ({
  sheet,
  drawingHash: 'ab12',
  shownDrawingVersion: 4,
  pieceNo: 1,
  machine: longBrake,
  order: change.order ?? (sheet === null ? { code: 'not_planned', message: 'no sheet' } : orderFor(sheet)),
  version: 1,
  ...change,
})
