// Decision 3 · Mark bent, and the Idempotency-Key of part 4.1.
import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { bendableSheet, errorOf, eventsOf, orderOf, runningService, sheetOf, wholeList } from '../running-service.ts'
import type { RunningService } from '../running-service.ts'
import { untilPasses } from '../../../until-passes.ts'

const events = async ({ get }: RunningService) => eventsOf(await get('/events?limit=100')).data

async function withSheet() {
  const service = await runningService()
  const entry = await bendableSheet(service)
  const path = `/bending-sheets/${entry.sheetId}/bent`
  return {
    ...service,
    service,
    entry,
    path,
    report: (body: unknown, headers?: Record<string, string>) =>
      service.call('POST', path, headers === undefined ? { body } : { body, headers }),
  }
}

describe('decision 3 · mark bent', () => {
  test('an empty report marks the whole sheet at the time of the service', async () => {
    const { entry, report, get, service } = await withSheet()
    const markedSheet = sheetOf(await report({}))
    expect(markedSheet.bent).toEqual({
      at: '2026-11-24T09:00:10.000Z',
      quantity: entry.quantity,
      pressBrakeId: null,
      by: null,
    })
    expect(markedSheet.version).toBe(entry.version + 1)
    expect(markedSheet.drawingVersion).toBe(entry.drawingVersion)
    expect(sheetOf(await get(`/bending-sheets/${entry.sheetId}`))).toEqual(markedSheet)
    expect((await wholeList(service)).find(({ sheetId }) => sheetId === entry.sheetId)?.bent).toEqual(markedSheet.bent)
  })

  test('the reported values are recorded, with any quantity from 1', async () => {
    const { entry, report } = await withSheet()
    const values = { bentAt: '2026-11-24T08:55:00Z', quantity: 9999, by: 'ÅØ', drawingVersion: 1 }
    const markedSheet = sheetOf(
      await report({ ...values, ...(entry.pressBrakeId === null ? {} : { pressBrakeId: entry.pressBrakeId }) }),
    )
    expect(markedSheet.bent).toEqual({ at: values.bentAt, quantity: 9999, pressBrakeId: entry.pressBrakeId, by: 'ÅØ' })
  })

  test('one event is sent, with the reduced sheet; the order does not change', async () => {
    const { entry, report, get, service } = await withSheet()
    const before = orderOf(await get(`/orders/${entry.orderNumber}`))
    const markedSheet = sheetOf(await report({}))
    const [event, ...more] = await events(service)
    expect(more).toEqual([])
    const { profile: _profile, unfolding: _unfolding, ...reduced } = markedSheet
    expect(event).toMatchObject({ type: 'bending_sheet.bent', livemode: false, data: { bendingSheet: reduced } })
    const after = orderOf(await get(`/orders/${entry.orderNumber}`))
    expect({ ...after, production: null }).toEqual({ ...before, production: null })
    expect(after.production?.bent).toBe((before.production?.bent ?? 0) + 1)
  })

  test('a bent sheet is 200 with its existing marker, without a write or an event', async () => {
    const { report, service } = await withSheet()
    const first = await report({ by: 'AA' })
    const second = await report({ by: 'BB', quantity: 1 })
    expect(second.status).toBe(200)
    expect(second.text).toBe(first.text)
    expect(await events(service)).toHaveLength(1)
  })

  test('another drawing version is 409 sheet_superseded with the current one, even for a bent sheet', async () => {
    const { entry, report, admin } = await withSheet()
    const { pieces } = admin.sheets.find(entry.sheetId)
    admin.sheets.change(entry.sheetId, { pieces: pieces.map((piece) => ({ ...piece, quantity: piece.quantity + 1 })) })
    const refusal = await report({ drawingVersion: 1 })
    expect(refusal.status).toBe(409)
    expect(errorOf(refusal)).toMatchObject({ code: 'sheet_superseded', currentDrawingVersion: 2 })
    expect((await report({ drawingVersion: 2 })).status).toBe(200)
    expect(errorOf(await report({ drawingVersion: 1 })).code).toBe('sheet_superseded')
  })

  test.each(['awaiting', 'change_requested'] as const)(
    'a sheet whose approval is %s is 409 not_approved',
    async (state) => {
      const { entry, report, admin } = await withSheet()
      admin.sheets.requestApproval(entry.sheetId)
      if (state === 'change_requested') admin.sheets.decideApproval(entry.sheetId, 'change_requested')
      const refusal = await report({})
      expect([refusal.status, errorOf(refusal).code]).toEqual([409, 'not_approved'])
      expect(admin.sheets.find(entry.sheetId).bent).toBeNull()
    },
  )

  test('an old drawing version is reported before a missing approval', async () => {
    const { entry, report, admin } = await withSheet()
    admin.sheets.requestApproval(entry.sheetId)
    expect(errorOf(await report({ drawingVersion: 7 })).code).toBe('sheet_superseded')
  })

  test('bentAt can be at most five minutes in the future', async () => {
    const { report } = await withSheet()
    const refusal = await report({ bentAt: '2026-11-24T09:05:10.001Z' })
    expect(refusal.status).toBe(400)
    expect(errorOf(refusal)).toMatchObject({ code: 'invalid_request', fields: ['bentAt'] })
    expect((await report({ bentAt: '2026-11-24T09:05:10.000Z' })).status).toBe(200)
  })

  test.each([
    ['quantity', { quantity: 0 }],
    ['quantity', { quantity: 1.5 }],
    ['by', { by: 'x'.repeat(101) }],
    ['bentAt', { bentAt: '24.11.2026' }],
    ['bentAt', { bentAt: '2026-11-24T09:00:00+01:00' }],
    ['pressBrakeId', { pressBrakeId: 'Kantpresse 1' }],
    ['pressBrakeId', { pressBrakeId: '00000000-0000-4000-8000-000000000000' }],
    ['drawingVersion', { drawingVersion: '1' }],
    ['colour', { colour: 'blue' }],
  ])('400 names the field %s of %j, and nothing is marked', async (field, body) => {
    const { report, entry, admin } = await withSheet()
    const refusal = await report(body)
    expect([refusal.status, errorOf(refusal).fields]).toEqual([400, [field]])
    expect(admin.sheets.find(entry.sheetId).bent).toBeNull()
  })

  test('ids of the sheet and the brake are not case-sensitive', async () => {
    const { service, entry, get } = await withSheet()
    const [brake] = (await wholeList(service)).flatMap(({ pressBrakeId }) => pressBrakeId ?? [])
    const path = `/bending-sheets/${entry.sheetId.toUpperCase()}`
    const body = { pressBrakeId: brake?.toUpperCase() }
    const markedSheet = sheetOf(await service.call('POST', `${path}/bent`, { body }))
    expect([markedSheet.id, markedSheet.bent?.pressBrakeId]).toEqual([entry.sheetId, brake])
    expect(sheetOf(await get(path))).toEqual(markedSheet)
    const list = async (id: string | undefined) => (await wholeList(service, `pressBrakeId=${id}`)).length
    expect(await list(brake?.toUpperCase())).toBe(await list(brake))
  })

  test('an unknown sheet, an invalid id, and a sheet of a forwarded order are 404', async () => {
    const { call, entry, report, admin } = await withSheet()
    for (const id of ['00000000-0000-4000-8000-000000000000', 'nothing']) {
      expect((await call('POST', `/bending-sheets/${id}/bent`, { body: {} })).status).toBe(404)
    }
    admin.orders.forward(entry.orderNumber, 'Naboverkstedet')
    expect((await report({})).status).toBe(404)
  })

  test('rework removes the marker and increments version and reworkCount', async () => {
    const { entry, report, admin, service } = await withSheet()
    const markedSheet = sheetOf(await report({}))
    admin.sheets.rework(entry.sheetId)
    const sheetAfter = admin.sheets.find(entry.sheetId)
    expect(sheetAfter).toMatchObject({
      bent: null,
      reworkCount: 1,
      reworkedAt: '2026-11-24T09:00:10.000Z',
      version: markedSheet.version + 1,
    })
    expect((await events(service)).map(({ type }) => type)).toEqual(['bending_sheet.bent', 'bending_sheet.rework'])
    expect(sheetOf(await report({})).bent).not.toBeNull()
  })
})

describe('4.1 · Idempotency-Key', () => {
  const header = { 'idempotency-key': '01JDQ0ABCDEFGH' }

  test('a repeated call returns the same status and body, marked as a replay', async () => {
    const { entry, report, admin } = await withSheet()
    const first = await report({ by: 'KN', quantity: 2 }, header)
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    admin.sheets.rework(entry.sheetId)
    const second = await report({ quantity: 2, by: 'KN' }, header)
    expect([second.status, second.text]).toEqual([200, first.text])
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
    expect(admin.sheets.find(entry.sheetId).bent).toBeNull()
  })

  test('the same key with different content is 422 idempotency_key_reused, and the first is still remembered', async () => {
    const { report } = await withSheet()
    const first = await report({ by: 'KN' }, header)
    const other = await report({ by: 'OLA' }, header)
    expect([other.status, errorOf(other).code]).toEqual([422, 'idempotency_key_reused'])
    expect((await report({ by: 'KN' }, header)).text).toBe(first.text)
  })

  test('an error is remembered too, with a request id of its own at each replay', async () => {
    const { entry, report, admin } = await withSheet()
    admin.sheets.requestApproval(entry.sheetId)
    const refusal = await report({}, header)
    admin.sheets.decideApproval(entry.sheetId, 'approved')
    const secondAnswer = await report({}, header)
    expect([secondAnswer.status, errorOf(secondAnswer).code, secondAnswer.headers.get('idempotent-replayed')]).toEqual([
      409,
      'not_approved',
      'true',
    ])
    expect(errorOf(secondAnswer).requestId).not.toBe(errorOf(refusal).requestId)
    expect((await report({}, { 'idempotency-key': 'another-key' })).status).toBe(200)
  })

  test('403 is not remembered', async () => {
    const { report, admin } = await withSheet()
    admin.switchModule('produksjon', false)
    expect((await report({}, header)).status).toBe(403)
    admin.switchModule('produksjon', true)
    const now = await report({}, header)
    expect([now.status, now.headers.get('idempotent-replayed')]).toEqual([200, null])
  })

  test('an answer is remembered for 24 hours, also after a restart', async () => {
    const { entry, report, admin, clock, restart } = await withSheet()
    await report({}, header)
    await restart()
    clock.nowMs += 24 * 3_600_000 - 1
    expect((await report({}, header)).headers.get('idempotent-replayed')).toBe('true')
    admin.sheets.rework(entry.sheetId)
    clock.nowMs += 1
    expect((await report({}, header)).headers.get('idempotent-replayed')).toBeNull()
  })

  test('an Idempotency-Key applies to one API key and one path', async () => {
    const { report, path, call, machineKey } = await withSheet()
    await report({ by: 'KN' }, header)
    const other = await call('POST', path, { key: machineKey, body: { by: 'OLA' }, headers: header })
    expect([other.status, other.headers.get('idempotent-replayed')]).toEqual([200, null])
  })

  test.each(['short', 'with space', 'æøå-æøå-æøå', 'x'.repeat(256)])('%j is a malformed key: 400', async (value) => {
    const { report } = await withSheet()
    const refusal = await report({}, { 'idempotency-key': Buffer.from(value, 'utf8').toString('latin1') })
    expect([refusal.status, errorOf(refusal).fields]).toEqual([400, ['Idempotency-Key']])
  })

  test('a call with an invalid body does not change the remembered answer', async () => {
    const { report } = await withSheet()
    const first = await report({ by: 'KN' }, header)
    expect((await report({ quantity: 0 }, header)).status).toBe(400)
    expect((await report({ by: 'KN' }, header)).text).toBe(first.text)
  })

  test('while the first call is still being sent, a second is 409 idempotency_in_progress with Retry-After', async () => {
    const { report, service, path } = await withSheet()
    const { socket, received } = await halfSent(service, path)
    const second = await report({ by: 'SECOND' }, header)
    expect([second.status, errorOf(second).code, second.headers.get('retry-after')]).toEqual([
      409,
      'idempotency_in_progress',
      '1',
    ])
    socket.write('}')
    await untilPasses(() => {
      expect(received.join('')).toMatch(/HTTP\/1\.1 200 /)
    })
  })

  test('an incomplete first call does not block the second', async () => {
    const { report, service, path } = await withSheet()
    const { socket } = await halfSent(service, path)
    socket.destroy()
    await untilPasses(async () => {
      expect((await report({ by: 'SECOND' }, header)).status).toBe(200)
    })
  })

  /** A call of which the service has the head and the first half of the body `{}`. */
  async function halfSent({ baseUrl, sandboxKey }: RunningService, path: string) {
    const { port, hostname, pathname } = new URL(baseUrl)
    const socket = connect(Number(port), hostname)
    onTestFinished(() => {
      socket.destroy()
    })
    const received: string[] = []
    socket.on('data', (bytes) => received.push(bytes.toString('utf8')))
    const head = [
      `POST ${pathname}${path} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${sandboxKey}`,
      'Content-Type: application/json',
      'Content-Length: 2',
      'Expect: 100-continue',
      `Idempotency-Key: ${header['idempotency-key']}`,
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n{`)
    await untilPasses(() => {
      expect(received.join('')).toMatch(/^HTTP\/1\.1 100 /)
    })
    return { socket, received }
  }
})
