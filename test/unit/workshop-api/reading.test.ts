// The client's tolerant reading of the service's closed schemas.
import { describe, expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod'
import { bendingListEntry, endpoints, pressBrake, read, readEach, reading } from '../../../shared/workshop-api/index.ts'

const brake = {
  id: '6f1e7a3e-7a43-4a9f-9f0a-0d8b0c7f2a11',
  name: 'Kantpresse 1',
  kind: 'press_brake',
  maxLengthMm: 3200,
  maxForceKn: 1000,
  maxThicknessMm: 4,
  throatMm: 250,
  openHeightMm: 420,
  strokeMm: 200,
  backgaugeMinMm: 6,
  backgaugeMaxMm: 750,
  department: null,
  active: true,
  version: 3,
}

describe('a client reads tolerantly', () => {
  test('an unknown field is ignored', () => {
    expect(read(reading(pressBrake), { ...brake, colour: 'blue' })).toEqual({ ok: true, value: brake })
    expect(pressBrake.safeParse({ ...brake, colour: 'blue' }).success).toBe(false)
  })

  test('an unknown value of an enumeration is kept as text', () => {
    const result = read(reading(pressBrake), { ...brake, kind: 'panel_bender' })
    expect(result).toMatchObject({ ok: true, value: { kind: 'panel_bender' } })
    expectTypeOf<string>().toExtend<z.infer<ReturnType<typeof reading<typeof pressBrake>>>['kind']>()
  })

  test('a missing field that may be null is null', () => {
    const { throatMm: _omitted, ...without } = brake
    expect(read(reading(pressBrake), without)).toEqual({ ok: true, value: { ...brake, throatMm: null } })
  })

  test('a field that is always null may be missing, too', () => {
    const unit = z.strictObject({ unit: z.null() })
    expect([{}, { unit: null }].map((sent) => read(reading(unit), sent))).toEqual([
      { ok: true, value: { unit: null } },
      { ok: true, value: { unit: null } },
    ])
  })

  test('a missing required field is reported by its name', () => {
    const { maxLengthMm: _omitted, ...without } = brake
    expect(read(reading(pressBrake), without)).toMatchObject({ ok: false, error: [{ path: 'maxLengthMm' }] })
  })

  test('a wrong date in one entry does not affect the other entries of the page', () => {
    const entry = {
      position: 1,
      sheetId: brake.id,
      sheetNo: 1,
      version: 1,
      drawingVersion: 1,
      reworkCount: 0,
      orderNumber: 'T-000012',
      family: 'vannbord',
      material: 'sink',
      thicknessMm: 0.7,
      quantity: 3,
      lengthMm: 2000,
      bendCount: 2,
      approval: 'approved',
      dueDate: '2026-11-24',
    }
    const { items, malformed } = readEach(reading(bendingListEntry), [
      entry,
      { ...entry, dueDate: '24.11.2026' },
      entry,
    ])
    expect(items).toHaveLength(2)
    expect(malformed).toMatchObject([{ index: 1, problems: [{ path: 'dueDate' }] }])
  })

  test('every answer of the table has a tolerant reading', () => {
    const answers = Object.values(endpoints).flatMap((endpoint) =>
      endpoint.response === null ? [] : [endpoint.response],
    )
    expect(answers.map((answer) => reading<z.ZodType>(answer))).toHaveLength(answers.length)
  })
})
