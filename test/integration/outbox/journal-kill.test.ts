// A station killed hard, and then its log or its whole store deleted: what the journal had said to have is there all the same.
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

/** Every line that it wrote before the kill. */
async function killedAfter(lines: number): Promise<string[]> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'journal-station.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
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
