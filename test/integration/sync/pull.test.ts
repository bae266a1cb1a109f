// The first pull and later ones, with the real service.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { nextWorkingDay, workshopDate } from '../../../shared/workshop-api/index.ts'
import { type Meddler, openMeddler, rewritten } from './meddler.ts'
import {
  type StationSide,
  type StationSideOptions,
  type Workshop,
  letTimePassUntil,
  names,
  openStationSide,
  openWorkshop,
  start,
} from './station-side.ts'
import { untilPasses } from '../../until-passes.ts'

let workshop: Workshop
let meddler: Meddler
const stations: StationSide[] = []
const today = (): string => workshopDate(workshop.clock.now())
const entriesOf = ({ cache }: StationSide, date = today()) => cache.listOf(date).entries.map(({ entry }) => entry)

function openStation(options: StationSideOptions = {}): StationSide {
  const station = openStationSide(workshop, { baseUrl: meddler.baseUrl, ...options })
  stations.push(station)
  return station
}
async function closeStations(): Promise<void> {
  for (const station of stations.splice(0)) await station.close()
}

describe('pulling the day', () => {
  beforeEach(async () => {
    workshop = await openWorkshop({ limitFactor: 100 })
    meddler = await openMeddler(workshop.service.baseUrl)
  })
  afterEach(async () => {
    await closeStations()
    await meddler.close()
    await workshop.close()
  })

  test('reads today and the next working day with every sheet, in at most as many calls as sheets, pages and five', async () => {
    const station = openStation()
    await start(station, workshop.clock)
    const lists = [station.cache.listOf(today()), station.cache.listOf(nextWorkingDay(today()))]
    const sheets = new Set(lists.flatMap(({ entries }) => entries.map(({ entry }) => entry.sheetId)))
    expect(sheets.size).toBeGreaterThanOrEqual(60)
    expect(lists.flatMap(({ entries }) => entries).every(({ sheetState }) => sheetState === 'ready')).toBe(true)
    expect(station.calls.length).toBeLessThanOrEqual(sheets.size + lists.length + 5)
    expect(names(station.calls).slice(0, 3)).toEqual(['readMe', 'listEvents', 'listPressBrakes'])
    expect(station.cache.brakes().length).toBeGreaterThan(0)
    expect(station.sync.status()).toMatchObject({ connection: { state: 'online', problem: null }, pull: null })
    expect(station.sync.status().confirmedAt).not.toBeNull()
  })

  test('fetches the sheets of the own brake and of today first', { tags: 'long' }, async () => {
    const look = openStation({ name: 'look' })
    await start(look, workshop.clock)
    const own = entriesOf(look).find(({ pressBrakeId }) => pressBrakeId !== null)?.pressBrakeId ?? null
    const [mine, others] = [
      entriesOf(look).filter((entry) => entry.pressBrakeId === own),
      entriesOf(look).filter((entry) => entry.pressBrakeId !== own),
    ]
    const station = openStation({ ownBrake: () => own })
    const fetched: string[] = []
    station.sync.onChanges(({ sheetIds }) => fetched.push(...sheetIds))
    await start(station, workshop.clock)
    // four are fetched at a time, so the end of one part may overlap with the start of the next
    expect(fetched.slice(0, mine.length - 3).every((id) => mine.some(({ sheetId }) => sheetId === id))).toBe(true)
    const early = fetched.slice(mine.length + 3, mine.length + others.length - 3)
    expect(early.every((id) => others.some(({ sheetId }) => sheetId === id))).toBe(true)
  })

  test('fetches nothing twice: after a restart only the redrawn sheet', async () => {
    await start(openStation(), workshop.clock)
    await closeStations()
    const [changed] = entriesOf(openStation())
    const { profile } = workshop.desk.sheets.find(changed?.sheetId ?? '')
    workshop.desk.sheets.change(changed?.sheetId ?? '', {
      note: 'Husk filmen',
      profile: { ...profile, colour: 'RR11' },
    })
    await closeStations()
    const station = openStation()
    await start(station, workshop.clock)
    expect(names(station.calls).filter((name) => name === 'readBendingSheet')).toHaveLength(1)
    expect(station.cache.sheetOf(changed?.sheetId ?? '').sheet?.note).toBe('Husk filmen')
  })

  test('shows a malformed sheet as malformed, and the others', async () => {
    meddler.meddle((path, answer) => {
      const id = /^\/bending-sheets\/(.*)$/.exec(path)?.[1]
      if (id !== entriesOf(station)[2]?.sheetId) return answer
      return rewritten(answer, (sheet) => ({ ...sheet, pieces: 'none' }))
    })
    const station = openStation()
    await start(station, workshop.clock)
    const states = station.cache.listOf(today()).entries.map(({ sheetState }) => sheetState)
    expect(states[2]).toBe('malformed')
    expect(states.filter((state) => state === 'ready')).toHaveLength(states.length - 1)
    expect(station.cache.sheetOf(entriesOf(station)[2]?.sheetId ?? '').problems).toMatchObject([{ path: 'pieces' }])
    expect(station.sync.status().connection).toEqual({ state: 'online', problem: null })
  })

  test('reports a list entry with an invalid date by its position, and shows the others', async () => {
    let length = 0
    meddler.meddle((path, answer) =>
      path.startsWith(`/bending-list?date=${today()}`)
        ? rewritten(answer, (body) => {
            const data = Array.isArray(body['data']) ? body['data'] : []
            length = data.length
            return { ...body, data: data.map((entry, i) => (i === 1 ? { ...entry, dueDate: '24.11.2026' } : entry)) }
          })
        : answer,
    )
    const station = openStation()
    await start(station, workshop.clock)
    const list = station.cache.listOf(today())
    expect(list.entries).toHaveLength(length - 1)
    expect(list.malformed).toMatchObject([{ index: 1, problems: [{ path: 'dueDate' }] }])
    expect(station.sync.status().warnings).toEqual([{ code: 'list_incomplete', params: { date: today(), count: 1 } }])
  })

  test('refuses the list of another day than the requested one', async () => {
    meddler.meddle((path, answer) =>
      path.startsWith('/bending-list') ? rewritten(answer, (body) => ({ ...body, date: '2020-02-02' })) : answer,
    )
    const station = openStation()
    await start(station, workshop.clock)
    expect(station.sync.status().connection).toMatchObject({
      state: 'offline',
      problem: { code: 'unexpected_answer', params: { path: 'date' } },
    })
    expect(station.cache.listOf(today()).readAt).toBeNull()
  })

  test('a sheet that fails does not delay the others, and is fetched later', async () => {
    let poisoned: string | null = null
    meddler.meddle((path, answer) => {
      if (!path.startsWith('/bending-sheets/')) return answer
      poisoned ??= path
      return path === poisoned ? { ...answer, status: 500, body: '<html>oops</html>' } : answer
    })
    const station = openStation()
    await start(station, workshop.clock)
    const states = station.cache.listOf(today()).entries.map(({ sheetState }) => sheetState)
    expect(states.filter((state) => state === 'failed')).toHaveLength(1)
    expect(states.filter((state) => state === 'ready')).toHaveLength(states.length - 1)
    meddler.behave()
    workshop.clock.advance(6 * 60_000)
    await untilPasses(() => {
      const { entries } = station.cache.listOf(today())
      expect(entries.every(({ sheetState }) => sheetState === 'ready')).toBe(true)
    })
  })

  test('continues after it was stopped', async () => {
    const first = openStation()
    const half = new Promise<void>((resolve) => {
      let fetched = 0
      first.sync.onChanges(({ sheetIds }) => {
        fetched += sheetIds.length
        if (fetched >= 20) resolve()
      })
    })
    first.sync.start()
    await half
    await first.sync.stop()
    const done = entriesOf(first).filter(({ sheetId }) => first.cache.sheetOf(sheetId).state === 'ready').length
    await closeStations()
    const second = openStation()
    await start(second, workshop.clock)
    const all = entriesOf(second).length + entriesOf(second, nextWorkingDay(today())).length
    expect(names(second.calls).filter((name) => name === 'readBendingSheet').length).toBeLessThanOrEqual(all - done)
    expect(second.cache.listOf(today()).entries.every(({ sheetState }) => sheetState === 'ready')).toBe(true)
  })

  test('runs once at a time, however often it is requested', async () => {
    const station = openStation()
    await start(station, workshop.clock)
    const before = station.calls.length
    await Promise.all(Array.from({ length: 10 }, () => station.sync.pullNow()))
    expect(names(station.calls.slice(before))).toEqual(['listEvents', 'readBendingList', 'readBendingList'])
  })
})

describe('within the limits of a sandbox', () => {
  beforeEach(async () => {
    workshop = await openWorkshop()
    meddler = await openMeddler(workshop.service.baseUrl)
  })
  afterEach(async () => {
    await closeStations()
    await meddler.close()
    await workshop.close()
  })

  test('a long pull gets no 429, and estimates its duration', { tags: 'long' }, async () => {
    workshop.desk.makeSheets({ count: 150, day: today() })
    const minutes = new Map<number, number>()
    meddler.meddle((_, answer) => {
      const minute = Math.floor(workshop.clock.now() / 60_000)
      minutes.set(minute, (minutes.get(minute) ?? 0) + 1)
      return answer
    })
    const station = openStation()
    const secondsLeft: number[] = []
    station.sync.onStatus(({ pull }) => {
      if (pull !== null) secondsLeft.push(pull.secondsLeft)
    })
    await start(station, workshop.clock)
    expect(station.cache.sheetsToFetch({ dates: [], ownBrake: null })).toEqual([])
    expect(station.calls.length).toBeGreaterThan(200)
    expect(station.calls.map(({ ended }) => ended)).not.toContain('rate_limited')
    expect(Math.max(...minutes.values())).toBeLessThanOrEqual(60)
    expect(secondsLeft[0]).toBeGreaterThan(120)
    expect(secondsLeft.at(-1)).toBeLessThan(secondsLeft[0] ?? 0)
  })

  test('a day of 500 sheets needs at most as many calls as sheets, pages and five, however many minutes it takes', async () => {
    workshop.desk.makeSheets({ count: 500, day: today() })
    const station = openStation()
    await start(station, workshop.clock)
    const counts = [entriesOf(station), entriesOf(station, nextWorkingDay(today()))].map(({ length }) => length)
    const pages = counts.map((entries) => Math.ceil(entries / 100))
    const [sheets, listed] = [counts, pages].map((each) => each.reduce((sum, n) => sum + n, 0))
    expect(sheets).toBeGreaterThan(500)
    expect(workshop.clock.monotonic()).toBeGreaterThan(8 * 60_000)
    expect(station.calls.length).toBeLessThanOrEqual((sheets ?? 0) + (listed ?? 0) + 5)
    expect(station.calls.map(({ ended }) => ended)).not.toContain('rate_limited')
  })

  test('another program that uses up the minute delays the pull, which does not fail', async () => {
    const headers = { authorization: `Bearer ${workshop.keys.maskin}` }
    for (let i = 0; i < 57; i += 1) await fetch(`${workshop.service.baseUrl}/me`, { headers })
    const station = openStation()
    station.sync.start()
    await letTimePassUntil(() => station.sync.status().confirmedAt !== null, workshop.clock)
    expect(station.calls.map(({ ended }) => ended)).not.toContain('rate_limited')
  })

  test('after a 429 for a used-up minute the pull waits', async () => {
    const headers = { authorization: `Bearer ${workshop.keys.maskin}` }
    for (let i = 0; i < 60; i += 1) await fetch(`${workshop.service.baseUrl}/me`, { headers })
    const station = openStation()
    const problems: string[] = []
    station.sync.onStatus(({ connection }) => problems.push(connection.problem?.code ?? ''))
    station.sync.start()
    await letTimePassUntil(() => station.sync.status().confirmedAt !== null, workshop.clock)
    expect(problems).toContain('rate_limited')
    expect(station.calls.filter(({ ended }) => ended === 'rate_limited')).toHaveLength(1)
  })

  test('when the calls of the day are used up, reads stop, the list stays, and the status says so', async () => {
    const before = openStation()
    await start(before, workshop.clock)
    const entries = entriesOf(before).length
    before.cache.calls.add(`day/${Math.floor(workshop.clock.now() / 86_400_000)}`, 2_500)
    await closeStations()
    const station = openStation()
    await start(station, workshop.clock)
    expect(station.sync.status().connection).toMatchObject({ state: 'online', problem: { code: 'day_limit' } })
    expect(station.calls.map(({ ended }) => ended)).toEqual(['rate_limited'])
    expect(entriesOf(station)).toHaveLength(entries)
  })
})
