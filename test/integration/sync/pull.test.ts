// The first pull and later ones, with the real service.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { nextWorkingDay, workshopDate } from '../../../shared/workshop-api/index.ts'
import { type FaultyProxy, openFaultyProxy, rewritten } from './faulty-proxy.ts'
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
let proxy: FaultyProxy
const stations: StationSide[] = []
const today = (): string => workshopDate(workshop.clock.now())
const entriesOf = ({ cache }: StationSide, date = today()) => cache.listOf(date).entries.map(({ entry }) => entry)

function openStation(options: StationSideOptions = {}): StationSide {
  const station = openStationSide(workshop, { baseUrl: proxy.baseUrl, ...options })
  stations.push(station)
  return station
}
async function closeStations(): Promise<void> {
  for (const station of stations.splice(0)) await station.close()
}

describe('pulling the day', () => {
  beforeEach(async () => {
    workshop = await openWorkshop({ limitFactor: 100 })
    proxy = await openFaultyProxy(workshop.service.baseUrl)
  })
  afterEach(async () => {
    await closeStations()
    await proxy.close()
    await workshop.close()
  })

  test('reads today and the next working day with every sheet, in at most sheets + pages + 5 calls', async () => {
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

  test('fetches the sheets of its own brake and of today first', { tags: 'long' }, async () => {
    const observer = openStation({ name: 'observer' })
    await start(observer, workshop.clock)
    const ownBrake = entriesOf(observer).find(({ pressBrakeId }) => pressBrakeId !== null)?.pressBrakeId ?? null
    const [ownSheets, otherSheets] = [
      entriesOf(observer).filter((entry) => entry.pressBrakeId === ownBrake),
      entriesOf(observer).filter((entry) => entry.pressBrakeId !== ownBrake),
    ]
    const station = openStation({ ownBrake: () => ownBrake })
    const fetched: string[] = []
    station.sync.onChanges(({ sheetIds }) => fetched.push(...sheetIds))
    await start(station, workshop.clock)
    // four are fetched at a time, so the end of one part may overlap with the start of the next
    expect(fetched.slice(0, ownSheets.length - 3).every((id) => ownSheets.some(({ sheetId }) => sheetId === id))).toBe(
      true,
    )
    const later = fetched.slice(ownSheets.length + 3, ownSheets.length + otherSheets.length - 3)
    expect(later.every((id) => otherSheets.some(({ sheetId }) => sheetId === id))).toBe(true)
  })

  test('after a restart, fetches only the changed sheet', async () => {
    await start(openStation(), workshop.clock)
    await closeStations()
    const [changed] = entriesOf(openStation())
    const { profile } = workshop.admin.sheets.find(changed?.sheetId ?? '')
    workshop.admin.sheets.change(changed?.sheetId ?? '', {
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
    proxy.rewriteAnswers((path, answer) => {
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
    proxy.rewriteAnswers((path, answer) =>
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

  test('refuses a list whose day is not the requested one', async () => {
    proxy.rewriteAnswers((path, answer) =>
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
    let failingPath: string | null = null
    proxy.rewriteAnswers((path, answer) => {
      if (!path.startsWith('/bending-sheets/')) return answer
      failingPath ??= path
      return path === failingPath ? { ...answer, status: 500, body: '<html>oops</html>' } : answer
    })
    const station = openStation()
    await start(station, workshop.clock)
    const states = station.cache.listOf(today()).entries.map(({ sheetState }) => sheetState)
    expect(states.filter((state) => state === 'failed')).toHaveLength(1)
    expect(states.filter((state) => state === 'ready')).toHaveLength(states.length - 1)
    proxy.stopRewriting()
    workshop.clock.advance(6 * 60_000)
    await untilPasses(() => {
      const { entries } = station.cache.listOf(today())
      expect(entries.every(({ sheetState }) => sheetState === 'ready')).toBe(true)
    })
  })

  test('continues after it was stopped', async () => {
    const first = openStation()
    const fetchedTwenty = new Promise<void>((resolve) => {
      let fetched = 0
      first.sync.onChanges(({ sheetIds }) => {
        fetched += sheetIds.length
        if (fetched >= 20) resolve()
      })
    })
    first.sync.start()
    await fetchedTwenty
    await first.sync.stop()
    const readyCount = entriesOf(first).filter(({ sheetId }) => first.cache.sheetOf(sheetId).state === 'ready').length
    await closeStations()
    const second = openStation()
    await start(second, workshop.clock)
    const sheetCount = entriesOf(second).length + entriesOf(second, nextWorkingDay(today())).length
    expect(names(second.calls).filter((name) => name === 'readBendingSheet').length).toBeLessThanOrEqual(
      sheetCount - readyCount,
    )
    expect(second.cache.listOf(today()).entries.every(({ sheetState }) => sheetState === 'ready')).toBe(true)
  })

  test('runs once at a time, however often it is requested', async () => {
    const station = openStation()
    await start(station, workshop.clock)
    const callsBefore = station.calls.length
    await Promise.all(Array.from({ length: 10 }, () => station.sync.pullNow()))
    expect(names(station.calls.slice(callsBefore))).toEqual(['listEvents', 'readBendingList', 'readBendingList'])
  })
})

describe('within the limits of a sandbox', () => {
  beforeEach(async () => {
    workshop = await openWorkshop()
    proxy = await openFaultyProxy(workshop.service.baseUrl)
  })
  afterEach(async () => {
    await closeStations()
    await proxy.close()
    await workshop.close()
  })

  test('a long pull gets no 429, and estimates its duration', { tags: 'long' }, async () => {
    workshop.admin.makeSheets({ count: 150, day: today() })
    const minutes = new Map<number, number>()
    proxy.rewriteAnswers((_, answer) => {
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
    expect(station.calls.map(({ outcome: ended }) => ended)).not.toContain('rate_limited')
    expect(Math.max(...minutes.values())).toBeLessThanOrEqual(60)
    expect(secondsLeft[0]).toBeGreaterThan(120)
    expect(secondsLeft.at(-1)).toBeLessThan(secondsLeft[0] ?? 0)
  })

  test(
    'pulls a day of 500 sheets in at most sheets + pages + 5 calls, however many minutes it takes',
    { tags: 'long' },
    async () => {
      workshop.admin.makeSheets({ count: 500, day: today() })
      const station = openStation()
      await start(station, workshop.clock)
      const counts = [entriesOf(station), entriesOf(station, nextWorkingDay(today()))].map(({ length }) => length)
      const pages = counts.map((entries) => Math.ceil(entries / 100))
      const [sheetCount, pageCount] = [counts, pages].map((each) => each.reduce((sum, n) => sum + n, 0))
      expect(sheetCount).toBeGreaterThan(500)
      expect(workshop.clock.monotonic()).toBeGreaterThan(8 * 60_000)
      expect(station.calls.length).toBeLessThanOrEqual((sheetCount ?? 0) + (pageCount ?? 0) + 5)
      expect(station.calls.map(({ outcome: ended }) => ended)).not.toContain('rate_limited')
    },
  )

  test('the pull waits when another program has used the limit of the minute', async () => {
    const headers = { authorization: `Bearer ${workshop.keys.maskin}` }
    for (let i = 0; i < 57; i += 1) await fetch(`${workshop.service.baseUrl}/me`, { headers })
    const station = openStation()
    station.sync.start()
    await letTimePassUntil(() => station.sync.status().confirmedAt !== null, workshop.clock)
    expect(station.calls.map(({ outcome: ended }) => ended)).not.toContain('rate_limited')
  })

  test('the pull waits after a 429 for the limit of the minute', async () => {
    const headers = { authorization: `Bearer ${workshop.keys.maskin}` }
    for (let i = 0; i < 60; i += 1) await fetch(`${workshop.service.baseUrl}/me`, { headers })
    const station = openStation()
    const problems: string[] = []
    station.sync.onStatus(({ connection }) => problems.push(connection.problem?.code ?? ''))
    station.sync.start()
    await letTimePassUntil(() => station.sync.status().confirmedAt !== null, workshop.clock)
    expect(problems).toContain('rate_limited')
    expect(station.calls.filter(({ outcome: ended }) => ended === 'rate_limited')).toHaveLength(1)
  })

  test('when the calls of the day are used up, reads stop, the list stays, and the status says so', async () => {
    const first = openStation()
    await start(first, workshop.clock)
    const entries = entriesOf(first).length
    first.cache.calls.add(`day/${Math.floor(workshop.clock.now() / 86_400_000)}`, 2_500)
    await closeStations()
    const station = openStation()
    await start(station, workshop.clock)
    expect(station.sync.status().connection).toMatchObject({ state: 'online', problem: { code: 'day_limit' } })
    expect(station.calls.map(({ outcome: ended }) => ended)).toEqual(['rate_limited'])
    expect(entriesOf(station)).toHaveLength(entries)
  })
})
