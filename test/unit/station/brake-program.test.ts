// The tools of a program at the shipped machines: those that the fit chose, with the corrections that are stored for them.
import { ok } from '../../../shared/base/result.ts'
import { describe, expect, it } from 'vitest'
import { drawingHash } from '../../../src-main/platform/drawing-hash.ts'
import type { StoredCorrectionRow } from '../../../src-main/ledger/index.ts'
import { asMade, notKnownInWords, splitSheet } from '../../../shared/planning/index.ts'
import type { BrakePreview } from '../../../shared/station-api/index.ts'
import { stepFieldNames } from '../../../src-main/brake/maps/map-fields.ts'
import { previewOf, type ProgramSources } from '../../../src-main/station/brake/brake-program.ts'
import { brakeId, planOf, sourcesFor, storedSheet } from './brake-sources.ts'

const sheet = storedSheet({ flanges: [40, 60], turns: [135] })

const stored = (change: Partial<StoredCorrectionRow>): StoredCorrectionRow => ({
  id: 'one',
  storedAtMs: 0,
  pressBrakeId: brakeId,
  material: 'aluminium',
  thicknessMm: 1,
  tool: 'v8-30',
  punch: 'acute-28',
  vMm: 8,
  punchRadiusMm: 0.8,
  bumpRadiusMm: null,
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
  const preview = previewFrom(sourcesFor(sheet, corrections, change))
  if (preview.kind === 'refused') throw new Error(preview.message)
  return preview
}

const previewFrom = (sources: ProgramSources): BrakePreview =>
  previewOf(sources, { sheet, pieceNo: 1, drawingVersion: sheet.drawingVersion })

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
  it('are named in the preview, and none if it has all fields', () => {
    expect(previewWith([], { stepFields: ['angleDeg', 'gaugeMm'] }).unsent).toContain('springbackDeg')
    expect(previewWith([], { stepFields: stepFieldNames }).unsent).toEqual([])
  })
})

describe('an answer that is not known', () => {
  const knownPlan = planOf(sheet)
  if (!knownPlan.ok || knownPlan.value.kind !== 'works') throw new Error('the sheet is planned')
  const { plan } = knownPlan.value
  const missing = [{ part: 'die', id: 'v8-30' }] as const
  const reasons = [{ code: 'springback_unknown', params: { bendIndex: 0 } }] as const
  const notKnown = (change: object): ProgramSources['plan'] =>
    ok({ kind: 'not_known', missing: [], reasons: [], plan, ...change })

  it('without an order gives no program, and the refusal names it', () => {
    const preview = previewFrom(sourcesFor(sheet, [], { plan: notKnown({ plan: null, missing, reasons }) }))
    expect(preview).toMatchObject({ kind: 'refused', code: 'order_not_known', planReasons: reasons })
    expect(preview.kind === 'refused' && preview.message).toMatch(/v8-30.*springback of bend 1/)
  })

  it('has a hash of what is not known, beside that of the program, which stays the same', () => {
    const previews = [
      { missing },
      { reasons: [{ code: 'stopped', params: { states: 3 } }] },
      { missing, reasons: [] },
    ].map((change) => previewWith([], { plan: notKnown(change) }))
    const [first, other, again] = previews
    expect(new Set(previews.map(({ program }) => program.hash)).size).toBe(1)
    expect(first?.notKnown?.hash).toBe(again?.notKnown?.hash)
    expect(first?.notKnown?.hash).not.toBe(other?.notKnown?.hash)
    expect(previewWith().notKnown).toBeNull()
  })

  it('with an unknown springback sends none, and asks the operator to set none', () => {
    const preview = previewWith([], { plan: notKnown({ reasons }), stepFields: ['angleDeg', 'gaugeMm'] })
    expect(preview.program.steps).toMatchObject([{ springbackDeg: null }])
    expect(preview.unsent).not.toContain('springbackDeg')
    const withKnown = previewWith([], { plan: notKnown({ missing }) })
    expect(withKnown.program.steps[0]?.springbackDeg).toBeGreaterThan(0)
  })
})

it('a sheet whose force no table states is sent only after a question that names it', () => {
  const unrated = { ...sheet, profile: { ...sheet.profile, tensileStrengthMpa: null } }
  const { workshop } = sourcesFor(sheet)
  const sources = sourcesFor(sheet, [], { workshop: { ...workshop, materials: { source: 'test', materials: [] } } })
  const preview = previewOf(sources, { sheet: unrated, pieceNo: 1, drawingVersion: unrated.drawingVersion })
  if (preview.kind === 'refused') throw new Error(preview.message)
  expect(preview.notKnown).toMatchObject({
    missing: [],
    reasons: [],
    fit: [{ code: 'strength_unknown', params: { thicknessMm: 1 } }],
    corrections: [],
  })
})

const of90 = (correctionDeg: number): StoredCorrectionRow =>
  stored({ tool: 'v8-88', punch: 'straight-88', punchRadiusMm: 0.6, includedDeg: 90, correctionDeg })

describe('a correction that may turn a bend further than the plan was checked', () => {
  const hat = storedSheet({ flanges: [20, 60, 60, 20], turns: [90, 90, 90] })
  const correctedPreview = (correctionDeg: number) => {
    const preview = previewOf(sourcesFor(hat, [of90(correctionDeg)], { stepFields: stepFieldNames }), {
      sheet: hat,
      pieceNo: 1,
      drawingVersion: hat.drawingVersion,
    })
    if (preview.kind === 'refused') throw new Error(preview.message)
    expect(preview.program.steps.map((step) => step.correctionDeg)).toEqual([
      correctionDeg,
      correctionDeg,
      correctionDeg,
    ])
    return preview
  }

  it('is named with the reasons, and the program is the same', () => {
    const { notKnown } = correctedPreview(-2)
    expect(notKnown).toMatchObject({ missing: [], reasons: [], fit: [] })
    expect(notKnown?.corrections.map(({ bend }) => bend).toSorted()).toEqual([1, 2, 3])
    expect(notKnown === null ? [] : notKnownInWords(notKnown, 'en')).toContainEqual(
      expect.stringMatching(/^with its angle correction of -2°, bend 1 may be turned too far: .*88°/),
    )
    expect(correctedPreview(-4).notKnown?.hash).not.toBe(notKnown?.hash)
  })

  it('is not named where the tools and the blank leave room, or where the bend is turned less', () => {
    expect(correctedPreview(-1).notKnown).toBeNull()
    expect(correctedPreview(4).notKnown).toBeNull()
  })
})

it('a sheet that is too long for the machine has a program for each length of its split', () => {
  const long = storedSheet({ flanges: [40, 60], turns: [90], lengthMm: 5_000 })
  expect(previewOf(sourcesFor(long), { sheet: long, pieceNo: 1, drawingVersion: long.drawingVersion })).toMatchObject({
    kind: 'refused',
    code: 'too_long',
  })
  const split = splitSheet(long.pieces, 2_600, 40)
  if (!split.ok) throw new Error(split.error.message)
  const { pieces } = split.value
  const sources = sourcesFor(long, [], { split: split.value, plan: planOf(asMade(long, split.value)) })
  const previews = pieces.map(({ pieceNo }) =>
    previewOf(sources, { sheet: long, pieceNo, drawingVersion: long.drawingVersion }),
  )
  expect(previews).toMatchObject(
    pieces.map(({ pieceNo, lengthMm }) => ({ kind: 'program', program: { pieceNo, steps: [{ lengthMm }] } })),
  )
  expect(previews[0]).toMatchObject({ program: { drawingHash: drawingHash(long), steps: [{ lengthMm: 2_520 }] } })
})
