// A bump row at each kind of controller: one step for each stroke, with its own gauge position and the angle of one stroke.
import { describe, expect, test } from 'vitest'
import { programToRegisters } from '../../../../src-main/brake/maps/program-to-registers.ts'
import { programToText } from '../../../../src-main/brake/maps/program-to-text.ts'
import { buildProgram } from '../../../../src-main/brake/program/build-program.ts'
import { fromWords } from '../../../../src-main/brake/protocol/register-value.ts'
import { bumpPlan, bumpProgramFor, bumpedSheet } from '../../../fixtures/bump-program.ts'
import { mapOf, shippedMap } from '../../../fixtures/brake-programs.ts'
import { dncTemplate, fileDropTemplate } from '../../../fixtures/dnc.ts'
import { oldControllerText } from '../../../fixtures/hem-program.ts'
import { requestFor } from './a-sheet.ts'

const [row] = bumpPlan.steps
if (row === undefined) throw new Error('the plan has a step')

describe('the program of a bump row', () => {
  test('has a step for each stroke, each nearer by the pitch, with the angle and the springback of one stroke', () => {
    expect(row).toMatchObject({ kind: 'bump', strokes: 15 })
    const { steps } = bumpProgramFor({ corrections: new Map([[1, 1.5]]) })
    expect(steps.map(({ stepNo }) => stepNo)).toEqual(Array.from({ length: 15 }, (_, index) => index + 1))
    for (const [index, step] of steps.entries()) {
      expect(step).toMatchObject({ kind: 'bump', bend: 1, includedDeg: 174, correctionDeg: 0.1, strokes: 1 })
      expect(step.gaugeMm).toBeCloseTo(row.gauge.xMm - index * row.pitchMm, 2)
      expect(step.springbackDeg).toBeCloseTo((row.overTurnDeg - 90) / 15, 2)
      expect([step.flipped, step.turned]).toEqual([false, false])
    }
  })

  test('shares a correction in tenths, whose sum is the correction of the bend', () => {
    for (const correctionDeg of [0.1, -0.4, 2, 14.9, -15]) {
      const shares = bumpProgramFor({ corrections: new Map([[1, correctionDeg]]) }).steps.map(
        (step) => step.correctionDeg,
      )
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(correctionDeg, 9)
      expect(Math.max(...shares) - Math.min(...shares)).toBeLessThan(0.11)
      for (const share of shares) expect(Math.round(share * 10) / 10).toBe(share)
    }
    const tooLarge = { order: { plan: bumpPlan }, maxSteps: 60, corrections: new Map([[1, 15.1]]) }
    expect(buildProgram(requestFor(bumpedSheet, tooLarge))).toMatchObject({
      ok: false,
      error: { code: 'bad_correction', params: { bend: 1, correctionDeg: '15.1' } },
    })
  })

  test('is refused if the plan makes the row twice, or as one bend', () => {
    for (const steps of [[row, row], [{ ...row, kind: 'bend' as const }], [{ ...row, strokes: 1 }]])
      expect(
        buildProgram(requestFor(bumpedSheet, { order: { plan: { ...bumpPlan, steps } }, maxSteps: 60 })),
      ).toMatchObject({ ok: false, error: { code: 'unsound' } })
  })

  test('is written by every shipped controller', () => {
    const program = bumpProgramFor()
    const registers = programToRegisters(program, shippedMap)
    const valuesOf = (field: string): number[] =>
      registers
        .filter((one) => one.field === field && one.stepNo !== null)
        .map(({ words, shape, scale }) => Number((fromWords(words, shape) * scale).toFixed(3)))
    expect(valuesOf('kind')).toEqual(Array.from({ length: 15 }, () => 3))
    expect(valuesOf('angleDeg')).toEqual(Array.from({ length: 15 }, () => 174))
    expect(valuesOf('gaugeMm')).toEqual(program.steps.map(({ gaugeMm }) => gaugeMm))
    for (const { text } of [dncTemplate(), fileDropTemplate()]) {
      const lines = programToText(text, program)
      expect(lines.ok && lines.value.filter((line) => line.text.includes('BUMP'))).toHaveLength(15)
    }
  })

  test('goes to a controller without a field for the kind too: each stroke is an air bend', () => {
    const program = bumpProgramFor({ stepFields: ['angleDeg', 'gaugeMm'], maxSteps: 15 })
    const old = mapOf(oldControllerText('modbus-simulator').replace(/("room"|"greatest"): 14/g, '$1: 15'))
    expect(programToRegisters(program, old).filter(({ field }) => field === 'angleDeg')).toHaveLength(15)
  })

  test('is refused where the controller has too few steps', () => {
    expect(buildProgram(requestFor(bumpedSheet, { order: { plan: bumpPlan }, maxSteps: 14 }))).toMatchObject({
      ok: false,
      error: { code: 'too_many_steps', params: { steps: 15, maxSteps: 14 } },
    })
  })
})
