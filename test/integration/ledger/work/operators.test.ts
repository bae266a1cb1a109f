// The operators at the brake, in a real file.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openLedger, type Ledger, type OperatorElsewhere } from '../../../../src-main/ledger/index.ts'
import { nothingElsewhere } from '../../../../src-main/ledger/store/index.ts'
import { manualClock } from '../../../manual-clock.ts'
import { sampleSheet } from '../../../unit/ledger/sample-sheet.ts'

let folder: string
let ledger: Ledger
const clock = manualClock()
/** What other stations changed. */
let changed: OperatorElsewhere[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-operators-'))
  changed = []
  ledger = openLedger({ folder, clock, elsewhere: { ...nothingElsewhere, operators: () => changed } })
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

const other = (change: Partial<OperatorElsewhere> = {}): OperatorElsewhere => ({
  id: 'theirs',
  initials: 'KARI',
  active: true,
  changedAtMs: clock.now(),
  station: 'b'.repeat(16),
  ...change,
})

const mergedOperators = (...operators: OperatorElsewhere[]) => {
  changed = operators
  ledger.operators.merge()
  return ledger.operators.list().map(({ initials, active }) => (active ? initials : `(${initials})`))
}

describe('an operator of another station', () => {
  test('is added once, changes with a later change only, and is not shared as this station’s own', () => {
    expect(mergedOperators(other())).toEqual(['KARI'])
    expect(mergedOperators(other({ initials: 'KARI N', changedAtMs: clock.now() + 1 }))).toEqual(['KARI N'])
    expect(mergedOperators(other({ initials: 'OLD' }))).toEqual(['KARI N'])
    expect(ledger.shareable.operators(0)).toEqual([])
    expect(mergedOperators(other({ active: false, changedAtMs: clock.now() + 2 }))).toEqual(['(KARI)'])
    // inactive, and never known here
    expect(mergedOperators(other({ id: 'gone', active: false }))).toEqual(['(KARI)'])
  })

  test('is changed here later than there, and this change is shared', () => {
    mergedOperators(other({ changedAtMs: clock.now() + 2_000 }))
    ledger.operators.rename('theirs', 'KAR')
    expect(ledger.shareable.operators(0)).toEqual([
      { id: 'theirs', initials: 'KAR', active: 1, changedAtMs: clock.now() + 2_001 },
    ])
    expect(mergedOperators(other({ changedAtMs: clock.now() + 2_000 }))).toEqual(['KAR'])
  })

  test('with initials that are active here is the same person: not added, and inactive everywhere once inactive here', () => {
    const id = added('kari')
    expect(mergedOperators(other())).toEqual(['kari'])
    ledger.operators.setActive(id, false)
    expect(ledger.shareable.operators(0)).toMatchObject([
      { id, active: 0 },
      { id: 'theirs', active: 0 },
    ])
    expect(mergedOperators(other())).toEqual(['(KARI)', '(kari)'])
  })

  test('who is renamed to initials that are active here becomes inactive here', () => {
    mergedOperators(other())
    added('PER')
    expect(mergedOperators(other({ initials: 'per', changedAtMs: clock.now() + 5 }))).toEqual(['PER', '(per)'])
  })

  test('of a clock that is far ahead is not added, and at most a thousand are', () => {
    expect(mergedOperators(other({ changedAtMs: clock.now() + 6 * 60_000 }))).toEqual([])
    const many = Array.from({ length: 1_005 }, (_, no) => other({ id: `id-${no}`, initials: `P${no}` }))
    expect(mergedOperators(...many)).toHaveLength(1_000)
  })
})
