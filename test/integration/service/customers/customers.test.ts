// Part 4.2 · customers, decision 5 · their fields, and access to them.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { customer, page, scopes } from '../../../../shared/workshop-api/index.ts'
import type { Customer } from '../../../../shared/workshop-api/index.ts'
import { errorOf, eventsOf, runningService } from '../running-service.ts'
import type { Answer, RunningService } from '../running-service.ts'

const customers = page(customer)
const customerOf = (answer: Answer): Customer => customer.parse(answer.json)
const statusAndFields = (answer: Answer) => [answer.status, errorOf(answer).fields]

/** A live workshop with calls of its first key. Only a live key can write customers. */
async function liveWorkshop(limitFactor = 100) {
  const service = await runningService({ limitFactor })
  const { slug, key } = service.admin.makeLiveWorkshop('Ekte Verksted')
  const post = (body: unknown, idempotencyKey: string = randomUUID()) =>
    service.call('POST', '/customers', { key, body, headers: { 'idempotency-key': idempotencyKey } })
  const patch = (id: string, version: number, body: unknown) =>
    service.call('PATCH', `/customers/${id}`, { key, body, headers: { 'if-match': `"v${version}"` } })
  const events = async (by = key) => eventsOf(await service.get('/events', by)).data
  return { service, admin: service.adminOf(slug), key, post, patch, events }
}

const allFields = {
  name: 'Prøve Blikk AS',
  orgNr: '310400114',
  email: 'post@prove.example.no',
  mobile: '+4700000101',
  address: { line: 'Prøvelia 12', postalCode: '6800', city: 'Førde' },
}

describe('4.2 · customers are created', () => {
  test('with the next number, a Location, and customer.created with the complete customer', async () => {
    const { service, key, post, events } = await liveWorkshop()
    const first = await post(allFields)
    expect(first.status).toBe(201)
    const createdCustomer = customerOf(first)
    expect(createdCustomer).toMatchObject({
      ...allFields,
      number: 1001,
      version: 1,
      createdAt: '2026-11-24T09:00:10.000Z',
    })
    expect(first.headers.get('location')).toBe(`/api/v1/customers/${createdCustomer.id}`)
    const minimalCustomer = customerOf(await post({ name: 'Bare et navn' }))
    expect(minimalCustomer).toMatchObject({ number: 1002, orgNr: null, email: null, mobile: null, address: null })
    expect(customerOf(await service.get(`/customers/${createdCustomer.id.toUpperCase()}`, key))).toEqual(
      createdCustomer,
    )
    expect(await events()).toMatchObject([
      { type: 'customer.created', livemode: true, data: { customer: createdCustomer } },
      { type: 'customer.created', livemode: true, data: { customer: minimalCustomer } },
    ])
  })

  test('once per Idempotency-Key, with the same answer', async () => {
    const { service, key, post, events } = await liveWorkshop()
    const first = await post(allFields, 'samme-nokkel')
    const secondAnswer = await post({ ...allFields }, 'samme-nokkel')
    expect([secondAnswer.status, secondAnswer.text, secondAnswer.headers.get('location')]).toEqual([
      201,
      first.text,
      first.headers.get('location'),
    ])
    expect([first, secondAnswer].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true'])
    const other = await post({ ...allFields, name: 'En annen' }, 'samme-nokkel')
    expect([other.status, errorOf(other).code]).toEqual([422, 'idempotency_key_reused'])
    expect(customers.parse((await service.get('/customers', key)).json).data).toHaveLength(1)
    expect(await events()).toHaveLength(1)
  })

  test('spaces are removed from numbers, and trimmed from names and addresses', async () => {
    const { post } = await liveWorkshop()
    const sent = { name: '  Prøve  ', orgNr: '310 400 114', mobile: '+47 900 00 101', address: { line: ' Veien 1 ' } }
    expect(customerOf(await post(sent))).toMatchObject({
      name: 'Prøve',
      orgNr: '310400114',
      mobile: '+4790000101',
      address: { line: 'Veien 1', postalCode: null, city: null },
    })
  })

  test.each([
    [{}, ['name']],
    [{ name: '' }, ['name']],
    [{ name: '   ' }, ['name']],
    [{ name: null }, ['name']],
    [{ name: 'x'.repeat(201) }, ['name']],
    [{ name: 'to\nlinjer' }, ['name']],
    [{ name: 7 }, ['name']],
    [{ name: 'A', number: 7 }, ['number']],
    [{ name: 'A', id: randomUUID(), version: 1 }, ['id', 'version']],
    [{ name: 'A', orgNr: '31040011' }, ['orgNr']],
    [{ name: 'A', orgNr: 'NO310400114' }, ['orgNr']],
    [{ name: 'A', orgNr: 310_400_114 }, ['orgNr']],
    [{ name: 'A', email: 'post' }, ['email']],
    [{ name: 'A', email: `${'x'.repeat(250)}@a.no` }, ['email']],
    [{ name: 'A', mobile: '1234567' }, ['mobile']],
    [{ name: 'A', mobile: 'ring meg' }, ['mobile']],
    [{ name: 'A', address: 'Veien 1' }, ['address']],
    [{ name: 'A', address: { street: 'Veien 1' } }, ['address.street']],
    [{ name: 'A', address: { postalCode: '12345678901' } }, ['address.postalCode']],
    [{ name: 'A', address: { city: 7 }, mobile: '1', colour: 'blue' }, ['mobile', 'address.city', 'colour']],
    [[], []],
  ])('invalid fields are named, and nothing is created: %j', async (body, fields) => {
    const { service, key, post, events } = await liveWorkshop()
    const refusal = await post(body)
    expect([refusal.status, new Set(errorOf(refusal).fields)]).toEqual([400, new Set(fields)])
    expect(customers.parse((await service.get('/customers', key)).json).data).toEqual([])
    expect(await events()).toEqual([])
  })
})

describe('4.2 · customers are changed', () => {
  test('sent fields change, omitted ones do not, null clears; version, updatedAt and customer.updated follow', async () => {
    const { service, post, patch, events } = await liveWorkshop()
    const { id } = customerOf(await post(allFields))
    service.clock.nowMs += 60_000
    const changeAnswer = await patch(id, 1, { name: 'Nytt Navn AS', email: null, address: { city: 'Bergen' } })
    expect(changeAnswer.status).toBe(200)
    expect(customerOf(changeAnswer)).toEqual({
      ...allFields,
      id,
      number: 1001,
      name: 'Nytt Navn AS',
      email: null,
      address: { line: null, postalCode: null, city: 'Bergen' },
      createdAt: '2026-11-24T09:00:10.000Z',
      updatedAt: '2026-11-24T09:01:10.000Z',
      version: 2,
    })
    const [, updated] = await events()
    expect(updated).toMatchObject({ type: 'customer.updated', data: { customer: customerOf(changeAnswer) } })
  })

  test('without a difference nothing is written and no event is sent', async () => {
    const { post, patch, events } = await liveWorkshop()
    const first = await post(allFields)
    const { id } = customerOf(first)
    for (const same of [{}, allFields, { orgNr: '310 400 114' }]) {
      const answer = await patch(id, 1, same)
      expect([answer.status, answer.json]).toEqual([200, first.json])
    }
    expect(await events()).toHaveLength(1)
  })

  test('of two changes of one version, the second is 409', async () => {
    const { post, patch } = await liveWorkshop()
    const { id } = customerOf(await post(allFields))
    const answers = await Promise.all([patch(id, 1, { name: 'En' }), patch(id, 1, { name: 'To' })])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const stale = await patch(id, 1, { name: 'Tre' })
    expect([stale.status, errorOf(stale).code]).toEqual([409, 'stale_version'])
  })

  test('invalid fields are reported before an unknown customer, and that before the version', async () => {
    const { post, patch } = await liveWorkshop()
    const { id } = customerOf(await post(allFields))
    expect(statusAndFields(await patch(randomUUID(), 9, { name: null }))).toEqual([400, ['name']])
    expect((await patch(randomUUID(), 9, { name: 'A' })).status).toBe(404)
    expect((await patch('nobody', 9, { name: 'A' })).status).toBe(404)
    expect((await patch(id, 9, { name: 'A' })).status).toBe(409)
    expect(statusAndFields(await patch(id, 1, { number: 7, customer: 1 }))).toEqual([400, ['number', 'customer']])
  })
})

describe('4.1.4 · customers are listed', () => {
  test('by number, in pages', async () => {
    const { get } = await runningService()
    const numbers: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const next: ReturnType<typeof customers.parse> = customers.parse(
        (await get(`/customers?limit=4${cursor === '' ? '' : `&cursor=${cursor}`}`)).json,
      )
      numbers.push(...next.data.map(({ number }) => number))
      cursor = next.nextCursor
    }
    expect(numbers).toEqual(Array.from({ length: 10 }, (_, index) => 1001 + index))
    expect(statusAndFields(await get('/customers?cursor=x'))).toEqual([400, ['cursor']])
  })
})

describe('5 · access to customers', () => {
  test('a customer key sees only its own customer and its events', async () => {
    const { service, admin, post, patch, events } = await liveWorkshop()
    const ownCustomer = customerOf(await post(allFields))
    const other = customerOf(await post({ name: 'En annen' }))
    const keyFields = {
      name: 'Kunde',
      environment: 'live',
      purpose: 'nettside',
      scopes,
      customer: ownCustomer.number,
    } as const
    expect(() => admin.makeKey(keyFields)).toThrow('reports:read')
    const key = admin.makeKey({ ...keyFields, scopes: ['customers:read', 'customers:write', 'events:read'] })
    expect(customers.parse((await service.get('/customers', key)).json).data).toEqual([ownCustomer])
    expect((await service.get(`/customers/${ownCustomer.id}`, key)).status).toBe(200)
    expect((await service.get(`/customers/${other.id}`, key)).status).toBe(404)
    const write = (id: string) =>
      service.call('PATCH', `/customers/${id}`, { key, headers: { 'if-match': '"v1"' }, body: { email: 'a@b.no' } })
    expect((await write(other.id)).status).toBe(404)
    expect((await write(ownCustomer.id)).status).toBe(200)
    await patch(other.id, 1, { name: 'Ny' })
    const createAnswer = await service.call('POST', '/customers', {
      key,
      body: allFields,
      headers: { 'idempotency-key': randomUUID() },
    })
    expect([createAnswer.status, errorOf(createAnswer).code]).toEqual([403, 'key_kind_not_allowed'])
    expect((await events(key)).map(({ type, data }) => [type, data.customer?.id])).toEqual([
      ['customer.created', ownCustomer.id],
      ['customer.updated', ownCustomer.id],
    ])
  })

  test("a sandbox's are test data; a live workshop's are live data, which its test keys do not see", async () => {
    const { service, admin, key, post } = await liveWorkshop()
    const live = customerOf(await post(allFields))
    const testKey = admin.makeKey({ name: 'Prøve', purpose: 'annet', scopes: ['customers:read', 'events:read'] })
    expect(customers.parse((await service.get('/customers', testKey)).json).data).toEqual([])
    expect((await service.get(`/customers/${live.id}`, testKey)).status).toBe(404)
    expect(eventsOf(await service.get('/events', testKey)).data).toEqual([])
    const [sandbox] = service.admin.customers.list()
    expect((await service.get(`/customers/${sandbox?.id}`)).status).toBe(200)
    expect((await service.get(`/customers/${sandbox?.id}`, key)).status).toBe(404)
    service.admin.customers.add({ name: 'Ny i sandkassen' })
    const [added] = eventsOf(await service.get('/events')).data
    expect(added).toMatchObject({ type: 'customer.created', livemode: false, data: { customer: { number: 1011 } } })
  })
})

test('the stored customers of a sandbox match the contract', async () => {
  const { admin }: RunningService = await runningService()
  expect(admin.customers.list()).toHaveLength(10)
  expect(admin.customers.list()[0]).toMatchObject({ number: 1001, name: 'Prøvedal Bygg AS', version: 1 })
})
