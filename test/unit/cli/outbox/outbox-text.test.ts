// The texts about a rebuilt store and a foreign journal.
import { expect, test } from 'vitest'
import { describeSetAside } from '../../../../src-main/cli/outbox/outbox-text.ts'

const takenAtMs = Date.parse('2026-11-24T08:00:00Z')

test('the text about a rebuilt store has its present rows and the name of the previous file', () => {
  const text = describeSetAside({
    at: takenAtMs,
    file: 'outbox.db.damaged-1',
    why: 'the file is gone or empty',
    rows: { mark: 11 },
    fromJournal: { mark: 9 },
    incomplete: true,
  })
  expect(text).toBe(
    'Rebuilt at 2026-11-24T08:00:00.000Z (the file is gone or empty): 11 marks, 9 of them from the journal. Rows are missing, or may be. The previous file, if there was one, is outbox.db.damaged-1.',
  )
})

test('the journal of another station is not reported as lost marks', () => {
  const why = 'the journal beside the store belonged to another station'
  const text = describeSetAside({
    at: takenAtMs,
    file: 'journal.of-another-1',
    why,
    rows: {},
    fromJournal: {},
    incomplete: false,
  })
  expect(text).toBe(
    'At 2026-11-24T08:00:00.000Z the journal beside the store belonged to another station. It was set aside as journal.of-another-1; the store is unchanged.',
  )
})
