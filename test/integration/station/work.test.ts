// The work on a sheet over the contract: operators, counts, hand-overs, reports and decisions.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { stationWithService, type StationWithService } from './station-with-service.ts'

let station: StationWithService
beforeEach(async () => {
  station = await stationWithService()
})
afterEach(() => station.end())

/** A sheet that can be worked on, in the form of a request. */
async function shown() {
  await station.pulled()
  const view = (await station.list()).entries.find(
    ({ entry, sheetState, mark }) =>
      sheetState === 'ready' && mark === null && entry.bent === null && entry.approval === 'not_required',
  )
  if (view === undefined) throw new Error('there is a sheet to bend')
  const { sheetId, drawingVersion } = view.entry
  return { sheetId, drawingVersion, operatorId: null }
}
/** The list entry of the sheet. */
const stopOf = async (sheetId: string) =>
  (await station.list()).entries.find(({ entry }) => entry.sheetId === sheetId)?.stop
let acts = 0
const act = (pieceNo = 1) => ({ actId: `act-${(acts += 1)}-of-this-run`, pieceNo })

describe('operators', () => {
  test('are added, renamed and set inactive, and no two have the same initials', { tags: 'long' }, async () => {
    const { call } = station.link()
    const kari = await call('operator.add', { initials: ' kn ' })
    expect(kari).toMatchObject({ initials: 'kn', active: true })
    await expect(call('operator.add', { initials: 'KN' })).rejects.toMatchObject({ code: 'initials_taken' })
    await expect(call('operator.add', { initials: '  ' })).rejects.toMatchObject({ code: 'initials_bad' })
    await call('operator.rename', { operatorId: kari.id, initials: 'KNO' })
    await call('operator.activate', { operatorId: kari.id, active: false })
    expect(await call('operators.list', {})).toEqual({ operators: [{ id: kari.id, initials: 'KNO', active: false }] })
  })

  test('that are unknown or inactive cannot count or mark', async () => {
    const { call } = station.link()
    const shownSheet = { ...(await shown()), operatorId: 'nobody' }
    const booked = { ...shownSheet, ...act(), kind: 'good' as const, count: 1, reason: null }
    await expect(call('count.book', booked)).rejects.toMatchObject({ code: 'operator_unknown' })
    await expect(call('mark.create', { ...shownSheet, by: null })).rejects.toMatchObject({ code: 'operator_unknown' })
    expect((await call('work.read', { sheetId: shownSheet.sheetId })).isCounted).toBe(false)
  })
})

describe('counts', () => {
  test('are booked once, however often the screen sends them, and are never below zero', async () => {
    const { call } = station.link()
    const shownSheet = await shown()
    const once = { ...shownSheet, ...act(), kind: 'good' as const, count: 2, reason: null }
    await call('count.book', once)
    const { pieces } = await call('count.book', once)
    expect(pieces[0]).toMatchObject({ pieceNo: 1, done: 2 })
    const tooMany = { ...shownSheet, ...act(), kind: 'good' as const, delta: -3, reason: 'counted twice' }
    await expect(call('count.adjust', tooMany)).rejects.toMatchObject({ code: 'below_zero' })
    await expect(call('count.adjust', { ...tooMany, ...act(), delta: -1, reason: ' ' })).rejects.toMatchObject({
      code: 'reason_missing',
    })
    const after = await call('count.last_was_scrap', { ...shownSheet, ...act() })
    expect(after.pieces[0]).toMatchObject({ done: 1, scrap: 1 })
  })

  test('for an old drawing are refused', async () => {
    const { call } = station.link()
    const shownSheet = await shown()
    const old = {
      ...shownSheet,
      drawingVersion: shownSheet.drawingVersion + 1,
      ...act(),
      kind: 'good' as const,
      count: 1,
      reason: null,
    }
    await expect(call('count.book', old)).rejects.toMatchObject({ code: 'drawing_changed' })
  })

  test(
    'that differ from the sheet’s quantity prevent a mark until a person decides, with a reason',
    { tags: 'long' },
    async () => {
      const { call } = station.link()
      const shownSheet = await shown()
      await call('count.book', { ...shownSheet, ...act(), kind: 'good', count: 1, reason: null })
      await expect(call('mark.create', { ...shownSheet, by: null })).rejects.toMatchObject({ code: 'pieces_differ' })
      const short = { count: 1, choice: 'close_short' as const, reason: '' }
      await expect(call('mark.create', { ...shownSheet, by: null, pieces: short })).rejects.toMatchObject({
        code: 'bad_pieces',
      })
      const mark = await call('mark.create', {
        ...shownSheet,
        by: null,
        pieces: { ...short, reason: 'no more blanks' },
      })
      expect(mark).toMatchObject({ state: 'held', quantity: 1 })
    },
  )

  test('for an earlier drawing are shown with the new one', async () => {
    const { call } = station.link()
    const shownSheet = await shown()
    await call('count.book', { ...shownSheet, ...act(), kind: 'good', count: 1, reason: null })
    const { pieces } = station.admin.sheets.find(shownSheet.sheetId)
    station.admin.sheets.change(shownSheet.sheetId, { pieces: pieces.map((piece) => ({ ...piece, quantity: 9 })) })
    await call('sync.now', {})
    await expect
      .poll(async () => (await call('work.read', { sheetId: shownSheet.sheetId })).olderJobs)
      .toMatchObject([{ drawingVersion: shownSheet.drawingVersion, done: 1 }])
    const { olderJobs, isCounted } = await call('work.read', { sheetId: shownSheet.sheetId })
    expect(isCounted).toBe(false)
    await call('job.close', { jobId: olderJobs[0]?.jobId ?? '' })
    expect((await call('work.read', { sheetId: shownSheet.sheetId })).olderJobs).toEqual([])
  })
})

describe('a drawing reported wrong', () => {
  test('stops counting and marking, is shown in the status, and ends with a new drawing', async () => {
    const { call } = station.link()
    const shownSheet = await shown()
    await expect(call('deviation.report', { ...shownSheet, reason: 'other', text: ' ' })).rejects.toMatchObject({
      code: 'reason_missing',
    })
    const work = await call('deviation.report', { ...shownSheet, reason: 'measure', text: 'flange 2' })
    expect(work).toMatchObject({ stop: 'drawing_wrong', deviations: [{ reason: 'measure', text: 'flange 2' }] })
    expect((await station.status(({ stoppedSheets }) => stoppedSheets === 1)).stoppedSheets).toBe(1)
    expect(await stopOf(shownSheet.sheetId)).toBe('drawing_wrong')
    await expect(call('mark.create', { ...shownSheet, by: null })).rejects.toMatchObject({ code: 'drawing_wrong' })
    expect((await call('deviations.list', {})).deviations).toHaveLength(1)

    const { pieces } = station.admin.sheets.find(shownSheet.sheetId)
    station.admin.sheets.change(shownSheet.sheetId, { pieces: pieces.map((piece) => ({ ...piece, quantity: 9 })) })
    await call('sync.now', {})
    await station.status(({ stoppedSheets }) => stoppedSheets === 0)
    expect((await call('work.read', { sheetId: shownSheet.sheetId })).stop).toBeNull()
    expect(await stopOf(shownSheet.sheetId)).toBeUndefined()
  })

  test('can be released only on a screen with the grant oversee', async () => {
    const { call } = station.anotherLink('operate')
    const shownSheet = await shown()
    const { deviations } = await call('deviation.report', { ...shownSheet, reason: 'side', text: null })
    const release = { deviationId: deviations[0]?.id ?? '', by: 'Berit', reason: 'measured again' }
    await expect(call('deviation.release', release)).rejects.toMatchObject({ code: 'not_granted' })
    await expect(call('approval.override', { ...shownSheet, by: 'Berit', reason: 'agreed' })).rejects.toMatchObject({
      code: 'not_granted',
    })
    expect((await station.status(({ stoppedSheets }) => stoppedSheets > 0)).stoppedSheets).toBe(1)
  })
})

describe('a hand-over', () => {
  test('moves the counts until it is taken back, and its code is refused on the station that created it', async () => {
    const { call } = station.link()
    const shownSheet = await shown()
    await expect(call('handover.give', shownSheet)).rejects.toMatchObject({ code: 'nothing_to_hand_over' })
    await call('count.book', { ...shownSheet, ...act(), kind: 'good', count: 1, reason: null })
    const { handOver, stop } = await call('handover.give', shownSheet)
    expect(stop).toBe('handed_over')
    expect(await stopOf(shownSheet.sheetId)).toBe('handed_over')
    const text = handOver?.code ?? ''
    expect(await call('handover.read', { text: text.toLowerCase() })).toMatchObject({
      sheetId: shownSheet.sheetId,
      pieces: [{ pieceNo: 1, done: 1 }],
    })
    const input = { text, drawingVersion: shownSheet.drawingVersion, operatorId: null }
    await expect(call('handover.take', input)).rejects.toMatchObject({ code: 'code_of_this_station' })
    await expect(call('handover.read', { text: `${text}X` })).rejects.toMatchObject({ code: 'code_unreadable' })
    const back = await call('handover.take_back', {
      sheetId: shownSheet.sheetId,
      reason: 'nobody took it',
      operatorId: null,
    })
    expect(back).toMatchObject({ stop: null, handOver: null })
    expect(await stopOf(shownSheet.sheetId)).toBeUndefined()
  })
})

describe('a decision about a mark', () => {
  test('is refused if the mark is not in question, is unknown, or the present drawing was not shown', async () => {
    const { call } = station.link()
    const shownSheet = await shown()
    const mark = await call('mark.create', { ...shownSheet, by: null })
    const about = { markId: mark.id, reason: null, operatorId: null, drawingVersion: null }
    await expect(call('mark.decide', { ...about, decision: 'seen' })).rejects.toMatchObject({
      code: 'decision_not_possible',
    })
    await expect(call('mark.decide', { ...about, markId: 'none', decision: 'seen' })).rejects.toMatchObject({
      code: 'mark_unknown',
    })
    station.admin.sheets.requestApproval(shownSheet.sheetId)
    await call('sync.now', {})
    await station.status(({ queue }) => queue.needsPerson === 1)
    const details = await call('mark.details', { markId: mark.id })
    expect(details.possibleDecisions).toEqual(['send_all_the_same', 'bend_anew', 'dismiss'])
    expect(details.currentSheet?.approval.state).toBe('awaiting')
    expect(details.markedSheet?.approval.state).toBe('not_required')
    const send = { ...about, decision: 'send_all_the_same' as const }
    await expect(call('mark.decide', send)).rejects.toMatchObject({ code: 'bad_input' })
    await expect(call('mark.decide', { ...send, drawingVersion: shownSheet.drawingVersion })).rejects.toMatchObject({
      code: 'not_approved',
    })
    await expect(call('mark.decide', { ...about, decision: 'dismiss' })).rejects.toMatchObject({
      code: 'reason_missing',
    })
    expect((await call('mark.details', { markId: mark.id })).mark.state).toBe('conflict')
  })
})
