// The first pull and the ones after it, against the real service.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { nextWorkingDay, workshopDate } from '../../../shared/workshop-api/index.ts'
import { type StationSide, type Workshop, names, openStationSide, openWorkshop, start } from './station-side.ts'

let workshop: Workshop
let station: StationSide
const today = () => workshopDate(workshop.clock.now())

beforeEach(async () => {
  workshop = await openWorkshop({ limitFactor: 100 })
})
afterEach(async () => {
  await station.close()
  await workshop.close()
})

describe('pulling the day', () => {
  test('brings today and the next working day with every sheet, in no more calls than sheets, pages and five', async () => {
    station = openStationSide(workshop)
    await start(station, workshop.clock)
    const lists = [station.cache.listOf(today()), station.cache.listOf(nextWorkingDay(today()))]
    const sheets = new Set(lists.flatMap(({ entries }) => entries.map(({ entry }) => entry.sheetId)))
    expect(sheets.size).toBeGreaterThanOrEqual(60)
    expect(lists.flatMap(({ entries }) => entries).every(({ sheetState }) => sheetState === 'ready')).toBe(true)
    expect(station.calls.length).toBeLessThanOrEqual(sheets.size + lists.length + 5)
    expect(names(station.calls).slice(0, 3)).toEqual(['readMe', 'listEvents', 'listPressBrakes'])
    expect(station.cache.brakes().length).toBeGreaterThan(0)
    expect(station.sync.status()).toMatchObject({ connection: { state: 'online', problem: null }, pull: null })
    expect(station.sync.status().freshAt).not.toBeNull()
  })
})
