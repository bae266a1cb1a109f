// Programs compared with figures that were computed by hand from the published rule, and properties of programs of generated sheets.
import { describe, expect, it } from 'vitest'
import { buildProgram } from '../../../../src-main/brake/program/build-program.ts'
import type { ProgramRequest } from '../../../../src-main/brake/program/program-request.ts'
import type { ProgramRefusal } from '../../../../src-main/brake/program/program-refusal.ts'
import type { Result } from '../../../../shared/base/result.ts'
import type { BrakeProgram } from '../../../../src-main/brake/program/program.ts'
import { generatedSheets } from '../../../fixtures/generated-sheets.ts'
import { aSheet, requestFor } from './a-sheet.ts'

const brake = { maxLengthMm: 3200, backgaugeMinMm: 6, backgaugeMaxMm: 750 }
type ProgramOutcome = Result<BrakeProgram, ProgramRefusal>

function programOf(outcome: ProgramOutcome): BrakeProgram {
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.value
}
const refusalOf = (outcome: ProgramOutcome) => (outcome.ok ? null : outcome.error)
const codeOf = (outcome: ProgramOutcome) => refusalOf(outcome)?.code

/** How a wide U with bends both ways is handled. */
const handling = (machine: Partial<ProgramRequest['machine']>) => {
  const sheet = aSheet({ flanges: [100, 500, 300], turns: [90, -90] })
  const request = requestFor(sheet)
  const { steps } = programOf(buildProgram({ ...request, machine: { ...brake, ...machine } }))
  return steps.map(({ edge, flipped, turned }) => ({ edge, flipped, turned }))
}

describe('the program of a piece', () => {
  it('gauges 50 + 40 + 30, t 1, r 1 by DIN 6935 at 67.12 and 29.04 mm', () => {
    // by the norm the width is 116.16 and each of the two deductions is 1.919: the middles are at 50 − 0.96 and 90 − 1.919 − 0.96
    const { steps } = programOf(buildProgram(requestFor(aSheet({ flanges: [50, 40, 30], turns: [90, 90] }))))
    expect(steps.map(({ gaugeMm }) => Math.round(gaugeMm * 100) / 100)).toEqual([67.12, 29.04])
  })

  it('uses the bend lines of the flat pattern, because the blank is cut to it', () => {
    const sheet = aSheet({ flanges: [50, 40, 30], turns: [90, 90], widthMm: 116, positionsMm: [49, 87] })
    const { steps } = programOf(buildProgram(requestFor(sheet)))
    expect(steps.map(({ gaugeMm }) => gaugeMm)).toEqual([67, 29])
  })

  it('has the included angle, direction, length, thickness, material, tool and correction of each bend', () => {
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
    const every = {
      lengthMm: 2000,
      thicknessMm: 1,
      material: 'aluminium',
      toolName: 'V8',
      punchName: 'straight-88',
      edge: 'last',
    }
    expect(program.steps).toMatchObject([
      {
        ...every,
        stepNo: 1,
        bend: 1,
        direction: 'up',
        includedDeg: 105,
        correctionDeg: 0,
        flipped: false,
        turned: false,
      },
      {
        ...every,
        stepNo: 2,
        bend: 2,
        direction: 'down',
        includedDeg: 90,
        correctionDeg: -1.5,
        flipped: true,
        turned: true,
      },
    ])
  })

  it('gauges the first bend against the first flange if the last edge is out of reach, and turns the blank for the next bend', () => {
    const sheet = aSheet({ flanges: [100, 500, 300], turns: [90, 90] })
    const { steps } = programOf(buildProgram(requestFor(sheet)))
    expect(steps.map(({ edge, turned }) => ({ edge, turned }))).toEqual([
      { edge: 'first', turned: false },
      { edge: 'last', turned: true },
    ])
    expect(steps[0]?.gaugeMm).toBeCloseTo(99.04, 2)
  })

  it('flips over the long axis, which brings the other edge to the gauge, with a half turn where the edge stays', () => {
    // the last edge is beyond the reach at the first step
    expect(handling({})).toEqual([
      { edge: 'first', flipped: false, turned: false },
      { edge: 'last', flipped: true, turned: false },
    ])
    expect(handling({ backgaugeMaxMm: 1000 })).toEqual([
      { edge: 'last', flipped: false, turned: false },
      { edge: 'last', flipped: true, turned: true },
    ])
  })

  it('never flips the blank on a folding machine that folds both ways', () => {
    const sheet = aSheet({ flanges: [60, 40, 50], turns: [75, -90] })
    const steps = (folds: 'up' | 'both') =>
      programOf(buildProgram(requestFor(sheet, { machine: { ...brake, folds } }))).steps.map(
        ({ direction, flipped, turned }) => ({ direction, flipped, turned }),
      )
    expect(steps('both')).toEqual([
      { direction: 'up', flipped: false, turned: false },
      { direction: 'down', flipped: false, turned: false },
    ])
    expect(steps('up')[1]).toEqual({ direction: 'down', flipped: true, turned: true })
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

  it('without the piece, a machine or a tool', () => {
    expect(codeOf(buildProgram(requestFor(aSheet(angle), { pieceNo: 2 })))).toBe('unknown_piece')
    expect(codeOf(buildProgram(requestFor(aSheet(angle), { machine: null })))).toBe('no_machine')
    expect(codeOf(buildProgram(requestFor(aSheet(angle), { tool: null })))).toBe('no_tool')
  })

  it.each([
    ['a tapered profile', aSheet({ flanges: [60, [80, 40]], turns: [90] }), { why: 'tapered' }],
    ['a hem', aSheet({ flanges: [60, 40, 12], turns: [90, 180], hems: [null, 'closed'] }), { why: 'hem', bend: 2 }],
  ])('for %s, which is bent by hand', (_, sheet, params) => {
    expect(refusalOf(buildProgram(requestFor(sheet)))).toMatchObject({ code: 'by_hand', params })
  })

  it('for an oblique edge at the gauge, which is bent by hand', () => {
    const { unfolding, ...rest } = aSheet(angle)
    const { widthMm } = unfolding
    const oblique = (x: number): number => (x === 0 ? 9 : widthMm - 9)
    const outline = unfolding.outline.map((corner, index) => (index < 2 ? corner : { ...corner, x: oblique(corner.x) }))
    const sheet = { ...rest, unfolding: { ...unfolding, outline } }
    expect(refusalOf(buildProgram(requestFor(sheet)))).toMatchObject({
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

  it('for more bends than the controller takes', () => {
    const sheet = aSheet({ flanges: [40, 40, 40, 40], turns: [90, -90, 90] })
    expect(refusalOf(buildProgram(requestFor(sheet, { maxSteps: 2 })))).toMatchObject({
      code: 'too_many_steps',
      params: { steps: 3, maxSteps: 2 },
    })
    const fifteen = aSheet({
      flanges: Array<number>(16).fill(40),
      turns: Array.from({ length: 15 }, (_, bend) => (bend % 2 ? -30 : 30)),
      widthMm: 600,
      positionsMm: Array.from({ length: 15 }, (_, bend) => 39 * (bend + 1)),
    })
    expect(codeOf(buildProgram(requestFor(fifteen, { maxSteps: 99 })))).toBe('too_many_steps')
  })

  it('for a bend that is longer than the machine', () => {
    const sheet = aSheet({ ...angle, lengthMm: 4000 })
    expect(refusalOf(buildProgram(requestFor(sheet)))).toMatchObject({
      code: 'too_long',
      params: { lengthMm: 4000, maxLengthMm: 3200 },
    })
  })

  it.each([
    ['nearer', [1500, 5], 2],
    ['farther', [1500, 1200], 8],
  ])('if every flat edge is %s than the backgauge reaches', (_, flanges, vMm) => {
    const tool = { name: 'V', punch: null, vMm }
    const outcome = buildProgram(requestFor(aSheet({ flanges, turns: [90] }), { tool }))
    expect(refusalOf(outcome)).toMatchObject({ code: 'gauge_out_of_reach', params: { bend: 1, minMm: 6, maxMm: 750 } })
  })

  it('if a flange does not rest on both shoulders of the V: 5.4 mm, where V8 needs 5.5 mm', () => {
    const just = buildProgram(requestFor(aSheet({ flanges: [5.5, 60], turns: [90] })))
    expect(codeOf(just)).toBeUndefined()
    const short = buildProgram(requestFor(aSheet({ flanges: [5.4, 60], turns: [90] })))
    expect(refusalOf(short)).toMatchObject({ code: 'short_flange', params: { bend: 1, neededMm: 5.5, vMm: 8 } })
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

describe('every program of generated sheets', () => {
  const sheets = generatedSheets(600, 17)
  const programs = sheets.flatMap((sheet) =>
    sheet.pieces.flatMap(({ pieceNo }) => {
      const shownDrawingVersion = sheet.drawingVersion
      const outcome = buildProgram(
        requestFor(sheet, { pieceNo, shownDrawingVersion, tool: { name: 'V6', punch: null, vMm: 6 } }),
      )
      return outcome.ok ? [{ sheet, program: outcome.value }] : []
    }),
  )

  it('exists for many of them', () => {
    expect(programs.length).toBeGreaterThan(150)
  })

  it('makes each bend once, in the order of the profile', () => {
    for (const { sheet, program } of programs) {
      const order = sheet.profile.bends.map((_, index) => index + 1)
      expect(program.steps.map(({ bend }) => bend)).toEqual(order)
      expect(program.steps.map(({ stepNo }) => stepNo)).toEqual(order)
    }
  })

  it('gauges within reach, and against an edge that is still flat', () => {
    for (const { program } of programs) {
      for (const { gaugeMm } of program.steps) {
        expect(gaugeMm).toBeGreaterThanOrEqual(6)
        expect(gaugeMm).toBeLessThanOrEqual(750)
      }
      expect(program.steps.slice(1).every(({ edge }) => edge === 'last')).toBe(true)
    }
  })

  it('has gauge positions that match the bend lines of the blank', () => {
    for (const { sheet, program } of programs) {
      const lines = new Map(sheet.unfolding.bendLines.map((line) => [line.bend + 1, line]))
      for (const { bend, gaugeMm, edge } of program.steps) {
        const positionMm = lines.get(bend)?.positionMm ?? Number.NaN
        expect(edge === 'last' ? gaugeMm + positionMm : gaugeMm).toBeCloseTo(
          edge === 'last' ? sheet.unfolding.widthMm : positionMm,
          2,
        )
      }
    }
  })

  it('flips only where the direction changes, and its included angle is 180° minus the turn', () => {
    for (const { sheet, program } of programs) {
      for (const [index, step] of program.steps.entries()) {
        const before = program.steps[index - 1]
        expect(step.flipped).toBe(before !== undefined && before.direction !== step.direction)
        expect(step.flipped !== step.turned).toBe(before !== undefined && before.edge !== step.edge)
        expect(step.includedDeg + Math.abs(sheet.profile.bends[step.bend - 1]?.angleDeg ?? 0)).toBeCloseTo(180, 1)
      }
    }
  })
})
