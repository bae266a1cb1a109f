// The journal of a real process: after a kill and the loss of its log or its whole store, everything that the journal reported as
// written is restored; and a full disk of the journal's own does not refuse a mark.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openLedger } from '../../../../src-main/ledger/index.ts'
import { manualClock } from '../../../manual-clock.ts'
import { onlyLongUnless } from '../../../only-long.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-journal-kill-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const program = [process.execPath, join(import.meta.dirname, 'journal-station.ts')] as const
/** Every line that the program wrote before the kill. */
async function killAfter(
  lines: number,
  [command, ...args]: readonly [string, ...string[]] = program,
): Promise<string[]> {
  const child = spawn(command, [...args, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<string | null>((resolve) => child.once('close', (_, signal) => resolve(signal)))
  const output: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    output.push(line)
    if (output.length >= lines) child.kill('SIGKILL')
  }
  expect(await ended).toBe('SIGKILL')
  return output
}
const ticks = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => (line.startsWith('tick ') ? [line.slice('tick '.length)] : []))

describe.each([
  { lost: 'its log', files: ['outbox.db-wal', 'outbox.db-shm'] },
  { lost: 'all of its store', files: ['outbox.db', 'outbox.db-wal', 'outbox.db-shm'] },
])('a station that was killed and lost $lost', ({ files }) => {
  for (const lineCount of [3, 8, 31, 70])
    test(
      `after ${lineCount} lines has every tick that the journal reported as written`,
      onlyLongUnless(lineCount === 31 && files.length === 3),
      async () => {
        const output = await killAfter(lineCount)
        for (const name of files) rmSync(join(folder, name), { force: true })
        const ledger = openLedger({ folder, clock: manualClock(Date.now()) })
        const marks = ledger.marks.marksNeedingAttention()
        await ledger.close()
        const reported = ticks(output.slice(0, output.lastIndexOf('synced') + 1))
        expect(marks.map(({ id }) => id)).toEqual(expect.arrayContaining(reported))
        const states = new Set(marks.map(({ state }) => state))
        expect([...states].filter((state) => state !== 'unknown')).toEqual([])
        expect(new Set(marks.map(({ id }) => id)).size).toBe(marks.length)
      },
    )
})

// a small disk, in a namespace that ends with the program
const onSmallDisk = 'mkdir "$3/journal" && mount -t tmpfs -o size=64k none "$3/journal" && exec "$1" "$2" "$3"'

test('a full disk under the journal is reported, and every mark is accepted and stored', { tags: 'long' }, async () => {
  const output = await killAfter(120, ['unshare', '-rm', 'sh', '-c', onSmallDisk, 'sh', ...program])
  const full = output.findIndex((line) => line.startsWith('problem ENOSPC'))
  expect(output.slice(0, full)).toContain('synced')
  expect(output.slice(full).filter((line) => line === 'synced')).toEqual([])
  const ledger = openLedger({ folder, clock: manualClock(Date.now()) })
  expect(ledger.marks.marksNeedingAttention().map(({ id }) => id)).toEqual(expect.arrayContaining(ticks(output)))
  expect(ledger.setAside()).toBeNull()
  // the small disk disappeared with the program
  await ledger.journal.synced()
  expect(ledger.journal.problem()).toBeNull()
  await ledger.close()
})
