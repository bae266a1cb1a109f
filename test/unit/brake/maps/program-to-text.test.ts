// Programs as text: the lines follow the template, and no figure is written outside its range.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withLineEnd, programToText } from '../../../../src-main/brake/maps/program-to-text.ts'
import type { BrakeProgram } from '../../../../src-main/brake/program/program.ts'
import { aProgram, dncTemplate } from '../../../fixtures/dnc.ts'

const { text } = dncTemplate()
const linesOf = (program: BrakeProgram, template = text) => {
  const lines = programToText(template, program)
  if (!lines.ok) throw new Error(lines.error.message)
  return lines.value
}
const withStep = (change: object): BrakeProgram => {
  const program = aProgram(2)
  return { ...program, steps: program.steps.map((step, index) => (index === 1 ? { ...step, ...change } : step)) }
}

describe('a program as text', () => {
  it('has the head, steps and tail of the template, and each line has its step number', () => {
    expect(linesOf(aProgram(2))).toEqual([
      { text: '%', stepNo: null },
      { text: '(T-000412-3 P1 V1 N2)', stepNo: null },
      { text: 'N1 B1 BEND U A90.00 C-0.50 Q- X40.00 R0.00 W0.00 E2', stepNo: 1 },
      { text: 'FB F0 H0 T1 P0 K1 L2000.00 S1.00 (aluminium V8 straight-88)', stepNo: 1 },
      { text: 'N2 B2 BEND D A90.00 C-0.50 Q- X41.00 R0.00 W0.00 E2', stepNo: 2 },
      { text: 'FB F1 H0 T1 P0 K1 L2000.00 S1.00 (aluminium V8 straight-88)', stepNo: 2 },
      { text: 'M30', stepNo: null },
      { text: '%', stepNo: null },
    ])
  })

  it('uses the decimals, the decimal mark and the end of line of the template', () => {
    const template = { ...text, step: ['{gauge}'], decimals: 1, decimalMark: ',' as const }
    expect(linesOf(withStep({ gaugeMm: 12.345 }), template)[3]?.text).toBe('12,3')
    expect(withLineEnd({ ...text, endOfLine: 'cr' }, 'M30')).toBe('M30\r')
  })

  it('replaces characters that are not 7-bit text', () => {
    const lines = linesOf(withStep({ toolName: 'Bøyeverktøy', material: 'stål' }))
    expect(lines[5]?.text).toContain('(st_l B_yeverkt_y straight-88)')
  })

  it('does not interpret placeholders, line ends or commands in a name', () => {
    expect(linesOf(aProgram(1, { name: 'A{version}$&\r\n%)G0 X9' }))[1]?.text).toBe('(A_version_______G0 X9 P1 V1 N1)')
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
    expect(programToText(text, withStep({ [field]: value }))).toMatchObject({ ok: false, error: { stepNo: 2 } })
  })

  it('is not written if rounding moves a figure out of its range', () => {
    const limits = { ...text.limits, gauge: { least: 5, greatest: 99.96 } }
    const template = { ...text, decimals: 1, limits }
    expect(programToText(template, withStep({ gaugeMm: 99.96 }))).toMatchObject({ ok: false, error: { stepNo: 2 } })
  })

  it('is not written without steps, with more steps than the table has, or with a line that is too long', () => {
    expect(programToText(text, aProgram(0)).ok).toBe(false)
    expect(programToText({ ...text, greatestSteps: 3 }, aProgram(4)).ok).toBe(false)
    expect(programToText(text, withStep({ material: 'x'.repeat(80) }))).toMatchObject({
      ok: false,
      error: { stepNo: 2 },
    })
  })

  it('never contains a figure outside its range, for any steps', () => {
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
          lines.value[3]?.text.split(' ').map(Number) ?? []
        expect(angle >= 20 && angle <= 179 && correction >= -15 && correction <= 15).toBe(true)
        expect(gauge >= 5 && gauge <= 1_000).toBe(true)
      }),
    )
  })
})
