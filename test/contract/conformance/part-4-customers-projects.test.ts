// Part 4.2: customers and projects, and the access of a customer key.
import { expect } from 'vitest'
import * as reading from './readings.ts'
import { ruleOfOneService, textLine } from './rule.ts'
import type { Run } from './rule.ts'
import { errorOf, orderOf, refusalOf } from './world.ts'

const rule = ruleOfOneService()

const customerOf = (json: unknown) => reading.customer.parse(json)
const projectOf = (json: unknown) => reading.project.parse(json)

async function newCustomer({ post }: Run, body: object = { name: 'Nes Tak AS' }) {
  const answer = await post('/customers', body)
  if (answer.status !== 201) throw new Error(`POST /customers: ${answer.status} ${String(answer.bytes)}`)
  return { answer, customer: customerOf(answer.json) }
}

rule('2.2 · a customer has id, number and name', async ({ all }) => {
  const customers = (await all('/customers')).map(customerOf)
  expect(customers).toHaveLength(10)
  expect(new Set(customers.map(({ number }) => number)).size).toBe(10)
})

rule('4.2 · customers can be listed and read', async ({ all, get }) => {
  const customers = (await all('/customers')).map(customerOf)
  for (const each of customers.slice(0, 3)) expect((await get(`/customers/${each.id}`)).json).toMatchObject(each)
  expect(refusalOf(await get('/customers/00000000-0000-4000-8000-000000000000'))).toBe('404 not_found')
  const first = reading.listOf(reading.customer).parse((await get('/customers?limit=4')).json)
  expect([first.data.length, first.nextCursor]).toEqual([4, expect.any(String)])
})

rule('4.2 · customers can be created and changed', async (sandbox) => {
  const run = await sandbox.live()
  const mark = await run.latest()
  const allFields = { name: 'Nes Tak AS', orgNr: '310400114', email: 'post@nes.example', mobile: '+4790000000' }
  const { answer, customer } = await newCustomer(run, allFields)
  expect([answer.headers.get('location'), customer.version]).toEqual([`/api/v1/customers/${customer.id}`, 1])
  expect(customer).toMatchObject(allFields)
  expect(customerOf((await run.get(`/customers/${customer.id}`)).json)).toEqual(customer)
  const changeAnswer = await run.patch(`/customers/${customer.id}`, 1, { name: 'Nes Tak og Blikk AS' })
  expect([changeAnswer.status, customerOf(changeAnswer.json)]).toMatchObject([
    200,
    { name: 'Nes Tak og Blikk AS', orgNr: allFields.orgNr, version: 2 },
  ])
  const events = await run.eventsAfter(mark)
  expect(events.map(({ type, data }) => [type, customerOf(data['customer']).version])).toEqual([
    ['customer.created', 1],
    ['customer.updated', 2],
  ])
})

rule(
  '4.2 · customers can be created and changed',
  async (sandbox) => {
    const run = await sandbox.live()
    const { customer } = await newCustomer(run)
    const mark = await run.latest()
    for (const [body, field] of [
      [{ name: '' }, 'name'],
      [{ name: 7 }, 'name'],
      [{ name: 'Nes', colour: 'blå' }, 'colour'],
      [{ name: 'Nes', email: 'ikke en adresse' }, 'email'],
      [{ name: 'Nes', orgNr: '12' }, 'orgNr'],
      [{ name: 'Nes', address: { street: 'x' } }, 'address.street'],
    ] as const) {
      const createAnswer = await run.post('/customers', body)
      expect([refusalOf(createAnswer), errorOf(createAnswer).fields]).toEqual(['400 invalid_request', [field]])
      const changeAnswer = await run.patch(`/customers/${customer.id}`, 1, body)
      expect([refusalOf(changeAnswer), errorOf(changeAnswer).fields]).toEqual(['400 invalid_request', [field]])
    }
    expect((await run.post('/customers', {})).status).toBe(400)
    expect(await run.latest()).toBe(mark)
  },
  'invalid fields',
)

rule(
  '4.1.1 · POST /customers requires an Idempotency-Key',
  async (sandbox) => {
    const run = await sandbox.live()
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const answers = await Promise.all(
      [1, 2].map(() => run.call('POST', '/customers', { body: { name: 'En' }, headers })),
    )
    const createdIds = answers.filter(({ status }) => status === 201).map(({ json }) => customerOf(json).id)
    expect(new Set(createdIds).size).toBe(1)
    const secondAnswer = await run.call('POST', '/customers', { body: { name: 'En' }, headers })
    expect([secondAnswer.headers.get('idempotent-replayed'), customerOf(secondAnswer.json).id]).toEqual([
      'true',
      createdIds[0],
    ])
  },
  'two identical calls create one',
)

rule('4.2 · customers and projects change only with If-Match', async (sandbox) => {
  const run = await sandbox.live()
  const { customer } = await newCustomer(run)
  const project = projectOf((await run.post('/projects', { name: 'Tak' })).json)
  for (const path of [`/customers/${customer.id}`, `/projects/${project.id}`]) {
    expect(refusalOf(await run.call('PATCH', path, { body: { name: 'Ny' } }))).toBe('428 precondition_required')
    const malformed = await run.call('PATCH', path, { body: { name: 'Ny' }, headers: { 'if-match': 'v1' } })
    expect([malformed.status, errorOf(malformed).fields]).toEqual([400, ['If-Match']])
    expect((await run.patch(path, 1, { name: 'Ny' })).status).toBe(200)
    expect(refusalOf(await run.patch(path, 1, { name: 'Nyere' }))).toBe('409 stale_version')
  }
})

rule('4.2 · projects can be listed, read, created and changed', async (run) => {
  const mark = await run.latest()
  const answer = await run.post('/projects', { name: 'Nybygg skole' })
  const createdProject = projectOf(answer.json)
  expect([answer.status, answer.headers.get('location'), createdProject.version]).toEqual([
    201,
    `/api/v1/projects/${createdProject.id}`,
    1,
  ])
  expect((await run.all('/projects')).map(projectOf).map(({ id }) => id)).toContain(createdProject.id)
  expect(projectOf((await run.get(`/projects/${createdProject.id}`)).json)).toEqual(createdProject)
  const changeAnswer = await run.patch(`/projects/${createdProject.id}`, 1, { active: false })
  expect(projectOf(changeAnswer.json)).toMatchObject({ name: 'Nybygg skole', active: false, version: 2 })
  expect(refusalOf(await run.get('/projects/00000000-0000-4000-8000-000000000000'))).toBe('404 not_found')
  const response = await run.post('/projects', { name: 'X', colour: 1 })
  expect([refusalOf(response), errorOf(response).fields]).toEqual(['400 invalid_request', ['colour']])
  expect(await run.latest()).toBe(mark)
})

rule('4.6 · a customer key sees only its own customer', async (run) => {
  const [one, other] = await run.customers()
  expect((await run.all('/customers', one.key)).map((each) => customerOf(each).id)).toEqual([one.id])
  expect((await run.get(`/customers/${one.id}`, one.key)).status).toBe(200)
  expect(refusalOf(await run.get(`/customers/${other.id}`, one.key))).toBe('404 not_found')
})

rule('4.6 · a customer key cannot read another customer’s order', async (run) => {
  const [one, other] = await run.customers()
  const order = await run.newOrder(undefined, other.key)
  const path = `/orders/${order.numberDisplay}`
  expect((await run.get(path, other.key)).status).toBe(200)
  const bodies = { body: {}, key: one.key }
  const tries = [
    await run.get(path, one.key),
    await run.get(`${path}/status`, one.key),
    await run.get(`${path}/timeline`, one.key),
    await run.get(`${path}/attachments/${order.id}`, one.key),
    await run.patch(path, order.version, { note: 'Min' }, { key: one.key }),
    await run.call('POST', `${path}/cancel`, bodies),
  ]
  expect(tries.map(refusalOf)).toEqual(tries.map(() => '404 not_found'))
  const form = new FormData()
  form.set('type', 'foto')
  form.set('fil', new File(['%PDF-1.4\n%%EOF\n'], 'a.pdf'))
  expect(refusalOf(await run.call('POST', `${path}/attachments`, { form, key: one.key }))).toBe('404 not_found')
  expect(await run.read(order.numberDisplay, other.key)).toEqual(order)
  const orders = await run.all('/orders', one.key)
  expect(orders.map((each) => reading.order.parse(each).id)).not.toContain(order.id)
})

rule('4.6 · confirm needs a workshop key', async (run) => {
  const [one] = await run.customers()
  const order = await run.newOrder(undefined, one.key)
  const path = `/orders/${order.numberDisplay}`
  expect(refusalOf(await run.call('POST', `${path}/confirm`, { body: {}, key: one.key }))).toBe(
    '403 key_kind_not_allowed',
  )
  const changeAnswer = await run.patch(path, order.version, { note: 'Haster' }, { key: one.key })
  expect(orderOf(changeAnswer).note).toBe('Haster')
  expect(orderOf(await run.call('POST', `${path}/cancel`, { body: {}, key: one.key })).status).toBe('avbrutt')
})

rule('4.6 · orders need orders:read and orders:write', async (run) => {
  const reader = await run.freshKey(['orders:read'])
  const writer = await run.freshKey(['orders:write'])
  const { numberDisplay, version } = await run.newOrder()
  const path = `/orders/${numberDisplay}`
  for (const each of ['/orders', path, `${path}/status`, `${path}/timeline`, `${path}/attachments/x`]) {
    const refusal = await run.get(each, writer)
    expect([refusalOf(refusal), errorOf(refusal).scope]).toEqual(['403 scope_missing', 'orders:read'])
  }
  const writes = [
    await run.post('/orders', { lines: [textLine] }, { key: reader }),
    await run.patch(path, version, { note: 'Ny' }, { key: reader }),
    await run.call('POST', `${path}/confirm`, { body: {}, key: reader }),
    await run.call('POST', `${path}/cancel`, { body: {}, key: reader }),
    await run.call('POST', `${path}/attachments`, { form: new FormData(), key: reader }),
  ]
  for (const refusedWrite of writes)
    expect([refusalOf(refusedWrite), errorOf(refusedWrite).scope]).toEqual(['403 scope_missing', 'orders:write'])
  expect((await run.get(path, reader)).status).toBe(200)
})
