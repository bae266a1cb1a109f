// The operators at the brake, in a real file.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openLedger, type Ledger } from '../../../../src-main/ledger/index.ts'
import { manualClock } from '../../../manual-clock.ts'
import { sampleSheet } from '../../../unit/ledger/sample-sheet.ts'

let folder: string
let ledger: Ledger
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-operators-'))
  ledger = openLedger({ folder, clock: manualClock() })
})
afterEach(async () => {
  await ledger.close()
  rmSync(folder, { recursive: true, force: true })
})

const added = (initials: string): string => {
  const result = ledger.operators.add(initials)
  if (!result.ok) throw new Error(result.error.code)
  return result.value.id
}
const marking = { by: null, pressBrakeId: null, fingerprint: 'bolgen/test', serviceOffsetMs: 0 }

describe('an operator', () => {
  test('is known by initials, also after a restart', async () => {
    const id = added('  kn ')
    await ledger.close()
    ledger = openLedger({ folder, clock: manualClock() })
    expect(ledger.operators.list()).toEqual([{ id, initials: 'kn', active: true }])
  })
  test('cannot have the initials of another active operator, in upper or lower case', () => {
    const id = added('KN')
    expect(ledger.operators.add('kn')).toEqual({ ok: false, error: { code: 'initials_taken' } })
    expect(ledger.operators.setActive(id, false).ok).toBe(true)
    expect(ledger.operators.add('kn').ok).toBe(true)
    expect(ledger.operators.setActive(id, true)).toEqual({ ok: false, error: { code: 'initials_taken' } })
  })
  test.each(['', '   ', 'A\u0000B', 'x'.repeat(101)])('cannot have the initials %j', (initials) => {
    expect(ledger.operators.add(initials)).toEqual({ ok: false, error: { code: 'initials_bad' } })
  })
  test('that is unknown cannot be renamed', () => {
    expect(ledger.operators.rename('nobody', 'KN')).toEqual({ ok: false, error: { code: 'operator_unknown' } })
  })
  test('is on a mark with the initials at that time', () => {
    const operatorId = added('KN')
    ledger.marks.create({ ...marking, sheet: sampleSheet, operatorId })
    expect(ledger.operators.rename(operatorId, 'KNA')).toMatchObject({ ok: true, value: { initials: 'KNA' } })
    expect(ledger.marks.markOnSheet(sampleSheet.id)?.by).toBe('KN')
  })
  test('who is inactive or unknown can neither mark nor count', () => {
    const operatorId = added('KN')
    ledger.operators.setActive(operatorId, false)
    for (const id of [operatorId, 'nobody'])
      expect(ledger.marks.create({ ...marking, sheet: sampleSheet, operatorId: id })).toEqual({
        ok: false,
        error: { code: 'operator_unknown' },
      })
    const target = { actId: '1', sheet: sampleSheet, pressBrakeId: null, operatorId, pieceNo: 1 }
    expect(ledger.counting.lastWasScrap(target)).toEqual({ ok: false, error: { code: 'operator_unknown' } })
  })
})
