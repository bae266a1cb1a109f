// The tools of a program at the shipped machines: those that the fit chose, with the corrections that are stored for them.
import { ok } from '../../../shared/base/result.ts'
import { describe, expect, it } from 'vitest'
import { drawingHash } from '../../../src-main/platform/drawing-hash.ts'
import type { Sheet, StoredCorrectionRow } from '../../../src-main/ledger/index.ts'
import type { BrakePreview } from '../../../shared/station-api/index.ts'
import { stepFieldNames } from '../../../src-main/brake/maps/map-fields.ts'
import { planRequestOf } from '../../../src-main/station/bend-plans/plan-request.ts'
import { planNow } from '../../../shared/bending/plan/index.ts'
import { previewOf, type ProgramSources } from '../../../src-main/station/brake/brake-program.ts'
import { aSheet } from '../brake/program/a-sheet.ts'
import { longBrake, tables } from '../bending/fit/shipped-workshop.ts'
import { sampleSheet } from '../ledger/sample-sheet.ts'

const brakeId = '018f0000-0000-7000-8000-00000000000b'
const drawn = aSheet({ flanges: [40, 60], turns: [135], lengthMm: 1000 })
const { profile, unfolding } = drawn
const sheet: Sheet = {
  ...sampleSheet,
  drawingVersion: drawn.drawingVersion,
  lengthMm: drawn.lengthMm,
  pieces: [{ pieceNo: 1, quantity: 5, lengthMm: 1000, endLengthMm: null, hand: 'none', outline: null, cutouts: null }],
  profile: {
    ...sampleSheet.profile,
    material: profile.material,
    thicknessMm: profile.thicknessMm,
    flanges: profile.flanges.map(({ lengthMm }) => ({ lengthMm, endLengthMm: null })),
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

const stored = (change: Partial<StoredCorrectionRow>): StoredCorrectionRow => ({
  id: 'one',
  at: 0,
  pressBrakeId: brakeId,
  material: 'aluminium',
  thicknessMm: 1,
  tool: 'v8-30',
  punch: 'acute-28',
  vMm: 8,
  punchRadiusMm: 0.8,
  includedDeg: 45,
  correctionDeg: -2,
  measuredDeg: null,
  takenBack: false,
  programId: null,
  operatorId: null,
  ...change,
})

function previewWith(
  corrections: readonly StoredCorrectionRow[] = [],
  change: Partial<ProgramSources> = {},
): Extract<BrakePreview, { kind: 'program' }> {
  const sources: ProgramSources = {
    workshop: {
      ...tables,
      machines: [{ pressBrakeId: brakeId, name: longBrake.name, kind: 'press_brake', machine: longBrake }],
    },
    programs: { versionFor: () => 1 },
    corrections: { of: () => [...corrections] },
    initialsOf: () => null,
    splitOf: () => null,
    ownBrakeId: brakeId,
    greatestSteps: 14,
    stepFields: [],
    plan: ok({ kind: 'not_known', missing: [], reasons: [], plan: null }),
    isOwnOrder: false,
    ...change,
  }
  const preview = previewOf(sources, { sheet, pieceNo: 1, drawingVersion: sheet.drawingVersion })
  if (preview.kind === 'refused') throw new Error(preview.message)
  return preview
}

describe('the program of an angle of 45° at the long brake', () => {
  it('names the tools of 30° that the fit chose, and no other die of the same V', () => {
    const { program } = previewWith()
    expect(program.drawingHash).toBe(drawingHash(sheet))
    expect(program.steps).toMatchObject([{ toolName: 'v8-30', punchName: 'acute-28' }])
  })

  it('has the correction that is stored for these tools, and none of another die or punch', () => {
    expect(previewWith([stored({})]).program.steps[0]?.correctionDeg).toBe(-2)
    for (const other of [{ tool: 'v8-88' }, { punch: 'straight-28' }, { punch: null }, { punchRadiusMm: null }])
      expect(previewWith([stored(other)]).program.steps[0]?.correctionDeg).toBe(0)
  })
})

describe('the figures that the controller has no field for', () => {
  const request = planRequestOf(sheet, longBrake, tables, null)
  if (!request.ok) throw new Error(request.error.message)
  const plan = planNow(request.value.request)

  it('are named in the preview, and none if it has all fields', () => {
    expect(previewWith([], { plan, stepFields: ['angleDeg', 'gaugeMm'] }).unsent).toContain('springbackDeg')
    expect(previewWith([], { plan, stepFields: stepFieldNames }).unsent).toEqual([])
    expect(previewWith().unsent).toEqual([])
  })
})
