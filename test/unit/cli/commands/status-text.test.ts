// The status of a station as text for a terminal.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { problemCodes, type StatusView } from '../../../../shared/station-api/index.ts'
import { describeStatus } from '../../../../src-main/cli/commands/status-text.ts'
import { momentAndAge } from '../../../../src-main/cli/terminal.ts'
import { readSentences } from '../../../../src-main/platform/translations.ts'

const status: StatusView = {
  workshop: { name: 'Fjordbeslag Verksted AS', shopSlug: 'fjordbeslag', environment: 'test' },
  connection: { state: 'offline', problem: { code: 'offline', params: { cause: 'refused' } } },
  upToDateAt: '2026-11-24T09:00:00.000Z',
  pull: null,
  queue: {
    state: 'offline',
    problem: null,
    held: 1,
    undelivered: 3,
    needsPerson: 2,
    oldestMarkedAt: '2026-11-24T08:00:00.000Z',
  },
  today: '2026-11-24',
  days: [
    { date: '2026-11-24', label: 'today', readAt: '2026-11-24T09:00:00.000Z', entries: 47, bent: 6 },
    { date: '2026-11-25', label: 'next', readAt: null, entries: 0, bent: 0 },
  ],
  brakes: [],
  ownBrakeId: null,
  stoppedSheets: 0,
  warnings: [{ code: 'key_in_file', params: {} }],
}

const sentences = readSentences(join(import.meta.dirname, '../../../../resources'), 'en')
const wording = { sentences, now: Date.parse('2026-11-24T09:04:30.000Z'), timeZone: 'Europe/Oslo' }

test('the status contains the workshop, the connection with its problem, the last update, both lists, the marks and every warning', () => {
  expect(describeStatus(status, wording)).toEqual([
    'Workshop: Fjordbeslag Verksted AS (fjordbeslag), test.',
    'Connection: offline. The service cannot be reached. (cause refused)',
    'Data: last complete at 2026-11-24 10:00 CET, 4 min ago.',
    'List of 2026-11-24: 6 of 47 bent, read at 2026-11-24 10:00 CET, 4 min ago.',
    'List of 2026-11-25: never read.',
    'Marks: 3 undelivered, 1 can still be undone, 2 need a person.',
    'Marks wait for the network and are sent when it is back. You can continue to mark.',
    'Warning: The key is stored in a file because this computer has no key store. Only this user can read the file. The technician should know.',
  ])
})

const withoutWorkshop = (code: 'wrong_address' | 'not_connected_yet'): string[] =>
  describeStatus(
    { ...status, workshop: null, connection: { state: 'offline', problem: { code, params: {} } } },
    wording,
  ).slice(0, 2)

test('without a cache the workshop is unknown, and without an address there is none', () => {
  expect(withoutWorkshop('wrong_address')).toEqual([
    'Workshop: unknown until the service answers.',
    'Connection: offline. There is no service at the address: the address is wrong, or the service or the network is down.',
  ])
  expect(withoutWorkshop('not_connected_yet')[0]).toBe('No workshop is connected yet.')
})

test('a connection with a refused key is not just online, because marks wait', () => {
  const queue = { ...status.queue, state: 'blocked_by_key' } as const
  expect(describeStatus({ ...status, connection: { state: 'online', problem: null }, queue }, wording)).toEqual(
    expect.arrayContaining([
      'Connection: online, but no mark is sent.',
      expect.stringContaining('the service does not accept the key'),
    ]),
  )
})

test('every problem has a sentence, with its values at their places', () => {
  const warnings = [
    { code: 'other_workshop', params: { actual: 'annen', expected: 'fjordbeslag' } },
    ...problemCodes.map((code) => ({ code, params: {} })),
  ] as const
  const [first = '', ...others] = describeStatus({ ...status, warnings: [...warnings] }, wording).slice(7)
  expect(first).toMatch(/^Warning: The key belongs to annen, but the data stored here is from fjordbeslag\. [^()]*$/)
  expect(others).toHaveLength(problemCodes.length)
  for (const line of others) expect(line).not.toMatch(/_|\{\{/)
})

test.each([
  [-5, '0 s'],
  [59, '59 s'],
  [60, '1 min'],
  [3_600, '1 h'],
  [48 * 3_600, '2 d'],
])('the age of a time %i seconds ago is %s', (seconds, age) => {
  expect(
    momentAndAge('2026-07-01T10:00:00.000Z', Date.parse('2026-07-01T10:00:00.000Z') + seconds * 1_000, 'UTC'),
  ).toBe(`2026-07-01 10:00 UTC, ${age} ago`)
})
