// A disk that refuses only the journal: every mark is stored, the fault is reported, and once the disk works again the journal is
// complete, so that the store can be rebuilt from it.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLedger } from '../../../src-main/ledger/index.ts'
import { manualClock } from '../../manual-clock.ts'
import { onlyLongUnless } from '../../only-long.ts'

const marks = 8
const program = join(import.meta.dirname, 'marking-on-a-bad-disk.ts')
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-bad-journal-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** `fault`: in strace's syntax, for system calls on the journal's folder and its first files only. */
function runMarking(fault: string): string[] {
  const journal = join(folder, 'journal')
  const files = Array.from({ length: 12 }, (_, no) => join(journal, `outbox-${String(no + 1).padStart(6, '0')}.ndjson`))
  const paths = [journal, ...files].flatMap((path) => ['-P', path])
  const args = ['-f', '-qq', '-o', '/dev/null', ...paths, '-e', `inject=${fault}`]
  const { stdout, stderr, status } = spawnSync('strace', [...args, process.execPath, program, folder, String(marks)], {
    encoding: 'utf8',
    // strace counts per thread
    env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
  })
  expect(stderr.replace(/^strace: .*\n/gm, '')).toBe('')
  expect(status).toBe(0)
  return stdout.trimEnd().split('\n')
}
const startingWith = (lines: readonly string[], word: string): string[] =>
  lines.flatMap((line) => (line.startsWith(`${word} `) ? [line.slice(word.length + 1)] : []))

/** The marks of the store as rebuilt from the journal alone. */
async function restored(): Promise<string[]> {
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, `outbox.db${suffix}`), { force: true })
  const ledger = openLedger({ folder, clock: manualClock() })
  const marks = ledger.marks.marksNeedingAttention()
  expect(ledger.setAside()).toMatchObject({ why: 'the file is gone or empty', incomplete: false })
  expect(new Set(marks.map(({ state }) => state))).toEqual(new Set(['unknown']))
  await ledger.close()
  return marks.map(({ id }) => id)
}

const faults = [
  { name: 'does not sync its first line', fault: 'fdatasync:error=EIO:when=1', says: 'EIO' },
  { name: 'does not sync one of its lines', fault: 'fdatasync:error=EIO:when=2', says: 'EIO' },
  { name: 'has no space for a line', fault: 'write,pwrite64,writev:error=ENOSPC:when=2', says: 'ENOSPC' },
  { name: 'has no space for a while', fault: 'write,pwrite64,writev:error=ENOSPC:when=1..2', says: 'ENOSPC' },
  { name: 'does not store the name of its file', fault: 'fsync:error=EIO:when=1', says: 'EIO' },
  { name: 'cannot be created', fault: 'openat:error=EACCES:when=1', says: 'EACCES' },
]
for (const { name, fault, says } of faults)
  test(
    `a journal that ${name}: no mark is refused, the fault is reported, and the journal becomes complete`,
    onlyLongUnless(name.includes('for a line')),
    async () => {
      const lines = runMarking(fault)
      const ticks = startingWith(lines, 'tick')
      expect(ticks).toHaveLength(marks)
      expect(startingWith(lines, 'refused')).toEqual([])
      expect(startingWith(lines, 'queue').filter((line) => line.includes('outbox_unreadable'))).toEqual([])
      const journalStates = startingWith(lines, 'journal')
      expect(journalStates[0]).toMatch(new RegExp(`^${says}: `))
      expect(journalStates.at(-1)).toBe('works again')
      expect(startingWith(lines, 'kept')).toEqual(ticks)
      expect(lines.at(-1)).toBe('set aside null')
      expect(await restored()).toEqual(ticks)
    },
  )

test(
  'a journal that never works again is reported until the end, and completed by the next start',
  { tags: 'long' },
  async () => {
    const lines = runMarking('write,pwrite64,writev:error=EIO:when=2+')
    const ticks = startingWith(lines, 'tick')
    expect(ticks).toHaveLength(marks)
    expect(startingWith(lines, 'journal').at(-1)).toMatch(/^EIO: /)
    expect(startingWith(lines, 'kept')).toEqual(ticks)
    const next = openLedger({ folder, clock: manualClock() })
    await next.journal.synced()
    expect(next.journal.problem()).toBeNull()
    await next.close()
    expect(await restored()).toEqual(ticks)
  },
)
