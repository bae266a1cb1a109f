// Rows that this program would not write: of a later one, of another workshop. They are shown, kept and never sent.
import Database from 'better-sqlite3'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { markView } from '../../../shared/station-api/index.ts'
import { scene, type Scene } from './fires.ts'

let at: Scene
beforeEach(async () => {
  at = await scene()
})
afterEach(() => at.close())

const inFile = (sql: string): void => {
  const db = new Database(join(at.folder, 'outbox.db'))
  db.pragma('ignore_check_constraints = ON')
  db.exec(sql)
  db.close()
}

describe('a row of a later program', () => {
  test('in a state that nobody here knows is shown for a person, never sent, and holds up no other', async () => {
    const strange = await at.sheet()
    const usual = await at.sheet()
    at.mark(strange)
    at.mark(usual)
    inFile(`UPDATE mark SET state = 'on_hold', reason = 'because' WHERE sheet_id = '${strange.id}'`)
    at.drain().wake()
    at.clock.advance(60_000)
    await at.becomes(usual, 'delivered')
    expect(at.marks().markOf(strange.id)).toMatchObject({ state: 'parked', reason: 'from_newer_program' })
    expect(markView.safeParse(at.marks().markOf(strange.id)).success).toBe(true)
    expect(at.marks().marksNeedingAttention(10)).toMatchObject([{ sheetId: strange.id }])
    expect(at.marks().summary()).toMatchObject({ held: 0, undelivered: 0, needsPerson: 1 })
    expect(at.outbox().decisions.detailsOf(at.markId(strange))?.may).toEqual([])
    expect(at.decide(strange, { kind: 'dismiss', why: 'odd' })).toEqual({ ok: false, code: 'decision_not_possible' })
    expect([at.net.reports().length, at.bentBy(strange), at.marks().keeps(strange.id)]).toEqual([1, null, true])
  })

  test('for a reason that nobody here knows goes on as its state says', async () => {
    const sheet = await at.sheet()
    at.mark(sheet)
    inFile(`UPDATE mark SET state = 'conflict', reason = 'the moon'`)
    expect(at.marks().markOf(sheet.id)).toMatchObject({ state: 'conflict', reason: 'the moon' })
    expect(at.decide(sheet, { kind: 'dismiss', why: 'seen' })).toMatchObject({ ok: true })
  })

  test('with a request that it froze is sent as it stands', async () => {
    const sheet = await at.sheet()
    await at.cut()
    at.markAndHold(sheet)
    await at.becomes(sheet, 'queued')
    inFile(`UPDATE mark SET request = x'7b7d', payload_version = 99, bent_at = marked_at`)
    await at.network.restore()
    at.drain().kick()
    await at.becomesInTime(sheet, 'bent_elsewhere')
    expect(at.net.reports().map(({ body }) => body)).toEqual(['{}'])
  })
})

test('marks of another workshop are kept and shown, and stop the queue rather than go to this one', async () => {
  const theirs = await at.marked({ fingerprint: 'annet/live' })
  await at.queueBecomes('halted')
  await at.reopen()
  await at.queueBecomes('halted')
  expect(at.drain().queue().problem).toEqual({ code: 'other_workshop', params: { marked: 'annet/live' } })
  expect(at.marks().madeFor()).toBe('annet/live')
  expect([at.stateOf(theirs), at.net.reports()]).toEqual(['queued', []])
})
