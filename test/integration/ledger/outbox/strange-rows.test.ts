// Rows that this program would not write: rows of a later program or of another workshop. They are shown and stored, and never sent.
import Database from 'better-sqlite3'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { markView } from '../../../../shared/station-api/index.ts'
import { scene, type Scene } from './forced-rule.ts'

let rig: Scene
beforeEach(async () => {
  rig = await scene()
})
afterEach(() => rig.close())

const inFile = (sql: string): void => {
  const db = new Database(join(rig.folder, 'outbox.db'))
  db.pragma('ignore_check_constraints = ON')
  db.exec(sql)
  db.close()
}

describe('a row of a later program', () => {
  test('in an unknown state is shown to a person, is never sent, and delays no other mark', async () => {
    const strange = await rig.sheet()
    const usual = await rig.sheet()
    rig.mark(strange)
    rig.mark(usual)
    inFile(`UPDATE mark SET state = 'on_hold', reason = 'because' WHERE sheet_id = '${strange.id}'`)
    rig.drain().wake()
    rig.clock.advance(60_000)
    await rig.becomes(usual, 'delivered')
    expect(rig.marks().markOnSheet(strange.id)).toMatchObject({ state: 'parked', reason: 'from_newer_program' })
    expect(markView.safeParse(rig.marks().markOnSheet(strange.id)).success).toBe(true)
    expect(rig.marks().marksNeedingAttention(10)).toMatchObject([{ sheetId: strange.id }])
    expect(rig.marks().summary()).toMatchObject({ held: 0, undelivered: 0, needsPerson: 1 })
    expect(rig.ledger().decisions.detailsOf(rig.markId(strange))?.possibleDecisions).toEqual([])
    expect(rig.decide(strange, { kind: 'dismiss', why: 'odd' })).toEqual({
      ok: false,
      error: { code: 'decision_not_possible' },
    })
    expect([rig.net.reports().length, rig.bentBy(strange), rig.marks().mustStayListed(strange.id)]).toEqual([
      1,
      null,
      true,
    ])
  })

  test('with an unknown reason continues as its state requires', async () => {
    const sheet = await rig.sheet()
    rig.mark(sheet)
    inFile(`UPDATE mark SET state = 'conflict', reason = 'the moon'`)
    expect(rig.marks().markOnSheet(sheet.id)).toMatchObject({ state: 'conflict', reason: 'the moon' })
    expect(rig.decide(sheet, { kind: 'dismiss', why: 'seen' })).toMatchObject({ ok: true })
  })

  test('with a stored request is sent unchanged', async () => {
    const sheet = await rig.sheet()
    await rig.cut()
    rig.markAndHold(sheet)
    await rig.becomes(sheet, 'queued')
    inFile(`UPDATE mark SET request = x'7b7d', payload_version = 99, bent_at = marked_at`)
    await rig.network.restore()
    rig.drain().retryOffline()
    await rig.becomesInTime(sheet, 'bent_elsewhere')
    expect(rig.net.reports().map(({ body }) => body)).toEqual(['{}'])
  })
})

test('marks of another workshop are stored and shown, and stop the queue instead of going to this workshop', async () => {
  const theirs = await rig.marked({ fingerprint: 'annet/live' })
  await rig.queueBecomes('halted')
  await rig.reopen()
  await rig.queueBecomes('halted')
  expect(rig.drain().queue().problem).toEqual({ code: 'other_workshop', params: { marked: 'annet/live' } })
  expect(rig.marks().undeliveredFingerprint()).toBe('annet/live')
  expect([rig.stateOf(theirs), rig.net.reports()]).toEqual(['queued', []])
})
