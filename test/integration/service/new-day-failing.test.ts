// The work of a new day fails, for example on a full disk: the error is logged, calls are answered, and the work is repeated.
import Database from 'better-sqlite3'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { runningService, wholeList } from './running-service.ts'

test('failed work of a new day is logged, delays no call, and is repeated until it succeeds', async () => {
  const logLines: string[] = []
  const lines = new Writable({
    write: (line: Buffer, _encoding, done) => {
      logLines.push(line.toString())
      done()
    },
  })
  const service = await runningService({ log: pino({ level: 'error' }, lines) })
  const file = new Database(join(service.dataFolder, 'workshop.db'))
  onTestFinished(() => {
    file.close()
  })
  file.exec("CREATE TRIGGER full BEFORE INSERT ON bending_sheet BEGIN SELECT RAISE(ABORT, 'the disk is full'); END")
  service.clock.nowMs = Date.parse('2026-12-01T09:00:00Z')

  expect((await service.get('/me')).status).toBe(200)
  expect((await service.get('/bending-list?date=2026-12-02')).json).toMatchObject({ data: [] })
  expect(logLines).toHaveLength(2)
  for (const line of logLines) expect(JSON.parse(line)).toMatchObject({ msg: 'the daily tasks failed' })
  expect(logLines[0]).toContain('the disk is full')

  file.exec('DROP TRIGGER full')
  expect((await wholeList(service, 'date=2026-12-02')).length).toBeGreaterThan(0)
  expect(logLines).toHaveLength(2)
})
