// What grows while a station runs for months: the journal is written again when it is long, and delivered marks move to the history.
import Database from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLedger } from '../../../../src-main/ledger/index.ts'
import { journalFiles, readJournal } from '../../../../src-main/ledger/journal/journal-files.ts'
import { nameOfRow } from '../../../../src-main/ledger/store/rebuild.ts'
import { failed } from '../../../../shared/base/result.ts'
import { dayMs, hourMs } from '../../../../shared/base/durations.ts'
import { manualClock } from '../../../manual-clock.ts'
import { sampleSheet } from '../../../unit/ledger/sample-sheet.ts'
import { untilPasses } from '../../../until-passes.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-long-journal-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const marks = 60
function openWithMarks(clock = manualClock()) {
  const ledger = openLedger({ folder, clock })
  for (let no = 0; no < marks; no += 1) {
    const sheet = { ...sampleSheet, id: `5f0d7c2e-2f4f-4a53-9d58-${String(no).padStart(12, '0')}` }
    const base = { by: 'KN', pressBrakeId: null, fingerprint: 'bolgen/test', serviceOffsetMs: 0 }
    if (!ledger.marks.create({ sheet, ...base }).ok) throw new Error('not marked')
  }
  return ledger
}
const journalBytes = (): number => journalFiles(folder).reduce((sum, { bytes }) => sum + bytes, 0)

test(
  'a journal that grows while the station runs is written again, and is complete at every moment',
  { tags: 'long' },
  async () => {
    const ledger = openWithMarks()
    const db = new Database(join(folder, 'outbox.db'))
    const change = db.prepare<[string]>(`UPDATE mark SET state = 'parked', detail = ?`)
    let longest = 0
    let written = 0
    for (let round = 0; round < 40; round += 1) {
      change.run(`${round} `.repeat(3_000))
      const before = journalBytes()
      await ledger.journal.synced()
      written += Math.max(0, journalBytes() - before)
      longest = Math.max(longest, journalBytes())
    }
    db.close()
    expect(written).toBeGreaterThan(15_000_000)
    expect(longest).toBeLessThan(11_000_000)
    expect(readJournal(folder, nameOfRow)).toMatchObject({ hidesBefore: 0, missingFiles: 0 })
    await ledger.close()
    for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, `outbox.db${suffix}`), { force: true })
    const rebuilt = openLedger({ folder, clock: manualClock() })
    expect(rebuilt.setAside()).toMatchObject({ rows: { mark: marks }, fromJournal: { mark: marks }, incomplete: false })
    await rebuilt.close()
  },
)

test('delivered marks move to the history while the station runs', async () => {
  const clock = manualClock()
  const ledger = openWithMarks(clock)
  const unreachable = Promise.resolve(
    failed({ kind: 'not_sent', cause: 'unreachable', message: 'no network' } as const),
  )
  ledger
    .drain({
      report: () => unreachable,
      readSheet: () => unreachable,
      readMe: () => unreachable,
      ready: () => Promise.resolve(),
      serviceOffsetMs: () => 0,
    })
    .start()
  const db = new Database(join(folder, 'outbox.db'))
  db.prepare(`UPDATE mark SET state = 'delivered', delivered_at = 1, changed_at = ?`).run(clock.now())
  const moved = db.prepare<[], number>('SELECT count(*) FROM mark_history').pluck()
  clock.advance(7 * dayMs - hourMs)
  await untilPasses(() => expect(clock.waiting()).toBeGreaterThan(0))
  expect(moved.get()).toBe(0)
  await untilPasses(() => {
    clock.advance(hourMs)
    expect(moved.get()).toBe(marks)
  })
  db.close()
  await ledger.close()
})
