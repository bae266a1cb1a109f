// The messages that screens get without a request, and how often.
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Push, StatusView } from '../../../shared/station-api/index.ts'
import { Pushes } from '../../../src-main/station/open/pushes.ts'

const status: StatusView = {
  workshop: null,
  connection: { state: 'starting', problem: null },
  upToDateAt: null,
  pull: null,
  queue: { state: 'running', problem: null, held: 0, undelivered: 0, needsPerson: 0, oldestMarkedAt: null },
  today: '2026-11-21',
  days: [],
  brakes: [],
  ownBrakeId: null,
  stoppedSheets: 0,
  warnings: [],
}

function recordedPushes(readStatus: () => StatusView = () => status) {
  const pushed: Push[] = []
  const errors: unknown[] = []
  const pushes = new Pushes({
    status: readStatus,
    today: () => '2026-11-21',
    onStatusSent: () => undefined,
    onError: (error) => errors.push(error),
  })
  pushes.subscribe((push) => pushed.push(push))
  return { pushes, errors, names: () => pushed.map(({ name }) => name), pushed }
}

test('many changes in one tick of the event loop send one status, read at the end of the tick', async () => {
  let reads = 0
  const { pushes, names } = recordedPushes(() => {
    reads += 1
    return status
  })
  for (let no = 0; no < 50; no += 1) pushes.sendChanges({ dates: [], sheetIds: [`sheet ${no}`] })
  expect(reads).toBe(0)
  await setImmediate()
  expect([reads, names().filter((name) => name === 'status').length, names().length]).toEqual([1, 1, 51])
  pushes.scheduleStatus()
  await setImmediate()
  expect(reads).toBe(2)
})

test('a status that a person’s act changed is sent at once', () => {
  const { pushes, names } = recordedPushes()
  pushes.sendStatus()
  expect(names()).toEqual(['status'])
})

test('a changed sheet also changes today’s list', () => {
  const { pushes, pushed } = recordedPushes()
  pushes.sendChanges({ dates: ['2026-11-23'], sheetIds: ['a'] })
  pushes.sendChanges({ dates: ['2026-11-23'], sheetIds: [] })
  expect(pushed.map(({ data }) => data)).toEqual([
    { dates: ['2026-11-23', '2026-11-21'], sheetIds: ['a'] },
    { dates: ['2026-11-23'], sheetIds: [] },
  ])
})

test('a status that cannot be read is an error, and the next one is sent', async () => {
  let fails = true
  const { pushes, names, errors } = recordedPushes(() => {
    if (fails) throw new Error('no')
    return status
  })
  pushes.scheduleStatus()
  await setImmediate()
  expect([names(), errors.length]).toEqual([[], 1])
  fails = false
  pushes.scheduleStatus()
  await setImmediate()
  expect(names()).toEqual(['status'])
})

test('no status is sent after the stop', async () => {
  const { pushes, names } = recordedPushes()
  pushes.scheduleStatus()
  pushes.stop()
  pushes.scheduleStatus()
  await setImmediate()
  expect(names()).toEqual([])
})

test('a listener that throws does not stop the others', () => {
  const { pushes, errors } = recordedPushes()
  const names: string[] = []
  pushes.subscribe(() => {
    throw new Error('no')
  })
  pushes.subscribe(({ name }) => names.push(name))
  pushes.send({ name: 'workshop', data: {} })
  expect([names, errors.length]).toEqual([['workshop'], 1])
})
