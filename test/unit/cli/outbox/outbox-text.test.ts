// What a technician reads of a store that is not as it was.
import { expect, test } from 'vitest'
import { describeSetAside } from '../../../../src-main/cli/outbox/outbox-text.ts'

const at = Date.parse('2026-11-24T08:00:00Z')

test('a store that was rebuilt is told with what it has now and what was there before', () => {
  const told = describeSetAside({
    at,
    file: 'outbox.db.damaged-1',
    why: 'the file is gone or empty',
    rows: { mark: 11 },
    fromJournal: { mark: 9 },
    incomplete: true,
  })
  expect(told).toBe(
    'Rebuilt at 2026-11-24T08:00:00.000Z (the file is gone or empty): 11 marks, 9 of them from the journal. Something is missing, or may be. What was there before, if anything, is outbox.db.damaged-1.',
  )
})

test('the journal of another station is told as that, and not as a store that lost its marks', () => {
  const why = 'the journal beside the store was that of another station'
  const told = describeSetAside({ at, file: 'journal.of-another-1', why, rows: {}, fromJournal: {}, incomplete: false })
  expect(told).toBe(
    'At 2026-11-24T08:00:00.000Z the journal beside the store was that of another station. It was put aside as journal.of-another-1; the store is as it was.',
  )
})
