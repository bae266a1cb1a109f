import { expect, test } from 'vitest'
import type { Problem, StatusView } from '../../../../shared/station-api/index.ts'
import { problemsShown } from '../../../../src-renderer/messages/problems-shown.ts'

const problem = (code: Problem['code'] | null): Problem | null => (code === null ? null : { code, params: {} })
const connectionOf = (state: StatusView['connection']['state'], code: Problem['code'] | null) => ({
  state,
  problem: problem(code),
})
const queueOf = (state: StatusView['queue']['state'], code: Problem['code'] | null) => ({
  state,
  problem: problem(code),
  held: 0,
  undelivered: 1,
  needsPerson: 0,
  oldestMarkedAt: null,
})
const shown = (...[connection, queue]: [StatusView['connection'], StatusView['queue']]): [string, boolean][] =>
  problemsShown({ connection, queue }).map(({ problem: { code }, stops }) => [code, stops])

test('a hanging network is shown once, whether marks or reads detect it', () => {
  expect(shown(connectionOf('offline', 'offline'), queueOf('offline', 'service_error'))).toEqual([['offline', false]])
})

test('a queue that the network stops is shown before the reads fail, and not as a task for a person', () => {
  expect(shown(connectionOf('online', null), queueOf('offline', 'offline'))).toEqual([['offline', false]])
})

test('a rate limit of marks alone stops nothing permanently', () => {
  expect(shown(connectionOf('online', null), queueOf('running', 'rate_limited'))).toEqual([['rate_limited', false]])
})

test('the reason for a stopped queue is shown next to the connection, unless both are the same', () => {
  expect(shown(connectionOf('offline', 'offline'), queueOf('halted', 'outbox_unreadable'))).toEqual([
    ['offline', false],
    ['outbox_unreadable', true],
  ])
  expect(shown(connectionOf('blocked', 'key_refused'), queueOf('blocked_by_key', 'key_refused'))).toEqual([
    ['key_refused', true],
  ])
})

test('nothing is shown without a problem', () => {
  expect(shown(connectionOf('online', null), queueOf('running', null))).toEqual([])
})
