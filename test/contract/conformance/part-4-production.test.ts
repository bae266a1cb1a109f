// Part 4.2: the seven operations of the production module.
import { expect } from 'vitest'
import * as z from 'zod'
import * as reading from './readings.ts'
import { ruleOfOneService, testScopes } from './rule.ts'
import type { Run } from './rule.ts'
import { errorOf, refusalOf, sheetOf, timeOf } from './world.ts'

const rule = ruleOfOneService()

const entry = z.object({
  position: z.int(),
  sheetId: reading.uuid,
  sheetNo: z.int(),
  orderNumber: z.string(),
  pressBrakeId: reading.uuid.nullable(),
  quantity: z.int(),
  approval: z.string(),
  bent: z.unknown(),
  dueDate: z.string().nullable(),
  plannedDate: z.string().nullable(),
})
const list = reading.listOf(entry).extend({ date: reading.date })
const brake = z.object({
  id: reading.uuid,
  name: z.string(),
  kind: z.enum(['press_brake', 'folder']),
  maxLengthMm: z.number(),
})
const wholeList = async ({ all }: Run, query = '') =>
  (await all(`/bending-list${query}`)).map((each) => entry.parse(each))
const sheetsOf = async ({ all }: Run, number: string) =>
  (await all(`/orders/${number}/bending-sheets`)).map((each) => reading.sheet.parse(each))

/** The day in Norway, whatever the time zone of this computer. */
const osloDay = (ms: number) => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Oslo' }).format(ms)

rule(
  '4.2 · GET /orders/{number}/bending-sheets returns the current version of each sheet, by sheet number',
  async (run) => {
    const { numberDisplay } = await run.received()
    expect(await sheetsOf(run, numberDisplay)).toEqual([])
    await run.workshop.addSheets(numberDisplay, 3)
    const before = await sheetsOf(run, numberDisplay)
    expect(before.map(({ sheetNo }) => sheetNo)).toEqual([1, 2, 3])
    for (const each of before) expect([each.profile, each.unfolding]).toEqual([undefined, undefined])
    await run.workshop.changeDrawing(before[1]?.id ?? '', 7)
    const after = await sheetsOf(run, numberDisplay)
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect(after[1]).toMatchObject({
      drawingVersion: (before[1]?.drawingVersion ?? 0) + 1,
      version: (before[1]?.version ?? 0) + 1,
    })
    expect(refusalOf(await run.get('/orders/T-999999/bending-sheets'))).toBe('404 not_found')
  },
)

rule(
  '4.2 · GET /bending-sheets/{id} returns the profile, the unfolding and the approval',
  async ({ bendable, get }) => {
    const { id, profile, unfolding } = await bendable()
    expect([profile?.['flanges'], profile?.['bends'], unfolding?.['outline']]).toEqual([
      expect.any(Array),
      expect.any(Array),
      expect.any(Array),
    ])
    expect(sheetOf(await get(`/bending-sheets/${id.toUpperCase()}`)).id).toBe(id)
    for (const other of ['00000000-0000-4000-8000-000000000000', 'nothing', '%2e%2e']) {
      expect(refusalOf(await get(`/bending-sheets/${other}`))).toBe('404 not_found')
    }
  },
)

rule('4.2 · a bending sheet as PDF', async ({ bendable, get }) => {
  const { id } = await bendable()
  const { status, headers, bytes } = await get(`/bending-sheets/${id}/pdf`)
  expect([status, headers.get('content-type'), headers.get('x-ratelimit-limit')]).toEqual([200, 'application/pdf', '5'])
  expect([bytes.subarray(0, 5).toString(), bytes.subarray(-6).toString().trim()]).toEqual(['%PDF-', '%%EOF'])
})

rule('4.2 · a bending sheet as DXF of the unfolding', async ({ bendable, get }) => {
  const { id } = await bendable()
  const { status, headers, bytes } = await get(`/bending-sheets/${id}/dxf`)
  expect([status, headers.get('content-type')]).toEqual([200, expect.stringMatching(/dxf/)])
  const text = bytes.toString()
  expect([text.includes('ENTITIES'), text.trimEnd().endsWith('EOF')]).toEqual([true, true])
})

rule('4.2 · the bending list of a day as JSON', async (run) => {
  await run.workshop.advance(86_400)
  const answer = await run.get('/bending-list?limit=2')
  const today = osloDay(timeOf(answer))
  const first = list.parse(answer.json)
  expect([first.date, first.data.length]).toEqual([today, 2])
  const entries = await wholeList(run)
  expect(entries.map(({ position }) => position)).toEqual(entries.map((_, index) => index + 1))
  for (const { plannedDate, dueDate, bent } of entries) {
    const day = plannedDate ?? dueDate ?? ''
    expect(day === today || (day < today && bent === null)).toBe(true)
  }
  expect(await wholeList(run, `?date=${today}`)).toEqual(entries)
  const late = entries.find(({ plannedDate, dueDate }) => (plannedDate ?? dueDate ?? today) < today)
  expect(late).toBeDefined()
  if (late?.approval === 'awaiting') await run.workshop.decideApproval(late.sheetId, 'approved')
  await run.call('POST', `/bending-sheets/${late?.sheetId}/bent`, { body: {} })
  const remaining = (await wholeList(run)).map(({ sheetId }) => sheetId)
  expect(remaining).toEqual(entries.map(({ sheetId }) => sheetId).filter((id) => id !== late?.sheetId))
  const orders = await Promise.all(
    [...new Set(entries.map(({ orderNumber }) => orderNumber))].map((each) => run.read(each)),
  )
  const received = orders.find(({ status }) => status === 'mottatt')
  await run.workshop.moveOrder(received?.numberDisplay ?? '', 'i_arbeid')
  expect((await wholeList(run)).map(({ sheetId }) => sheetId)).toEqual(remaining)
  for (const badDate of ['2026-13-01', 'today', '']) {
    const refusal = await run.get(`/bending-list?date=${badDate}`)
    expect([refusalOf(refusal), errorOf(refusal).fields]).toEqual(['400 invalid_request', ['date']])
  }
  const unknownMachine = '00000000-0000-4000-8000-000000000000'
  for (const format of ['json', 'csv']) {
    const refusal = await run.get(`/bending-list?pressBrakeId=${unknownMachine}&format=${format}`)
    expect([refusalOf(refusal), errorOf(refusal).fields]).toEqual(['400 invalid_request', ['pressBrakeId']])
  }
})

rule('4.2 · the bending list of a day as CSV', async (run) => {
  const { status, headers, bytes } = await run.get('/bending-list?format=csv')
  expect([status, headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/csv/)])
  expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf')
  const [head, ...rows] = bytes.subarray(3).toString().trimEnd().split(/\r?\n/)
  expect(head?.split(';').slice(0, 3)).toEqual(['position', 'sheetId', 'sheetNo'])
  const entries = await wholeList(run)
  expect(rows.map((row) => row.split(';')[1])).toEqual(entries.map(({ sheetId }) => sheetId))
})

rule('4.2 · the bending list of a day for one press brake', async (run) => {
  const entries = await wholeList(run)
  const ids = [...new Set(entries.map(({ pressBrakeId }) => pressBrakeId))].filter((id) => id !== null)
  expect(ids.length).toBeGreaterThan(1)
  for (const id of ids) {
    expect(await wholeList(run, `?pressBrakeId=${id}`)).toEqual(
      entries.filter(({ pressBrakeId }) => pressBrakeId === id),
    )
  }
})

rule('4.2 · the list of press brakes', async (run) => {
  const brakes = (await run.all('/press-brakes')).map((each) => brake.parse(each))
  expect(brakes.length).toBeGreaterThan(0)
  const knownIds = new Set(brakes.map(({ id }) => id))
  for (const { pressBrakeId } of await wholeList(run))
    expect(pressBrakeId === null || knownIds.has(pressBrakeId)).toBe(true)
})

rule('4.2 · marking a sheet as bent', async ({ bendable, call, get, latest, eventsAfter }) => {
  const { id, version, quantity } = await bendable()
  const mark = await latest()
  const body = { by: 'KN', quantity: quantity + 1, bentAt: '2026-11-01T07:00:00.000Z' }
  const answer = await call('POST', `/bending-sheets/${id}/bent`, { body })
  const markedSheet = sheetOf(answer)
  expect([answer.status, markedSheet.version]).toEqual([200, version + 1])
  expect(markedSheet.bent).toEqual({ at: body.bentAt, quantity: quantity + 1, pressBrakeId: null, by: 'KN' })
  expect(sheetOf(await get(`/bending-sheets/${id}`))).toEqual(markedSheet)
  const events = await eventsAfter(mark)
  expect(events.map(({ type }) => type)).toEqual(['bending_sheet.bent'])
})

rule(
  '4.2 · marking a sheet as bent',
  async ({ bendable, call }) => {
    const { id, quantity } = await bendable()
    const answer = await call('POST', `/bending-sheets/${id}/bent`, { body: {} })
    const { bent } = sheetOf(answer)
    expect(bent).toEqual({ at: bent?.at, quantity, pressBrakeId: null, by: null })
    // the Date header has whole seconds
    expect(Math.floor(Date.parse(bent?.at ?? '') / 1000) * 1000).toBe(timeOf(answer))
  },
  'with the empty object',
)

for (const [body, field] of [
  [{ quantity: 0 }, 'quantity'],
  [{ quantity: 1.5 }, 'quantity'],
  [{ by: 'x'.repeat(101) }, 'by'],
  [{ pressBrakeId: '00000000-0000-4000-8000-000000000000' }, 'pressBrakeId'],
  [{ bentAt: '2099-01-01T00:00:00Z' }, 'bentAt'],
  [{ bentAt: 'nå' }, 'bentAt'],
  [{ drawingVersion: '1' }, 'drawingVersion'],
] as const) {
  rule(
    '4.2 · marking a sheet as bent',
    async ({ bendable, call, get }) => {
      const { id } = await bendable()
      const answer = await call('POST', `/bending-sheets/${id}/bent`, { body })
      expect([refusalOf(answer), errorOf(answer).fields]).toEqual(['400 invalid_request', [field]])
      expect(sheetOf(await get(`/bending-sheets/${id}`)).bent).toBeNull()
    },
    `not with ${JSON.stringify(body).slice(0, 60)}`,
  )
}

rule(
  '4.2 · marking a sheet as bent',
  async ({ bendable, call }) => {
    const { id } = await bendable()
    const path = `/bending-sheets/${id}/bent`
    const now = timeOf(await call('GET', '/me'))
    const bentIn = (seconds: number) => ({ body: { bentAt: new Date(now + seconds * 1000).toISOString() } })
    expect((await call('POST', path, bentIn(330))).status).toBe(400)
    expect((await call('POST', path, bentIn(270))).status).toBe(200)
  },
  'up to 5 minutes ahead',
)

rule('4.2 · a second mark does not change the first marker', async ({ bendable, call, latest }) => {
  const { id } = await bendable()
  const first = await call('POST', `/bending-sheets/${id}/bent`, { body: { by: 'KN' } })
  const mark = await latest()
  const second = await call('POST', `/bending-sheets/${id}/bent`, { body: { by: 'AB', quantity: 99 } })
  expect([second.status, second.json]).toEqual([200, first.json])
  expect(await latest()).toBe(mark)
})

rule('4.2 · marking an old drawing is 409 sheet_superseded', async ({ bendable, call, workshop, get }) => {
  const { id, drawingVersion } = await bendable()
  await workshop.changeDrawing(id, 3)
  const refusal = await call('POST', `/bending-sheets/${id}/bent`, { body: { drawingVersion } })
  expect([refusalOf(refusal), errorOf(refusal).currentDrawingVersion]).toEqual([
    '409 sheet_superseded',
    drawingVersion + 1,
  ])
  expect(sheetOf(await get(`/bending-sheets/${id}`)).bent).toBeNull()
  expect(
    (await call('POST', `/bending-sheets/${id}/bent`, { body: { drawingVersion: drawingVersion + 1 } })).status,
  ).toBe(200)
})

for (const state of ['awaiting', 'change_requested'] as const) {
  rule(
    '4.2 · marking a sheet that is not approved is 409 not_approved',
    async ({ bendable, call, workshop, get }) => {
      const { id } = await bendable()
      await workshop.requestApproval(id)
      if (state === 'change_requested') await workshop.decideApproval(id, state)
      expect(refusalOf(await call('POST', `/bending-sheets/${id}/bent`, { body: {} }))).toBe('409 not_approved')
      expect(sheetOf(await get(`/bending-sheets/${id}`))).toMatchObject({ bent: null, approval: { state } })
    },
    state,
  )
}

rule(
  '4.2 · marking a sheet changes neither the status nor the version of the order',
  async ({ bendable, call, read, latest, eventsAfter }) => {
    const { id, order } = await bendable()
    const before = await read(order.numberDisplay)
    const mark = await latest()
    await call('POST', `/bending-sheets/${id}/bent`, { body: {} })
    const after = await read(order.numberDisplay)
    expect([after.version, after.status, after.updatedAt]).toEqual([before.version, before.status, before.updatedAt])
    expect(after.production?.bent).toBe((before.production?.bent ?? 0) + 1)
    expect((await eventsAfter(mark)).map(({ type }) => type)).not.toContain('order.updated')
  },
)

const reads = (id: string, number: string) => [
  '/press-brakes',
  '/bending-list',
  `/orders/${number}/bending-sheets`,
  `/bending-sheets/${id}`,
  `/bending-sheets/${id}/pdf`,
  `/bending-sheets/${id}/dxf`,
]

rule('4.6 · production reads need production:read', async (run) => {
  const key = await run.freshKey(testScopes.filter((scope) => scope !== 'production:read'))
  const { id, order } = await run.bendable()
  for (const path of reads(id, order.numberDisplay)) {
    const refusal = await run.get(path, key)
    expect([refusalOf(refusal), errorOf(refusal).scope]).toEqual(['403 scope_missing', 'production:read'])
  }
  expect((await run.call('POST', `/bending-sheets/${id}/bent`, { body: {}, key })).status).toBe(200)
})

rule('4.6 · marking a sheet as bent needs production:status', async (run) => {
  const key = await run.freshKey(['production:read'])
  const { id } = await run.bendable()
  const refusal = await run.call('POST', `/bending-sheets/${id}/bent`, { body: {}, key })
  expect([refusalOf(refusal), errorOf(refusal).scope]).toEqual(['403 scope_missing', 'production:status'])
  expect(sheetOf(await run.get(`/bending-sheets/${id}`, key)).bent).toBeNull()
})

rule('4.6 · production needs a workshop key', async (run) => {
  const [one] = await run.customers()
  for (const scope of ['production:read', 'production:status', 'reports:read']) {
    const keyFields = { name: `kunde ${scope}`, environment: 'test', scopes: [scope], customer: one.number } as const
    await expect(run.workshop.makeKey(keyFields)).rejects.toBeInstanceOf(Error)
  }
  const { id, order } = await run.bendable()
  for (const path of reads(id, order.numberDisplay)) expect((await run.get(path, one.key)).status).toBe(403)
  expect((await run.call('POST', `/bending-sheets/${id}/bent`, { body: {}, key: one.key })).status).toBe(403)
})

rule(
  '4.6 · without the module a call is 403 feature_not_in_plan with produksjon, before any data is read',
  async (run) => {
    const { id } = await run.bendable()
    await run.without('produksjon')
    const unknown = '00000000-0000-4000-8000-000000000000'
    for (const path of [...reads(id, 'T-999999'), `/bending-sheets/${unknown}`, '/bending-list?date=tull']) {
      const refusal = await run.get(path)
      expect([refusalOf(refusal), errorOf(refusal).feature]).toEqual(['403 feature_not_in_plan', 'produksjon'])
    }
    const refusal = await run.call('POST', `/bending-sheets/${unknown}/bent`, { body: '{"broken' })
    expect(errorOf(refusal).feature).toBe('produksjon')
  },
)
