// The work of a new day fails, for example on a full disk: the error is logged, calls are answered, and the work is repeated.
import Database from 'better-sqlite3'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { collectedLog, runningService, wholeList } from './running-service.ts'

test('failed work of a new day is logged, delays no call, and is repeated until it succeeds', async () => {
  const { log, lines } = collectedLog('error')
  const service = await runningService({ log })
  const file = new Database(join(service.dataFolder, 'workshop.db'))
  onTestFinished(() => {
    file.close()
  })
  file.exec("CREATE TRIGGER full BEFORE INSERT ON bending_sheet BEGIN SELECT RAISE(ABORT, 'the disk is full'); END")
  service.clock.nowMs = Date.parse('2026-12-01T09:00:00Z')

  expect((await service.get('/me')).status).toBe(200)
  expect((await service.get('/bending-list?date=2026-12-02')).json).toMatchObject({ data: [] })
  expect(lines).toHaveLength(2)
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ msg: 'the daily tasks failed' })
  expect(lines[0]).toContain('the disk is full')

  file.exec('DROP TRIGGER full')
  expect((await wholeList(service, 'date=2026-12-02')).length).toBeGreaterThan(0)
  expect(lines).toHaveLength(2)
})
