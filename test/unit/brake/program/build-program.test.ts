// Programs held against figures worked out by hand from the published rule, and what every program of a generated sheet keeps.
import { describe, expect, it } from 'vitest'
import { buildProgram } from '../../../../src-main/brake/program/build-program.ts'
import type { ProgramRefusal } from '../../../../src-main/brake/program/program-refusal.ts'
import type { Result } from '../../../../shared/base/result.ts'
import type { BrakeProgram } from '../../../../src-main/brake/program/program.ts'
import { generatedSheets } from '../../../fixtures/generated-sheets.ts'
import { aSheet, asked } from './a-sheet.ts'

type ProgramOutcome = Result<BrakeProgram, ProgramRefusal>

function made(outcome: ProgramOutcome): BrakeProgram {
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.value
}
const refusalOf = (outcome: ProgramOutcome) => (outcome.ok ? null : outcome.error)
const codeOf = (outcome: ProgramOutcome) => refusalOf(outcome)?.code

describe('the program of a piece', () => {
  it('gauges 50 + 40 + 30, t 1, r 1 by DIN 6935 at 67.12 and 29.04 mm', () => {
    // the width by the norm is 116.16; two deductions of 1.919 each: the middles lie at 50 − 0.96 and 90 − 1.919 − 0.96
    const { steps } = made(buildProgram(asked(aSheet({ flanges: [50, 40, 30], turns: [90, 90] }))))
    expect(steps.map(({ gaugeMm }) => Math.round(gaugeMm * 100) / 100)).toEqual([67.12, 29.04])
  })

  it('goes by the positions that the flat pattern states, since the blank is cut to it', () => {
    const sheet = aSheet({ flanges: [50, 40, 30], turns: [90, 90], widthMm: 116, positionsMm: [49, 87] })
    const { steps } = made(buildProgram(asked(sheet)))
    expect(steps.map(({ gaugeMm }) => gaugeMm)).toEqual([67, 29])
  })

  it('says the angle between the flanges, the way, the length, the blank, the tool and the correction of each bend', () => {
    const sheet = aSheet({ flanges: [60, 40, 50], turns: [75, -90] })
    const program = made(buildProgram(asked(sheet, { corrections: new Map([[2, -1.5]]), version: 7 })))
    expect(program).toMatchObject({
      sheetId: sheet.id,
      name: 'T-000412-3',
      drawingVersion: 4,
      drawingHash: 'ab12',
      pieceNo: 1,
      hand: null,
      version: 7,
    })
    const every = { lengthMm: 2000, thicknessMm: 1, material: 'aluminium', toolName: 'V8', edge: 'last', turned: false }
    expect(program.steps).toMatchObject([
      { ...every, stepNo: 1, bend: 1, direction: 'up', includedDeg: 105, correctionDeg: 0, flipped: false },
      { ...every, stepNo: 2, bend: 2, direction: 'down', includedDeg: 90, correctionDeg: -1.5, flipped: true },
    ])
  })

  it('lays the first flange at the gauge for the first bend where the last one lies beyond its reach, and turns for the next', () => {
    const sheet = aSheet({ flanges: [100, 500, 300], turns: [90, 90] })
    const { steps } = made(buildProgram(asked(sheet)))
    expect(steps.map(({ edge, turned }) => ({ edge, turned }))).toEqual([
      { edge: 'first', turned: false },
      { edge: 'last', turned: true },
    ])
    expect(steps[0]?.gaugeMm).toBeCloseTo(99.04, 2)
  })

  it('is the same for the left and the right of a straight profile', () => {
    const shape = { flanges: [50, 40, 30], turns: [90, -45] }
    const [left, right] = ['left', 'right'].map((hand) => made(buildProgram(asked(aSheet({ ...shape, hand })))))
    expect(left?.steps).toEqual(right?.steps)
    expect([left?.hand, right?.hand]).toEqual(['left', 'right'])
  })
})

describe('no program', () => {
  const angle = { flanges: [60, 60], turns: [90] }

  it('of a sheet that is gone, or drawn anew since it was shown', () => {
    expect(codeOf(buildProgram(asked(null)))).toBe('removed')
    const outcome = buildProgram(asked(aSheet(angle), { shownDrawingVersion: 3 }))
    expect(refusalOf(outcome)).toMatchObject({ code: 'superseded', params: { shown: 3, now: 4 } })
  })

  it('without a piece of that number, a machine or a tool', () => {
    expect(codeOf(buildProgram(asked(aSheet(angle), { pieceNo: 2 })))).toBe('unknown_piece')
    expect(codeOf(buildProgram(asked(aSheet(angle), { machine: null })))).toBe('no_machine')
    expect(codeOf(buildProgram(asked(aSheet(angle), { tool: null })))).toBe('no_tool')
  })

  it.each([
    ['a tapered profile', aSheet({ flanges: [60, [80, 40]], turns: [90] }), { why: 'tapered' }],
    ['a hem', aSheet({ flanges: [60, 40, 12], turns: [90, 180], hems: [null, 'closed'] }), { why: 'hem', bend: 2 }],
  ])('of %s: by hand', (_, sheet, params) => {
    expect(refusalOf(buildProgram(asked(sheet)))).toMatchObject({ code: 'by_hand', params })
  })

  it('where the edge at the gauge runs aslant: by hand', () => {
    const { unfolding, ...rest } = aSheet(angle)
    const { widthMm } = unfolding
    const aslant = (x: number): number => (x === 0 ? 9 : widthMm - 9)
    const outline = unfolding.outline.map((corner, index) => (index < 2 ? corner : { ...corner, x: aslant(corner.x) }))
    const sheet = { ...rest, unfolding: { ...unfolding, outline } }
    expect(refusalOf(buildProgram(asked(sheet)))).toMatchObject({ code: 'by_hand', params: { why: 'edge', bend: 1 } })
  })

  it('of a sheet that contradicts itself, with the field', () => {
    const sheet = aSheet({ ...angle, positionsMm: [900] })
    expect(refusalOf(buildProgram(asked(sheet)))).toMatchObject({
      code: 'unsound',
      params: { field: 'unfolding.bendLines[0].positionMm' },
    })
  })

  it('of more bends than the controller takes', () => {
    const sheet = aSheet({ flanges: [40, 40, 40, 40], turns: [90, -90, 90] })
    expect(refusalOf(buildProgram(asked(sheet, { mostSteps: 2 })))).toMatchObject({
      code: 'too_many_steps',
      params: { steps: 3, most: 2 },
    })
    const fifteen = aSheet({
      flanges: Array<number>(16).fill(40),
      turns: Array.from({ length: 15 }, (_, at) => (at % 2 ? -30 : 30)),
      widthMm: 600,
      positionsMm: Array.from({ length: 15 }, (_, at) => 39 * (at + 1)),
    })
    expect(codeOf(buildProgram(asked(fifteen, { mostSteps: 99 })))).toBe('too_many_steps')
  })

  it('of a bend longer than the machine', () => {
    const sheet = aSheet({ ...angle, lengthMm: 4000 })
    expect(refusalOf(buildProgram(asked(sheet)))).toMatchObject({
      code: 'too_long',
      params: { lengthMm: 4000, maxLengthMm: 3200 },
    })
  })

  it.each([
    ['nearer', [1500, 5], 2],
    ['farther', [1500, 1200], 8],
  ])('where every flat edge lies %s than the backgauge reaches', (_, flanges, vMm) => {
    const tool = { name: 'V', vMm }
    const outcome = buildProgram(asked(aSheet({ flanges, turns: [90] }), { tool }))
    expect(refusalOf(outcome)).toMatchObject({ code: 'gauge_out_of_reach', params: { bend: 1, minMm: 6, maxMm: 750 } })
  })

  it('where a flange does not lie on both shoulders of the V: 5.4 mm on V8, that needs 5.5', () => {
    const just = buildProgram(asked(aSheet({ flanges: [5.5, 60], turns: [90] })))
    expect(codeOf(just)).toBeUndefined()
    const short = buildProgram(asked(aSheet({ flanges: [5.4, 60], turns: [90] })))
    expect(refusalOf(short)).toMatchObject({ code: 'short_flange', params: { bend: 1, neededMm: 5.5, vMm: 8 } })
  })

  it.each([16, -16, Number.NaN, Number.POSITIVE_INFINITY])('with a correction of %s°', (correction) => {
    const outcome = buildProgram(asked(aSheet(angle), { corrections: new Map([[1, correction]]) }))
    expect(codeOf(outcome)).toBe('bad_correction')
  })

  it('with a correction that would go past flat', () => {
    const shallow = aSheet({ flanges: [60, 60], turns: [5] })
    expect(codeOf(buildProgram(asked(shallow, { corrections: new Map([[1, 6]]) })))).toBe('bad_correction')
  })
})

describe('every program of generated sheets', () => {
  const sheets = generatedSheets(600, 17)
  const made = sheets.flatMap((sheet) =>
    sheet.pieces.flatMap(({ pieceNo }) => {
      const shownDrawingVersion = sheet.drawingVersion
      const outcome = buildProgram(asked(sheet, { pieceNo, shownDrawingVersion, tool: { name: 'V6', vMm: 6 } }))
      return outcome.ok ? [{ sheet, program: outcome.value }] : []
    }),
  )

  it('is made for a good part of them', () => {
    expect(made.length).toBeGreaterThan(150)
  })

  it('makes each bend once, in the order of the profile', () => {
    for (const { sheet, program } of made) {
      const order = sheet.profile.bends.map((_, index) => index + 1)
      expect(program.steps.map(({ bend }) => bend)).toEqual(order)
      expect(program.steps.map(({ stepNo }) => stepNo)).toEqual(order)
    }
  })

  it('gauges within reach, and against what no earlier step has bent', () => {
    for (const { program } of made) {
      for (const { gaugeMm } of program.steps) {
        expect(gaugeMm).toBeGreaterThanOrEqual(6)
        expect(gaugeMm).toBeLessThanOrEqual(750)
      }
      expect(program.steps.slice(1).every(({ edge }) => edge === 'last')).toBe(true)
    }
  })

  it('measures from one edge to the other no more and no less than the blank', () => {
    for (const { sheet, program } of made) {
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

  it('flips where the direction changes and nowhere else, and adds turn and angle to 180', () => {
    for (const { sheet, program } of made) {
      for (const [index, step] of program.steps.entries()) {
        const before = program.steps[index - 1]
        expect(step.flipped).toBe(before !== undefined && before.direction !== step.direction)
        expect(step.includedDeg + Math.abs(sheet.profile.bends[step.bend - 1]?.angleDeg ?? 0)).toBeCloseTo(180, 1)
      }
    }
  })
})
