// Orders of bends that a person keeps, in a real store: the newest of a sheet at a machine applies, it is never rewritten, and it is in
// the journal, from which a lost store is rebuilt.
import Database from 'better-sqlite3'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { KeptBendOrder } from '../../../../src-main/ledger/index.ts'
import { createLedgerRig, type LedgerRig } from '../ledger-rig.ts'

let rig: LedgerRig
beforeEach(() => {
  rig = createLedgerRig()
})
afterEach(() => rig.end())

const step = (bendIndex: number) => ({ kind: 'bend', bendIndex, pose: { faceUp: 'B', edgeAtGauge: 'last' } }) as const
const order = {
  sheetId: 'sheet',
  machine: 'K1',
  drawingHash: 'drawing',
  inputs: 'inputs',
  steps: [step(1), step(0)],
  operatorId: null,
}
const keep = (change: Partial<Omit<KeptBendOrder, 'keptAt'>> = {}) =>
  rig.ledger().bendOrders.keep({ ...order, ...change })
const of = (machine = 'K1') => rig.ledger().bendOrders.of('sheet', machine)

test('the newest order of a sheet at a machine applies, also after a restart', async () => {
  expect(of()).toBeNull()
  keep()
  keep({ steps: [step(0), step(1)], inputs: 'newer' })
  keep({ machine: 'K2' })
  await rig.restart()
  expect(of()).toMatchObject({ ...order, steps: [step(0), step(1)], inputs: 'newer' })
  expect(of('K2')).toMatchObject({ ...order, machine: 'K2' })
  expect(of('K3')).toBeNull()
})

test('a cleared order gives the planner’s back, also after a restart; another machine keeps its own', async () => {
  keep()
  keep({ machine: 'K2' })
  expect(rig.ledger().bendOrders.clear('sheet', 'K1', null)).toEqual({ ok: true })
  expect(rig.ledger().bendOrders.clear('sheet', 'K3', null)).toEqual({ ok: true })
  await rig.restart()
  expect([of(), of('K2')?.machine]).toEqual([null, 'K2'])
})

test('listeners hear of a kept and of a cleared order, and not of a clear without one', async () => {
  const changedSheets: string[][] = []
  rig.ledger().subscribe((change) => {
    if (change.kind === 'marks') changedSheets.push([...change.sheetIds])
  })
  rig.ledger().bendOrders.clear('sheet', 'K1', null)
  keep()
  await expect.poll(() => changedSheets).toEqual([['sheet']])
  rig.ledger().bendOrders.clear('sheet', 'K1', null)
  await expect.poll(() => changedSheets).toEqual([['sheet'], ['sheet']])
})

test('an order is never rewritten or deleted', async () => {
  keep()
  await rig.ledger().close()
  const db = new Database(join(rig.folder, 'outbox.db'))
  expect(() => db.exec(`UPDATE bend_order SET inputs = 'x'`)).toThrow(/never rewritten/)
  expect(() => db.exec('DELETE FROM bend_order')).toThrow(/never rewritten/)
  db.close()
  await rig.restart()
})

test('a lost store is rebuilt from the journal with the newest order of each sheet', async () => {
  keep()
  keep({ steps: [step(0), step(1)] })
  keep({ machine: 'K2' })
  rig.ledger().bendOrders.clear('sheet', 'K2', null)
  await rig.ledger().journal.synced()
  await rig.ledger().close()
  for (const end of ['', '-wal', '-shm']) rmSync(join(rig.folder, `outbox.db${end}`), { force: true })
  await rig.restart()
  expect(of()?.steps).toEqual([step(0), step(1)])
  expect(of('K2')).toBeNull()
})

test('an order of a newer program is not used', async () => {
  keep()
  await rig.ledger().close()
  const db = new Database(join(rig.folder, 'outbox.db'))
  db.exec(`INSERT INTO bend_order SELECT 'newer', sheet_id, machine, drawing_hash, inputs, '[{"kind":"roll"}]', operator_id,
    kept_at + 1 FROM bend_order`)
  db.close()
  await rig.restart()
  expect(of()).toBeNull()
})
