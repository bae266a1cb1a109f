// Which sheets of a list concern this station. The pull skips the others, so applying them must change nothing.
import Database from 'better-sqlite3'
import * as fc from 'fast-check'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { batch, createLedgerRig, type LedgerRig } from '../ledger-rig.ts'

// each commit is synced: in memory if there is such a disk, because no test cuts the power
if (existsSync('/dev/shm')) process.env['TMPDIR'] = '/dev/shm'

let rig: LedgerRig
beforeEach(() => {
  rig = createLedgerRig()
})
afterEach(() => rig.end())

const other = { ...batch, id: '5f0d7c2e-2f4f-4a53-9d58-00000000ffff' }
const concerns = (sheetId = batch.id): boolean => rig.ledger().marks.canPullAffect(sheetId)
const inFile = (sql: string): unknown => {
  const db = new Database(join(rig.folder, 'outbox.db'))
  const statement = db.prepare(sql)
  const rows = statement.reader ? statement.all() : statement.run()
  db.close()
  return rows
}
const rows = (): unknown => ['mark', 'job', 'deviation'].map((table) => inFile(`SELECT * FROM ${table}`))
const undo = (): void => {
  for (const { id } of rig.ledger().marks.marksNeedingAttention()) rig.ledger().marks.undo(id)
}

describe('a sheet concerns the station', () => {
  test('after an action on it, and not because of another sheet', () => {
    expect(concerns()).toBe(false)
    rig.mark(other)
    expect([concerns(), concerns(other.id)]).toEqual([false, true])
  })

  test.each<{ name: string; act: () => unknown }>([
    { name: 'it has a mark under way', act: () => rig.mark() },
    { name: 'pieces of it are counted', act: () => rig.book(1, 1) },
    { name: 'its drawing was reported wrong', act: () => rig.report() },
  ])('while $name, after a restart too', async ({ act }) => {
    act()
    expect(concerns()).toBe(true)
    await rig.restart()
    expect(concerns()).toBe(true)
  })

  test('no longer once its mark is delivered and its job closed', () => {
    rig.mark()
    inFile(`UPDATE mark SET state = 'delivered', request = x'7b7d', delivered_at = marked_at`)
    inFile(`UPDATE job SET state = 'closed', closed_at = opened_at`)
    expect(concerns()).toBe(false)
  })
})

const act = fc.constantFrom('mark', 'undo', 'count', 'report', 'give', 'take back', 'deliver', 'close', 'park')
function perform(name: string): void {
  switch (name) {
    case 'mark':
      rig.mark()
      break
    case 'undo':
      undo()
      break
    case 'count':
      rig.book(1, 1)
      break
    case 'report':
      rig.report()
      break
    case 'give':
      rig.give()
      break
    case 'take back':
      rig.takeBack()
      break
    case 'deliver':
      inFile(
        `UPDATE mark SET state = 'delivered', request = x'7b7d', delivered_at = marked_at WHERE state <> 'cancelled'`,
      )
      break
    case 'close':
      inFile(`UPDATE job SET state = 'closed', closed_at = opened_at`)
      break
    default:
      inFile(`UPDATE mark SET state = 'parked', reason = 'refused' WHERE state = 'held'`)
  }
}

test('a list changes nothing about a sheet that does not concern the station, whatever was done before', async () => {
  let passedOver = 0
  await fc.assert(
    fc
      .asyncProperty(
        fc.array(act, { maxLength: 8 }),
        fc.nat({ max: 2 }),
        fc.boolean(),
        async (acts, rework, redrawn) => {
          for (const name of acts) perform(name)
          const [wasConcerned, before] = [concerns(), rows()]
          rig.ledger().marks.applyPull({
            sheetId: batch.id,
            reworkCount: rework,
            approval: 'change_requested',
            bent: false,
            drawingHash: () => (redrawn ? 'f'.repeat(64) : null),
          })
          if (!wasConcerned) passedOver += 1
          expect(wasConcerned ? before : rows()).toEqual(before)
        },
      )
      .beforeEach(async () => {
        await rig.end()
        rig = createLedgerRig()
      }),
    { numRuns: 40 },
  )
  // about 16 of 40: none is rarer than one run in a million
  expect(passedOver).toBeGreaterThan(0)
})
