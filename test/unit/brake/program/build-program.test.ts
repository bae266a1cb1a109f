// Programs of single sheets compared with figures that were computed by hand from the published rule, and each refusal.
import { describe, expect, it } from 'vitest'
import type { Result } from '../../../../shared/base/result.ts'
import { buildProgram } from '../../../../src-main/brake/program/build-program.ts'
import type { ProgramRefusal } from '../../../../src-main/brake/program/program-refusal.ts'
import type { BrakeProgram } from '../../../../src-main/brake/program/program.ts'
import { longBrake } from '../../bending/fit/shipped-workshop.ts'
import { aSheet, planFor, requestFor } from './a-sheet.ts'

type ProgramOutcome = Result<BrakeProgram, ProgramRefusal>

function programOf(outcome: ProgramOutcome): BrakeProgram {
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.value
}
const refusalOf = (outcome: ProgramOutcome) => (outcome.ok ? null : outcome.error)
const codeOf = (outcome: ProgramOutcome) => refusalOf(outcome)?.code

describe('the program of a piece', () => {
  it.each([
    { flanges: [50, 40], firstMm: 49.04, lastMm: 39.04 },
    { flanges: [90, 35], firstMm: 89.04, lastMm: 34.04 },
  ])('gauges $flanges mm, t 1, r 1 by DIN 6935 at the middle of its bend', ({ flanges, firstMm, lastMm }) => {
    // by the norm the deduction is 1.919: the middle of the bend is 0.96 before the outer length
    const [step] = programOf(buildProgram(requestFor(aSheet({ flanges, turns: [90] })))).steps
    expect(step?.gaugeMm).toBeCloseTo(step?.edge === 'first' ? firstMm : lastMm, 2)
  })

  it('uses the bend lines of the flat pattern, because the blank is cut to it', () => {
    const sheet = aSheet({ flanges: [50, 40], turns: [90], widthMm: 88, positionsMm: [49] })
    const [step] = programOf(buildProgram(requestFor(sheet))).steps
    expect(step?.gaugeMm).toBe(step?.edge === 'first' ? 49 : 39)
  })

  it('has the included angle, direction, length, thickness, material, tools and correction of each bend', () => {
    const sheet = aSheet({ flanges: [60, 40, 50], turns: [75, -90] })
    const program = programOf(buildProgram(requestFor(sheet, { corrections: new Map([[2, -1.5]]), version: 7 })))
    expect(program).toMatchObject({
      sheetId: sheet.id,
      name: 'T-000412-3',
      drawingVersion: 4,
      drawingHash: 'ab12',
      pieceNo: 1,
      hand: null,
      version: 7,
    })
    const plan = planFor(sheet)
    const every = { lengthMm: 2000, thicknessMm: 1, material: 'aluminium' }
    const ofBend = [
      { bend: 1, direction: 'up', includedDeg: 105, correctionDeg: 0 },
      { bend: 2, direction: 'down', includedDeg: 90, correctionDeg: -1.5 },
    ]
    expect(program.steps).toMatchObject(
      plan.steps.map(({ bendIndex, dieId, punchId }, index) => ({
        ...every,
        ...ofBend[bendIndex],
        stepNo: index + 1,
        toolName: dieId,
        punchName: punchId,
      })),
    )
  })

  it('adds a correction of the backgauge to its bend only', () => {
    const sheet = aSheet({ flanges: [60, 40, 50], turns: [75, -90] })
    const gauges = (gaugeCorrections: ReadonlyMap<number, number>) =>
      programOf(buildProgram(requestFor(sheet, { gaugeCorrections }))).steps.map(({ bend, gaugeMm }) => ({
        bend,
        gaugeMm,
      }))
    const plain = gauges(new Map())
    for (const [index, { bend, gaugeMm }] of gauges(new Map([[1, 0.4]])).entries())
      expect(gaugeMm - (plain[index]?.gaugeMm ?? 0)).toBeCloseTo(bend === 1 ? 0.4 : 0, 6)
  })

  it('has the direction of each fold on a folding machine that folds both ways', () => {
    const sheet = aSheet({ flanges: [60, 40, 50], turns: [75, -90] })
    const plan = planFor(sheet)
    const steps = plan.steps.map((step) => ({
      ...step,
      handling: 'none' as const,
      direction: step.bendIndex === 0 ? ('up' as const) : ('down' as const),
    }))
    const request = requestFor(sheet, {
      machine: { ...longBrake, folds: 'both' },
      order: { plan: { ...plan, steps } },
    })
    for (const step of programOf(buildProgram(request)).steps)
      expect(step).toMatchObject({ direction: step.bend === 1 ? 'up' : 'down', flipped: false, turned: false })
  })

  it('has the same steps for both hands of a straight profile', () => {
    const shape = { flanges: [50, 40, 30], turns: [90, -45] }
    const [left, right] = ['left', 'right'].map((hand) =>
      programOf(buildProgram(requestFor(aSheet({ ...shape, hand })))),
    )
    expect(left?.steps).toEqual(right?.steps)
    expect([left?.hand, right?.hand]).toEqual(['left', 'right'])
  })
})

describe('no program is built', () => {
  const angle = { flanges: [60, 60], turns: [90] }

  it('for a sheet that was removed, or whose drawing has changed', () => {
    expect(codeOf(buildProgram(requestFor(null)))).toBe('removed')
    const outcome = buildProgram(requestFor(aSheet(angle), { shownDrawingVersion: 3 }))
    expect(refusalOf(outcome)).toMatchObject({ code: 'superseded', params: { shown: 3, now: 4 } })
  })

  it('without the piece or a machine', () => {
    expect(codeOf(buildProgram(requestFor(aSheet(angle), { pieceNo: 2 })))).toBe('unknown_piece')
    expect(codeOf(buildProgram(requestFor(aSheet(angle), { machine: null })))).toBe('no_machine')
  })

  it('for a tapered profile, which is bent by hand', () => {
    const sheet = aSheet({ flanges: [60, [80, 40]], turns: [90] })
    expect(refusalOf(buildProgram(requestFor(sheet)))).toMatchObject({ code: 'by_hand', params: { why: 'tapered' } })
  })

  it('for an oblique edge at the gauge, which is bent by hand', () => {
    const { unfolding, ...rest } = aSheet(angle)
    const { widthMm } = unfolding
    const oblique = (x: number): number => (x === 0 ? 9 : widthMm - 9)
    const outline = unfolding.outline.map((corner, index) => (index < 2 ? corner : { ...corner, x: oblique(corner.x) }))
    const sheet = { ...rest, unfolding: { ...unfolding, outline } }
    expect(refusalOf(buildProgram(requestFor(sheet, { order: { plan: planFor(aSheet(angle)) } })))).toMatchObject({
      code: 'by_hand',
      params: { why: 'edge', bend: 1 },
    })
  })

  it('for a sheet with inconsistent data, and the refusal has the field', () => {
    const sheet = aSheet({ ...angle, positionsMm: [900] })
    expect(refusalOf(buildProgram(requestFor(sheet)))).toMatchObject({
      code: 'unsound',
      params: { field: 'unfolding.bendLines[0].positionMm' },
    })
  })

  it('for a profile that runs through itself, with the field', () => {
    const sheet = aSheet({ flanges: [60, 40, 50, 60], turns: [90, 90, 90] })
    expect(refusalOf(buildProgram(requestFor(sheet)))).toMatchObject({
      code: 'unsound',
      params: { field: 'profile.flanges[3]' },
    })
  })

  it('for more steps than the controller takes', () => {
    const sheet = aSheet({ flanges: [40, 40, 40, 40], turns: [90, -90, 90] })
    expect(refusalOf(buildProgram(requestFor(sheet, { maxSteps: 2 })))).toMatchObject({
      code: 'too_many_steps',
      params: { steps: 3, maxSteps: 2 },
    })
  })

  it('for a bend that is longer than the machine', () => {
    const machine = { ...longBrake, maxLengthMm: 1999 }
    expect(refusalOf(buildProgram(requestFor(aSheet(angle), { machine })))).toMatchObject({
      code: 'too_long',
      params: { lengthMm: 2000, maxLengthMm: 1999 },
    })
  })

  // the plan gauges at 59.04 mm
  it.each([
    ['nearer', -1],
    ['farther', 1],
  ])('if a correction of the backgauge puts it %s than it reaches', (_, correctionMm) => {
    const machine = { ...longBrake, backgaugeMinMm: 58.5, backgaugeMaxMm: 59.5 }
    const gaugeCorrections = new Map([[1, correctionMm]])
    expect(refusalOf(buildProgram(requestFor(aSheet(angle), { machine, gaugeCorrections })))).toMatchObject({
      code: 'gauge_out_of_reach',
      params: { bend: 1, minMm: 58.5, maxMm: 59.5 },
    })
  })

  it.each([16, -16, Number.NaN, Number.POSITIVE_INFINITY])('with a correction of %s°', (correction) => {
    const outcome = buildProgram(requestFor(aSheet(angle), { corrections: new Map([[1, correction]]) }))
    expect(codeOf(outcome)).toBe('bad_correction')
  })

  it('with a correction past flat', () => {
    const shallow = aSheet({ flanges: [60, 60], turns: [5] })
    expect(codeOf(buildProgram(requestFor(shallow, { corrections: new Map([[1, 6]]) })))).toBe('bad_correction')
  })
})
