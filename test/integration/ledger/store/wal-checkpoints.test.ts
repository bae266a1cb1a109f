// The write-ahead log is moved into the database file while the station is idle, never by the commit of a tap.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLedger } from '../../../../src-main/ledger/index.ts'
import { manualClock } from '../../../manual-clock.ts'
import { sampleSheet } from '../../../unit/ledger/sample-sheet.ts'
import { untilPasses } from '../../../until-passes.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-log-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('the log is moved a second after many commits, and all marks remain after a restart', async () => {
  const clock = manualClock()
  let ledger = openLedger({ folder, clock })
  const size = (): number => statSync(join(folder, 'outbox.db')).size
  const before = size()
  for (let no = 0; no < 150; no += 1) {
    const sheet = { ...sampleSheet, id: `5f0d7c2e-2f4f-4a53-9d58-${String(no).padStart(12, '0')}` }
    ledger.marks.create({ sheet, by: 'KN', pressBrakeId: null, fingerprint: 'bolgen/test', serviceOffsetMs: 0 })
  }
  expect(size()).toBe(before)
  clock.advance(1_000)
  await untilPasses(() => expect(size()).toBeGreaterThan(before))
  await ledger.close()
  ledger = openLedger({ folder, clock })
  expect(ledger.marks.summary().held).toBe(150)
  await ledger.close()
})

test('after many commits the log is long, later marks reuse it without making it longer, and the database file does not grow', async () => {
  const clock = manualClock()
  let ledger = openLedger({ folder, clock })
  const log = (): number => statSync(join(folder, 'outbox.db-wal')).size
  const mark = (from: number, to: number): void => {
    for (let no = from; no < to; no += 1) {
      const sheet = { ...sampleSheet, id: `5f0d7c2e-2f4f-4a53-9d58-${String(no).padStart(12, '0')}` }
      ledger.marks.create({ sheet, by: 'KN', pressBrakeId: null, fingerprint: 'bolgen/test', serviceOffsetMs: 0 })
    }
  }
  mark(0, 20)
  const short = log()
  clock.advance(1_000)
  await untilPasses(() => expect(log()).toBeGreaterThan(short + 1_000_000))
  const long = log()
  mark(20, 30)
  expect(log()).toBe(long)
  await ledger.close()
  expect(statSync(join(folder, 'outbox.db')).size).toBeLessThan(1_000_000)
  ledger = openLedger({ folder, clock })
  expect([ledger.setAside(), ledger.marks.summary().held]).toEqual([null, 30])
  await ledger.close()
})
