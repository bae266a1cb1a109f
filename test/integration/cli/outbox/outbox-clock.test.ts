// `kant outbox` computes ages with the clock of its context.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { runOutbox } from '../../../../src-main/cli/outbox/index.ts'
import { outboxMigrations } from '../../../../src-main/ledger/store/schema.ts'
import { systemClock } from '../../../../src-main/platform/clock.ts'

const root = join(import.meta.dirname, '../../../..')
const listing = z.object({ marks: z.array(z.object({ markedAt: z.string(), ageSeconds: z.int() })).min(1) })
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-outbox-clock-'))
  copyFileSync(
    join(root, `test/fixtures/outbox-stores/schema-${outboxMigrations.length}.db`),
    join(folder, 'outbox.db'),
  )
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

async function listAt(nowMs: number): Promise<z.infer<typeof listing>['marks']> {
  const print = vi.spyOn(console, 'log').mockReturnValue()
  const request = { args: ['list'], folder, json: true, all: true, live: false, why: null, by: null }
  const clock = { ...systemClock, now: () => nowMs }
  const code = await runOutbox(request, { resources: join(root, 'resources'), runningStation: async () => null, clock })
  expect(code).toBe(0)
  return listing.parse(JSON.parse(String(print.mock.lastCall?.[0]))).marks
}

test('the age of a mark is the time of the given clock since it was made', async () => {
  const [mark] = await listAt(Date.UTC(2031, 0, 1))
  const markedAtMs = Date.parse(mark?.markedAt ?? '')
  expect(mark?.ageSeconds).toBe(Math.round((Date.UTC(2031, 0, 1) - markedAtMs) / 1_000))
  expect((await listAt(markedAtMs + 90_000))[0]?.ageSeconds).toBe(90)
})
