// Part 4.2 · projects, and access to them.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { page, project } from '../../../../shared/workshop-api/index.ts'
import type { Project } from '../../../../shared/workshop-api/index.ts'
import { errorOf, eventsOf, runningService } from '../running-service.ts'
import type { Answer, RunningService } from '../running-service.ts'

const projectOf = (answer: Answer): Project => project.parse(answer.json)
const numbersOf = (answer: Answer) =>
  page(project)
    .parse(answer.json)
    .data.map(({ number }) => number)
const statusAndFields = (answer: Answer) => [answer.status, errorOf(answer).fields]
const keyOf = (key: string | undefined) => (key === undefined ? {} : { key })

const post = ({ call }: RunningService, body: unknown, key?: string) =>
  call('POST', '/projects', { body, ...keyOf(key) })
const patch = ({ call }: RunningService, id: string, version: number, body: unknown, key?: string) =>
  call('PATCH', `/projects/${id}`, { body, headers: { 'if-match': `"v${version}"` }, ...keyOf(key) })
const customerId = ({ admin }: RunningService, number: number) => admin.customers.findByNumber(number).id

describe('4.2 · projects', () => {
  test('are created with the next number and a Location, without an event', async () => {
    const service = await runningService()
    const answer = await post(service, { name: 'Fjøs', customerId: customerId(service, 1002) })
    const createdProject = projectOf(answer)
    expect([answer.status, answer.headers.get('location')]).toEqual([201, `/api/v1/projects/${createdProject.id}`])
    expect(createdProject).toMatchObject({ number: 1, customer: { number: 1002 }, active: true, version: 1 })
    const next = projectOf(await post(service, { name: 'Til lager', customerId: null, active: false }))
    expect(next).toMatchObject({ number: 2, customer: null, active: false })
    expect(projectOf(await service.get(`/projects/${createdProject.id}`))).toEqual(createdProject)
    expect(eventsOf(await service.get('/events')).data).toEqual([])
  })

  test('are created once per Idempotency-Key, if one is sent', async () => {
    const service = await runningService()
    const once = () =>
      service.call('POST', '/projects', { body: { name: 'Fjøs' }, headers: { 'idempotency-key': 'prosjekt-1' } })
    const [first, again] = [await once(), await once()]
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true'])
    expect(numbersOf(await service.get('/projects'))).toEqual([1])
  })

  test.each([
    [{}, ['name']],
    [{ name: ' ' }, ['name']],
    [{ name: 'A', customerId: 1001 }, ['customerId']],
    [{ name: 'A', customerId: randomUUID() }, ['customerId']],
    [{ name: 'A', active: 'yes' }, ['active']],
    [{ name: 'A', customer: null, number: 3 }, ['customer', 'number']],
  ])('invalid fields are named, and nothing is created: %j', async (body, fields) => {
    const service = await runningService()
    expect(statusAndFields(await post(service, body))).toEqual([400, fields])
    expect(numbersOf(await service.get('/projects'))).toEqual([])
  })

  test('are changed if the version is the newest; without a difference nothing is written', async () => {
    const service = await runningService()
    const createdProject = projectOf(await post(service, { name: 'Fjøs', customerId: customerId(service, 1002) }))
    service.clock.nowMs += 60_000
    expect(
      (await patch(service, createdProject.id, 1, { name: 'Fjøs', customerId: customerId(service, 1002) })).json,
    ).toEqual(createdProject)
    const changedProject = projectOf(
      await patch(service, createdProject.id, 1, { active: false, customerId: customerId(service, 1003) }),
    )
    expect(changedProject).toMatchObject({ name: 'Fjøs', active: false, customer: { number: 1003 }, version: 2 })
    expect(changedProject.updatedAt).toBe('2026-11-24T09:01:10.000Z')
    const stale = await patch(service, createdProject.id, 1, { name: 'B' })
    expect([stale.status, errorOf(stale).code]).toEqual([409, 'stale_version'])
    expect(projectOf(await patch(service, createdProject.id, 2, { customerId: null })).customer).toBeNull()
    expect(statusAndFields(await patch(service, createdProject.id, 3, { name: null }))).toEqual([400, ['name']])
    expect(statusAndFields(await patch(service, createdProject.id, 3, { customerId: randomUUID() }))).toEqual([
      400,
      ['customerId'],
    ])
    expect((await patch(service, randomUUID(), 3, {})).status).toBe(404)
  })

  test('show the current name of their customer', async () => {
    const service = await runningService()
    const { slug, key } = service.admin.makeLiveWorkshop('Ekte Verksted')
    const owner = service.adminOf(slug).customers.add({ name: 'Før AS' })
    const createdProject = projectOf(await post(service, { name: 'Fjøs', customerId: owner.id }, key))
    await service.call('PATCH', `/customers/${owner.id}`, {
      key,
      body: { name: 'Nå AS' },
      headers: { 'if-match': '"v1"' },
    })
    const read = projectOf(await service.get(`/projects/${createdProject.id}`, key))
    expect([read.customer?.name, read.version]).toEqual(['Nå AS', 1])
  })

  test('are listed by number, in pages', async () => {
    const service = await runningService()
    for (const name of ['A', 'B', 'C']) service.admin.projects.add({ name })
    const first = page(project).parse((await service.get('/projects?limit=2')).json)
    expect(first.data.map(({ name }) => name)).toEqual(['A', 'B'])
    const last = page(project).parse((await service.get(`/projects?limit=2&cursor=${first.nextCursor}`)).json)
    expect([last.data.map(({ name }) => name), last.nextCursor]).toEqual([['C'], null])
  })
})

describe('5 · access to projects', () => {
  test("a customer key sees and creates only its own customer's projects", async () => {
    const service = await runningService()
    const { admin, get } = service
    const key = admin.makeKey({
      name: 'Kunde',
      purpose: 'nettside',
      scopes: ['projects:read', 'projects:write'],
      customer: 1001,
    })
    admin.projects.add({ name: 'Ingens' })
    const others = admin.projects.add({ name: 'En annens', customer: 1002 })
    const ownProject = projectOf(await post(service, { name: 'Eget' }, key))
    expect(ownProject.customer?.number).toBe(1001)
    expect(projectOf(await post(service, { name: 'Eget', customerId: customerId(service, 1001) }, key)).number).toBe(4)
    for (const foreignId of [null, customerId(service, 1002)]) {
      expect(statusAndFields(await post(service, { name: 'X', customerId: foreignId }, key))).toEqual([
        400,
        ['customerId'],
      ])
      expect(statusAndFields(await patch(service, ownProject.id, 1, { customerId: foreignId }, key))).toEqual([
        400,
        ['customerId'],
      ])
    }
    expect(numbersOf(await get('/projects', key))).toEqual([3, 4])
    expect((await get(`/projects/${others.id}`, key)).status).toBe(404)
    expect((await patch(service, others.id, 1, { name: 'X' }, key)).status).toBe(404)
    expect(numbersOf(await get('/projects'))).toEqual([1, 2, 3, 4])
  })

  test('projects of a test key in a live workshop are test data, with their own numbers', async () => {
    const service = await runningService()
    const { slug, key } = service.admin.makeLiveWorkshop('Ekte Verksted')
    const admin = service.adminOf(slug)
    const owner = admin.customers.add({ name: 'Ekte AS' })
    const scopes = ['projects:read', 'projects:write'] as const
    const testKey = admin.makeKey({ name: 'Prøve', purpose: 'annet', scopes })
    const live = projectOf(await post(service, { name: 'Ekte' }, key))
    const trial = projectOf(await post(service, { name: 'Prøve' }, testKey))
    expect([live.number, trial.number]).toEqual([1, 1])
    expect((await service.get(`/projects/${live.id}`, testKey)).status).toBe(404)
    expect((await service.get(`/projects/${trial.id}`, key)).status).toBe(404)
    expect(admin.projects.list().map(({ id }) => id)).toEqual([live.id])
    expect(statusAndFields(await post(service, { name: 'Prøve', customerId: owner.id }, testKey))).toEqual([
      400,
      ['customerId'],
    ])
    const customerKey = admin.makeKey({ name: 'Kundens prøve', purpose: 'annet', scopes, customer: owner.number })
    expect(projectOf(await post(service, { name: 'Kundens' }, customerKey)).customer?.id).toBe(owner.id)
  })
})
