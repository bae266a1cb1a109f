// Part 4.2 · projects, and whose they are.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { page, project } from '../../../shared/workshop-api/index.ts'
import type { Project } from '../../../shared/workshop-api/index.ts'
import { errorOf, eventsOf, runningService } from './running-service.ts'
import type { Answer, Running } from './running-service.ts'

const projectOf = (answer: Answer): Project => project.parse(answer.json)
const numbersOf = (answer: Answer) =>
  page(project)
    .parse(answer.json)
    .data.map(({ number }) => number)
const named = (answer: Answer) => [answer.status, errorOf(answer).fields]
const keyOf = (key: string | undefined) => (key === undefined ? {} : { key })

const post = ({ call }: Running, body: unknown, key?: string) => call('POST', '/projects', { body, ...keyOf(key) })
const patch = ({ call }: Running, id: string, version: number, body: unknown, key?: string) =>
  call('PATCH', `/projects/${id}`, { body, headers: { 'if-match': `"v${version}"` }, ...keyOf(key) })
const customerId = ({ desk }: Running, number: number) => desk.customers.numbered(number).id

describe('4.2 · projects', () => {
  test('are made with the next number and their address, and no event tells of them', async () => {
    const running = await runningService()
    const answer = await post(running, { name: 'Fjøs', customerId: customerId(running, 1002) })
    const made = projectOf(answer)
    expect([answer.status, answer.headers.get('location')]).toEqual([201, `/api/v1/projects/${made.id}`])
    expect(made).toMatchObject({ number: 1, customer: { number: 1002 }, active: true, version: 1 })
    const next = projectOf(await post(running, { name: 'Til lager', customerId: null, active: false }))
    expect(next).toMatchObject({ number: 2, customer: null, active: false })
    expect(projectOf(await running.get(`/projects/${made.id}`))).toEqual(made)
    expect(eventsOf(await running.get('/events')).data).toEqual([])
  })

  test('are made once for one Idempotency-Key, where one is sent', async () => {
    const running = await runningService()
    const once = () =>
      running.call('POST', '/projects', { body: { name: 'Fjøs' }, headers: { 'idempotency-key': 'prosjekt-1' } })
    const [first, again] = [await once(), await once()]
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true'])
    expect(numbersOf(await running.get('/projects'))).toEqual([1])
  })

  test.each([
    [{}, ['name']],
    [{ name: ' ' }, ['name']],
    [{ name: 'A', customerId: 1001 }, ['customerId']],
    [{ name: 'A', customerId: randomUUID() }, ['customerId']],
    [{ name: 'A', active: 'yes' }, ['active']],
    [{ name: 'A', customer: null, number: 3 }, ['customer', 'number']],
  ])('what does not fit is named, and nothing is made: %j', async (body, fields) => {
    const running = await runningService()
    expect(named(await post(running, body))).toEqual([400, fields])
    expect(numbersOf(await running.get('/projects'))).toEqual([])
  })

  test('are changed where the version is the newest; without a difference nothing is written', async () => {
    const running = await runningService()
    const made = projectOf(await post(running, { name: 'Fjøs', customerId: customerId(running, 1002) }))
    running.clock.nowMs += 60_000
    expect((await patch(running, made.id, 1, { name: 'Fjøs', customerId: customerId(running, 1002) })).json).toEqual(
      made,
    )
    const changed = projectOf(
      await patch(running, made.id, 1, { active: false, customerId: customerId(running, 1003) }),
    )
    expect(changed).toMatchObject({ name: 'Fjøs', active: false, customer: { number: 1003 }, version: 2 })
    expect(changed.updatedAt).toBe('2026-11-24T09:01:10.000Z')
    const stale = await patch(running, made.id, 1, { name: 'B' })
    expect([stale.status, errorOf(stale).code]).toEqual([409, 'stale_version'])
    expect(projectOf(await patch(running, made.id, 2, { customerId: null })).customer).toBeNull()
    expect(named(await patch(running, made.id, 3, { name: null }))).toEqual([400, ['name']])
    expect(named(await patch(running, made.id, 3, { customerId: randomUUID() }))).toEqual([400, ['customerId']])
    expect((await patch(running, randomUUID(), 3, {})).status).toBe(404)
  })

  test('carry the name that their customer has now', async () => {
    const running = await runningService()
    const { slug, key } = running.desk.makeLiveWorkshop('Ekte Verksted')
    const whose = running.deskOf(slug).customers.add({ name: 'Før AS' })
    const made = projectOf(await post(running, { name: 'Fjøs', customerId: whose.id }, key))
    await running.call('PATCH', `/customers/${whose.id}`, {
      key,
      body: { name: 'Nå AS' },
      headers: { 'if-match': '"v1"' },
    })
    const read = projectOf(await running.get(`/projects/${made.id}`, key))
    expect([read.customer?.name, read.version]).toEqual(['Nå AS', 1])
  })

  test('are listed by number, page by page', async () => {
    const running = await runningService()
    for (const name of ['A', 'B', 'C']) running.desk.projects.add({ name })
    const first = page(project).parse((await running.get('/projects?limit=2')).json)
    expect(first.data.map(({ name }) => name)).toEqual(['A', 'B'])
    const last = page(project).parse((await running.get(`/projects?limit=2&cursor=${first.nextCursor}`)).json)
    expect([last.data.map(({ name }) => name), last.nextCursor]).toEqual([['C'], null])
  })
})

describe('5 · whose projects', () => {
  test("a customer key sees its own customer's, makes them for it, and can name no other", async () => {
    const running = await runningService()
    const { desk, get } = running
    const key = desk.makeKey({
      name: 'Kunde',
      purpose: 'nettside',
      scopes: ['projects:read', 'projects:write'],
      customer: 1001,
    })
    desk.projects.add({ name: 'Ingens' })
    const others = desk.projects.add({ name: 'En annens', customer: 1002 })
    const own = projectOf(await post(running, { name: 'Eget' }, key))
    expect(own.customer?.number).toBe(1001)
    expect(projectOf(await post(running, { name: 'Eget', customerId: customerId(running, 1001) }, key)).number).toBe(4)
    for (const foreign of [null, customerId(running, 1002)]) {
      expect(named(await post(running, { name: 'X', customerId: foreign }, key))).toEqual([400, ['customerId']])
      expect(named(await patch(running, own.id, 1, { customerId: foreign }, key))).toEqual([400, ['customerId']])
    }
    expect(numbersOf(await get('/projects', key))).toEqual([3, 4])
    expect((await get(`/projects/${others.id}`, key)).status).toBe(404)
    expect((await patch(running, others.id, 1, { name: 'X' }, key)).status).toBe(404)
    expect(numbersOf(await get('/projects'))).toEqual([1, 2, 3, 4])
  })

  test('what a test key makes in a live workshop is test data, with numbers of its own', async () => {
    const running = await runningService()
    const { slug, key } = running.desk.makeLiveWorkshop('Ekte Verksted')
    const desk = running.deskOf(slug)
    const whose = desk.customers.add({ name: 'Ekte AS' })
    const scopes = ['projects:read', 'projects:write'] as const
    const testKey = desk.makeKey({ name: 'Prøve', purpose: 'annet', scopes })
    const live = projectOf(await post(running, { name: 'Ekte' }, key))
    const trial = projectOf(await post(running, { name: 'Prøve' }, testKey))
    expect([live.number, trial.number]).toEqual([1, 1])
    expect((await running.get(`/projects/${live.id}`, testKey)).status).toBe(404)
    expect((await running.get(`/projects/${trial.id}`, key)).status).toBe(404)
    expect(desk.projects.list().map(({ id }) => id)).toEqual([live.id])
    expect(named(await post(running, { name: 'Prøve', customerId: whose.id }, testKey))).toEqual([400, ['customerId']])
    const own = desk.makeKey({ name: 'Kundens prøve', purpose: 'annet', scopes, customer: whose.number })
    expect(projectOf(await post(running, { name: 'Kundens' }, own)).customer?.id).toBe(whose.id)
  })
})
