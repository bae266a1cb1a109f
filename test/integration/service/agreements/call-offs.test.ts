// Part 4.3 · call-offs from an agreement, and their four error codes.
import { describe, expect, test } from 'vitest'
import { errorOf, eventsOf, orderOf, ordersOf, runningService } from '../running-service.ts'
import type { RunningService } from '../running-service.ts'
import { submit } from '../submit-order.ts'

/** The positions of the sandbox's agreement, by name. */
async function positions({ get }: RunningService) {
  const { data } = ordersOf(await get('/orders?agreementNumber=1001'))
  const lines = data.flatMap((order) => order.lines)
  return (name: string) => {
    const id = lines.find(({ description }) => description?.startsWith(name))?.agreementPositionId
    if (typeof id !== 'string') throw new Error(`no call-off has ${name}`)
    return id
  }
}

// Tuesday 24 November; the agreement delivers on Tuesdays and Thursdays, five days ahead: from Tuesday 1 December.
const earliest = '2026-12-01'

async function callOff(service: RunningService, fields: object = {}, line: object = {}, key?: string) {
  const positionId = (await positions(service))('U-profil')
  const lines = [{ kind: 'position', positionId, lengthMm: 1001, quantity: 10, ...line }]
  return submit(service, { agreementNumber: '1001', intent: 'request', lines, ...fields }, key)
}

describe('4.3 · a call-off', () => {
  test('is mottatt with source avrop, priced by the shortest sufficient length, and delivered on the next possible day', async () => {
    const service = await runningService()
    const answer = await callOff(service)
    expect(answer.status).toBe(201)
    const order = orderOf(answer)
    const [other] = ordersOf(await service.get('/orders?agreementNumber=1001')).data.slice(1)
    expect(order).toMatchObject({
      status: 'mottatt',
      source: 'avrop',
      customer: other?.customer,
      agreement: other?.agreement,
      receivedAt: order.createdAt,
      delivery: { mode: null, requestedDate: null, deliveryDate: earliest, address: null },
      totals: { netOre: 172_000, vatOre: 43_000, grossOre: 215_000, priceStatus: 'priced' },
    })
    expect(order.lines).toMatchObject([
      { kind: 'position', lengthMm: 1001, unit: 'stk', unitPriceOre: 17_200, netOre: 172_000, priceStatus: 'priced' },
    ])
    const events = eventsOf(await service.get('/events?types=order.received')).data
    expect(events.map(({ data }) => [data.order?.numberDisplay, data.change])).toEqual([['T-000021', undefined]])
    const numbers = ordersOf(await service.get('/orders?agreementNumber=1001')).data
    expect(numbers[0]?.numberDisplay).toBe('T-000021')
  })

  test('a possible requested day is binding, for pick-up as well', async () => {
    const service = await runningService()
    const answer = await callOff(service, { delivery: { mode: 'henting', requestedDate: '2026-12-03' } })
    expect(orderOf(answer).delivery).toMatchObject({ requestedDate: '2026-12-03', deliveryDate: '2026-12-03' })
  })

  test.each([
    ['2026-11-26', earliest],
    ['2026-11-30', earliest],
    ['2026-12-02', '2026-12-03'],
    ['2026-12-04', '2026-12-08'],
  ])('on %s is 422 delivery_date_not_allowed; %s is possible', async (requestedDate, nextPossibleDate) => {
    const service = await runningService()
    const refusal = await callOff(service, { delivery: { requestedDate } })
    expect([refusal.status, errorOf(refusal)]).toMatchObject([
      422,
      { code: 'delivery_date_not_allowed', nextPossibleDate },
    ])
  })

  test('a day after the agreement’s end cannot be requested; the next possible day can, even if it is later', async () => {
    const service = await runningService()
    const endsOn = (day: string) =>
      service.restart(({ db }) => db.prepare(`UPDATE agreement SET body = json_set(body, '$.validUntil', ?)`).run(day))
    const wish = async (requestedDate: string) => {
      const answer = await callOff(service, { delivery: { requestedDate } })
      return answer.status === 201 ? orderOf(answer).delivery?.deliveryDate : errorOf(answer).nextPossibleDate
    }
    await endsOn('2026-12-09')
    expect(await wish('2026-12-08')).toBe('2026-12-08')
    for (const late of ['2026-12-09', '2026-12-10', '2027-12-07'])
      expect([late, await wish(late)]).toEqual([late, earliest])
    await endsOn('2026-11-30')
    expect(orderOf(await callOff(service)).delivery?.deliveryDate).toBe(earliest)
    expect([await wish(earliest), await wish('2026-11-26'), await wish('2026-12-03')]).toEqual([
      earliest,
      earliest,
      earliest,
    ])
  })

  test('a length above the table and a position of another agreement are 422 with the line number', async () => {
    const service = await runningService()
    const long = await callOff(service, {}, { lengthMm: 3001 })
    expect([long.status, errorOf(long)]).toMatchObject([422, { code: 'length_over_max', lineNo: 1 }])
    const foreignPosition = await callOff(service, {}, { positionId: '3f1d6c1e-8a5b-4c0f-9d2e-7b6a5c4d3e2f' })
    expect([foreignPosition.status, errorOf(foreignPosition)]).toMatchObject([
      422,
      { code: 'position_not_in_agreement', lineNo: 1 },
    ])
    expect((await callOff(service, {}, { lengthMm: 3000 })).status).toBe(201)
  })

  test('an inactive agreement, and one that the key does not see, are 422 agreement_not_active', async () => {
    const service = await runningService()
    const refusalOf = async (fields: object = {}, key?: string) => {
      const answer = await callOff(service, fields, {}, key)
      return [answer.status, errorOf(answer).code]
    }
    const notActive = [422, 'agreement_not_active']
    expect(await refusalOf({ agreementNumber: '9' })).toEqual(notActive)
    const other = service.admin.makeKey({ name: 'K', customer: 1001, scopes: ['orders:write'], purpose: 'nettside' })
    expect(await refusalOf({}, other)).toEqual(notActive)
    const set = (path: string, value: string | null) =>
      service.restart(({ db }) => db.prepare('UPDATE agreement SET body = json_set(body, ?, ?)').run(path, value))
    await set('$.validUntil', '2026-11-23')
    expect(await refusalOf()).toEqual(notActive)
    await set('$.validUntil', '2026-11-24')
    // The agreement has expired.
    expect(await refusalOf()).toEqual(notActive)
    await set('$.status', 'aktiv')
    expect((await callOff(service)).status).toBe(201)
    await set('$.validFrom', '2026-11-25')
    expect(await refusalOf()).toEqual(notActive)
    await set('$.validFrom', '2026-11-24')
    for (const status of ['utkast', 'sendt', 'avvist', 'utlopt']) {
      await set('$.status', status)
      expect(await refusalOf()).toEqual(notActive)
    }
  })

  test('the agreement’s customer can call off; another customer is 400', async () => {
    const service = await runningService()
    const { customer } = ordersOf(await service.get('/orders?agreementNumber=1001')).data[0] ?? {}
    const key = service.admin.makeKey({
      name: 'Kunde',
      customer: customer?.number ?? 0,
      scopes: ['orders:write'],
      purpose: 'leverandor',
    })
    const ownCallOff = await callOff(service, {}, {}, key)
    expect([ownCallOff.status, orderOf(ownCallOff).production]).toEqual([201, null])
    const others = ordersOf(await service.get('/orders?limit=100')).data.map((order) => order.customer?.id)
    const refusal = await callOff(service, { customerId: others.find((id) => id !== customer?.id) })
    expect([refusal.status, errorOf(refusal).fields]).toEqual([400, ['customerId']])
  })

  test('accepts only position lines, at least one', async () => {
    const service = await runningService()
    const text = { kind: 'text', description: 'x', quantity: 1 }
    for (const [lines, field] of [
      [[text], 'lines[0].kind'],
      [[], 'lines'],
    ]) {
      const refusal = await callOff(service, { lines, note: 'Hei på deg' })
      expect([refusal.status, errorOf(refusal).fields]).toEqual([400, [field]])
    }
  })

  test('a change of lines or date is checked against the agreement, other changes are not', async () => {
    const service = await runningService()
    const { numberDisplay } = orderOf(await callOff(service))
    const change = (version: number, body: object) =>
      service.call('PATCH', `/orders/${numberDisplay}`, { body, headers: { 'if-match': `"v${version}"` } })
    const moveAnswer = await change(1, { delivery: { requestedDate: '2026-12-08' } })
    expect(orderOf(moveAnswer).delivery).toMatchObject({ requestedDate: '2026-12-08', deliveryDate: '2026-12-08' })
    expect(errorOf(await change(2, { delivery: { requestedDate: '2026-12-09' } })).nextPossibleDate).toBe('2026-12-10')
    await service.restart(({ db }) => db.exec(`UPDATE agreement SET body = json_set(body, '$.status', 'utlopt')`))
    expect((await change(2, { title: 'Uke 50' })).status).toBe(200)
    expect(errorOf(await change(3, { delivery: { requestedDate: '2026-12-10' } })).code).toBe('agreement_not_active')
  })
})
