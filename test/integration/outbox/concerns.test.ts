// Which sheets of a list this station has anything to do with: the others are passed over, so passing one over must change nothing.
import Database from 'better-sqlite3'
import * as fc from 'fast-check'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { batch, brake, type Brake } from './brake.ts'

// each commit is synced: in memory where there is such a disk, since power is not cut here
if (existsSync('/dev/shm')) process.env['TMPDIR'] = '/dev/shm'

let at: Brake
beforeEach(() => {
  at = brake()
})
afterEach(() => at.end())

const other = { ...batch, id: '5f0d7c2e-2f4f-4a53-9d58-00000000ffff' }
const concerns = (sheetId = batch.id): boolean => at.outbox().marks.concerns(sheetId)
const inFile = (sql: string): unknown => {
  const db = new Database(join(at.folder, 'outbox.db'))
  const statement = db.prepare(sql)
  const rows = statement.reader ? statement.all() : statement.run()
  db.close()
  return rows
}
const rows = (): unknown => ['mark', 'job', 'deviation'].map((table) => inFile(`SELECT * FROM ${table}`))
const undo = (): void => {
  for (const { id } of at.outbox().marks.marksNeedingAttention()) at.outbox().marks.undo(id)
}

describe('a sheet concerns the station', () => {
  test('not before anything was done at it, nor because of another one', () => {
    expect(concerns()).toBe(false)
    at.mark(other)
    expect([concerns(), concerns(other.id)]).toEqual([false, true])
  })

  test.each<{ name: string; act: () => unknown }>([
    { name: 'it has a mark under way', act: () => at.mark() },
    { name: 'pieces of it are counted', act: () => at.book(1, 1) },
    { name: 'its drawing was reported wrong', act: () => at.report() },
  ])('while $name, after a restart too', async ({ act }) => {
    act()
    expect(concerns()).toBe(true)
    await at.restart()
    expect(concerns()).toBe(true)
  })

  test('no more once its mark is delivered and its job closed', () => {
    at.mark()
    inFile(`UPDATE mark SET state = 'delivered', request = x'7b7d', delivered_at = marked_at`)
    inFile(`UPDATE job SET state = 'closed', closed_at = opened_at`)
    expect(concerns()).toBe(false)
  })
})

const act = fc.constantFrom('mark', 'undo', 'count', 'report', 'give', 'take back', 'deliver', 'close', 'park')
function take(name: string): void {
  switch (name) {
    case 'mark':
      at.mark()
      break
    case 'undo':
      undo()
      break
    case 'count':
      at.book(1, 1)
      break
    case 'report':
      at.report()
      break
    case 'give':
      at.give()
      break
    case 'take back':
      at.takeBack()
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

test('whatever was done, what a list says of a sheet that does not concern the station changes nothing', async () => {
  let passedOver = 0
  await fc.assert(
    fc
      .asyncProperty(
        fc.array(act, { maxLength: 8 }),
        fc.nat({ max: 2 }),
        fc.boolean(),
        async (acts, rework, redrawn) => {
          for (const name of acts) take(name)
          const [wasConcerned, before] = [concerns(), rows()]
          at.outbox().marks.notice({
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
        await at.end()
        at = brake()
      }),
    { numRuns: 40 },
  )
  expect(passedOver).toBeGreaterThan(5)
})
