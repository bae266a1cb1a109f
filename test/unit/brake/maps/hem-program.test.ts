// A program with a hem at each kind of controller: all figures are written, and files without the fields stay valid and name them.
import { describe, expect, test } from 'vitest'
import { dncCapabilities } from '../../../../src-main/brake/drivers/dnc-text.ts'
import { fileDropCapabilities } from '../../../../src-main/brake/drivers/file-drop.ts'
import { modbusCapabilities } from '../../../../src-main/brake/drivers/modbus-driver.ts'
import { readDncTemplate, readFileDropTemplate } from '../../../../src-main/brake/maps/dnc-template.ts'
import { programToRegisters } from '../../../../src-main/brake/maps/program-to-registers.ts'
import { programToText } from '../../../../src-main/brake/maps/program-to-text.ts'
import { unsentFields } from '../../../../src-main/brake/maps/step-fields.ts'
import type { ProgramText } from '../../../../src-main/brake/maps/text-template.ts'
import { fromWords } from '../../../../src-main/brake/protocol/register-value.ts'
import type { BrakeProgram, ProgramStep } from '../../../../src-main/brake/program/program.ts'
import { mapOf, shippedMap, shippedMapText } from '../../../fixtures/brake-programs.ts'
import { dncTemplate, fileDropTemplate } from '../../../fixtures/dnc.ts'
import { hemProgram, oldControllerText } from '../../../fixtures/hem-program.ts'

const changed = (change: (step: ProgramStep) => Partial<ProgramStep>): BrakeProgram => ({
  ...hemProgram,
  steps: hemProgram.steps.map((step) => ({ ...step, ...change(step) })),
})
const onFlattening = (change: Partial<ProgramStep>): BrakeProgram =>
  changed(({ kind }) => (kind === 'flatten' ? change : {}))

function valuesOf(stepNo: number, program = hemProgram, map = shippedMap): Record<string, number> {
  const registers = programToRegisters(program, map).filter((one) => one.stepNo === stepNo)
  return Object.fromEntries(
    registers.map(({ field, words, shape, scale }) => [field, Number((fromWords(words, shape) * scale).toFixed(6))]),
  )
}
const stepLines = (text: ProgramText, program = hemProgram): string[] => {
  const lines = programToText(text, program)
  if (!lines.ok) throw new Error(lines.error.message)
  return lines.value.filter(({ stepNo }) => stepNo !== null).map((line) => line.text)
}
const errorOf = (text: ProgramText, program: BrakeProgram): string => {
  const lines = programToText(text, program)
  return lines.ok ? '' : lines.error.message
}
const dncOf = (text: string) => {
  const read = readDncTemplate(text)
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  return read.value
}

function oldFiles() {
  const drop = readFileDropTemplate(oldControllerText('file-drop'))
  if (!drop.ok) throw new Error(JSON.stringify(drop.error))
  return {
    map: mapOf(oldControllerText('modbus-simulator')),
    dnc: dncOf(oldControllerText('dnc-text-simulator')),
    drop: drop.value,
  }
}

describe('a program with a hem in registers', () => {
  test('has the kind, pose, station, gauge level, retract and springback of each step', () => {
    const gauge = { gaugeMm: 9.82, gaugeLevelMm: 0.25 }
    expect(valuesOf(1)).toMatchObject({ kind: 1, angleDeg: 30, station: 1, ...gauge, retractMm: 30, springbackDeg: 0 })
    expect(valuesOf(2)).toMatchObject({ kind: 2, angleDeg: 0, station: 2, ...gauge, retractMm: 0, springbackDeg: 0 })
    expect(valuesOf(3)).toMatchObject({
      kind: 0,
      angleDeg: 90,
      station: 3,
      gaugeMm: 60.5,
      gaugeLevelMm: 20,
      retractMm: 100,
      springbackDeg: 1.25,
      faceUp: 0,
      flipped: 1,
      turned: 0,
      punchTurned: 1,
      strokes: 1,
    })
  })

  test('takes the angle of a flattening only for a flattening', () => {
    expect(() => programToRegisters(onFlattening({ kind: 'bend' }), shippedMap)).toThrow(
      'angleDeg of step 2 is 0, not within 20 to 179',
    )
    expect(() => programToRegisters(onFlattening({ includedDeg: 30 }), shippedMap)).toThrow(
      'angleDeg of step 2 is 30, not within 0 to 5',
    )
  })

  test('without a springback has the value for it in the map, and without that value is refused', () => {
    const unknown = changed(() => ({ springbackDeg: null }))
    expect(valuesOf(3, unknown)).toMatchObject({ springbackDeg: 0 })
    const map = mapOf(shippedMapText.replace(', "unknown": 0', ''))
    expect(() => programToRegisters(unknown, map)).toThrow('the springbackDeg of step 1 is not known')
  })
})

describe.each([
  [
    'over DNC',
    dncTemplate().text,
    [
      'N1 B1 PRE-BEND U A30.00 C0.00 Q0.00 X9.82 R0.25 W30.00 E1',
      'FB F0 H0 T1 P0 K1 L2000.00 S0.70 (steel v6-30 acute-28)',
      'N2 B1 FLATTEN D A0.00 C0.00 Q0.00 X9.82 R0.25 W0.00 E1',
      'FB F0 H0 T2 P0 K1 L2000.00 S0.70 (steel hem-v6 acute-28)',
      'N3 B2 BEND U A90.00 C0.00 Q1.25 X60.50 R20.00 W100.00 E2',
      'FA F1 H0 T3 P1 K1 L2000.00 S0.70 (steel v8-88 straight-88)',
    ],
  ],
  [
    'in a file',
    fileDropTemplate().text,
    [
      'STEP 1 BEND 1 KIND PRE-BEND UP ANGLE 30.00 CORRECTION 0.00 SPRINGBACK 0.00 GAUGE 9.82 LEVEL 0.25 RETRACT 30.00 FIRST',
      'POSE B FLIP 0 TURN 0 STATION 1 TOOL v6-30 PUNCH acute-28 TURNED 0 STROKES 1 LENGTH 2000.00 THICKNESS 0.70 MATERIAL steel',
      'STEP 2 BEND 1 KIND FLATTEN DOWN ANGLE 0.00 CORRECTION 0.00 SPRINGBACK 0.00 GAUGE 9.82 LEVEL 0.25 RETRACT 0.00 FIRST',
      'POSE B FLIP 0 TURN 0 STATION 2 TOOL hem-v6 PUNCH acute-28 TURNED 0 STROKES 1 LENGTH 2000.00 THICKNESS 0.70 MATERIAL steel',
      'STEP 3 BEND 2 KIND BEND UP ANGLE 90.00 CORRECTION 0.00 SPRINGBACK 1.25 GAUGE 60.50 LEVEL 20.00 RETRACT 100.00 LAST',
      'POSE A FLIP 1 TURN 0 STATION 3 TOOL v8-88 PUNCH straight-88 TURNED 1 STROKES 1 LENGTH 2000.00 THICKNESS 0.70 MATERIAL steel',
    ],
  ],
])('a program with a hem as text %s', (_, text, lines) => {
  test('has the kind, pose, tools, station, gauge level, retract and springback of each step', () => {
    expect(stepLines(text)).toEqual(lines)
  })

  test('takes the angle of a flattening only for a flattening', () => {
    expect(errorOf(text, onFlattening({ kind: 'bend' }))).toBe('step 2: the angle is 0, it must be 20 to 179')
    expect(errorOf(text, onFlattening({ includedDeg: 30 }))).toBe('step 2: the angle is 30, it must be 0 to 5')
  })

  test('without a springback has the text for it in the template, and without that text is refused', () => {
    const program = changed(() => ({ springbackDeg: null }))
    expect(stepLines(text, program).join('\n')).toMatch(/(Q|SPRINGBACK )- /)
    const { unknown, ...words } = text.words
    expect(unknown).toBe('-')
    expect(errorOf({ ...text, words }, program)).toContain('the springback of step 1 is not known')
  })
})

test('a template with one text for two kinds is refused', () => {
  const text = JSON.stringify(dncTemplate())
  expect(readDncTemplate(text).ok).toBe(true)
  expect(readDncTemplate(text.replace('"FLATTEN"', '"BEND"'))).toMatchObject({
    error: [{ field: 'text.words.kinds', message: 'must have a different text for each kind' }],
  })
})

test('a template without a place for the correction has the corrected angle', () => {
  const { text } = dncTemplate()
  const program = changed(({ kind }) => ({ correctionDeg: kind === 'bend' ? -2.5 : 0 }))
  expect(stepLines({ ...text, step: ['{step} {kind} {angle}'] }, program)).toEqual([
    '1 PRE-BEND 30.00',
    '2 FLATTEN 0.00',
    '3 BEND 87.50',
  ])
  expect(stepLines({ ...text, step: ['{kind} {angle} {correction}'] }, program)[2]).toBe('BEND 90.00 -2.50')
})

describe('a program for which the tools are changed before its last step', () => {
  const changing = changed(({ stepNo }) => ({ setUp: stepNo === 3 ? 2 : 1 }))

  test('is in a text and a register that have a field for it', () => {
    const { text } = dncTemplate()
    expect(stepLines({ ...text, step: ['{step} {kind} {setup}'] }, changing)).toEqual([
      '1 PRE-BEND 1',
      '2 FLATTEN 1',
      '3 BEND 2',
    ])
    // in place of the number of strokes
    const map = mapOf(shippedMapText.replace('"strokes"', '"setUp"'))
    expect([valuesOf(2, changing, map)['setUp'], valuesOf(3, changing, map)['setUp']]).toEqual([1, 2])
  })

  test('names the change as a figure that the shipped controllers do not take', () => {
    for (const { stepFields } of [modbusCapabilities(shippedMap), dncCapabilities(dncTemplate())])
      expect(unsentFields(changing, stepFields)).toContain('setUp')
  })
})

describe('a controller file from before the kinds of steps', () => {
  test('stays valid, and names what it has no field for', () => {
    const { map, dnc, drop } = oldFiles()
    const figures = ['punchTurned', 'station', 'gaugeLevelMm', 'retractMm', 'springbackDeg']
    expect(unsentFields(hemProgram, modbusCapabilities(map).stepFields)).toEqual(['tool', 'punch', ...figures])
    // both have a place for the die
    expect(unsentFields(hemProgram, dncCapabilities(dnc).stepFields)).toEqual(['punch', ...figures])
    expect(unsentFields(hemProgram, fileDropCapabilities(drop).stepFields)).toEqual(['punch', ...figures])
  })

  test('has no field for the kind: its steps are never written as bends', () => {
    const { map, dnc, drop } = oldFiles()
    for (const { stepFields } of [modbusCapabilities(map), dncCapabilities(dnc), fileDropCapabilities(drop)])
      expect(stepFields).not.toContain('kind')
    expect(() => programToRegisters(hemProgram, map)).toThrow('step 1 is part of a hem')
    for (const { text } of [dnc, drop]) expect(errorOf(text, hemProgram)).toContain('step 1 is part of a hem')
  })
})

test('the shipped controllers take every figure of a program, except the tools that have no number in a map', () => {
  expect(unsentFields(hemProgram, modbusCapabilities(shippedMap).stepFields)).toEqual(['tool', 'punch'])
  expect(unsentFields(hemProgram, dncCapabilities(dncTemplate()).stepFields)).toEqual([])
  expect(unsentFields(hemProgram, fileDropCapabilities(fileDropTemplate()).stepFields)).toEqual([])
})
