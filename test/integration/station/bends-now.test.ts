// Two paired stations: when a sheet that is counted by hand at one no longer counts as in work there, and how long an answer of a person at
// the other one applies.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { untilPasses } from '../../until-passes.ts'
import { approvedSheets, elsewhere, pieceOf, takeSheet, type SheetOfTwo } from './sheets-of-two.ts'
import { twoStations, type TwoStations } from './two-stations.ts'

let stations: TwoStations
let sheets: SheetOfTwo[]
beforeAll(async () => {
  stations = await twoStations(untilPasses)
  // one piece must leave others to bend
  sheets = (await approvedSheets(stations)).filter(({ quantity }) => quantity > 1)
})
afterAll(() => stations.end())

const nextSheet = (): SheetOfTwo => takeSheet(sheets)

/** How many other stations bend the sheet now, as the office sees it. */
const bendingCount = async (sheetId: string): Promise<number> =>
  (await elsewhere(stations.office, sheetId)).bending.length

/** A piece is counted at the brake, and the office knows it. */
async function startAtBrake(): Promise<SheetOfTwo> {
  const sheet = nextSheet()
  await stations.brake.call('count.book', pieceOf(sheet))
  await expect.poll(() => bendingCount(sheet.sheetId)).toBe(1)
  return sheet
}

test('a sheet whose counts are handed over is not bent any more', async () => {
  const { sheetId, drawingVersion } = await startAtBrake()
  await stations.brake.call('handover.give', { sheetId, drawingVersion, operatorId: null, to: null })
  await expect.poll(() => bendingCount(sheetId)).toBe(0)
})

test('a sheet that is marked is not bent any more', async () => {
  const { sheetId, drawingVersion } = await startAtBrake()
  const pieces = { count: 1, choice: 'close_short', reason: 'the last are for tomorrow' } as const
  await stations.brake.call('mark.create', { sheetId, drawingVersion, by: 'OLA', pieces })
  await expect.poll(() => bendingCount(sheetId)).toBe(0)
})

test('a sheet whose drawing is reported wrong at the brake or in the office is not bent any more', async () => {
  for (const place of ['brake', 'office'] as const) {
    const { sheetId, drawingVersion } = await startAtBrake()
    const report = { sheetId, drawingVersion, operatorId: null, reason: 'measure', text: null } as const
    await stations[place].call('deviation.report', report)
    await expect.poll(() => bendingCount(sheetId)).toBe(0)
  }
})

test('an answer applies while the other station bends the sheet; when it starts again, a person is asked again', async () => {
  const { brake, office } = stations
  const sheet = await startAtBrake()
  const { sheetId, drawingVersion } = sheet
  const count = (isDespiteOthers = false) => office.call('count.book', { ...pieceOf(sheet), isDespiteOthers })
  await expect(count()).rejects.toMatchObject({ code: 'in_work_elsewhere' })
  await count(true)
  await count()
  await brake.call('handover.give', { sheetId, drawingVersion, operatorId: null, to: null })
  await expect.poll(() => bendingCount(sheetId)).toBe(0)
  await brake.call('handover.take_back', { sheetId, reason: 'nobody needs it', operatorId: null })
  await expect.poll(() => bendingCount(sheetId)).toBe(1)
  await expect(count()).rejects.toMatchObject({ code: 'in_work_elsewhere' })
})
