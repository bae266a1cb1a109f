// Agreements over HTTP: the actions of the administration, visibility, and events.
import { expect, test } from 'vitest'
import { agreement, listedAgreement, order, page } from '../../../../shared/workshop-api/index.ts'
import type { WorkshopAdmin } from '../../../../src-service/admin/index.ts'
import { errorOf, eventsOf, runningService } from '../running-service.ts'
import type { RunningService } from '../running-service.ts'
import { submit } from '../submit-order.ts'

const listAgreements = async ({ get }: RunningService, key?: string) =>
  page(listedAgreement).parse((await get('/agreements?limit=100', key)).json).data
const statusOf = async ({ get }: RunningService, number: string) => (await get(`/agreements/${number}`)).status

function drafted(admin: WorkshopAdmin, until: string | null = '2026-12-31'): string {
  const customer = admin.customers.findByNumber(1002)
  const { number } = admin.agreements.make({
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
  admin.agreements.addPosition(number, { description: 'L-profil', maxLengthMm: 3_000, prices })
  return number
}

test('a draft is not visible; sent, accepted and declined agreements are, and their events equal the GET', async () => {
  const service = await runningService()
  const { admin } = service
  const [number, other] = [drafted(admin), drafted(admin)]
  expect([number, other]).toEqual(['1002', '1003'])
  expect([await statusOf(service, number), (await listAgreements(service)).length]).toEqual([404, 1])
  for (const [act, type, status] of [
    [() => admin.agreements.send(number), 'agreement.sent', 'sendt'],
    [() => admin.agreements.accept(number), 'agreement.accepted', 'aktiv'],
    [() => admin.agreements.send(other), 'agreement.sent', 'sendt'],
    [() => admin.agreements.decline(other), 'agreement.declined', 'avvist'],
  ] as const) {
    const { number: moved } = act()
    const news = eventsOf(await service.get('/events?limit=100')).data.at(-1)
    const read = agreement.parse((await service.get(`/agreements/${moved}`)).json)
    expect([news?.type, news?.data, read.status]).toEqual([type, { agreement: read }, status])
  }
  const { positions: _, ...without } = agreement.parse((await service.get('/agreements/1002')).json)
  expect((await listAgreements(service))[1]).toEqual(without)
})

test('other moves are refused: accepting a draft, sending twice, sending without a position', async () => {
  const { admin } = await runningService()
  const number = drafted(admin)
  expect(() => admin.agreements.accept(number)).toThrow(/utkast, not sendt/)
  admin.agreements.send(number)
  expect(() => admin.agreements.send(number)).toThrow(/sendt, not utkast/)
  expect(() => admin.agreements.addPosition(number, { description: 'x', maxLengthMm: 1, prices: [] })).toThrow(/sendt/)
  admin.agreements.decline(number)
  expect(() => admin.agreements.accept(number)).toThrow(/avvist/)
  expect(() => admin.agreements.send('9999')).toThrow(/no agreement/)
  const empty = admin.agreements.make({
    title: 'Tom',
    customer: admin.customers.findByNumber(1001),
    validUntil: null,
    leadDays: null,
    deliveryDays: [],
  })
  expect(() => admin.agreements.send(empty.number)).toThrow(/no positions/)
})

test('an accepted agreement is called off at its prices, another one is refused', async () => {
  const service = await runningService()
  const number = drafted(service.admin)
  const position = service.admin.agreements.send(number).positions[0]
  const callOff = (lengthMm: number) =>
    submit(service, {
      agreementNumber: number,
      lines: [{ kind: 'position', positionId: position?.id, lengthMm, quantity: 2 }],
    })
  expect(errorOf(await callOff(900)).code).toBe('agreement_not_active')
  service.admin.agreements.accept(number)
  const prices = await Promise.all(
    [900, 1_000, 1_001].map(async (lengthMm) => order.parse((await callOff(lengthMm)).json).lines[0]?.unitPriceOre),
  )
  expect(prices).toEqual([5_000, 5_000, 12_000])
  expect(errorOf(await callOff(3_001)).code).toBe('length_over_max')
})

test('an agreement is utlopt from the day after its last day, in its next version', async () => {
  const service = await runningService()
  const number = drafted(service.admin, '2026-11-25')
  service.admin.agreements.send(number)
  const read = async () => agreement.parse((await service.get(`/agreements/${number}`)).json)
  service.clock.nowMs += 86_400_000
  const before = await read()
  service.clock.nowMs += 86_400_000
  const after = await read()
  expect([before.status, after.status, after.version]).toEqual(['sendt', 'utlopt', before.version + 1])
})

test('a customer key sees its own agreements; another customer’s is 404', async () => {
  const service = await runningService()
  const { admin } = service
  const number = drafted(admin)
  admin.agreements.send(number)
  const scopes = ['agreements:read', 'events:read'] as const
  const key = admin.makeKey({ name: 'kunde', purpose: 'annet', scopes, customer: 1002 })
  expect((await listAgreements(service, key)).map((each) => each.number)).toEqual([number])
  expect((await service.get('/agreements/1001', key)).status).toBe(404)
  expect(eventsOf(await service.get('/events', key)).data.map(({ type }) => type)).toEqual(['agreement.sent'])
  const live = admin.makeLiveWorkshop('Ekte Blikk')
  expect(await listAgreements(service, live.key)).toEqual([])
})
