// Angle corrections in a real store: stored as measured, added and never rewritten, and copied to the journal.
import Database from 'better-sqlite3'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { NewCorrection } from '../../../../src-main/ledger/index.ts'
import { correctionSetting } from '../../../fixtures/correction-setting.ts'
import { createLedgerRig, type LedgerRig } from '../ledger-rig.ts'

let rig: LedgerRig
beforeEach(() => {
  rig = createLedgerRig()
})
afterEach(() => rig.end())

const correction: NewCorrection = {
  ...correctionSetting,
  pressBrakeId: null,
  bumpRadiusMm: 30,
  correctionDeg: -1.5,
  measuredDeg: 91.5,
}
const put = (change: Partial<NewCorrection> = {}): void => rig.ledger().corrections.put({ ...correction, ...change })

test('corrections are found by machine and material, oldest first, also after a restart', async () => {
  put()
  put({ correctionDeg: 0, measuredDeg: null, takenBack: true })
  put({ pressBrakeId: 'another brake' })
  put({ material: 'kobber' })
  await rig.restart()
  expect(rig.ledger().corrections.of(null, 'sink')).toMatchObject([
    correction,
    { correctionDeg: 0, measuredDeg: null, takenBack: true },
  ])
  expect(rig.ledger().corrections.of('another brake', 'sink')).toHaveLength(1)
})

test('a stored correction is never rewritten or deleted', async () => {
  put()
  await rig.ledger().close()
  const db = new Database(join(rig.folder, 'outbox.db'))
  expect(() => db.exec('UPDATE correction SET correction_deg = 3')).toThrow(/never rewritten/)
  expect(() => db.exec('DELETE FROM correction')).toThrow(/never rewritten/)
  db.close()
  await rig.restart()
})

test('a lost store restores its corrections from the journal, in order', async () => {
  put()
  put({ correctionDeg: -2 })
  await rig.ledger().close()
  for (const name of ['outbox.db', 'outbox.db-wal', 'outbox.db-shm']) rmSync(join(rig.folder, name), { force: true })
  await rig.restart()
  expect(rig.ledger().corrections.of(null, 'sink')).toMatchObject([{ correctionDeg: -1.5 }, { correctionDeg: -2 }])
})
