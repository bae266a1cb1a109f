import { expect, test } from 'vitest'
import type { Problem, StatusView } from '../../../../shared/station-api/index.ts'
import { problemsShown } from '../../../../src-renderer/status/problems-shown.ts'

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

test('a network that hangs is told once, however marks and readings found it out', () => {
  expect(shown(connectionOf('offline', 'offline'), queueOf('offline', 'service_error'))).toEqual([['offline', false]])
})

test('a queue that the network stops before the readings know is told, and not as what needs a person', () => {
  expect(shown(connectionOf('online', null), queueOf('offline', 'offline'))).toEqual([['offline', false]])
})

test('a limit that only marks have met stops nothing for good', () => {
  expect(shown(connectionOf('online', null), queueOf('running', 'rate_limited'))).toEqual([['rate_limited', false]])
})

test('what stops the queue is told beside what the connection says, unless it is the same', () => {
  expect(shown(connectionOf('offline', 'offline'), queueOf('halted', 'outbox_unreadable'))).toEqual([
    ['offline', false],
    ['outbox_unreadable', true],
  ])
  expect(shown(connectionOf('blocked', 'key_refused'), queueOf('blocked_by_key', 'key_refused'))).toEqual([
    ['key_refused', true],
  ])
})

test('nothing is told where nothing is wrong', () => {
  expect(shown(connectionOf('online', null), queueOf('running', null))).toEqual([])
})
