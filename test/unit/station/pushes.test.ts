// What screens are told of by themselves, and how often.
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Push, StatusView } from '../../../shared/station-api/index.ts'
import { createPushes } from '../../../src-main/station/pushes.ts'

const status: StatusView = {
  workshop: null,
  connection: { state: 'starting', problem: null },
  freshAt: null,
  pull: null,
  queue: { state: 'running', problem: null, held: 0, undelivered: 0, needsPerson: 0, oldestMarkedAt: null },
  today: '2026-11-21',
  days: [],
  brakes: [],
  ownBrakeId: null,
  stopped: 0,
  warnings: [],
}

function told(asked: () => StatusView = () => status) {
  const pushed: Push[] = []
  const faults: unknown[] = []
  const pushes = createPushes({
    status: asked,
    today: () => '2026-11-21',
    onTold: () => undefined,
    onFault: (fault) => faults.push(fault),
  })
  pushes.subscribe((push) => pushed.push(push))
  return { pushes, faults, names: () => pushed.map(({ name }) => name), pushed }
}

test('many changes in one turn are one word about the status, as it is when the turn is over', async () => {
  let asked = 0
  const { pushes, names } = told(() => {
    asked += 1
    return status
  })
  for (let no = 0; no < 50; no += 1) pushes.changed({ dates: [], sheetIds: [`sheet ${no}`] })
  expect(asked).toBe(0)
  await setImmediate()
  expect([asked, names().filter((name) => name === 'status').length, names().length]).toEqual([1, 1, 51])
  pushes.statusChanged()
  await setImmediate()
  expect(asked).toBe(2)
})

test('what a person did is told at once', () => {
  const { pushes, names } = told()
  pushes.tellStatus()
  expect(names()).toEqual(['status'])
})

test('a changed sheet may be seen on today’s list, too', () => {
  const { pushes, pushed } = told()
  pushes.changed({ dates: ['2026-11-23'], sheetIds: ['a'] })
  pushes.changed({ dates: ['2026-11-23'], sheetIds: [] })
  expect(pushed.map(({ data }) => data)).toEqual([
    { dates: ['2026-11-23', '2026-11-21'], sheetIds: ['a'] },
    { dates: ['2026-11-23'], sheetIds: [] },
  ])
})

test('a status that cannot be read is a fault, and the next one is told', async () => {
  let fails = true
  const { pushes, names, faults } = told(() => {
    if (fails) throw new Error('no')
    return status
  })
  pushes.statusChanged()
  await setImmediate()
  expect([names(), faults.length]).toEqual([[], 1])
  fails = false
  pushes.statusChanged()
  await setImmediate()
  expect(names()).toEqual(['status'])
})

test('after the stop nothing is told', async () => {
  const { pushes, names } = told()
  pushes.statusChanged()
  pushes.stop()
  pushes.statusChanged()
  await setImmediate()
  expect(names()).toEqual([])
})
