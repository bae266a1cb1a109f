// What goes wrong between station and service: each a clear word at its place, and nothing that was read is lost.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { workshopDate } from '../../../shared/workshop-api/index.ts'
import { type Meddler, html, openMeddler } from './meddler.ts'
import {
  type StationSide,
  type StationSideOptions,
  type Workshop,
  letTimePassUntil,
  names,
  nextTurn,
  openStationSide,
  openWorkshop,
  start,
} from './station-side.ts'

let workshop: Workshop
let meddler: Meddler
const stations: StationSide[] = []
const today = (): string => workshopDate(workshop.clock.now())
const problemOf = ({ sync }: StationSide) => sync.status().connection

beforeEach(async () => {
  workshop = await openWorkshop({ limitFactor: 100 })
  meddler = await openMeddler(workshop.service.baseUrl)
})
afterEach(async () => {
  for (const station of stations.splice(0)) await station.close()
  await meddler.close()
  await workshop.close()
})

function openStation(options: StationSideOptions = {}): StationSide {
  const station = openStationSide(workshop, { baseUrl: meddler.baseUrl, ...options })
  stations.push(station)
  return station
}
async function startStation(options: StationSideOptions = {}): Promise<StationSide> {
  const station = openStation(options)
  await start(station, workshop.clock)
  return station
}

describe('the key', () => {
  test('a wrong one is told, and probed no more often than every 15 minutes however often a person asks', async () => {
    const station = await startStation({ key: () => 'svc_test_wrong' })
    expect(problemOf(station)).toEqual({ state: 'blocked', problem: { code: 'key_refused', params: {} } })
    for (let i = 0; i < 5; i += 1) await station.sync.pullNow()
    expect(names(station.calls)).toEqual(['readMe'])
    expect(workshop.clock.nextWait()).toBe(15 * 60_000)
    await nextTurn(station, workshop.clock)
    expect(names(station.calls)).toEqual(['readMe', 'readMe'])
  })

  test('a new one is tried at once', async () => {
    let key = 'svc_test_wrong'
    const station = await startStation({ key: () => key })
    key = workshop.keys.maskin
    station.sync.connectionChanged()
    await letTimePassUntil(() => problemOf(station).state === 'online', workshop.clock)
    expect(workshop.clock.monotonic()).toBe(0)
  })

  test('a new one is tried at once though the old one is just being refused', async () => {
    let key = 'svc_test_wrong'
    const station = openStation({ key: () => key })
    meddler.meddle((_, answer) => {
      if (key !== workshop.keys.maskin) {
        key = workshop.keys.maskin
        station.sync.connectionChanged()
      }
      return answer
    })
    station.sync.start()
    await letTimePassUntil(() => station.sync.status().freshAt !== null, workshop.clock)
    expect(station.calls.slice(0, 2).map(({ ended }) => ended)).toEqual(['refused', 'ok'])
    expect(workshop.clock.monotonic()).toBe(0)
  })

  test('one that is revoked while we work blocks, keeps the list, and its successor goes on', async () => {
    let key = workshop.desk.makeKey({ name: 'kant' })
    const station = await startStation({ key: () => key })
    const before = station.cache.listOf(today()).entries.length
    workshop.desk.revokeKey('kant')
    await nextTurn(station, workshop.clock)
    expect(problemOf(station)).toMatchObject({ state: 'blocked', problem: { code: 'key_refused' } })
    expect(station.cache.listOf(today()).entries).toHaveLength(before)
    key = workshop.keys.maskin
    station.sync.connectionChanged()
    await letTimePassUntil(() => problemOf(station).state === 'online', workshop.clock)
  })

  test('none at all is told', async () => {
    const station = await startStation({ key: () => null })
    expect(problemOf(station)).toEqual({ state: 'blocked', problem: { code: 'key_missing', params: {} } })
  })

  test('one without production:read is told which scope it lacks', async () => {
    const key = workshop.desk.makeKey({ name: 'regneark', purpose: 'regneark', scopes: ['orders:read'] })
    const station = await startStation({ key: () => key })
    expect(problemOf(station)).toEqual({
      state: 'blocked',
      problem: { code: 'scope_missing', params: { scope: 'production:read' } },
    })
    expect(names(station.calls)).toEqual(['readMe'])
  })

  test('one without production:status reads on, with a warning', async () => {
    const key = workshop.desk.makeKey({ name: 'skjerm', scopes: ['production:read', 'events:read'] })
    const station = await startStation({ key: () => key })
    expect(station.sync.status()).toMatchObject({
      connection: { state: 'online' },
      warnings: [{ code: 'scope_missing', params: { scope: 'production:status' } }],
    })
  })

  test('a customer’s is of the wrong kind', async () => {
    const key = workshop.desk.makeKey({ name: 'kunde', scopes: ['orders:read'], customer: 1001 })
    const station = await startStation({ key: () => key })
    expect(problemOf(station)).toMatchObject({ state: 'blocked', problem: { code: 'key_kind_not_allowed' } })
  })

  test('one of another workshop or environment blocks, and nothing of it is written', async () => {
    const station = await startStation()
    const entries = station.cache.listOf(today())
    await station.close()
    stations.splice(0)
    const { key } = workshop.desk.makeLiveWorkshop('Blikk og Bly')
    const other = await startStation({ key: () => key })
    expect(problemOf(other)).toMatchObject({
      state: 'blocked',
      problem: {
        code: 'other_workshop',
        params: { expected: expect.stringMatching(/\/test$/), found: expect.stringMatching(/\/live$/) },
      },
    })
    expect(names(other.calls)).toEqual(['readMe'])
    expect(other.cache.listOf(today())).toEqual(entries)
  })

  test('marks of another workshop block too, though the cache is empty', async () => {
    const station = await startStation({ marksOf: () => 'en-annen/live' })
    expect(problemOf(station)).toMatchObject({
      problem: { code: 'other_workshop', params: { expected: 'en-annen/live' } },
    })
    expect(station.cache.fingerprint()).toBeNull()
  })
})

describe('the plan', () => {
  test('without the production module it is told; switched on, the next try works', async () => {
    workshop.desk.switchModule('produksjon', false)
    const station = await startStation()
    expect(problemOf(station)).toEqual({
      state: 'blocked',
      problem: { code: 'feature_not_in_plan', params: { feature: 'produksjon' } },
    })
    expect(workshop.clock.nextWait()).toBe(60 * 60_000)
    workshop.desk.switchModule('produksjon', true)
    await nextTurn(station, workshop.clock)
    await letTimePassUntil(() => station.cache.listOf(today()).readAt !== null, workshop.clock)
  })

  test('switched off while we work, it blocks and keeps the list', async () => {
    const station = await startStation()
    const { entries } = station.cache.listOf(today())
    workshop.desk.switchModule('produksjon', false)
    await letTimePassUntil(() => problemOf(station).state === 'blocked', workshop.clock)
    expect(problemOf(station).problem).toEqual({ code: 'feature_not_in_plan', params: { feature: 'produksjon' } })
    expect(station.cache.listOf(today()).entries).toHaveLength(entries.length)
  })
})

describe('the address', () => {
  test.each([
    ['no address', 'wrong_address', 'blocked'],
    ['http://10.1.2.3/api/v1', 'insecure_address', 'blocked'],
  ])('%s is told as %s', async (baseUrl, code, state) => {
    expect(problemOf(await startStation({ baseUrl }))).toMatchObject({ state, problem: { code } })
  })

  test('one that nobody answers at is wrong until it has once been right', async () => {
    const gone = meddler.baseUrl
    await meddler.close()
    const first = await startStation({ baseUrl: gone })
    expect(problemOf(first)).toMatchObject({ state: 'offline', problem: { code: 'wrong_address' } })
    await first.close()
    stations.splice(0)
    meddler = await openMeddler(workshop.service.baseUrl)
    const second = await startStation({ name: 'second' })
    await meddler.close()
    await nextTurn(second, workshop.clock)
    expect(problemOf(second)).toMatchObject({ state: 'offline', problem: { code: 'offline' } })
  })

  test('a path below the service’s is wrong', async () => {
    const station = await startStation({ baseUrl: meddler.baseUrl.replace('/api/v1', '/api/v2') })
    expect(problemOf(station)).toMatchObject({ problem: { code: 'wrong_address' } })
  })
})

test('a cache that is found damaged while we work is filled anew at the next turn', async () => {
  const station = await startStation()
  const { entries } = station.cache.listOf(today())
  const db = new Database(join(workshop.folder, 'cache.db'))
  db.exec(`UPDATE list_entry SET json = 'nonsense'`)
  db.close()
  expect(station.cache.listOf(today()).readAt).toBeNull()
  expect(station.cache.warnings()).toMatchObject([{ why: 'corrupt' }])
  await nextTurn(station, workshop.clock)
  expect(station.cache.listOf(today()).entries).toHaveLength(entries.length)
  expect(station.cache.listOf(today()).entries.every(({ sheetState }) => sheetState === 'ready')).toBe(true)
  expect(station.cache.brakes().length).toBeGreaterThan(0)
  expect(station.cache.fingerprint()).not.toBeNull()
})

describe('the line', () => {
  test('a sign-in page is not the service, and empties no list', async () => {
    const station = await startStation()
    const { entries } = station.cache.listOf(today())
    const { freshAt } = station.sync.status()
    meddler.meddle(html)
    await nextTurn(station, workshop.clock)
    expect(problemOf(station)).toMatchObject({ state: 'offline', problem: { code: 'not_the_service' } })
    expect(station.cache.listOf(today()).entries).toHaveLength(entries.length)
    expect(station.sync.status().freshAt).toBe(freshAt)
  })

  test('cut off, it is tried again ever more seldom, up to a minute, and goes on by itself', async () => {
    const station = await startStation()
    meddler.meddle(() => 'cut')
    const pauses: number[] = []
    for (let i = 0; i < 7; i += 1) {
      await nextTurn(station, workshop.clock)
      pauses.push(workshop.clock.nextWait() ?? 0)
    }
    expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
    expect(problemOf(station)).toEqual({ state: 'offline', problem: { code: 'offline', params: { cause: 'reset' } } })
    meddler.behave()
    await nextTurn(station, workshop.clock)
    expect(problemOf(station)).toEqual({ state: 'online', problem: null })
  })

  test('a list whose second page does not come is not half a list', async () => {
    workshop.desk.makeSheets({ count: 120, day: today() })
    meddler.meddle((path, answer) => (path.startsWith('/bending-list') && path.includes('cursor=') ? 'cut' : answer))
    const station = await startStation()
    expect(station.cache.listOf(today())).toMatchObject({ readAt: null, entries: [] })
    expect(station.cache.cursor()).toBeNull()
    meddler.behave()
    await nextTurn(station, workshop.clock)
    expect(station.cache.listOf(today()).entries.length).toBeGreaterThan(120)
  })

  test('a service that is closing is told as in trouble, and comes back', async () => {
    const station = await startStation()
    meddler.meddle((_, answer) => ({
      ...answer,
      status: 503,
      headers: { ...answer.headers, 'retry-after': '5' },
      body: JSON.stringify({ error: { code: 'unavailable', message: 'Stenger.', requestId: 'req_1' } }),
    }))
    await nextTurn(station, workshop.clock)
    expect(problemOf(station)).toEqual({
      state: 'offline',
      problem: { code: 'service_error', params: { status: 503 } },
    })
    expect(workshop.clock.nextWait()).toBe(5_000)
  })

  test('a service whose clock is another than ours is told', async () => {
    workshop.desk.advanceClock(600)
    const station = await startStation()
    expect(station.sync.status().warnings).toMatchObject([{ code: 'clock_differs', params: { minutes: 10 } }])
    expect(station.cache.serviceOffsetMs()).toBeGreaterThan(599_000)
  })

  test('a clock that is set while the station runs is told from then on, and no more once it is right', async () => {
    const station = await startStation()
    const told = (): string[] => station.sync.status().warnings.map(({ code }) => code)
    expect(told()).not.toContain('clock_differs')
    workshop.desk.advanceClock(600)
    await nextTurn(station, workshop.clock)
    expect(told()).toContain('clock_differs')
    workshop.desk.advanceClock(-600)
    await nextTurn(station, workshop.clock)
    expect(told()).not.toContain('clock_differs')
  })
})
