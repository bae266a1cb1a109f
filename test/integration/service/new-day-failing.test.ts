// A day that cannot be prepared, say on a full disk: the log tells it, calls are answered all the same, and it is tried again.
import Database from 'better-sqlite3'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { runningService, wholeList } from './running-service.ts'

test('new-day work that fails is told in the log, holds no call up, and is done when it can be', async () => {
  const told: string[] = []
  const lines = new Writable({
    write: (line: Buffer, _encoding, done) => {
      told.push(line.toString())
      done()
    },
  })
  const running = await runningService({ log: pino({ level: 'error' }, lines) })
  const file = new Database(join(running.dataFolder, 'workshop.db'))
  onTestFinished(() => {
    file.close()
  })
  file.exec("CREATE TRIGGER full BEFORE INSERT ON bending_sheet BEGIN SELECT RAISE(ABORT, 'the disk is full'); END")
  running.clock.nowMs = Date.parse('2026-12-01T09:00:00Z')

  expect((await running.get('/me')).status).toBe(200)
  expect((await running.get('/bending-list?date=2026-12-02')).json).toMatchObject({ data: [] })
  expect(told).toHaveLength(2)
  for (const line of told) expect(JSON.parse(line)).toMatchObject({ msg: "the new day's work failed" })
  expect(told[0]).toContain('the disk is full')

  file.exec('DROP TRIGGER full')
  expect((await wholeList(running, 'date=2026-12-02')).length).toBeGreaterThan(0)
  expect(told).toHaveLength(2)
})
