// A store whose write-ahead log was damaged or lost after a hard end: SQLite alone would open it without reporting the marks that
// are missing.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openLedger } from '../../../src-main/ledger/index.ts'
import { manualClock } from '../../manual-clock.ts'

const program = join(import.meta.dirname, 'marking-station.ts')
let folder: string
const log = (): string => join(folder, 'outbox.db-wal')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-log-'))
  // kills itself once a few marks are acknowledged, so that its log is as a hard end leaves it
  spawnSync('sh', ['-c', `"$0" "$1" "$2" 100000 | head -n 5 >/dev/null`, process.execPath, program, folder])
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function reopened(): Promise<{ why: string | null; states: Set<string>; marks: number }> {
  const ledger = openLedger({ folder, clock: manualClock() })
  const marks = ledger.marks.marksNeedingAttention()
  const why = ledger.setAside()?.why ?? null
  await ledger.close()
  return { why, marks: marks.length, states: new Set(marks.map(({ state }) => state)) }
}

describe('a store that lost a part after a hard end', () => {
  test('opens without a warning if it is not damaged', async () => {
    const { why, marks } = await reopened()
    expect(why).toBeNull()
    expect(marks).toBeGreaterThanOrEqual(5)
  })

  test('reports a flipped bit in its log, and verifies every remaining mark', { tags: 'long' }, async () => {
    const bytes = readFileSync(log())
    const middle = 32 + Math.floor((bytes.length - 32) / 2)
    bytes[middle] = (bytes[middle] ?? 0) ^ 1
    writeFileSync(log(), bytes)
    const { why, states } = await reopened()
    expect(why).toMatch(/frame \d+ of its log is damaged/)
    expect([...states].filter((state) => state !== 'unknown')).toEqual([])
  })

  test('reports a file that is not a log', { tags: 'long' }, async () => {
    writeFileSync(log(), Buffer.alloc(8192, 0x5a))
    expect((await reopened()).why).toBe('its log does not begin as a log')
  })

  test('reports a store that is empty or missing although a station has used it', async () => {
    rmSync(log())
    truncateSync(join(folder, 'outbox.db'), 0)
    expect((await reopened()).why).toBe('the file is gone or empty')
  })

  test('is reported until a person acknowledges it', { tags: 'long' }, async () => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, `outbox.db${suffix}`), { force: true })
    expect((await reopened()).why).toBe('the file is gone or empty')
    const ledger = openLedger({ folder, clock: manualClock() })
    expect(ledger.setAside()).not.toBeNull()
    ledger.acknowledgeSetAside()
    await ledger.close()
    expect((await reopened()).why).toBeNull()
  })
})
