// The part of the last commit that a power cut leaves is not damage, because its tick was never shown; a bad frame before a complete commit
// is damage. A power cut before the first store is complete leaves nothing that could be lost. `test:long` rebuilds thousands of such
// states.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLedger, type Ledger } from '../../../src-main/ledger/index.ts'
import { walDamage } from '../../../src-main/ledger/store/wal-damage.ts'
import { manualClock } from '../../manual-clock.ts'
import { sampleSheet } from '../../unit/ledger/sample-sheet.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'kant-power-cut-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const mark = (ledger: Ledger, no: number): void => {
  const sheet = { ...sampleSheet, id: `5f0d7c2e-2f4f-4a53-9d58-${String(no).padStart(12, '0')}` }
  const base = { by: 'KN', pressBrakeId: null, fingerprint: 'bolgen/test', serviceOffsetMs: 0 }
  if (!ledger.marks.create({ sheet, ...base }).ok) throw new Error('not marked')
}

const frameHead = 24
const frame = 4_096 + frameHead

test('a last commit that is only partly on the disk does not count as damage, but a bad frame before it does', async () => {
  const folder = join(root, 'station')
  mkdirSync(folder)
  const log = join(folder, 'outbox.db-wal')
  const ledger = openLedger({ folder, clock: manualClock() })
  for (const no of [1, 2, 3]) mark(ledger, no)
  const before = readFileSync(log)
  mark(ledger, 4)
  const after = readFileSync(log)
  await ledger.close()

  // the log is longer than what is written, as after an earlier use of it
  const bytes = Buffer.concat([before, Buffer.alloc(Math.max(0, after.length - before.length) + 10 * frame, 0x33)])
  const cut = join(root, 'cut-wal')
  const damageOf = (content: Buffer): string | null => {
    writeFileSync(cut, content)
    return walDamage(cut)
  }
  expect(damageOf(bytes)).toBeNull()
  const first = 32 + Math.floor((before.length - 32) / frame) * frame
  for (let start = first; start < after.length; start += frame) {
    // the head of a frame, and then its page
    for (const end of [start + frameHead, start + 512, start + frame]) {
      const state = Buffer.concat([after.subarray(0, end), bytes.subarray(end)])
      expect([end, damageOf(state)]).toEqual([end, null])
    }
    // all heads, and no page
    const heads = Buffer.from(bytes)
    for (let offset = first; offset < after.length; offset += frame)
      after.copy(heads, offset, offset, offset + frameHead)
    expect(damageOf(heads)).toBeNull()
  }
  const bad = Buffer.from(after)
  bad[32 + frame + 100] = (bad[32 + frame + 100] ?? 0) ^ 1
  expect(damageOf(bad)).toBe('frame 2 of its log is damaged')
})

test.each([0, 1])(
  'a new store that is a file of %i bytes after a power cut never had a mark, so nothing is lost',
  async (size) => {
    const folder = join(root, 'station')
    mkdirSync(folder)
    writeFileSync(join(folder, 'station.lock'), '')
    writeFileSync(join(folder, 'outbox.db'), Buffer.alloc(size))
    writeFileSync(join(folder, 'outbox.db.new'), 'half a store')
    const ledger = openLedger({ folder, clock: manualClock() })
    expect(ledger.setAside()).toBeNull()
    mark(ledger, 1)
    await ledger.close()
    // from now on it is
    for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, `outbox.db${suffix}`), { force: true })
    cpSync(join(folder, 'journal'), join(root, 'journal'), { recursive: true })
    rmSync(join(folder, 'journal'), { recursive: true })
    const lost = openLedger({ folder, clock: manualClock() })
    expect(lost.setAside()).toMatchObject({ why: 'the file is gone or empty', incomplete: true })
    await lost.close()
  },
)
