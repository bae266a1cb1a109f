// Two screens of one station read a list in parts at the same time.
import { expect, onTestFinished, test } from 'vitest'
import type { StationLink } from '../../../shared/station-api/index.ts'
import { stationWithService } from './station-with-service.ts'

test('each screen gets the parts of the list that it began to read', async () => {
  const station = await stationWithService()
  onTestFinished(() => station.end())
  const { today: date } = await station.pulled()
  const { entries } = await station.list()
  const limit = entries.findLastIndex(
    ({ entry, mark }) => mark === null && entry.bent === null && entry.approval === 'not_required',
  )
  const last = entries[limit]
  if (last === undefined || limit < 1) throw new Error('there is no sheet to mark behind the first part')
  const { sheetId, drawingVersion } = last.entry
  const firstPart = (link: StationLink) => link.call('list.read', { date, part: { offset: 0, limit } })
  const rest = (link: StationLink) => link.call('list.read', { date, part: { offset: limit, limit: 500 } })

  const [early, late] = [station.link(), station.anotherLink()]
  await firstPart(early)
  const mark = await early.call('mark.create', { sheetId, drawingVersion, by: 'KN' })
  await firstPart(late)
  const [ofEarly, ofLate] = await Promise.all([rest(early), rest(late)])
  expect(ofEarly.entries[0]).toMatchObject({ entry: { sheetId }, mark: null })
  expect(ofLate.entries[0]).toMatchObject({ entry: { sheetId }, mark: { id: mark.id } })
})
