// Angle corrections in a real store: kept as they were found, added to and never rewritten, and in the second copy like their siblings.
import Database from 'better-sqlite3'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { NewCorrection } from '../../../src-main/outbox/index.ts'
import { brake, type Brake } from './brake.ts'

let at: Brake
beforeEach(() => {
  at = brake()
})
afterEach(() => at.end())

const correction: NewCorrection = {
  pressBrakeId: null,
  material: 'sink',
  thicknessMm: 0.8,
  tool: 'V8',
  vMm: 8,
  punchRadiusMm: null,
  angleDeg: 90,
  correctionDeg: -1.5,
  measuredDeg: 91.5,
  takenBack: false,
  programId: null,
  operatorId: null,
}
const put = (change: Partial<NewCorrection> = {}): void => at.outbox().corrections.put({ ...correction, ...change })

test('they are found by machine and material, oldest first, after a restart too', async () => {
  put()
  put({ correctionDeg: 0, measuredDeg: null, takenBack: true })
  put({ pressBrakeId: 'another brake' })
  put({ material: 'kobber' })
  await at.restart()
  expect(at.outbox().corrections.of(null, 'sink')).toMatchObject([
    correction,
    { correctionDeg: 0, measuredDeg: null, takenBack: true },
  ])
  expect(at.outbox().corrections.of('another brake', 'sink')).toHaveLength(1)
})

test('one that was kept is never rewritten or deleted', async () => {
  put()
  await at.outbox().close()
  const db = new Database(join(at.folder, 'outbox.db'))
  expect(() => db.exec('UPDATE correction SET correction_deg = 3')).toThrow(/never rewritten/)
  expect(() => db.exec('DELETE FROM correction')).toThrow(/never rewritten/)
  db.close()
  await at.restart()
})

test('a store that is lost gets them back from the journal, in their order', async () => {
  put()
  put({ correctionDeg: -2 })
  await at.outbox().close()
  for (const name of ['outbox.db', 'outbox.db-wal', 'outbox.db-shm']) rmSync(join(at.folder, name), { force: true })
  await at.restart()
  expect(at.outbox().corrections.of(null, 'sink')).toMatchObject([{ correctionDeg: -1.5 }, { correctionDeg: -2 }])
})
