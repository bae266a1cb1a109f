// A disk that refuses to sync or to write, once or for a while: no tick without a commit, the station reports the fault, and everything
// continues automatically once the disk works again.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { onlyLongUnless } from '../../only-long.ts'

const marks = 8
const program = join(import.meta.dirname, 'marking-on-a-bad-disk.ts')
let root: string
let folder: string
// besides creating its tables, opening writes little, so that the faults hit the marks
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'kant-bad-disk-'))
  const { status, stderr } = spawnSync(process.execPath, [program, emptyStore(), '0'], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
})
beforeEach(() => {
  folder = mkdtempSync(join(root, 'station-'))
  cpSync(emptyStore(), folder, { recursive: true })
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const emptyStore = (): string => {
  const path = join(root, 'empty')
  mkdirSync(path, { recursive: true })
  return path
}

/** `fault`: in strace's syntax, for system calls on the outbox's log only. */
function runMarking(fault: string): string[] {
  const log = join(folder, 'outbox.db-wal')
  const args = ['-f', '-qq', '-o', '/dev/null', '-P', log, '-e', `inject=${fault}`]
  const { stdout, stderr, status } = spawnSync('strace', [...args, process.execPath, program, folder, String(marks)], {
    encoding: 'utf8',
  })
  expect(stderr.replace(/^strace: .*\n/gm, '')).toBe('')
  expect(status).toBe(0)
  return stdout.trimEnd().split('\n')
}
const startingWith = (lines: readonly string[], word: string): string[] =>
  lines.flatMap((line) => (line.startsWith(`${word} `) ? [line.slice(word.length + 1)] : []))

// the log is synced for each tick and at the end of each hold, so the faults hit one or the other
const faults = [
  { name: 'a sync that fails', fault: 'fsync,fdatasync:error=EIO:when=12' },
  { name: 'another sync that fails', fault: 'fsync,fdatasync:error=EIO:when=13' },
  { name: 'a write to a full disk', fault: 'pwrite64:error=ENOSPC:when=150' },
  { name: 'writes to a disk that is full for a while', fault: 'pwrite64:error=ENOSPC:when=120..128' },
  { name: 'syncs that fail for a while', fault: 'fsync,fdatasync:error=EIO:when=9..14' },
]
for (const { name, fault } of faults)
  test(
    `${name}: every tick is stored, every refusal is reported, and the other marks continue`,
    onlyLongUnless(name === 'a sync that fails'),
    () => {
      const lines = runMarking(fault)
      const ticks = startingWith(lines, 'tick')
      const refusedLines = startingWith(lines, 'refused')
      const alarms = startingWith(lines, 'queue').filter((line) => line === 'halted outbox_unreadable')
      expect(ticks.length + refusedLines.length).toBe(marks)
      expect(refusedLines.length + alarms.length).toBeGreaterThan(0)
      for (const line of refusedLines) expect(line).toMatch(/^not_stored SQLITE_(IOERR|FULL)/)
      expect(startingWith(lines, 'kept').toSorted((a, b) => (a < b ? -1 : 1))).toEqual(ticks)
      expect(startingWith(lines, 'waiting')).toEqual([`${ticks.length} held 0 for a person 0`])
      expect(lines.at(-1)).toBe('set aside null')
    },
  )
