// What a row of the list shows beside its entry, from a real store.
import { expect, onTestFinished, test } from 'vitest'
import { idOf } from '../../end-to-end/screen/fake-station/sandbox-day.ts'
import { stationWithService } from './station-with-service.ts'

test('the details of rows have the picture, the pieces, their count and the note, in the order of the request', async () => {
  const station = await stationWithService()
  onTestFinished(() => station.end())
  await station.pulled()
  const { entries } = await station.list()
  const views = entries.filter(
    ({ entry, mark }) => mark === null && entry.bent === null && entry.approval === 'not_required',
  )
  const [first, second] = views.map(({ entry }) => entry)
  if (first === undefined || second === undefined) throw new Error('the day has sheets to bend')
  const link = station.link()
  const unknown = idOf('not in the store')
  const detailsOf = async () => {
    const { rows } = await link.call('list.details', { sheetIds: [second.sheetId, unknown, first.sheetId] })
    return rows
  }
  const before = await detailsOf()
  expect(before.map(({ sheetId }) => sheetId)).toEqual([second.sheetId, unknown, first.sheetId])
  expect(before[1]?.details).toBe(null)
  const { sheet } = await link.call('sheet.read', { sheetId: first.sheetId })
  expect(before[2]?.details).toMatchObject({
    thumbnail: { viewBox: '0 0 104 46', path: expect.stringMatching(/^M[\d. ]+(?:[LA][\d. ]+)+$/) },
    pieces: sheet?.pieces.map(({ quantity, lengthMm, hand }) => ({ quantity, lengthMm, hand })),
    done: 0,
    note: sheet?.note,
  })
  const pieceNo = sheet?.pieces[0]?.pieceNo ?? 0
  const { sheetId, drawingVersion } = first
  const request = { sheetId, drawingVersion, operatorId: null, pieceNo, kind: 'good' as const, reason: null }
  await link.call('count.book', { ...request, actId: 'act-00000001', count: 1 })
  const after = await detailsOf()
  expect(after[2]?.details).toMatchObject({ done: 1 })
  expect(after[0]).toEqual(before[0])
})
