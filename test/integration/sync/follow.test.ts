// Following the service from the stored cursor: changes there arrive here, also after the cursor is lost.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addDays, nextWorkingDay, workshopDate } from '../../../shared/workshop-api/index.ts'
import { type FaultyProxy, openFaultyProxy, rewritten } from './faulty-proxy.ts'
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
const entriesOf = ({ cache }: StationSide, date = today()) => cache.listOf(date).entries.map(({ entry }) => entry)
const unbent = (station: StationSide) => {
  const ready = entriesOf(station).find(({ bent, approval }) => bent === null && approval === 'approved')
  if (ready === undefined) throw new Error('the sandbox has an approved sheet that is not bent')
  return ready
}
/** Later calls, without the periodic reads of the events and the list. */
const since = ({ calls }: StationSide, before: number) => names(calls.slice(before))

beforeEach(async () => {
  workshop = await openWorkshop({ limitFactor: 100 })
  proxy = await openFaultyProxy(workshop.service.baseUrl)
})
afterEach(async () => {
  for (const station of stations.splice(0)) await station.close()
  await proxy.close()
  await workshop.close()
})

/** Changes something in the workshop, so that there is an event. */
function haveNews(): void {
  workshop.admin.makeSheets({ count: 1 })
}

async function startStation(options: StationSideOptions = {}): Promise<StationSide> {
  const station = openStationSide(workshop, { baseUrl: proxy.baseUrl, ...options })
  stations.push(station)
  await start(station, workshop.clock)
  return station
}

describe('events', () => {
  test('a poll without new events is one call', async () => {
    const station = await startStation()
    const before = station.calls.length
    await nextTurn(station, workshop.clock)
    expect(since(station, before)).toEqual(['listEvents'])
  })

  test('a sheet that another station marked as bent is bent here, too, without a further call', async () => {
    const station = await startStation()
    const { sheetId } = unbent(station)
    const other = openStationSide(workshop, { name: 'other' })
    stations.push(other)
    expect(await other.client.reportBent({ sheetId, body: '{"by":"KN"}' })).toMatchObject({ ok: true })
    const before = station.calls.length
    await nextTurn(station, workshop.clock)
    expect(since(station, before)).toEqual(['listEvents'])
    expect(station.cache.sheetOf(sheetId)).toMatchObject({ state: 'ready', sheet: { bent: { by: 'KN' } } })
    expect(entriesOf(station).find((entry) => entry.sheetId === sheetId)?.bent?.by).toBe('KN')
  })

  test('a sheet is read again if an event names a drawing that is not stored', { tags: 'long' }, async () => {
    const station = await startStation()
    const { sheetId } = unbent(station)
    const { profile } = workshop.admin.sheets.find(sheetId)
    workshop.admin.sheets.change(sheetId, { profile: { ...profile, material: 'kobber' } })
    const { version } = workshop.admin.sheets.requestApproval(sheetId)
    const before = station.calls.length
    await nextTurn(station, workshop.clock)
    expect(since(station, before)).toContain('readBendingSheet')
    expect(station.cache.sheetOf(sheetId)).toMatchObject({
      state: 'ready',
      sheet: { version, profile: { material: 'kobber' } },
    })
  })

  test('a change request of a customer and a rework are in the list', async () => {
    const station = await startStation()
    const [first, second] = entriesOf(station).filter(({ bent, approval }) => bent === null && approval === 'approved')
    const [no, again] = [first?.sheetId ?? '', second?.sheetId ?? '']
    workshop.admin.sheets.requestApproval(no)
    workshop.admin.sheets.decideApproval(no, 'change_requested', 'Feil farge')
    await station.client.reportBent({ sheetId: again, body: '{}' })
    workshop.admin.sheets.rework(again)
    await nextTurn(station, workshop.clock)
    expect(station.cache.entryOf(no)?.approval).toBe('change_requested')
    expect(station.cache.entryOf(again)).toMatchObject({ bent: null, reworkCount: 1 })
    expect(station.cache.sheetOf(again).sheet?.reworkCount).toBe(1)
  })

  test('an order that is cancelled or forwarded leaves the list at the next poll', async () => {
    const station = await startStation()
    const orders = [...new Set(entriesOf(station).map(({ orderNumber }) => orderNumber))]
    const cancelled = orders.find((number) => workshop.admin.orders.find(number).status === 'mottatt') ?? ''
    const forwarded = orders.find((number) => number !== cancelled) ?? ''
    workshop.admin.orders.cancel(cancelled)
    workshop.admin.orders.forward(forwarded, 'Naboen')
    await nextTurn(station, workshop.clock)
    const left = entriesOf(station).map(({ orderNumber }) => orderNumber)
    expect(left).not.toContain(cancelled)
    expect(left).not.toContain(forwarded)
  })

  test('a sheet that is moved to another day moves within a minute or two', { tags: 'long' }, async () => {
    const station = await startStation()
    const { sheetId } = unbent(station)
    workshop.admin.sheets.move(sheetId, { plannedDate: nextWorkingDay(today()) })
    await letTimePassUntil(() => !entriesOf(station).some((entry) => entry.sheetId === sheetId), workshop.clock)
    expect(entriesOf(station, nextWorkingDay(today())).map((entry) => entry.sheetId)).toContain(sheetId)
  })

  test('a sheet with an undelivered mark stays, though its order was cancelled', async () => {
    let marked = ''
    const station = await startStation({ keeps: (sheetId) => sheetId === marked })
    const entry = entriesOf(station).find(
      ({ orderNumber }) => workshop.admin.orders.find(orderNumber).status === 'mottatt',
    )
    marked = entry?.sheetId ?? ''
    workshop.admin.orders.cancel(entry?.orderNumber ?? '')
    await nextTurn(station, workshop.clock)
    expect(entriesOf(station).map(({ sheetId }) => sheetId)).not.toContain(marked)
    expect(
      station.cache.unlistedEntries(today(), (id) => id === marked).map(({ entry: unlisted }) => unlisted.sheetId),
    ).toEqual([marked])
    expect(station.cache.sheetOf(marked).sheet).not.toBeNull()
  })

  test('a malformed event is skipped, and the lists are read instead', { tags: 'long' }, async () => {
    const station = await startStation()
    const { sheetId } = unbent(station)
    await station.client.reportBent({ sheetId, body: '{"by":"KN"}' })
    proxy.rewriteAnswers((path, answer) =>
      path.startsWith('/events')
        ? rewritten(answer, (page) => ({
            ...page,
            data: Array.isArray(page['data'])
              ? page['data'].map((event) => ({ ...event, createdAt: 'yesterday' }))
              : [],
          }))
        : answer,
    )
    const began = workshop.clock.now()
    await letTimePassUntil(() => station.cache.entryOf(sheetId)?.bent?.by === 'KN', workshop.clock)
    expect(workshop.clock.now() - began).toBeLessThan(4 * 60_000)
    const cursor = station.cache.cursor()
    await nextTurn(station, workshop.clock)
    expect(station.cache.cursor()).toEqual(cursor)
  })

  test('continue from the stored cursor after a restart', async () => {
    const first = await startStation()
    const { sheetId } = unbent(first)
    await first.close()
    stations.splice(0)
    const other = openStationSide(workshop, { name: 'other' })
    stations.push(other)
    await other.client.reportBent({ sheetId, body: '{"by":"KN"}' })
    const second = await startStation()
    expect(names(second.calls)).toEqual([
      'readMe',
      'listEvents',
      'listPressBrakes',
      'readBendingList',
      'readBendingList',
    ])
    expect(second.cache.sheetOf(sheetId).sheet?.bent?.by).toBe('KN')
  })
})

describe('a lost cursor', () => {
  test.each([400, 404, 410])(
    'after a refusal with %i the station reads the lists again and continues from the latest event',
    async (status) => {
      haveNews()
      const station = await startStation()
      proxy.rewriteAnswers((path, answer) =>
        path.includes('after=evt_')
          ? {
              ...answer,
              status,
              body: JSON.stringify({ error: { code: 'not_found', message: 'Nei.', requestId: 'req_1' } }),
            }
          : answer,
      )
      const before = station.calls.length
      await nextTurn(station, workshop.clock)
      expect(since(station, before)).toEqual(['listEvents', 'listEvents', 'readBendingList', 'readBendingList'])
      expect(station.cache.cursor()).not.toBeNull()
    },
  )

  test('older than the service’s events is a gap: everything is read again', async () => {
    haveNews()
    const station = await startStation()
    await station.close()
    stations.splice(0)
    workshop.clock.advance(40 * 86_400_000)
    const later = await startStation()
    expect(names(later.calls).filter((name) => name === 'listEvents')).toHaveLength(2)
    expect(later.cache.listOf(today()).readAt).not.toBeNull()
    expect(later.cache.listOf(addDays(today(), -40)).readAt).toBeNull()
  })

  test('newer than the service’s events means a restored service, whose data is then used', async () => {
    const station = await startStation()
    const { sheetId } = unbent(station)
    const sheet = station.cache.sheetOf(sheetId).sheet
    station.cache.putSheet(sheetId, { ...sheet, version: 99, note: 'of a time that never was' }, 99)
    station.cache.putEvents({
      sheets: [],
      orders: [],
      areListsStale: false,
      cursor: { after: 'evt_7ZZZZZZZZZZZZZZZZZZZZZZZZZ' },
    })
    await nextTurn(station, workshop.clock)
    await letTimePassUntil(() => station.cache.sheetOf(sheetId).sheet?.version !== 99, workshop.clock)
    expect(station.cache.sheetOf(sheetId).sheet).toMatchObject({ version: sheet?.version, note: sheet?.note })
    expect(station.cache.cursor()).not.toEqual({ after: 'evt_7ZZZZZZZZZZZZZZZZZZZZZZZZZ' })
  })

  test(
    'that the service never sends, because the scope is missing, is replaced by a read of the lists every five minutes',
    { tags: 'long' },
    async () => {
      const scopes = ['production:read', 'production:status'] as const
      const key = workshop.admin.makeKey({ name: 'uten hendelser', scopes })
      const station = await startStation({ key: () => key })
      expect(station.sync.status()).toMatchObject({
        connection: { state: 'online' },
        warnings: [{ code: 'scope_missing', params: { scope: 'events:read' } }],
      })
      expect(names(station.calls)).not.toContain('listEvents')
      const before = station.calls.length
      await letTimePassUntil(() => station.calls.length > before, workshop.clock)
      expect(since(station, before)).toEqual(['readBendingList'])
    },
  )
})

describe('periodic reads', () => {
  test('today’s list is read again every five minutes, whatever the events say', { tags: 'long' }, async () => {
    const station = await startStation()
    const { readAt } = station.cache.listOf(today())
    const before = station.calls.length
    const began = workshop.clock.now()
    await letTimePassUntil(() => station.cache.listOf(today()).readAt !== readAt, workshop.clock)
    expect(workshop.clock.now() - began).toBeGreaterThanOrEqual(5 * 60_000)
    expect(workshop.clock.now() - began).toBeLessThan(6 * 60_000)
    expect(since(station, before).filter((name) => name === 'readBendingList')).toHaveLength(1)
  })

  test('at the workshop’s midnight the new day is read at once, without an event', async () => {
    const key = workshop.admin.makeKey({ name: 'uten hendelser', scopes: ['production:read'] })
    const station = await startStation({ key: () => key })
    const yesterday = today()
    const unfinished = unbent(station).sheetId
    const midnight = Date.parse('2026-11-24T23:00:00Z')
    await station.sync.stop()
    workshop.clock.advance(midnight - workshop.clock.now() - 10_000)
    await start(station, workshop.clock)
    expect(today()).toBe(yesterday)
    await nextTurn(station, workshop.clock)
    expect(today()).toBe('2026-11-25')
    expect(Date.parse(station.cache.listOf('2026-11-25').readAt ?? '')).toBeGreaterThanOrEqual(midnight)
    expect(station.cache.listOf('2026-11-26').readAt).not.toBeNull()
    const left = entriesOf(station).filter(({ plannedDate, dueDate }) => (plannedDate ?? dueDate) === yesterday)
    expect(left.map(({ sheetId }) => sheetId)).toContain(unfinished)
  })
})
