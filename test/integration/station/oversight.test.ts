// The counts over days with the real service: equal to the counts of its lists and orders, and both values where they differ.
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { OversightView } from '../../../shared/station-api/index.ts'
import { addDays, bendingListEntry } from '../../../shared/workshop-api/index.ts'
import { stationWithService, type StationWithService } from './station-with-service.ts'
import { untilPasses } from '../../until-passes.ts'

let station: StationWithService
beforeEach(async () => {
  station = await stationWithService()
})
afterEach(() => station.end())

const entryPage = z.object({ data: z.array(bendingListEntry), nextCursor: z.string().nullable() })
const orderPage = z.object({
  data: z.array(
    z.object({
      numberDisplay: z.string(),
      status: z.string(),
      production: z.object({ bendingSheets: z.number(), bent: z.number(), waitingForCustomer: z.number() }),
    }),
  ),
  nextCursor: z.string().nullable(),
})

/** Reads every page, as another program would. `path` ends in `?` or `&`. */
async function readAll<Item>(
  path: string,
  page: z.ZodType<{ data: Item[]; nextCursor: string | null }>,
): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { keys, service } = station
    const { baseUrl } = service
    const address: string = `${baseUrl}${path}limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`
    const response = await fetch(address, { headers: { Authorization: `Bearer ${keys.maskin}` } })
    const { data, nextCursor } = page.parse(await response.json())
    items.push(...data)
    cursor = nextCursor
  }
  return items
}
const listOfService = (date: string) => readAll(`/bending-list?date=${date}&`, entryPage)

async function bentByAnother(sheetId: string): Promise<void> {
  const { keys, service } = station
  const { baseUrl } = service
  const response = await fetch(`${baseUrl}/bending-sheets/${sheetId}/bent`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${keys.sandbox}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ by: 'other' }),
  })
  expect(response.status).toBe(200)
}

async function bendable(count: number) {
  const readySheets = (await station.list()).entries
    .filter(
      ({ entry, sheetState }) => sheetState === 'ready' && entry.bent === null && entry.approval === 'not_required',
    )
    .slice(0, count)
  expect(readySheets).toHaveLength(count)
  return readySheets.map(({ entry: { sheetId, sheetNo, drawingVersion, orderNumber } }) => ({
    sheetId,
    sheetNo,
    drawingVersion,
    orderNumber,
  }))
}

const ofToday = async (): Promise<OversightView> => {
  const { today } = await station.status(() => true)
  return station.link().call('oversight.read', { from: today, to: today })
}
const drained = async (): Promise<void> => {
  await station.status(({ queue: { held, undelivered } }) => held + undelivered === 0)
  await station.link().call('sync.now', {})
}

describe('today', () => {
  test(
    'has the same numbers of sheets, bent and waiting, as the service’s list, before and after marks of this and of another station',
    { tags: 'long' },
    async () => {
      const { today } = await station.pulled()
      const { call } = station.link()
      const [mine, theirs, wrong] = await bendable(3)
      if (mine === undefined || theirs === undefined || wrong === undefined) throw new Error('there are three')
      const same = async (): Promise<void> => {
        const list = await listOfService(today)
        const { total, days } = await ofToday()
        expect(total.sheets).toBe(list.length)
        expect(total.bent).toBe(list.filter(({ bent }) => bent !== null).length)
        expect(days.at(-1)?.agreement?.station).toEqual(days.at(-1)?.agreement?.service)
      }
      await same()
      const before = (await ofToday()).total

      await call('mark.create', { sheetId: mine.sheetId, drawingVersion: mine.drawingVersion, by: 'KN' })
      await call('deviation.report', { ...drawnAs(wrong), operatorId: null, reason: 'measure', text: null })
      const held = await ofToday()
      expect(held.total).toMatchObject({ bent: before.bent, marked: 1, wrong: before.wrong + 1 })
      expect(held.days.at(-1)?.agreement).toMatchObject({
        marked: 1,
        service: { bent: before.bent },
        station: { bent: before.bent + 1 },
      })
      expect(
        await call('oversight.sheets', { range: { from: today, to: today }, filter: { standing: 'marked' } }),
      ).toMatchObject({
        total: 1,
        sheets: [{ sheetId: mine.sheetId, orderNumber: mine.orderNumber }],
      })

      await bentByAnother(theirs.sheetId)
      await drained()
      await untilPasses(async () => expect((await ofToday()).total.bent).toBe(before.bent + 2))
      expect((await ofToday()).total).toMatchObject({ marked: 0, sheets: before.sheets })
      await same()
      const { acts } = await call('oversight.acts', { from: today, to: today })
      expect(acts).toMatchObject([
        {
          kind: 'reported',
          code: 'measure',
          sheetId: wrong.sheetId,
          orderNumber: wrong.orderNumber,
          sheetNo: wrong.sheetNo,
        },
      ])
    },
  )

  test('shows a sheet as handed over until it is taken back', async () => {
    const { today } = await station.pulled()
    const { call } = station.link()
    const [sheet] = await bendable(1)
    if (sheet === undefined) throw new Error('there is one')
    const shownSheet = { ...drawnAs(sheet), operatorId: null }
    const { pieces } = await call('work.read', { sheetId: sheet.sheetId })
    const actId = '01JD8Z4F3S5X6Y7Z8A9B0C1D2E'
    await call('count.book', {
      ...shownSheet,
      actId,
      pieceNo: pieces[0]?.pieceNo ?? 0,
      kind: 'good',
      count: 1,
      reason: null,
    })
    const isHandedOver = async (): Promise<boolean | undefined> => {
      const filter = { standing: 'left', orderNumber: sheet.orderNumber } as const
      const { sheets } = await call('oversight.sheets', { range: { from: today, to: today }, filter })
      return sheets.find(({ sheetId }) => sheetId === sheet.sheetId)?.isHandedOver
    }
    expect(await isHandedOver()).toBe(false)
    await call('handover.give', shownSheet)
    expect(await isHandedOver()).toBe(true)
    await call('handover.take_back', { sheetId: sheet.sheetId, reason: 'nobody took it', operatorId: null })
    expect(await isHandedOver()).toBe(false)
  })

  test('has no sheet of an order that was cancelled or forwarded', async () => {
    const { today } = await station.pulled()
    const numbers = [...new Set((await station.list()).entries.map(({ entry }) => entry.orderNumber))]
    const cancelled = numbers.find((number) => station.admin.orders.find(number).status === 'mottatt')
    const forwarded = numbers.find((number) => number !== cancelled)
    if (cancelled === undefined || forwarded === undefined)
      throw new Error('there are two orders, one of them not begun')
    const before = await ofToday()
    station.admin.orders.cancel(cancelled)
    station.admin.orders.forward(forwarded, 'Nabo Blikk AS')
    await station.link().call('sync.now', {})
    await untilPasses(async () => {
      const left = (await ofToday()).orders.map(({ orderNumber }) => orderNumber)
      expect(left.filter((number) => number === cancelled || number === forwarded)).toEqual([])
    })
    const after = await ofToday()
    expect(after.total.sheets).toBeLessThan(before.total.sheets)
    expect(after.total.sheets).toBe((await listOfService(today)).length)
  })
})

test(
  'days that were never read are shown as such, and after reading them the counts equal those of the service’s orders',
  { tags: 'long' },
  async () => {
    const { today } = await station.pulled()
    const { call } = station.link()
    const range = { from: addDays(today, -45), to: addDays(today, 45) }
    const before = await call('oversight.read', range)
    expect(before.days.filter(({ agreement }) => agreement !== null).length).toBeLessThan(4)
    const dates = before.days.flatMap(({ date }) => date ?? [])
    for (const date of dates) await call('oversight.ask', { date })

    const after = await call('oversight.read', range)
    expect(after.days.every(({ date, agreement }) => date === null || agreement !== null)).toBe(true)
    for (const { agreement } of after.days) expect(agreement?.station).toEqual(agreement?.service)
    const theirs = (await readAll('/orders?', orderPage)).filter(
      ({ status, production }) => (status === 'mottatt' || status === 'i_arbeid') && production.bendingSheets > 0,
    )
    expect(theirs.length).toBeGreaterThan(3)
    for (const { numberDisplay, production } of theirs) {
      const ours = after.orders.find(({ orderNumber }) => orderNumber === numberDisplay)?.counts
      expect({ order: numberDisplay, ...production }).toEqual({
        order: numberDisplay,
        bendingSheets: ours?.sheets,
        bent: ours?.bent,
        waitingForCustomer: ours?.waiting,
      })
    }
  },
)

test('an unreachable service is reported, and the counts do not change', async () => {
  const { today } = await station.pulled()
  const before = await ofToday()
  await station.network.cut()
  await expect(station.link().call('oversight.ask', { date: today })).rejects.toMatchObject({
    code: 'service_not_reached',
  })
  expect(await ofToday()).toEqual(before)
})

test('pieces that were counted here count today, those taken over do not, and none counts twice', async () => {
  await station.pulled()
  const [sheet] = await bendable(1)
  if (sheet === undefined) throw new Error('there is one')
  const { call } = station.link()
  const act = (no: number) => ({ ...drawnAs(sheet), operatorId: null, actId: `act-number-${no}`, pieceNo: 1 })
  await call('count.book', { ...act(1), kind: 'good', count: 2, reason: null })
  await call('count.book', { ...act(2), kind: 'test', count: 1, reason: null })
  await call('count.last_was_scrap', act(3))
  const view = await ofToday()
  expect(view.total).toMatchObject({ good: 1, test: 1, scrap: 1, rebend: 0 })
  expect(view.orders.find(({ orderNumber }) => orderNumber === sheet.orderNumber)?.counts).toMatchObject({
    good: 1,
    scrap: 1,
  })
})

test('the CSV has the sums of the screen in each of its three tables', async () => {
  const { today } = await station.pulled()
  const [one] = await bendable(1)
  await station
    .link()
    .call('mark.create', { sheetId: one?.sheetId ?? '', drawingVersion: one?.drawingVersion ?? 0, by: null })
  const range = { from: addDays(today, -2), to: today }
  const { total, brakes, orders, days } = await station.link().call('oversight.read', range)
  const { files } = await station.link().call('oversight.export', { range, language: 'nb' })
  expect(files).toHaveLength(3)
  const tables = files.map((file) =>
    readFileSync(file, 'utf8')
      .replace('\uFEFF', '')
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(';')),
  )
  expect(tables.flat().filter((row) => row.includes('aldri lest')).length).toBeGreaterThan(0)
  expect(tables.map((rows) => rows.length)).toEqual([brakes, orders, days].map((rows) => rows.length + 2))
  expect(tables.map(([headings = []]) => headings.slice(0, headings.indexOf('Sedler')))).toEqual([
    ['Maskin'],
    ['Ordre', 'Kunde', 'Tittel'],
    ['Dag'],
  ])
  for (const rows of tables) {
    const [headings = []] = rows
    const last = rows.at(-1) ?? []
    const figure = (name: string): number => Number(last[headings.indexOf(name)])
    expect({
      sheets: figure('Sedler'),
      bent: figure('Bøyd'),
      marked: figure('Merket, ikke levert'),
      left: figure('Gjenstår'),
      pieces: figure('Stk.'),
    }).toEqual({
      sheets: total.sheets,
      bent: total.bent,
      marked: 1,
      left: total.left,
      pieces: total.pieces,
    })
    const summed = rows.slice(1, -1).reduce((sum, row) => sum + Number(row[headings.indexOf('Sedler')]), 0)
    expect(summed).toBe(total.sheets)
    for (const unread of rows.filter((row) => row.includes('aldri lest')))
      expect(['Sedler', 'Bøyd', 'Stk.'].map((name) => unread[headings.indexOf(name)])).toEqual(['', '', ''])
  }
})

const drawnAs = ({ sheetId, drawingVersion }: { sheetId: string; drawingVersion: number }) => ({
  sheetId,
  drawingVersion,
})
