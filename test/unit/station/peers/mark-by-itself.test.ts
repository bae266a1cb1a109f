// What happens at the last piece of a sheet that another station has or has not marked.
import { expect, test } from 'vitest'
import type { CallIn, MarkView } from '../../../../shared/station-api/index.ts'
import { createMarkByItself } from '../../../../src-main/station/marks/index.ts'
import { sampleSheet } from '../../ledger/sample-sheet.ts'

const { id: sheetId, drawingVersion } = sampleSheet
const mark: MarkView = {
  id: 'mark',
  sheetId,
  state: 'held',
  reason: null,
  markedAt: '2026-11-24T08:00:00Z',
  heldUntil: '2026-11-24T08:00:10Z',
  by: null,
  quantity: 1,
  drawingVersion,
}

/** Marks the sample sheet automatically, and says what was marked, asked and reported. */
async function markItself(isMarkedElsewhere: boolean, isRefused = false) {
  const marked: CallIn<'mark.create'>[] = []
  const questions: unknown[] = []
  const errors: unknown[] = []
  const markSheet = (input: CallIn<'mark.create'>): MarkView => {
    if (isRefused) throw new Error('the disk is full')
    marked.push(input)
    return mark
  }
  const markBent = createMarkByItself({
    markSheet,
    isMarkedElsewhere: () => isMarkedElsewhere,
    ask: (question) => questions.push(question),
    onError: (error) => errors.push(error),
  })
  return { isDone: await markBent(sampleSheet), marked, questions, errors }
}

test('a sheet that no other station has marked is marked without a question', async () => {
  const marked = [{ sheetId, drawingVersion, by: null }]
  expect(await markItself(false)).toEqual({ isDone: true, marked, questions: [], errors: [] })
})

test('a sheet that another station has marked is not marked: a person is asked once', async () => {
  const questions = [{ sheetId, drawingVersion }]
  expect(await markItself(true)).toEqual({ isDone: true, marked: [], questions, errors: [] })
})

test('a mark that cannot be stored is reported and stays due', async () => {
  const { isDone, errors } = await markItself(false, true)
  expect(isDone).toBe(false)
  expect(errors).toHaveLength(1)
})
