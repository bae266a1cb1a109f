// Two paired stations and drawings that one reports as wrong: a release at the other one settles the report, and moves no mark.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StationLink } from '../../../shared/station-api/index.ts'
import { untilPasses } from '../../until-passes.ts'
import { approvedSheets, elsewhere, takeSheet, type SheetOfTwo } from './sheets-of-two.ts'
import { twoStations, type TwoStations } from './two-stations.ts'

let stations: TwoStations
let sheets: SheetOfTwo[]
beforeAll(async () => {
  stations = await twoStations(untilPasses)
  sheets = await approvedSheets(stations)
})
afterAll(() => stations.end())

const nextSheet = (): SheetOfTwo => takeSheet(sheets)

const report = (link: StationLink, { sheetId, drawingVersion }: SheetOfTwo) =>
  link.call('deviation.report', { sheetId, drawingVersion, operatorId: null, reason: 'measure', text: null })

/** Releases the report of the other station as soon as it has arrived. */
async function release(link: StationLink, { sheetId }: SheetOfTwo): Promise<void> {
  const stopId = await untilPasses(async () => {
    const [stop] = (await elsewhere(link, sheetId)).stops
    if (stop === undefined) throw new Error('the report has not arrived yet')
    return stop.id
  })
  await link.call('stations.release', { stopId, by: 'KARI', reason: 'målt på nytt' })
}

/** The sheets that the station itself reports as wrong. */
const reported = async (link: StationLink): Promise<string[]> => {
  const { deviations } = await link.call('deviations.list', {})
  return deviations.map(({ sheetId }) => sheetId)
}

test('a report is counted in the status of the other station, and is settled where it was made by a release there', async () => {
  const { first, brake, office } = stations
  const sheet = nextSheet()
  await report(office, sheet)
  expect((await first.status(({ stoppedSheets }) => stoppedSheets > 0)).stoppedSheets).toBe(1)
  expect(await reported(office)).toEqual([sheet.sheetId])
  await release(brake, sheet)
  await untilPasses(async () => expect(await reported(office)).toEqual([]))
  await first.status(({ stoppedSheets }) => stoppedSheets === 0)
  const work = await office.call('work.read', { sheetId: sheet.sheetId })
  expect(work).toMatchObject({ stop: null, deviations: [] })
})

test('a report for which a mark waits stays open after a release at the other station, and so does the mark', async () => {
  const { brake, office } = stations
  const marked = nextSheet()
  const { sheetId, drawingVersion } = marked
  await brake.call('mark.create', { sheetId, drawingVersion, by: 'OLA' })
  const plain = nextSheet()
  for (const sheet of [marked, plain]) {
    await report(brake, sheet)
    await release(office, sheet)
  }
  // facts arrive in their order: the first release has arrived, too
  await untilPasses(async () => expect(await reported(brake)).toEqual([sheetId]))
  expect((await brake.call('sheet.read', { sheetId })).mark?.state).toBe('conflict')
})
