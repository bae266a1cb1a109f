// What is done once a day, by the workshop's own midnight.
import { expect, test } from 'vitest'
import { onANewDay } from '../../../src-service/new-day.ts'

const at = Date.parse

test('the work is done at the first call and at the first one after each midnight in Oslo', () => {
  const done: string[] = []
  const turn = onANewDay((nowMs) => done.push(new Date(nowMs).toISOString()))
  for (const now of [
    '2026-11-24T09:00:00.000Z',
    '2026-11-24T22:59:59.999Z',
    '2026-11-24T23:00:00.000Z',
    '2026-11-25T01:00:00.000Z',
    '2026-11-28T01:00:00.000Z',
  ]) {
    turn(at(now))
  }
  expect(done).toEqual(['2026-11-24T09:00:00.000Z', '2026-11-24T23:00:00.000Z', '2026-11-28T01:00:00.000Z'])
})

test('a clock that was moved on and back again has each day it comes to prepared', () => {
  const done: string[] = []
  const turn = onANewDay((nowMs) => done.push(new Date(nowMs).toISOString().slice(0, 10)))
  for (const now of [
    '2026-11-24T09:00:00Z',
    '2026-12-24T09:00:00Z',
    '2026-11-25T09:00:00Z',
    '2026-11-25T22:59:59Z',
    '2026-11-26T09:00:00Z',
  ]) {
    turn(at(now))
  }
  expect(done).toEqual(['2026-11-24', '2026-12-24', '2026-11-25', '2026-11-26'])
})

test('work that fails is tried again at the next call', () => {
  let tries = 0
  const turn = onANewDay(() => {
    tries += 1
    if (tries === 1) throw new Error('the disk is full')
  })
  expect(() => turn(at('2026-11-24T09:00:00.000Z'))).toThrow('full')
  turn(at('2026-11-24T09:00:01.000Z'))
  turn(at('2026-11-24T09:00:02.000Z'))
  expect(tries).toBe(2)
})
