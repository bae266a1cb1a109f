// An event that an order has changed: its sheets are read in one call, and the lists only if that is not enough.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { nextWorkingDay, workshopDate } from '../../../shared/workshop-api/index.ts'
import { type FaultyProxy, openFaultyProxy, rewritten } from './faulty-proxy.ts'
import {
  type StationSide,
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
let station: StationSide
const today = (): string => workshopDate(workshop.clock.now())
const entries = (date = today()) => station.cache.listOf(date).entries.map(({ entry }) => entry)
const idsOn = (date = today()): string[] => entries(date).map(({ sheetId }) => sheetId)
const open = () => {
  const unbent = entries().find(({ bent }) => bent === null)
  if (unbent === undefined) throw new Error('the sandbox has a sheet that is not bent')
  return unbent
}
/** The calls of the station in its next turn. */
async function nextCalls(): Promise<string[]> {
  const before = station.calls.length
  await nextTurn(station, workshop.clock)
  return names(station.calls.slice(before))
}
const lists = ['readBendingList', 'readBendingList']
const soon = ['listEvents', 'listOrderBendingSheets']

beforeEach(async () => {
  workshop = await openWorkshop({ limitFactor: 100 })
  proxy = await openFaultyProxy(workshop.service.baseUrl)
  station = openStationSide(workshop, { baseUrl: proxy.baseUrl })
  await start(station, workshop.clock)
})
afterEach(async () => {
  await station.close()
  await proxy.close()
  await workshop.close()
})

test('a note is read in two calls, and everything counts as up to date', async () => {
  const { sheetId } = open()
  const { version } = workshop.admin.sheets.change(sheetId, { note: 'Husk filmen' })
  const confirmedAt = station.cache.confirmedAt()
  expect(await nextCalls()).toEqual(soon)
  expect(station.cache.sheetOf(sheetId)).toMatchObject({ state: 'ready', sheet: { version, note: 'Husk filmen' } })
  expect(station.cache.entryOf(sheetId)?.version).toBe(version)
  expect(station.cache.confirmedAt()).not.toBe(confirmedAt)
})

test('a new drawing is fetched, and the list entry has its material', async () => {
  const { sheetId } = open()
  const { profile } = workshop.admin.sheets.find(sheetId)
  workshop.admin.sheets.change(sheetId, { profile: { ...profile, material: 'kobber', thicknessMm: 0.7 } })
  expect(await nextCalls()).toEqual([...soon, 'readBendingSheet'])
  expect(station.cache.entryOf(sheetId)).toMatchObject({ material: 'kobber', thicknessMm: 0.7 })
})

test('the lists are read for a sheet that is moved to another day', async () => {
  const { sheetId } = open()
  const next = nextWorkingDay(today())
  workshop.admin.sheets.move(sheetId, { plannedDate: next })
  expect(await nextCalls()).toEqual(soon)
  expect(station.cache.entryOf(sheetId)?.plannedDate).toBe(next)
  await letTimePassUntil(() => !idsOn().includes(sheetId), workshop.clock)
  expect(idsOn(next)).toContain(sheetId)
  expect(names(station.calls).slice(-2)).toEqual(lists)
})

test('the lists are read for a sheet that is added to an order of today', async () => {
  const { orderNumber } = open()
  const [added = ''] = workshop.admin.makeSheets({ count: 1, order: orderNumber })
  await letTimePassUntil(() => station.cache.sheetOf(added).state === 'ready', workshop.clock)
  expect(idsOn()).toContain(added)
})

test('an order of a later week needs only one call', async () => {
  const [far = ''] = workshop.admin.makeSheets({ count: 1, day: '2026-12-14' })
  await nextCalls()
  await letTimePassUntil(() => !station.cache.areListsStale(), workshop.clock)
  workshop.admin.sheets.change(far, { note: 'ingen hast' })
  expect(await nextCalls()).toEqual(soon)
})

test('the lists are read if more orders have changed than the lists have pages', { tags: 'long' }, async () => {
  const ofOrders = [...new Map(entries().map((entry) => [entry.orderNumber, entry.sheetId])).values()]
  expect(ofOrders.length).toBeGreaterThan(2)
  for (const sheetId of ofOrders) workshop.admin.sheets.change(sheetId, { note: 'Husk filmen' })
  await letTimePassUntil(
    () => ofOrders.every((sheetId) => station.cache.sheetOf(sheetId).sheet?.note === 'Husk filmen'),
    workshop.clock,
  )
  expect(names(station.calls)).not.toContain('listOrderBendingSheets')
})

test.each([
  { name: 'is refused', status: 403, body: { error: { code: 'scope_missing', message: 'Nei.', requestId: 'req_1' } } },
  { name: 'meets a fault', status: 500, body: { error: { code: 'internal_error', message: 'Nei', requestId: 'r' } } },
  { name: 'holds a sheet that cannot be read', status: 200, body: { data: [{ id: 'none' }], nextCursor: null } },
])('an order whose reading $name takes the lists, and the station stays online', async ({ status, body }) => {
  proxy.rewriteAnswers((path, answer) =>
    /^\/orders\/.*\/bending-sheets/.test(path) ? rewritten({ ...answer, status }, () => body) : answer,
  )
  const { sheetId } = open()
  workshop.admin.sheets.change(sheetId, { note: 'Husk filmen' })
  await letTimePassUntil(() => station.cache.sheetOf(sheetId).sheet?.note === 'Husk filmen', workshop.clock)
  expect(names(station.calls).slice(-3)).toEqual([...lists, 'readBendingSheet'])
  expect(station.sync.status().connection.state).toBe('online')
})
