// A disk that refuses the second copy alone: every mark is taken, the refusal is told, and once the disk is well the copy is whole
// again, so that the store can be made anew from it.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openOutbox } from '../../../src-main/outbox/index.ts'
import { manualClock } from '../../manual-clock.ts'

const marks = 8
const program = join(import.meta.dirname, 'marking-on-a-bad-disk.ts')
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-bad-journal-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** `fault`: as strace takes it; of the system calls about the journal's folder and its first files alone. */
function ran(fault: string): string[] {
  const journal = join(folder, 'journal')
  const files = Array.from({ length: 12 }, (_, no) => join(journal, `outbox-${String(no + 1).padStart(6, '0')}.ndjson`))
  const paths = [journal, ...files].flatMap((path) => ['-P', path])
  const args = ['-f', '-qq', '-o', '/dev/null', ...paths, '-e', `inject=${fault}`]
  const { stdout, stderr, status } = spawnSync('strace', [...args, process.execPath, program, folder, String(marks)], {
    encoding: 'utf8',
    // strace counts for each thread
    env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
  })
  expect(stderr.replace(/^strace: .*\n/gm, '')).toBe('')
  expect(status).toBe(0)
  return stdout.trimEnd().split('\n')
}
const startingWith = (lines: readonly string[], word: string): string[] =>
  lines.flatMap((line) => (line.startsWith(`${word} `) ? [line.slice(word.length + 1)] : []))

/** The marks of the store as it is made anew from the journal alone. */
async function restored(): Promise<string[]> {
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, `outbox.db${suffix}`), { force: true })
  const outbox = openOutbox({ folder, clock: manualClock() })
  const found = outbox.marks.marksNeedingAttention()
  expect(outbox.setAside()).toMatchObject({ why: 'the file is gone or empty', incomplete: false })
  expect(new Set(found.map(({ state }) => state))).toEqual(new Set(['unknown']))
  await outbox.close()
  return found.map(({ id }) => id)
}

test.each([
  { name: 'does not sync its first line', fault: 'fdatasync:error=EIO:when=1', says: 'EIO' },
  { name: 'does not sync one of its lines', fault: 'fdatasync:error=EIO:when=2', says: 'EIO' },
  { name: 'has no room for a line', fault: 'write,pwrite64,writev:error=ENOSPC:when=2', says: 'ENOSPC' },
  { name: 'has no room for a while', fault: 'write,pwrite64,writev:error=ENOSPC:when=1..2', says: 'ENOSPC' },
  { name: 'does not keep the name of its file', fault: 'fsync:error=EIO:when=1', says: 'EIO' },
  { name: 'cannot be made', fault: 'openat:error=EACCES:when=1', says: 'EACCES' },
])('a second copy that $name: no mark is refused, it is told, and it is whole again', async ({ fault, says }) => {
  const lines = ran(fault)
  const ticks = startingWith(lines, 'tick')
  expect(ticks).toHaveLength(marks)
  expect(startingWith(lines, 'refused')).toEqual([])
  expect(startingWith(lines, 'queue').filter((line) => line.includes('outbox_unreadable'))).toEqual([])
  const told = startingWith(lines, 'journal')
  expect(told[0]).toMatch(new RegExp(`^${says}: `))
  expect(told.at(-1)).toBe('works again')
  expect(startingWith(lines, 'kept')).toEqual(ticks)
  expect(lines.at(-1)).toBe('set aside null')
  expect(await restored()).toEqual(ticks)
})

test('a second copy that never works again is told to the end, and made whole by the next start', async () => {
  const lines = ran('write,pwrite64,writev:error=EIO:when=2+')
  const ticks = startingWith(lines, 'tick')
  expect(ticks).toHaveLength(marks)
  expect(startingWith(lines, 'journal').at(-1)).toMatch(/^EIO: /)
  expect(startingWith(lines, 'kept')).toEqual(ticks)
  const next = openOutbox({ folder, clock: manualClock() })
  await next.journal.synced()
  expect(next.journal.problem()).toBeNull()
  await next.close()
  expect(await restored()).toEqual(ticks)
})
