import { expect, test } from 'vitest'
import type { BrakeFault, ExportView, MarkView, Problem } from '../../../../shared/station-api/index.ts'
import {
  isDismissable,
  keyOf,
  messagesOf,
  type Message,
  type MessageFacts,
} from '../../../../src-renderer/messages/message.ts'

const problem = (code: Problem['code'], params: Problem['params'] = {}): Problem => ({ code, params })
const mark: MarkView = {
  id: 'mark-1',
  sheetId: '7b1d3c52-6d1e-4b7a-9c2d-5e8f1a2b3c01',
  state: 'held',
  reason: null,
  markedAt: '2026-11-24T08:00:00Z',
  heldUntil: '2026-11-24T08:00:10Z',
  by: null,
  quantity: 4,
  drawingVersion: 1,
}
const exportView: ExportView = {
  exportId: 'export-1',
  state: 'running',
  startedAt: '2026-11-24T08:00:00Z',
  done: 1,
  total: 2,
  files: [],
  folder: '/x',
  refusals: [],
  failure: null,
  summary: { kind: 'sheets', name: null, sheets: 2, formats: ['dxf'] },
}
const calm: MessageFacts = {
  isLinkLost: false,
  status: {
    connection: { state: 'online', problem: null },
    queue: { state: 'running', problem: null, held: 0, undelivered: 0, needsPerson: 0, oldestMarkedAt: null },
    warnings: [],
  },
  brake: { state: 'ready', workFault: null },
  isStorageRefused: false,
  signal: null,
  scanProblem: null,
  heldMarks: [],
  export: null,
}
const fault: BrakeFault = {
  code: 'mismatch',
  message: 'step 2 was read back with 91.0 in place of 90.0',
  address: 12,
  occurredAt: '2026-11-24T08:00:00Z',
}
const since = '2026-11-24T08:00:00Z'
const nameOf = (message: Message): string =>
  message.kind === 'warning' || message.kind === 'problem'
    ? message.problem.code
    : message.kind === 'signal'
      ? message.signal.event
      : message.kind
const shown = (facts: Partial<MessageFacts>): string[] => messagesOf({ ...calm, ...facts }).map(nameOf)

test('without anything to say there is no message', () => {
  expect(shown({})).toEqual([])
})

test('the most important message is first, and an undo that lasts for seconds comes before what stays', () => {
  expect(
    shown({
      brake: { state: 'alarm', workFault: fault },
      isStorageRefused: true,
      signal: { event: 'waits_for_person', since },
      scanProblem: 'not_ours',
      heldMarks: [mark],
      export: { view: exportView, waiting: 0 },
      status: {
        ...calm.status,
        connection: { state: 'blocked', problem: problem('key_refused') },
        warnings: [problem('restored'), problem('clock_differs', { minutes: 7 }), problem('outbox_incomplete')],
      },
    }),
  ).toEqual([
    'not_stored',
    'held',
    'brake_alarm',
    'brake_fault',
    'scan',
    'waits_for_person',
    'key_refused',
    'outbox_incomplete',
    'clock_differs',
    'export',
    'restored',
  ])
})

test('without the station nothing is said about the service and the brake', () => {
  const connection = { state: 'offline', problem: problem('offline') } as const
  expect(
    shown({ isLinkLost: true, brake: { state: 'alarm', workFault: fault }, status: { ...calm.status, connection } }),
  ).toEqual(['link_lost'])
})

test('an alarm is in the past tense only when it is over, and a warning that nobody must read is not in the bar', () => {
  const signal = { event: 'brake_alarm', since } as const
  expect(shown({ brake: { state: 'alarm', workFault: null }, signal })).toEqual(['brake_alarm'])
  expect(messagesOf({ ...calm, signal })).toEqual([{ kind: 'signal', signal }])
  expect(shown({ status: { ...calm.status, warnings: [problem('key_in_file')] } })).toEqual([])
})

test('a fault of a program or of its pieces is shown while it lasts; a dismissed one comes back when it occurs again', () => {
  const message: Message = { kind: 'brake_fault', fault }
  expect(messagesOf({ ...calm, brake: { state: 'ready', workFault: fault } })).toEqual([message])
  expect(isDismissable(message)).toBe(true)
  const again: Message = { kind: 'brake_fault', fault: { ...fault, occurredAt: '2026-11-24T08:05:00Z' } }
  expect(keyOf(again)).not.toBe(keyOf(message))
})

test('a stop, an alarm of the brake, and damage of the store cannot be dismissed; the others can', () => {
  expect(isDismissable({ kind: 'link_lost' })).toBe(false)
  expect(isDismissable({ kind: 'not_stored' })).toBe(false)
  expect(isDismissable({ kind: 'brake_alarm' })).toBe(false)
  expect(isDismissable({ kind: 'problem', problem: problem('key_refused'), stops: true })).toBe(false)
  expect(isDismissable({ kind: 'problem', problem: problem('outbox_unreadable'), stops: false })).toBe(false)
  expect(isDismissable({ kind: 'warning', problem: problem('outbox_failing') })).toBe(false)
  expect(isDismissable({ kind: 'warning', problem: problem('outbox_incomplete') })).toBe(false)
  expect(isDismissable({ kind: 'problem', problem: problem('offline'), stops: false })).toBe(true)
  expect(isDismissable({ kind: 'warning', problem: problem('clock_differs', { minutes: 7 }) })).toBe(true)
  expect(isDismissable({ kind: 'signal', signal: { event: 'brake_alarm', since } })).toBe(true)
  expect(isDismissable({ kind: 'export', view: exportView, waiting: 0 })).toBe(false)
  expect(isDismissable({ kind: 'export', view: { ...exportView, state: 'done' }, waiting: 0 })).toBe(true)
})

const clock = (minutes: number): Message => ({ kind: 'warning', problem: problem('clock_differs', { minutes }) })

test('a dismissed warning comes back when its figures change', () => {
  expect(keyOf(clock(7))).toBe(keyOf(clock(7)))
  expect(keyOf(clock(7))).not.toBe(keyOf(clock(8)))
})
