// Who stands at the brake, in a real file.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openOutbox, type Outbox } from '../../../src-main/outbox/index.ts'
import { manualClock } from '../../manual-clock.ts'
import { sampleSheet } from '../../unit/outbox/sample-sheet.ts'

let folder: string
let outbox: Outbox
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-operators-'))
  outbox = openOutbox({ folder, clock: manualClock() })
})
afterEach(async () => {
  await outbox.close()
  rmSync(folder, { recursive: true, force: true })
})

const added = (initials: string): string => {
  const result = outbox.operators.add(initials)
  if (!result.ok) throw new Error(result.code)
  return result.operator.id
}
const marking = { by: null, pressBrakeId: null, fingerprint: 'bolgen/test', serviceOffsetMs: 0 }

describe('an operator', () => {
  test('is known by initials, after a restart too', async () => {
    const id = added('  kn ')
    await outbox.close()
    outbox = openOutbox({ folder, clock: manualClock() })
    expect(outbox.operators.list()).toEqual([{ id, initials: 'kn', active: true }])
  })
  test('cannot have the initials of another who is active, in whatever case', () => {
    const id = added('KN')
    expect(outbox.operators.add('kn')).toEqual({ ok: false, code: 'initials_taken' })
    expect(outbox.operators.setActive(id, false).ok).toBe(true)
    expect(outbox.operators.add('kn').ok).toBe(true)
    expect(outbox.operators.setActive(id, true)).toEqual({ ok: false, code: 'initials_taken' })
  })
  test.each(['', '   ', 'A\u0000B', 'x'.repeat(101)])('cannot have the initials %j', (initials) => {
    expect(outbox.operators.add(initials)).toEqual({ ok: false, code: 'initials_bad' })
  })
  test('that nobody knows cannot be renamed', () => {
    expect(outbox.operators.rename('nobody', 'KN')).toEqual({ ok: false, code: 'operator_unknown' })
  })
  test('is on the mark with the initials of then', () => {
    const operatorId = added('KN')
    outbox.marks.create({ ...marking, sheet: sampleSheet, operatorId })
    expect(outbox.operators.rename(operatorId, 'KNA')).toMatchObject({ ok: true, operator: { initials: 'KNA' } })
    expect(outbox.marks.markOf(sampleSheet.id)?.by).toBe('KN')
  })
  test('who is inactive or unknown neither marks nor counts', () => {
    const operatorId = added('KN')
    outbox.operators.setActive(operatorId, false)
    for (const id of [operatorId, 'nobody'])
      expect(outbox.marks.create({ ...marking, sheet: sampleSheet, operatorId: id })).toEqual({
        ok: false,
        code: 'operator_unknown',
      })
    const at = { actId: '1', sheet: sampleSheet, pressBrakeId: null, operatorId, pieceNo: 1 }
    expect(outbox.counting.lastWasScrap(at)).toEqual({ ok: false, code: 'operator_unknown' })
  })
})
