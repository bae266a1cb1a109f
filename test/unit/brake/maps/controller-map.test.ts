// An invalid map is refused with the field and line of each error. A valid map defines what may be written.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readControllerMap } from '../../../../src-main/brake/maps/controller-map.ts'
import { toRaw, rawRange } from '../../../../src-main/brake/maps/register.ts'
import { writeRules } from '../../../../src-main/brake/maps/write-rules.ts'
import { anyMapText } from '../../../fixtures/any-map.ts'
import { anyText } from '../../any-text.ts'
import { mapOf, shippedMap, shippedMapText } from '../../../fixtures/brake-programs.ts'

function errorsAfter(before: string | RegExp, after: string): string[] {
  expect(shippedMapText).toMatch(before)
  const read = readControllerMap(shippedMapText.replace(before, after))
  return read.ok ? [] : read.error.map(({ line, field, message }) => `${line} ${field}: ${message}`)
}

const mapForTcp = (unit: number) =>
  readControllerMap(
    shippedMapText.replace('"kind": "modbus-rtu"', '"kind": "modbus-tcp"').replace('"unit": 1', `"unit": ${unit}`),
  )

describe('a map', () => {
  test('that is shipped is valid and unverified', () => {
    expect(shippedMap.unverified).toBe(true)
    expect(shippedMap.mostPerFrame).toEqual({ read: 125, write: 123 })
  })

  test('of any valid kind is accepted', () => {
    fc.assert(
      fc.property(anyMapText, (text) => {
        expect(readControllerMap(text)).toMatchObject({ ok: true })
      }),
    )
  })

  test.each<[string, string | RegExp, string, string]>([
    [
      'an undeclared register',
      '"safe": { "register": "state"',
      '"safe": { "register": "stat"',
      '17 safe.register: the register "stat" is not declared',
    ],
    [
      'two registers at one address',
      '"alarm": { "address": 1',
      '"alarm": { "address": 0',
      '11 registers.alarm.address: address 0 already belongs to state',
    ],
    [
      'a 32-bit value that overlaps another register',
      '"alarm": { "address": 1',
      '"alarm": { "address": 3',
      '12 registers.pieces.address: address 3 already belongs to alarm',
    ],
    [
      'a table that overlaps a register',
      '"first": 101',
      '"first": 99',
      '44 program.steps.fields.correctionDeg.offset: address 100 already belongs to steps',
    ],
    [
      'overlapping fields',
      '"lengthMm": { "offset": 4',
      '"lengthMm": { "offset": 3',
      '46 program.steps.fields.lengthMm.offset: address 104 already belongs to gaugeMm of step 1',
    ],
    [
      'a field that overlaps the next step',
      '"springbackDeg": { "offset": 17',
      '"springbackDeg": { "offset": 18',
      '59 program.steps.fields.springbackDeg.offset: overlaps the next step',
    ],
    [
      'a range that the type cannot represent',
      '"least": 10, "greatest": 4100',
      '"least": 10, "greatest": 7000',
      '46 program.steps.fields.lengthMm.greatest: u16 with the scale 0.1 can be 0 to 6553.5',
    ],
    [
      'an empty range',
      '"least": 10, "greatest": 4100',
      '"least": 4100, "greatest": 10',
      '46 program.steps.fields.lengthMm.greatest: must not be below least',
    ],
    [
      'a 32-bit value written by function 6',
      '"write": 16,\n      "fields"',
      '"write": 6,\n      "fields"',
      '34 program.steps.write: u32 must be written by function 16',
    ],
    [
      'a write to another table',
      '"read": 3, "write": 6',
      '"read": 3, "write": 5',
      '14 registers.load.write: function 5 does not write holding registers',
    ],
    [
      'a word read by a function for bits',
      '"state": { "address": 0, "read": 4',
      '"state": { "address": 0, "read": 2',
      '10 registers.state.type: function 2 reads bits',
    ],
    [
      'a writable safe state',
      '"state": { "address": 0, "read": 4',
      '"state": { "address": 0, "read": 3, "write": 6',
      '10 registers.state.write: this program never writes this register',
    ],
    [
      'an unnecessary write',
      '"pieces": { "address": 2, "read": 4',
      '"pieces": { "address": 2, "read": 3, "write": 16',
      '12 registers.pieces.write: this program never writes this register',
    ],
    [
      'a value that is both safe and running',
      '"running": { "register": "state", "values": [2] }',
      '"running": { "register": "state", "values": [2, 1] }',
      '18 running.values[1]: is also declared safe',
    ],
    [
      'a value that the register never has',
      '"values": [2]',
      '"values": [70000]',
      '18 running.values[0]: the register never has the value 70000',
    ],
    [
      'a mask with bits that the register does not have',
      '"safe": { "register": "state", "values": [1] }',
      '"safe": { "register": "state", "mask": 65536, "values": [0] }',
      '17 safe.mask: u16 does not have these bits',
    ],
    [
      'a safe state that is always true',
      '"safe": { "register": "state", "values": [1] }',
      '"safe": { "register": "state", "mask": 4, "values": [0, 4] }',
      '17 safe.values: every value of the register is listed: the condition is always true',
    ],
    ['a trigger out of its range', '"value": 1', '"value": 5', '19 trigger.value: is not within 0 to 1'],
    [
      'a trigger that cannot be written',
      '"read": 3, "write": 6, "type"',
      '"read": 3, "type"',
      '19 trigger.register: has no function that writes it',
    ],
    [
      'a step count too small for the table',
      '"write": 16, "type": "u16", "least": 0, "greatest": 60',
      '"write": 16, "type": "u16", "least": 0, "greatest": 9',
      '28 program.stepCount: must accept every whole number from 1 to 60',
    ],
    ['no angle', /"angleDeg": [^}]*\} *[^}]*\},/, '', '35 program.steps.fields: angleDeg is missing'],
    [
      'strokes for a counter of pieces',
      '"counts": "pieces"',
      '"counts": "pieces", "strokesPerPiece": 3',
      '20 counter.strokesPerPiece: must not be there if pieces are counted',
    ],
    [
      'an address that is too high',
      '"first": 101',
      '"first": 65500',
      '37 program.steps.fields.angleDeg.offset: angleDeg of step 3 ends after address 65535',
    ],
    [
      'a range of a flattening for another figure',
      '"lengthMm": { "offset": 4',
      '"lengthMm": { "flatten": { "least": 20, "greatest": 30 }, "offset": 4',
      '46 program.steps.fields.lengthMm.flatten: must be there only for angleDeg',
    ],
    [
      'an empty range of a flattening',
      '"least": 0, "greatest": 5 }',
      '"least": 6, "greatest": 5 }',
      '42 program.steps.fields.angleDeg.flatten: must not be below least',
    ],
    [
      'an unknown value outside the range',
      '"unknown": 0',
      '"unknown": 21',
      '59 program.steps.fields.springbackDeg.unknown: must be 0 to 20',
    ],
    [
      'an unknown value of a figure that is always known',
      '"least": 0, "greatest": 200 }',
      '"least": 0, "greatest": 200, "unknown": 0 }',
      '58 program.steps.fields.retractMm.unknown: must be there only for springbackDeg',
    ],
    ['an unknown field', '"unit": 1', '"unit": 1,\n  "start": 4', '7 start: unknown field'],
    ['a broadcast', '"unit": 1', '"unit": 0', '6 unit: must be 1 to 247'],
    ['a reserved unit', '"unit": 1', '"unit": 255', '6 unit: must be 1 to 247'],
  ])('with %s is refused at its line', (_, before, after, error) => {
    expect(errorsAfter(before, after)).toContain(error)
  })

  test('for TCP may have the unit 0 or 255, which controllers without units need, but no other reserved unit', () => {
    for (const unit of [0, 1, 247, 255]) expect(mapForTcp(unit)).toMatchObject({ ok: true, value: { unit } })
    for (const unit of [248, 254])
      expect(mapForTcp(unit)).toMatchObject({
        error: [{ field: 'unit', message: 'must be 1 to 247, or 0 or 255' }],
      })
    expect(mapForTcp(256)).toMatchObject({ ok: false })
  })

  test('can be any text: it is accepted or refused without a crash', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(readControllerMap(text)).toHaveProperty('ok')
      }),
    )
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(readControllerMap(text)).toHaveProperty('ok')
      }),
    )
  })
})

describe('what may be written', () => {
  test('is the step count, the trigger and the steps of the table, and nothing else', () => {
    const { writable, safe, running, unit } = writeRules(shippedMap)
    expect(unit).toBe(1)
    expect(safe).toMatchObject({ code: 4, address: 0, values: [1] })
    expect(running).toMatchObject({ code: 4, address: 0, values: [2] })
    expect(writable).toHaveLength(2 + 60 * 17)
    expect(writable.slice(0, 3)).toMatchObject([
      { code: 16, address: 100, least: 1, greatest: 60, alone: false },
      { code: 6, address: 90, least: 1, greatest: 1, alone: true },
      { code: 16, address: 101, least: 2_000, greatest: 17_900, also: { greatest: 500 }, alone: false },
    ])
  })

  test('has no safe state if the map has none', () => {
    const text = shippedMapText.replace('"safe": { "register": "state", "values": [1] },', '')
    expect(writeRules(mapOf(text)).safe).toBeNull()
  })

  test('is only a raw number whose value is within the range', () => {
    const range = fc.record({
      type: fc.constantFrom('u16' as const, 'i16' as const),
      scale: fc.constantFrom(1, 0.1, 0.01, 0.02, 0.5, 2),
      least: fc.integer({ min: 0, max: 50 }),
      width: fc.integer({ min: 1, max: 100 }),
    })
    fc.assert(
      fc.property(range, fc.double({ min: -20, max: 200, noNaN: true }), ({ type, scale, least, width }, value) => {
        const declared = { type, scale, least, greatest: least + width }
        const raw = toRaw(value, declared)
        const { least: low, greatest: high } = rawRange(declared)
        const within = raw * scale >= least - 1e-6 && raw * scale <= least + width + 1e-6
        expect(raw >= low && raw <= high).toBe(within)
      }),
    )
  })
})
