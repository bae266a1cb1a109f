// A station whose store was looked through on a thread beside, as every program opens it that a person waits at.
import Database from 'better-sqlite3'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openOutbox, prepareStore, StoreInUseError } from '../../../src-main/outbox/index.ts'
import { NewerFileError } from '../../../src-main/platform/sqlite.ts'
import { openPreparedStation } from '../../../src-main/station/prepared-station.ts'
import { openStation, type OpenedStation } from '../../../src-main/station/station.ts'
import { manualClock } from '../../manual-clock.ts'
import { sampleSheet } from '../../unit/outbox/sample-sheet.ts'

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
  const outbox = openOutbox({ folder, clock: manualClock() })
  for (let no = 0; no < marks; no += 1) {
    const sheet = { ...sampleSheet, id: `5f0d7c2e-2f4f-4a53-9d58-${String(no).padStart(12, '0')}` }
    outbox.marks.create({ sheet, by: 'KN', pressBrakeId: null, fingerprint: 'bolgen/test', serviceOffsetMs: 0 })
  }
  await outbox.close()
}
const waiting = ({ station }: OpenedStation): number => {
  const { held, undelivered, needsPerson } = station.snapshot().status.queue
  return held + undelivered + needsPerson
}

const onBoundary = (boundary: string): void => {
  if (boundary === 'cache_open') throw new Error('the disk will not have it')
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-prepared-'))
})
afterEach(async () => {
  await close()
  rmSync(folder, { recursive: true, force: true })
})

test('a fresh folder, and one with marks, opens with all that it has, and the loop turns meanwhile', async () => {
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

test('a damaged store is rebuilt on the thread, and told', async () => {
  await fill(200)
  const file = openSync(join(folder, 'outbox.db'), 'r+')
  writeSync(file, Buffer.alloc(4_096, 0xa5), 0, 4_096, 4_096 * 20)
  closeSync(file)
  const prepared = await prepareStore(folder, 0)
  expect(prepared.found?.journal?.anew).toBe('the store went on without it')
  const outbox = openOutbox({ folder, clock: manualClock(), prepared })
  expect(outbox.setAside()).toMatchObject({ rows: { mark: 200 } })
  await outbox.close()
  const opened = await open()
  expect(opened.station.snapshot().status.warnings.map(({ code }) => code)).toContain('outbox_rebuilt')
  expect(waiting(opened)).toBe(200)
})

test('a thread that cannot start is told of, and the store opens all the same', async () => {
  await fill(3)
  const faults: unknown[] = []
  const { release } = await prepareStore(folder, 0)
  const prepared = { usedBefore: true, found: null, fault: new Error('there is no such module'), release }
  const outbox = openOutbox({ folder, clock: manualClock(), prepared, onFault: (fault) => faults.push(fault) })
  expect(faults.map(String)).toEqual([expect.stringContaining('there is no such module')])
  expect(outbox.marks.summary().held).toBe(3)
  await outbox.close()
})

test('a store that is sound is noted for its journal once, on the thread, where that must be written anew', async () => {
  await fill(20)
  rmSync(join(folder, 'journal'), { recursive: true })
  const prepared = await prepareStore(folder, 0)
  expect(prepared).toMatchObject({ fault: null, found: { journal: { anew: 'there is none yet' } } })
  const noted = (): unknown => {
    const db = new Database(join(folder, 'outbox.db'), { readonly: true })
    const rows: unknown = db.prepare('SELECT max(n) AS newest, count(*) AS rows FROM change').get()
    db.close()
    return rows
  }
  const before = noted()
  expect(before).toMatchObject({ rows: 60 })
  const outbox = openOutbox({ folder, clock: manualClock(), prepared })
  expect(noted()).toEqual(before)
  await outbox.close()
  rmSync(join(folder, 'outbox.db'))
  expect(waiting(await open())).toBe(20)
})

test('a folder that another station has is refused before anything of it is looked at', async () => {
  await open()
  await expect(openPreparedStation({ dataFolder: folder, systemKeyStore: null })).rejects.toThrow(StoreInUseError)
})

test('nobody can have the folder while it is looked through', async () => {
  const preparing = prepareStore(folder, 0)
  expect(() => openOutbox({ folder, clock: manualClock() })).toThrow(StoreInUseError)
  const { release } = await preparing
  release()
  await openOutbox({ folder, clock: manualClock() }).close()
})

test('what the thread stumbles over is said by the opening, and the folder is let go of', async () => {
  const newer = new Database(join(folder, 'outbox.db'))
  newer.pragma('user_version = 99')
  newer.close()
  for (const _ of [1, 2])
    await expect(openPreparedStation({ dataFolder: folder, systemKeyStore: null })).rejects.toThrow(NewerFileError)
})

test('what of the marks a restored service may have taken is looked up, however many they are', async () => {
  await fill(60)
  const outbox = openOutbox({ folder, clock: manualClock() })
  const ended = outbox.marks.serviceRestored()
  const restored = (): number =>
    outbox.marks.marksNeedingAttention().filter(({ reason }) => reason === 'service_went_back').length
  expect(restored()).toBeLessThan(60)
  await ended
  expect(restored()).toBe(60)
  await expect(outbox.marks.serviceRestored(AbortSignal.abort())).rejects.toThrow(/abort/)
  await outbox.close()
})

test('a station that stumbles after its stores are open lets go of them, and opens at the next try', async () => {
  await fill(3)
  const stumbling = { dataFolder: folder, systemKeyStore: null, watch: { onBoundary } }
  expect(() => openStation(stumbling)).toThrow('the disk will not have it')
  await expect.poll(() => open().then(close, (fault: unknown) => fault)).toBeUndefined()
  await expect(openPreparedStation(stumbling)).rejects.toThrow('the disk will not have it')
  await expect.poll(() => open().then(waiting, (fault: unknown) => fault)).toBe(3)
})
