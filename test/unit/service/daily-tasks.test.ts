// The task that runs once per day, by the workshop's midnight.
import { expect, test } from 'vitest'
import { oncePerDay } from '../../../src-service/daily-tasks.ts'

const parseTime = Date.parse

test('the task runs at the first call, and at the first one after each midnight in Oslo', () => {
  const done: string[] = []
  const turn = oncePerDay((nowMs) => done.push(new Date(nowMs).toISOString()))
  for (const now of [
    '2026-11-24T09:00:00.000Z',
    '2026-11-24T22:59:59.999Z',
    '2026-11-24T23:00:00.000Z',
    '2026-11-25T01:00:00.000Z',
    '2026-11-28T01:00:00.000Z',
  ]) {
    turn(parseTime(now))
  }
  expect(done).toEqual(['2026-11-24T09:00:00.000Z', '2026-11-24T23:00:00.000Z', '2026-11-28T01:00:00.000Z'])
})

test('the task runs for each day that the clock is moved to, also backwards', () => {
  const done: string[] = []
  const turn = oncePerDay((nowMs) => done.push(new Date(nowMs).toISOString().slice(0, 10)))
  for (const now of [
    '2026-11-24T09:00:00Z',
    '2026-12-24T09:00:00Z',
    '2026-11-25T09:00:00Z',
    '2026-11-25T22:59:59Z',
    '2026-11-26T09:00:00Z',
  ]) {
    turn(parseTime(now))
  }
  expect(done).toEqual(['2026-11-24', '2026-12-24', '2026-11-25', '2026-11-26'])
})

test('a failed task is repeated at the next call', () => {
  let tries = 0
  const turn = oncePerDay(() => {
    tries += 1
    if (tries === 1) throw new Error('the disk is full')
  })
  expect(() => turn(parseTime('2026-11-24T09:00:00.000Z'))).toThrow('full')
  turn(parseTime('2026-11-24T09:00:01.000Z'))
  turn(parseTime('2026-11-24T09:00:02.000Z'))
  expect(tries).toBe(2)
})
