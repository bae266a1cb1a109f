// Programs as text: the words by the template, and no figure outside its range, however it comes in.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withLineEnd, programToText } from '../../../../src-main/brake/maps/program-to-text.ts'
import type { BrakeProgram } from '../../../../src-main/brake/program/program.ts'
import { aProgram, dncTemplate } from '../../../fixtures/dnc.ts'

const { text } = dncTemplate()
const written = (program: BrakeProgram, template = text) => {
  const lines = programToText(template, program)
  if (!lines.ok) throw new Error(lines.wrong.message)
  return lines.lines
}
const withStep = (change: object): BrakeProgram => {
  const program = aProgram(2)
  return { ...program, steps: program.steps.map((step, index) => (index === 1 ? { ...step, ...change } : step)) }
}

describe('a program as text', () => {
  it('has head, steps and tail by the template, each line knowing its step', () => {
    expect(written(aProgram(2))).toEqual([
      { text: '%', stepNo: null },
      { text: '(T-000412-3 P1 V1 N2)', stepNo: null },
      { text: 'N1 B1 U A90.00 C-0.50 X40.00 E2 L2000.00 S1.00 (aluminium V8)', stepNo: 1 },
      { text: 'N2 B2 D A90.00 C-0.50 X41.00 E2 L2000.00 S1.00 (aluminium V8)', stepNo: 2 },
      { text: 'M30', stepNo: null },
      { text: '%', stepNo: null },
    ])
  })

  it('writes figures with the controller’s own decimals and mark, and ends lines as it wants', () => {
    const template = { ...text, step: ['{gauge}'], decimals: 1, decimalMark: ',' as const }
    expect(written(withStep({ gaugeMm: 12.345 }), template)[3]?.text).toBe('12,3')
    expect(withLineEnd({ ...text, endOfLine: 'cr' }, 'M30')).toBe('M30\r')
  })

  it('keeps to letters that a 7-bit line has', () => {
    expect(written(withStep({ toolName: 'Bøyeverktøy', material: 'stål' }))[3]?.text).toContain('(st_l B_yeverkt_y)')
  })

  it('does not read a place, an end of line or a word of the controller out of a name', () => {
    expect(written(aProgram(1, { name: 'A{version}$&\r\n%)G0 X9' }))[1]?.text).toBe('(A_version_______G0 X9 P1 V1 N1)')
  })

  it.each([
    ['includedDeg', 179.001],
    ['includedDeg', 19],
    ['correctionDeg', 15.1],
    ['gaugeMm', 4.99],
    ['gaugeMm', -40],
    ['lengthMm', 4100.5],
    ['thicknessMm', 0],
    ['gaugeMm', Number.NaN],
    ['gaugeMm', Number.POSITIVE_INFINITY],
  ])('is not written with %s %s', (field, value) => {
    expect(programToText(text, withStep({ [field]: value }))).toMatchObject({ ok: false, wrong: { stepNo: 2 } })
  })

  it('is not written where rounding would carry a figure over its limit', () => {
    const limits = { ...text.limits, gauge: { least: 5, greatest: 99.96 } }
    const template = { ...text, decimals: 1, limits }
    expect(programToText(template, withStep({ gaugeMm: 99.96 }))).toMatchObject({ ok: false, wrong: { stepNo: 2 } })
  })

  it('is not written with no steps, more than the table takes, or a line that is too long', () => {
    expect(programToText(text, aProgram(0)).ok).toBe(false)
    expect(programToText({ ...text, greatestSteps: 3 }, aProgram(4)).ok).toBe(false)
    expect(programToText(text, withStep({ material: 'x'.repeat(80) }))).toMatchObject({
      ok: false,
      wrong: { stepNo: 2 },
    })
  })

  it('holds no figure outside its range, whatever the steps are', () => {
    const step = fc.record({
      includedDeg: fc.double(),
      correctionDeg: fc.double(),
      gaugeMm: fc.double({ min: -10, max: 1_200 }),
    })
    fc.assert(
      fc.property(step, (change) => {
        const lines = programToText({ ...text, step: ['{angle} {correction} {gauge}'] }, withStep(change))
        if (!lines.ok) return
        const [angle = Number.NaN, correction = Number.NaN, gauge = Number.NaN] =
          lines.lines[3]?.text.split(' ').map(Number) ?? []
        expect(angle >= 20 && angle <= 179 && correction >= -15 && correction <= 15).toBe(true)
        expect(gauge >= 5 && gauge <= 1_000).toBe(true)
      }),
    )
  })
})
