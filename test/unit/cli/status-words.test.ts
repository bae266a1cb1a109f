// What a technician reads at a terminal of a station's state.
import { expect, test } from 'vitest'
import type { StatusView } from '../../../shared/station-api/index.ts'
import { statusInWords } from '../../../src-main/cli/status-words.ts'

const status: StatusView = {
  workshop: { name: 'Fjordbeslag Verksted AS', shopSlug: 'fjordbeslag', environment: 'test' },
  connection: { state: 'offline', problem: { code: 'offline', params: { cause: 'refused' } } },
  freshAt: '2026-11-24T09:00:00.000Z',
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
  stopped: 0,
  warnings: [{ code: 'key_in_file', params: {} }],
}

test('says the workshop, the connection with its problem, how fresh, both lists, the marks and every warning', () => {
  expect(statusInWords(status)).toEqual([
    'Workshop: Fjordbeslag Verksted AS (fjordbeslag), test.',
    'Connection: offline – offline (cause refused).',
    'Last whole at 2026-11-24T09:00:00.000Z.',
    'List of 2026-11-24: 6 of 47 bent, read at 2026-11-24T09:00:00.000Z.',
    'List of 2026-11-25: never read.',
    'Marks: 3 on their way, 1 may still be undone, 2 need a person; queue offline.',
    'Warning: key_in_file.',
  ])
})
