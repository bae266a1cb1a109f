// What a program at the long press brake of the shipped workshop is made from: a sheet of given outer lengths and turns, its plan, and
// stored corrections.
import { planNow } from '../../../shared/bending/plan/index.ts'
import type { Sheet, StoredCorrectionRow } from '../../../src-main/ledger/index.ts'
import { planRequestOf } from '../../../src-main/station/bend-plans/index.ts'
import type { ProgramSources } from '../../../src-main/station/brake/brake-program.ts'
import { aSheet, type Shape } from '../brake/program/a-sheet.ts'
import { longBrake, tables } from '../bending/fit/shipped-workshop.ts'
import { sampleSheet } from '../ledger/sample-sheet.ts'

export const brakeId = '018f0000-0000-7000-8000-00000000000b'

/** The sheet as the station reads it, 1000 mm long. */
export function storedSheet(shape: Shape): Sheet {
  const drawn = aSheet({ lengthMm: 1000, ...shape })
  const { profile, unfolding, lengthMm } = drawn
  return {
    ...sampleSheet,
    drawingVersion: drawn.drawingVersion,
    lengthMm,
    pieces: [{ pieceNo: 1, quantity: 5, lengthMm, endLengthMm: null, hand: 'none', outline: null, cutouts: null }],
    profile: {
      ...sampleSheet.profile,
      material: profile.material,
      thicknessMm: profile.thicknessMm,
      flanges: profile.flanges.map((flange) => ({ lengthMm: flange.lengthMm, endLengthMm: null })),
      bends: profile.bends.map((bend) => ({ ...bend, hem: null })),
    },
    unfolding: {
      ...sampleSheet.unfolding,
      widthMm: unfolding.widthMm,
      lengthMm: unfolding.lengthMm,
      outline: unfolding.outline.map((corner) => ({ ...corner })),
      bendLines: unfolding.bendLines.map((line) => ({ ...line })),
    },
    pressBrakeId: brakeId,
  }
}

const requestOf = (sheet: Sheet) => planRequestOf(sheet, longBrake, tables, null)

const plans = new WeakMap<Sheet, ProgramSources['plan']>()

/** What the planner answers for the sheet at the long brake. A sheet is planned once. */
export function planOf(sheet: Sheet): ProgramSources['plan'] {
  const cached = plans.get(sheet)
  if (cached !== undefined) return cached
  const request = requestOf(sheet)
  const plan = request.ok ? planNow(request.value.request) : request
  plans.set(sheet, plan)
  return plan
}

function requestedOf(sheet: Sheet): ProgramSources['planRequest'] {
  const request = requestOf(sheet)
  return request.ok ? request.value.request : null
}

/** The plan of the sheet, the given corrections, and a controller with 60 steps. */
export const sourcesFor = (
  sheet: Sheet,
  corrections: readonly StoredCorrectionRow[] = [],
  change: Partial<ProgramSources> = {},
): ProgramSources => ({
  workshop: tables,
  programs: { versionFor: () => 1 },
  corrections: { of: () => [...corrections] },
  gaugeCorrections: { of: () => [] },
  initialsOf: () => null,
  split: null,
  machine: { pressBrakeId: brakeId, name: longBrake.name, kind: 'press_brake', machine: longBrake },
  pressBrakeId: brakeId,
  greatestSteps: 60,
  stepFields: [],
  plan: planOf(sheet),
  planRequest: requestedOf(sheet),
  isOwnOrder: false,
  ...change,
})
