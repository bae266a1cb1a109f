// A station whose store is checked in a worker thread, as in every program with a user interface.
import Database from 'better-sqlite3'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLedger, prepareStore, StoreInUseError } from '../../../../src-main/ledger/index.ts'
import { NewerFileError } from '../../../../src-main/platform/sqlite.ts'
import { openingSteps } from '../../../../src-main/station/open/opening-steps.ts'
import { openPreparedStation } from '../../../../src-main/station/open/prepared-station.ts'
import { openStation, type OpenedStation } from '../../../../src-main/station/open/station.ts'
import { manualClock } from '../../../manual-clock.ts'
import { sampleSheet } from '../../../unit/ledger/sample-sheet.ts'

let folder: string
const stations: OpenedStation[] = []
const open = async (): Promise<OpenedStation> => {
  const opened = await openPreparedStation({ dataFolder: folder, systemKeyStore: null })
  stations.push(opened)
  return opened
}
const close = async (): Promise<void> => {
  for (const opened of stations.splice(0)) await opened.close()
}
async function fill(marks: number): Promise<void> {
  const ledger = openLedger({ folder, clock: manualClock() })
  for (let no = 0; no < marks; no += 1) {
    const sheet = { ...sampleSheet, id: `5f0d7c2e-2f4f-4a53-9d58-${String(no).padStart(12, '0')}` }
    ledger.marks.create({ sheet, by: 'KN', pressBrakeId: null, fingerprint: 'bolgen/test', serviceOffsetMs: 0 })
  }
  await ledger.close()
}
const waiting = ({ station }: OpenedStation): number => {
  const { held, undelivered, needsPerson } = station.snapshot().status.queue
  return held + undelivered + needsPerson
}

const failAt = (step: string) => ({
  dataFolder: folder,
  systemKeyStore: null,
  testHooks: {
    onBoundary: (boundary: string): void => {
      if (boundary === step) throw new Error('the disk is full')
    },
  },
})

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-prepared-'))
})
afterEach(async () => {
  await close()
  rmSync(folder, { recursive: true, force: true })
})

test('a new folder and one with marks open completely, without blocking the event loop', async () => {
  expect(waiting(await open())).toBe(0)
  await close()
  await fill(30)
  let turns = 0
  let isOpen = false
  const opening = open().finally(() => (isOpen = true))
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- set when the opening ends
  while (!isOpen) {
    turns += 1
    await setImmediate()
  }
  expect(waiting(await opening)).toBe(30)
  expect(turns).toBeGreaterThan(10)
})

test('a damaged store is rebuilt in the worker thread, and reported', async () => {
  await fill(200)
  const file = openSync(join(folder, 'outbox.db'), 'r+')
  writeSync(file, Buffer.alloc(4_096, 0xa5), 0, 4_096, 4_096 * 20)
  closeSync(file)
  const prepared = await prepareStore(folder, 0)
  expect(prepared.result?.journal?.rewriteBecause).toBe('the store went on without it')
  const ledger = openLedger({ folder, clock: manualClock(), prepared })
  expect(ledger.setAside()).toMatchObject({ rows: { mark: 200 } })
  await ledger.close()
  const opened = await open()
  expect(opened.station.snapshot().status.warnings.map(({ code }) => code)).toContain('outbox_rebuilt')
  expect(waiting(opened)).toBe(200)
})

test('a worker thread that cannot start is reported, and the store still opens', async () => {
  await fill(3)
  const faults: unknown[] = []
  const { release } = await prepareStore(folder, 0)
  const prepared = { usedBefore: true, result: null, fault: new Error('there is no such module'), release }
  const ledger = openLedger({ folder, clock: manualClock(), prepared, onError: (fault) => faults.push(fault) })
  expect(faults.map(String)).toEqual([expect.stringContaining('there is no such module')])
  expect(ledger.marks.summary().held).toBe(3)
  await ledger.close()
})

test('a valid store is written once to a missing journal, in the worker thread', async () => {
  await fill(20)
  rmSync(join(folder, 'journal'), { recursive: true })
  const prepared = await prepareStore(folder, 0)
  expect(prepared).toMatchObject({ fault: null, result: { journal: { rewriteBecause: 'there is none yet' } } })
  const noted = (): unknown => {
    const db = new Database(join(folder, 'outbox.db'), { readonly: true })
    const rows: unknown = db.prepare('SELECT max(n) AS newest, count(*) AS rows FROM change').get()
    db.close()
    return rows
  }
  const before = noted()
  expect(before).toMatchObject({ rows: 60 })
  const ledger = openLedger({ folder, clock: manualClock(), prepared })
  expect(noted()).toEqual(before)
  await ledger.close()
  rmSync(join(folder, 'outbox.db'))
  expect(waiting(await open())).toBe(20)
})

test('a folder that another station uses is refused before it is checked', async () => {
  await open()
  await expect(openPreparedStation({ dataFolder: folder, systemKeyStore: null })).rejects.toThrow(StoreInUseError)
})

test('no other station can use the folder while it is checked', async () => {
  const preparing = prepareStore(folder, 0)
  expect(() => openLedger({ folder, clock: manualClock() })).toThrow(StoreInUseError)
  const { release } = await preparing
  release()
  await openLedger({ folder, clock: manualClock() }).close()
})

test('an error of the worker thread fails the opening, which releases the folder', async () => {
  const newer = new Database(join(folder, 'outbox.db'))
  newer.pragma('user_version = 99')
  newer.close()
  for (const _ of [1, 2])
    await expect(openPreparedStation({ dataFolder: folder, systemKeyStore: null })).rejects.toThrow(NewerFileError)
})

test('all marks that a restored service may have lost are verified, however many they are', async () => {
  await fill(60)
  const ledger = openLedger({ folder, clock: manualClock() })
  const ended = ledger.marks.verifyAfterRestore()
  const restored = (): number =>
    ledger.marks.marksNeedingAttention().filter(({ reason }) => reason === 'service_went_back').length
  expect(restored()).toBeLessThan(60)
  await ended
  expect(restored()).toBe(60)
  await expect(ledger.marks.verifyAfterRestore(AbortSignal.abort())).rejects.toThrow(/abort/)
  await ledger.close()
})

test.each(openingSteps.filter((step) => step !== 'page' && step !== 'attach').map((step) => `${step}_open`))(
  'a station that fails to open at the step %s closes what it opened, and opens at the next attempt',
  async (step) => {
    await fill(3)
    expect(() => openStation(failAt(step))).toThrow('the disk is full')
    await expect.poll(() => open().then(close, (error: unknown) => error)).toBeUndefined()
    await expect(openPreparedStation(failAt(step))).rejects.toThrow('the disk is full')
    await expect.poll(() => open().then(waiting, (error: unknown) => error)).toBe(3)
  },
)
