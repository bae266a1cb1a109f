// Failures between station and service: each is reported, and no stored data is lost.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { workshopDate } from '../../../shared/workshop-api/index.ts'
import { type FaultyProxy, html, openFaultyProxy } from './faulty-proxy.ts'
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
let proxy: FaultyProxy
const stations: StationSide[] = []
const today = (): string => workshopDate(workshop.clock.now())
const problemOf = ({ sync }: StationSide) => sync.status().connection

beforeEach(async () => {
  workshop = await openWorkshop({ limitFactor: 100 })
  proxy = await openFaultyProxy(workshop.service.baseUrl)
})
afterEach(async () => {
  for (const station of stations.splice(0)) await station.close()
  await proxy.close()
  await workshop.close()
})

function openStation(options: StationSideOptions = {}): StationSide {
  const station = openStationSide(workshop, { baseUrl: proxy.baseUrl, ...options })
  stations.push(station)
  return station
}
async function startStation(options: StationSideOptions = {}): Promise<StationSide> {
  const station = openStation(options)
  await start(station, workshop.clock)
  return station
}

describe('the key', () => {
  test('a wrong key is reported, and tried at most every 15 minutes, however often a person asks', async () => {
    const station = await startStation({ key: () => 'svc_test_wrong' })
    expect(problemOf(station)).toEqual({ state: 'blocked', problem: { code: 'key_refused', params: {} } })
    for (let i = 0; i < 5; i += 1) await station.sync.pullNow()
    expect(names(station.calls)).toEqual(['readMe'])
    expect(workshop.clock.nextWait()).toBe(15 * 60_000)
    await nextTurn(station, workshop.clock)
    expect(names(station.calls)).toEqual(['readMe', 'readMe'])
  })

  test('a new key is tried at once', { tags: 'long' }, async () => {
    let key = 'svc_test_wrong'
    const station = await startStation({ key: () => key })
    key = workshop.keys.maskin
    station.sync.connectionChanged()
    await letTimePassUntil(() => problemOf(station).state === 'online', workshop.clock)
    expect(workshop.clock.monotonic()).toBe(0)
  })

  test('a new key is tried at once, also while the old one is being refused', { tags: 'long' }, async () => {
    let key = 'svc_test_wrong'
    const station = openStation({ key: () => key })
    proxy.rewriteAnswers((_, answer) => {
      if (key !== workshop.keys.maskin) {
        key = workshop.keys.maskin
        station.sync.connectionChanged()
      }
      return answer
    })
    station.sync.start()
    await letTimePassUntil(() => station.sync.status().confirmedAt !== null, workshop.clock)
    expect(station.calls.slice(0, 2).map(({ outcome: ended }) => ended)).toEqual(['refused', 'ok'])
    expect(workshop.clock.monotonic()).toBe(0)
  })

  test(
    'a key that is revoked meanwhile blocks and keeps the list, and a new key continues',
    { tags: 'long' },
    async () => {
      let key = workshop.admin.makeKey({ name: 'kant' })
      const station = await startStation({ key: () => key })
      const before = station.cache.listOf(today()).entries.length
      workshop.admin.revokeKey('kant')
      await nextTurn(station, workshop.clock)
      expect(problemOf(station)).toMatchObject({ state: 'blocked', problem: { code: 'key_refused' } })
      expect(station.cache.listOf(today()).entries).toHaveLength(before)
      key = workshop.keys.maskin
      station.sync.connectionChanged()
      await letTimePassUntil(() => problemOf(station).state === 'online', workshop.clock)
    },
  )

  test('a missing key is reported', async () => {
    const station = await startStation({ key: () => null })
    expect(problemOf(station)).toEqual({ state: 'blocked', problem: { code: 'key_missing', params: {} } })
  })

  test('a key without production:read is reported with the missing scope', async () => {
    const key = workshop.admin.makeKey({ name: 'regneark', purpose: 'regneark', scopes: ['orders:read'] })
    const station = await startStation({ key: () => key })
    expect(problemOf(station)).toEqual({
      state: 'blocked',
      problem: { code: 'scope_missing', params: { scope: 'production:read' } },
    })
    expect(names(station.calls)).toEqual(['readMe'])
  })

  test('a key without production:status can read, with a warning', async () => {
    const key = workshop.admin.makeKey({ name: 'skjerm', scopes: ['production:read', 'events:read'] })
    const station = await startStation({ key: () => key })
    expect(station.sync.status()).toMatchObject({
      connection: { state: 'online' },
      warnings: [{ code: 'scope_missing', params: { scope: 'production:status' } }],
    })
  })

  test('a customer’s key is of the wrong kind', async () => {
    const key = workshop.admin.makeKey({ name: 'kunde', scopes: ['orders:read'], customer: 1001 })
    const station = await startStation({ key: () => key })
    expect(problemOf(station)).toMatchObject({ state: 'blocked', problem: { code: 'key_kind_not_allowed' } })
  })

  test('a key of another workshop or environment blocks, and nothing of it is stored', async () => {
    const station = await startStation()
    const entries = station.cache.listOf(today())
    await station.close()
    stations.splice(0)
    const { key } = workshop.admin.makeLiveWorkshop('Blikk og Bly')
    const other = await startStation({ key: () => key })
    expect(problemOf(other)).toMatchObject({
      state: 'blocked',
      problem: {
        code: 'other_workshop',
        params: { expected: expect.stringMatching(/\/test$/), actual: expect.stringMatching(/\/live$/) },
      },
    })
    expect(names(other.calls)).toEqual(['readMe'])
    expect(other.cache.listOf(today())).toEqual(entries)
  })

  test('marks of another workshop block, too, although the cache is empty', async () => {
    const station = await startStation({ marksOf: () => 'en-annen/live' })
    expect(problemOf(station)).toMatchObject({
      problem: { code: 'other_workshop', params: { expected: 'en-annen/live' } },
    })
    expect(station.cache.fingerprint()).toBeNull()
  })
})

describe('the plan', () => {
  test('a missing production module is reported, and the next try works once it is activated', async () => {
    workshop.admin.switchModule('produksjon', false)
    const station = await startStation()
    expect(problemOf(station)).toEqual({
      state: 'blocked',
      problem: { code: 'feature_not_in_plan', params: { feature: 'produksjon' } },
    })
    expect(workshop.clock.nextWait()).toBe(60 * 60_000)
    workshop.admin.switchModule('produksjon', true)
    await nextTurn(station, workshop.clock)
    await letTimePassUntil(() => station.cache.listOf(today()).readAt !== null, workshop.clock)
  })

  test('a module that is deactivated meanwhile blocks and keeps the list', { tags: 'long' }, async () => {
    const station = await startStation()
    const { entries } = station.cache.listOf(today())
    workshop.admin.switchModule('produksjon', false)
    await letTimePassUntil(() => problemOf(station).state === 'blocked', workshop.clock)
    expect(problemOf(station).problem).toEqual({ code: 'feature_not_in_plan', params: { feature: 'produksjon' } })
    expect(station.cache.listOf(today()).entries).toHaveLength(entries.length)
  })
})

describe('the address', () => {
  test.each([
    ['no address', 'wrong_address', 'blocked'],
    ['http://10.1.2.3/api/v1', 'insecure_address', 'blocked'],
  ])('%s is reported as %s', async (baseUrl, code, state) => {
    expect(problemOf(await startStation({ baseUrl }))).toMatchObject({ state, problem: { code } })
  })

  test('an address without a response is wrong until it has responded once', async () => {
    const closedUrl = proxy.baseUrl
    await proxy.close()
    const first = await startStation({ baseUrl: closedUrl })
    expect(problemOf(first)).toMatchObject({ state: 'offline', problem: { code: 'wrong_address' } })
    await first.close()
    stations.splice(0)
    proxy = await openFaultyProxy(workshop.service.baseUrl)
    const second = await startStation({ name: 'second' })
    await proxy.close()
    await nextTurn(second, workshop.clock)
    expect(problemOf(second)).toMatchObject({ state: 'offline', problem: { code: 'offline' } })
  })

  test('a path below the service’s path is wrong', async () => {
    const station = await startStation({ baseUrl: proxy.baseUrl.replace('/api/v1', '/api/v2') })
    expect(problemOf(station)).toMatchObject({ problem: { code: 'wrong_address' } })
  })
})

test('a cache that is found damaged meanwhile is filled again at the next turn', async () => {
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

describe('the connection', () => {
  test('a sign-in page is not the service, and empties no list', async () => {
    const station = await startStation()
    const { entries } = station.cache.listOf(today())
    const { confirmedAt } = station.sync.status()
    proxy.rewriteAnswers(html)
    await nextTurn(station, workshop.clock)
    expect(problemOf(station)).toMatchObject({ state: 'offline', problem: { code: 'not_the_service' } })
    expect(station.cache.listOf(today()).entries).toHaveLength(entries.length)
    expect(station.sync.status().confirmedAt).toBe(confirmedAt)
  })

  test('after a failure it is tried again at growing intervals of up to a minute, and continues automatically', async () => {
    const station = await startStation()
    proxy.rewriteAnswers(() => 'cut')
    const pauses: number[] = []
    for (let i = 0; i < 7; i += 1) {
      await nextTurn(station, workshop.clock)
      pauses.push(workshop.clock.nextWait() ?? 0)
    }
    expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
    expect(problemOf(station)).toEqual({ state: 'offline', problem: { code: 'offline', params: { cause: 'reset' } } })
    proxy.stopRewriting()
    await nextTurn(station, workshop.clock)
    expect(problemOf(station)).toEqual({ state: 'online', problem: null })
  })

  test('a list whose second page fails is not stored in part', async () => {
    workshop.admin.makeSheets({ count: 120, day: today() })
    proxy.rewriteAnswers((path, answer) =>
      path.startsWith('/bending-list') && path.includes('cursor=') ? 'cut' : answer,
    )
    const station = await startStation()
    expect(station.cache.listOf(today())).toMatchObject({ readAt: null, entries: [] })
    expect(station.cache.cursor()).toBeNull()
    proxy.stopRewriting()
    await nextTurn(station, workshop.clock)
    expect(station.cache.listOf(today()).entries.length).toBeGreaterThan(120)
  })

  test(
    'a service that is shutting down is reported as failing, and is used again later',
    { tags: 'long' },
    async () => {
      const station = await startStation()
      proxy.rewriteAnswers((_, answer) => ({
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
    },
  )

  test('a difference between the clocks is reported', { tags: 'long' }, async () => {
    workshop.admin.advanceClock(600)
    const station = await startStation()
    expect(station.sync.status().warnings).toMatchObject([{ code: 'clock_differs', params: { minutes: 10 } }])
    expect(station.cache.serviceOffsetMs()).toBeGreaterThan(599_000)
  })

  test('a clock that is set wrong while the station runs is reported until it is correct', async () => {
    const station = await startStation()
    const warningCodes = (): string[] => station.sync.status().warnings.map(({ code }) => code)
    expect(warningCodes()).not.toContain('clock_differs')
    workshop.admin.advanceClock(600)
    await nextTurn(station, workshop.clock)
    expect(warningCodes()).toContain('clock_differs')
    workshop.admin.advanceClock(-600)
    await nextTurn(station, workshop.clock)
    expect(warningCodes()).not.toContain('clock_differs')
  })
})
