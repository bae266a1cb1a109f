// The journal of a real process: killed hard, and then its log or its whole store deleted, what the journal had said to have is there
// all the same; and a disk of its own that is full keeps no mark from being taken.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openOutbox } from '../../../src-main/outbox/index.ts'
import { manualClock } from '../../manual-clock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-journal-kill-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const program = [process.execPath, join(import.meta.dirname, 'journal-station.ts')] as const
/** Every line that it wrote before the kill. */
async function killedAfter(
  lines: number,
  [command, ...args]: readonly [string, ...string[]] = program,
): Promise<string[]> {
  const child = spawn(command, [...args, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<string | null>((resolve) => child.once('close', (_, signal) => resolve(signal)))
  const said: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line)
    if (said.length >= lines) child.kill('SIGKILL')
  }
  expect(await ended).toBe('SIGKILL')
  return said
}
const ticks = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => (line.startsWith('tick ') ? [line.slice('tick '.length)] : []))

describe.each([
  { lost: 'its log', files: ['outbox.db-wal', 'outbox.db-shm'] },
  { lost: 'all of its store', files: ['outbox.db', 'outbox.db-wal', 'outbox.db-shm'] },
])('a station that was killed and lost $lost', ({ files }) => {
  test.each([3, 8, 31, 70])(
    'after %i lines has every tick of which the journal had said that it has it',
    async (at) => {
      const said = await killedAfter(at)
      for (const name of files) rmSync(join(folder, name), { force: true })
      const outbox = openOutbox({ folder, clock: manualClock(Date.now()) })
      const found = outbox.marks.marksNeedingAttention()
      await outbox.close()
      const kept = ticks(said.slice(0, said.lastIndexOf('synced') + 1))
      expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining(kept))
      const states = new Set(found.map(({ state }) => state))
      expect([...states].filter((state) => state !== 'unknown')).toEqual([])
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
    },
  )
})

// a small disk of its own, in a namespace that ends with the program
const onSmallDisk = 'mkdir "$3/journal" && mount -t tmpfs -o size=64k none "$3/journal" && exec "$1" "$2" "$3"'

test('a full disk under the journal is told of, and every mark is taken and kept', async () => {
  const said = await killedAfter(120, ['unshare', '-rm', 'sh', '-c', onSmallDisk, 'sh', ...program])
  const full = said.findIndex((line) => line.startsWith('problem ENOSPC'))
  expect(said.slice(0, full)).toContain('synced')
  expect(said.slice(full).filter((line) => line === 'synced')).toEqual([])
  const outbox = openOutbox({ folder, clock: manualClock(Date.now()) })
  expect(outbox.marks.marksNeedingAttention().map(({ id }) => id)).toEqual(expect.arrayContaining(ticks(said)))
  expect(outbox.setAside()).toBeNull()
  // the small disk was gone with the program
  await outbox.journal.synced()
  expect(outbox.journal.problem()).toBeNull()
  await outbox.close()
})
