// Agreements over HTTP: what the desk makes of one, who sees it, and what is told.
import { expect, test } from 'vitest'
import { agreement, listedAgreement, order, page } from '../../../shared/workshop-api/index.ts'
import type { Desk } from '../../../src-service/desk/desk.ts'
import { errorOf, eventsOf, runningService } from './running-service.ts'
import type { Running } from './running-service.ts'
import { submit } from './submitting.ts'

const listed = async ({ get }: Running, key?: string) =>
  page(listedAgreement).parse((await get('/agreements?limit=100', key)).json).data
const statusOf = async ({ get }: Running, number: string) => (await get(`/agreements/${number}`)).status

function drafted(desk: Desk, until: string | null = '2026-12-31'): string {
  const customer = desk.customers.numbered(1002)
  const { number } = desk.agreements.make({
    title: 'Beslag',
    customer,
    validUntil: until,
    leadDays: 2,
    deliveryDays: [1, 4],
  })
  const prices = [
    { lengthMm: 1_000, unitPriceOre: 5_000 },
    { lengthMm: 3_000, unitPriceOre: 12_000 },
  ]
  desk.agreements.addPosition(number, { description: 'L-profil', maxLengthMm: 3_000, prices })
  return number
}

test('a draft is nowhere; sent, accepted and declined ones are, each told with what a call would answer', async () => {
  const running = await runningService()
  const { desk } = running
  const [number, other] = [drafted(desk), drafted(desk)]
  expect([number, other]).toEqual(['1002', '1003'])
  expect([await statusOf(running, number), (await listed(running)).length]).toEqual([404, 1])
  for (const [act, type, status] of [
    [() => desk.agreements.send(number), 'agreement.sent', 'sendt'],
    [() => desk.agreements.accept(number), 'agreement.accepted', 'aktiv'],
    [() => desk.agreements.send(other), 'agreement.sent', 'sendt'],
    [() => desk.agreements.decline(other), 'agreement.declined', 'avvist'],
  ] as const) {
    const { number: moved } = act()
    const news = eventsOf(await running.get('/events?limit=100')).data.at(-1)
    const read = agreement.parse((await running.get(`/agreements/${moved}`)).json)
    expect([news?.type, news?.data, read.status]).toEqual([type, { agreement: read }, status])
  }
  const { positions: _, ...without } = agreement.parse((await running.get('/agreements/1002')).json)
  expect((await listed(running))[1]).toEqual(without)
})

test('no move but those: a draft is not accepted, nothing is sent twice, none without a position', async () => {
  const { desk } = await runningService()
  const number = drafted(desk)
  expect(() => desk.agreements.accept(number)).toThrow(/utkast, not sendt/)
  desk.agreements.send(number)
  expect(() => desk.agreements.send(number)).toThrow(/sendt, not utkast/)
  expect(() => desk.agreements.addPosition(number, { description: 'x', maxLengthMm: 1, prices: [] })).toThrow(/sendt/)
  desk.agreements.decline(number)
  expect(() => desk.agreements.accept(number)).toThrow(/avvist/)
  expect(() => desk.agreements.send('9999')).toThrow(/no agreement/)
  const empty = desk.agreements.make({
    title: 'Tom',
    customer: desk.customers.numbered(1001),
    validUntil: null,
    leadDays: null,
    deliveryDays: [],
  })
  expect(() => desk.agreements.send(empty.number)).toThrow(/no positions/)
})

test('one that is accepted is called off at its own prices, one that is not is refused', async () => {
  const running = await runningService()
  const number = drafted(running.desk)
  const position = running.desk.agreements.send(number).positions[0]
  const callOff = (lengthMm: number) =>
    submit(running, {
      agreementNumber: number,
      lines: [{ kind: 'position', positionId: position?.id, lengthMm, quantity: 2 }],
    })
  expect(errorOf(await callOff(900)).code).toBe('agreement_not_active')
  running.desk.agreements.accept(number)
  const prices = await Promise.all(
    [900, 1_000, 1_001].map(async (lengthMm) => order.parse((await callOff(lengthMm)).json).lines[0]?.unitPriceOre),
  )
  expect(prices).toEqual([5_000, 5_000, 12_000])
  expect(errorOf(await callOff(3_001)).code).toBe('length_over_max')
})

test('one whose last day is past is utlopt from the next day on, in its next version', async () => {
  const running = await runningService()
  const number = drafted(running.desk, '2026-11-25')
  running.desk.agreements.send(number)
  const read = async () => agreement.parse((await running.get(`/agreements/${number}`)).json)
  running.clock.nowMs += 86_400_000
  const before = await read()
  running.clock.nowMs += 86_400_000
  const after = await read()
  expect([before.status, after.status, after.version]).toEqual(['sendt', 'utlopt', before.version + 1])
})

test('a customer key sees its own, and another’s is as one that does not exist', async () => {
  const running = await runningService()
  const { desk } = running
  const number = drafted(desk)
  desk.agreements.send(number)
  const scopes = ['agreements:read', 'events:read'] as const
  const key = desk.makeKey({ name: 'kunde', purpose: 'annet', scopes, customer: 1002 })
  expect((await listed(running, key)).map((each) => each.number)).toEqual([number])
  expect((await running.get('/agreements/1001', key)).status).toBe(404)
  expect(eventsOf(await running.get('/events', key)).data.map(({ type }) => type)).toEqual(['agreement.sent'])
  const live = desk.makeLiveWorkshop('Ekte Blikk')
  expect(await listed(running, live.key)).toEqual([])
})
