// Decision 3 · the day's list, and the other reads of production.
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { page, pressBrake, reducedBendingSheet } from '../../../../shared/workshop-api/index.ts'
import { bendableSheet, errorOf, listOf, orderOf, runningService, sheetOf, wholeList } from '../running-service.ts'
import type { RunningService } from '../running-service.ts'

const ids = (entries: readonly { sheetId: string }[]) => entries.map(({ sheetId }) => sheetId)
const brakesOf = async ({ get }: RunningService) => page(pressBrake).parse((await get('/press-brakes')).json).data

describe("decision 3 · the day's list", () => {
  test('a new sandbox has at least sixty sheets of ten families for today and the next working day, on three machines', async () => {
    const service = await runningService()
    const both = [...(await wholeList(service)), ...(await wholeList(service, 'date=2026-11-25'))]
    expect(both.length).toBeGreaterThanOrEqual(60)
    expect(new Set(both.map(({ family }) => family)).size).toBeGreaterThanOrEqual(10)
    const brakes = await brakesOf(service)
    expect(brakes.map(({ kind }) => kind)).toEqual(['press_brake', 'press_brake', 'folder'])
    for (const { id } of brakes) expect(both.some(({ pressBrakeId }) => pressBrakeId === id)).toBe(true)
  })

  test('today is the day in Oslo, not in UTC', async () => {
    const { get, clock } = await runningService()
    clock.nowMs = Date.parse('2026-11-24T22:59:59Z')
    expect(listOf(await get('/bending-list')).date).toBe('2026-11-24')
    clock.nowMs = Date.parse('2026-11-24T23:00:00Z')
    expect(listOf(await get('/bending-list')).date).toBe('2026-11-25')
  })

  test('a sheet is on its planned day, or else on the due day of its order', async () => {
    const service = await runningService()
    const { admin } = service
    const { sheetId, dueDate } = await bendableSheet(service)
    admin.sheets.move(sheetId, { plannedDate: '2026-12-24' })
    expect(ids(await wholeList(service))).not.toContain(sheetId)
    expect(ids(await wholeList(service, 'date=2026-12-24'))).toEqual([sheetId])
    admin.sheets.move(sheetId, { plannedDate: null })
    expect(ids(await wholeList(service, `date=${dueDate}`))).toContain(sheetId)
  })

  test('today also has the unbent sheets of earlier days; another day has only its own', async () => {
    const service = await runningService()
    const { admin, call } = service
    const entries = await wholeList(service)
    const [one, other] = entries.filter(({ bent, approval }) => bent === null && approval === 'not_required')
    if (one === undefined || other === undefined) throw new Error('two sheets are needed')
    for (const { sheetId } of [one, other]) admin.sheets.move(sheetId, { plannedDate: '2026-11-20' })
    await call('POST', `/bending-sheets/${other.sheetId}/bent`, { body: {} })
    const today = ids(await wholeList(service))
    expect(today).toContain(one.sheetId)
    expect(today).not.toContain(other.sheetId)
    expect(today[0]).toBe(one.sheetId)
    expect(ids(await wholeList(service, 'date=2026-11-20')).toSorted()).toEqual([one.sheetId, other.sheetId].toSorted())
    expect(ids(await wholeList(service, 'date=2026-11-25'))).not.toContain(one.sheetId)
  })

  test('bent sheets and sheets of every approval state stay on the list, in the same order', async () => {
    const service = await runningService()
    const before = await wholeList(service)
    const { sheetId } = await bendableSheet(service)
    await service.call('POST', `/bending-sheets/${sheetId}/bent`, { body: {} })
    const after = await wholeList(service)
    expect(ids(after)).toEqual(ids(before))
    expect(after.map(({ position }) => position)).toEqual(before.map((_entry, index) => index + 1))
    const states = new Set(
      (await wholeList(service)).concat(await wholeList(service, 'date=2026-11-25')).map(({ approval }) => approval),
    )
    expect(states).toEqual(new Set(['not_required', 'approved', 'awaiting', 'change_requested']))
  })

  test('only sheets of received orders and orders in work are on the list, not of ready, cancelled or forwarded ones', async () => {
    const service = await runningService()
    const { admin } = service
    const numbers = async () =>
      new Set(
        (await wholeList(service))
          .concat(await wholeList(service, 'date=2026-11-25'))
          .map(({ orderNumber }) => orderNumber),
      )
    expect(await numbers()).toEqual(
      new Set(Array.from({ length: 10 }, (_, index) => `T-0000${String(index + 1).padStart(2, '0')}`)),
    )
    admin.orders.move('T-000001', 'klar')
    admin.orders.cancel('T-000007')
    admin.orders.forward('T-000002', 'Naboverkstedet')
    const remaining = await numbers()
    for (const number of ['T-000001', 'T-000002', 'T-000007']) expect(remaining).not.toContain(number)
    expect(remaining.size).toBe(7)
  })

  test("a brake's list has only its sheets, with the positions of the whole day; unassigned sheets are in the unfiltered list", async () => {
    const service = await runningService()
    const { sheetId } = await bendableSheet(service)
    service.admin.sheets.move(sheetId, { pressBrake: null })
    const fullList = await wholeList(service)
    const filtered = await Promise.all(
      (await brakesOf(service)).map(({ id }) => wholeList(service, `pressBrakeId=${id}`)),
    )
    expect(filtered.flat().toSorted((one, other) => one.position - other.position)).toEqual(
      fullList.filter(({ pressBrakeId }) => pressBrakeId !== null),
    )
    expect(fullList.find((entry) => entry.sheetId === sheetId)?.pressBrakeId).toBeNull()
  })

  test('the pages together are the complete list, even if a sheet is bent between them', async () => {
    const service = await runningService()
    const fullList = await wholeList(service)
    const first = listOf(await service.get('/bending-list'))
    expect(first.data).toHaveLength(25)
    const bendable = first.data.find(({ bent, approval }) => bent === null && approval === 'not_required')
    await service.call('POST', `/bending-sheets/${bendable?.sheetId}/bent`, { body: {} })
    const second = listOf(await service.get(`/bending-list?cursor=${first.nextCursor}`))
    expect(ids([...first.data, ...second.data])).toEqual(ids(fullList))
    expect(second.nextCursor).toBeNull()
  })

  test('as CSV it is the whole day, with byte order mark, semicolons and a header row of the same names', async () => {
    const service = await runningService()
    const [entry] = await wholeList(service)
    service.admin.sheets.change(entry?.sheetId ?? '', { note: 'x' })
    const answer = await service.get('/bending-list?format=csv&limit=1')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const bytes = await fetch(`${service.baseUrl}/bending-list?format=csv`, {
      headers: { authorization: `Bearer ${service.sandboxKey}` },
    })
    expect([...new Uint8Array(await bytes.arrayBuffer()).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const rows = answer.text.replace('\uFEFF', '').trimEnd().split('\r\n')
    const fullList = await wholeList(service)
    expect(rows).toHaveLength(fullList.length + 1)
    expect(rows[0]).toBe(Object.keys(fullList[0] ?? {}).join(';'))
    expect(rows[1]).toMatch(new RegExp(`^1;${entry?.sheetId};${entry?.sheetNo};2;1;0;${entry?.orderNumber};`))
  })
})

describe('decision 3 · sheets', () => {
  test('the id of a sheet is permanent: it is the same in two sandboxes from the same file', async () => {
    const [one, other] = [await runningService(), await runningService()]
    expect(ids(await wholeList(one))).toEqual(ids(await wholeList(other)))
  })

  test('quantity and length are those of the pieces', async () => {
    const service = await runningService()
    for (const { sheetId } of (await wholeList(service)).slice(0, 12)) {
      const { quantity, lengthMm, pieces } = sheetOf(await service.get(`/bending-sheets/${sheetId}`))
      expect(quantity).toBe(pieces.reduce((sum, piece) => sum + piece.quantity, 0))
      expect(lengthMm).toBe(Math.max(...pieces.map((piece) => piece.lengthMm)))
    }
  })

  test('a note increments only the version; pieces increment the drawing version too', async () => {
    const { admin } = await runningService()
    const before = admin.sheets.find('T-000001/1')
    expect(admin.sheets.change('T-000001/1', { note: 'x' })).toMatchObject({
      version: before.version + 1,
      drawingVersion: 1,
      note: 'x',
    })
    const pieces = before.pieces.map((piece) => ({ ...piece, quantity: 7 }))
    expect(admin.sheets.change('T-000001/1', { pieces })).toMatchObject({
      version: before.version + 2,
      drawingVersion: 2,
      quantity: 7 * pieces.length,
    })
  })

  test("an order's sheets are reduced, sorted by number, and paged", async () => {
    const { get } = await runningService()
    const sheets = page(reducedBendingSheet)
    const first = sheets.parse((await get('/orders/T-000001/bending-sheets?limit=3')).json)
    expect(first.data.map(({ sheetNo }) => sheetNo)).toEqual([1, 2, 3])
    const rest = sheets.parse((await get(`/orders/T-000001/bending-sheets?cursor=${first.nextCursor}`)).json)
    expect(rest.data[0]?.sheetNo).toBe(4)
    expect(rest.nextCursor).toBeNull()
    expect((await get('/orders/T-000099/bending-sheets')).status).toBe(404)
  })

  test("a sheet that awaits the customer counts in the order's production", async () => {
    const { get, admin } = await runningService()
    const waitingCount = async () => orderOf(await get('/orders/T-000001')).production?.waitingForCustomer ?? -1
    const before = await waitingCount()
    admin.sheets.requestApproval('T-000001/1')
    expect(await waitingCount()).toBe(before + 1)
  })

  test('a sheet is available as PDF and its blank as DXF, in the files class', { tags: 'long' }, async () => {
    const service = await runningService()
    const { sheetId } = await bendableSheet(service)
    const pdf = await service.get(`/bending-sheets/${sheetId}/pdf`)
    expect([pdf.status, pdf.headers.get('content-type'), pdf.text.slice(0, 5)]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ])
    const dxf = await service.get(`/bending-sheets/${sheetId}/dxf`)
    expect([dxf.status, dxf.headers.get('content-type')]).toEqual([200, 'application/dxf'])
    expect(dxf.text).toMatch(/SECTION[\s\S]*EOF\s*$/)
    for (const kind of ['pdf', 'dxf']) {
      const refusal = await service.get(`/bending-sheets/00000000-0000-4000-8000-000000000000/${kind}`)
      expect([refusal.status, errorOf(refusal).code]).toEqual([404, 'not_found'])
    }
  })

  test('every sheet of the sandbox can be drawn', async () => {
    const service = await runningService({ limitFactor: 1000 })
    const entries = (await wholeList(service)).concat(await wholeList(service, 'date=2026-11-25'))
    for (const { sheetId } of entries) expect((await service.get(`/bending-sheets/${sheetId}/dxf`)).status).toBe(200)
  })
})

describe('decision 3 · later days', () => {
  test('at each midnight of the workshop today and the next working day get sheets, also over a weekend', async () => {
    const service = await runningService()
    const { clock } = service
    for (const [now, today, next] of [
      ['2026-11-25T08:00:00Z', '2026-11-25', '2026-11-26'],
      ['2026-11-28T08:00:00Z', '2026-11-28', '2026-11-30'],
      ['2027-03-28T00:30:00Z', '2027-03-28', '2027-03-29'],
    ] as const) {
      clock.nowMs = Date.parse(now)
      expect((await wholeList(service)).length).toBeGreaterThan(0)
      expect((await wholeList(service, `date=${today}`)).length).toBeGreaterThan(0)
      expect((await wholeList(service, `date=${next}`)).length).toBeGreaterThan(0)
    }
  })

  test('sheets are added once per day, also after a restart', async () => {
    const service = await runningService()
    service.clock.nowMs = Date.parse('2026-11-25T08:00:00Z')
    const count = async () => (await wholeList(service, 'date=2026-11-26')).length
    const before = await count()
    service.clock.nowMs += 3_600_000
    await service.restart()
    expect(await count()).toBe(before)
  })

  test('without an open order the new sheets get an order of their own', async () => {
    const service = await runningService()
    const open = service.admin.orders
    const orderNumbers = z
      .array(z.string())
      .parse([
        ...new Set(
          (await wholeList(service))
            .concat(await wholeList(service, 'date=2026-11-25'))
            .map(({ orderNumber }) => orderNumber),
        ),
      ])
    for (const number of orderNumbers) open.forward(number, 'Naboverkstedet')
    expect(await wholeList(service)).toEqual([])
    service.clock.nowMs += 86_400_000
    expect(new Set((await wholeList(service)).map(({ orderNumber }) => orderNumber))).toEqual(new Set(['T-000021']))
  })

  test('a thousand sheets can be added to a day', { tags: 'long' }, async () => {
    const service = await runningService()
    const sheetIds = service.admin.makeSheets({ count: 1000, day: '2026-12-01', approved: true })
    expect(new Set(sheetIds).size).toBe(1000)
    const entries = await wholeList(service, 'date=2026-12-01')
    expect(ids(entries).toSorted()).toEqual(sheetIds.toSorted())
    expect(entries.every(({ approval }) => approval === 'not_required')).toBe(true)
  })
})
