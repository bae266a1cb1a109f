// Part 5 · what keys there can be, what is kept of them, and what a key shows of its workshop.
import { describe, expect, test } from 'vitest'
import { me, moduleNames } from '../../../shared/workshop-api/index.ts'
import { openDesk } from '../../../src-service/desk/desk.ts'
import { openStore } from '../../../src-service/store/store.ts'
import { runningService } from './running-service.ts'
import type { Running } from './running-service.ts'

const dayMs = 86_400_000
const meOf = async ({ get }: Running, key?: string) => me.parse((await get('/me', key)).json)

const made = (desk: Running['desk'] | undefined) => {
  try {
    return desk?.makeKey({ name: 'Ny' }) !== undefined
  } catch {
    return false
  }
}

const storedCalls = ({ dataFolder }: Running) => {
  const store = openStore(dataFolder)
  const rows = store.db.prepare<[], string>(`SELECT last_call FROM key_use WHERE last_call <> ''`).pluck().all()
  store.close()
  return rows
}

describe('5 · departments', () => {
  test('are shown from two on, and a change of them counts at once', async () => {
    const running = await runningService()
    const names = async () => (await meOf(running)).departments?.map(({ name }) => name)
    const { departments } = running.desk
    expect(await names()).toEqual(['Blikkenslagerverksted', 'Tynnplate og profil'])
    departments.remove('Tynnplate og profil')
    expect(await meOf(running)).not.toHaveProperty('departments')
    const { id } = departments.add(' Lager ')
    expect((await meOf(running)).departments?.[1]).toEqual({ id, name: 'Lager' })
    departments.remove('Lager')
    departments.remove('Blikkenslagerverksted')
    expect(await meOf(running)).not.toHaveProperty('departments')
    expect(() => departments.remove('Lager')).toThrow('no department Lager')
    expect(() => departments.add('  ')).toThrow('a name')
    departments.add('Lager')
    expect(() => departments.add('Lager')).toThrow('already')
  })

  test("are each workshop's own", async () => {
    const running = await runningService()
    const { slug, key } = running.desk.makeLiveWorkshop('Ekte Verksted')
    const live = running.deskOf(slug)
    for (const name of ['Nord', 'Sør']) live.departments.add(name)
    expect((await meOf(running, key)).departments?.map(({ name }) => name)).toEqual(['Nord', 'Sør'])
    expect(running.desk.departments.list().map(({ name }) => name)).not.toContain('Nord')
  })
})

describe('5 · modules', () => {
  test("are each workshop's own, as features and as a list", async () => {
    const running = await runningService()
    const { key } = running.desk.makeLiveWorkshop('Ekte Verksted')
    for (const name of moduleNames) running.desk.switchModule(name, name === 'etikett')
    expect(await meOf(running)).toMatchObject({
      modules: ['etikett'],
      features: { api: true, etikett: true, shop: false },
    })
    expect((await meOf(running, key)).modules).toEqual([...moduleNames])
  })
})

describe('5 · what keys there can be', () => {
  test('a test key of a live workshop begins as one and has a live key’s limits, for it is no sandbox', async () => {
    const running = await runningService({ limitFactor: 1 })
    const { slug, key } = running.desk.makeLiveWorkshop('Ekte Verksted')
    const trial = running.deskOf(slug).makeKey({ name: 'Prøve', purpose: 'nettside', scopes: ['orders:read'] })
    expect([key.slice(0, 9), trial.slice(0, 9)]).toEqual(['svc_live_', 'svc_test_'])
    expect(await meOf(running, trial)).toMatchObject({
      key: { environment: 'test', purpose: 'nettside', scopes: ['orders:read'] },
      limits: { readsPerMinute: 120, newOrdersPerDay: 500 },
    })
  })

  test('a scope said twice is had once', async () => {
    const running = await runningService()
    const key = running.desk.makeKey({ name: 'To', scopes: ['orders:read', 'events:read', 'orders:read'] })
    expect((await meOf(running, key)).key.scopes).toEqual(['orders:read', 'events:read'])
  })

  test('ten in use is the most of one workshop, whoever makes them at the same time', async () => {
    const running = await runningService()
    const desks = [0, 1].map(() => openDesk({ dataFolder: running.dataFolder, clock: () => running.clock.nowMs }))
    const results = Array.from({ length: 12 }, (_, index) => made(desks[index % 2]))
    for (const desk of desks) desk.close()
    expect(results.filter(Boolean)).toHaveLength(8)
    expect(running.desk.keys().filter(({ revokedAt }) => revokedAt === null)).toHaveLength(10)
    const { slug } = running.desk.makeLiveWorkshop('Ekte Verksted')
    expect(running.deskOf(slug).keys()).toHaveLength(1)
  })

  test('a revoked key is refused from the next call on, though it was good a moment before', async () => {
    const { get, desk } = await runningService()
    const key = desk.makeKey({ name: 'Kort liv' })
    for (let call = 0; call < 3; call += 1) expect((await get('/me', key)).status).toBe(200)
    expect(desk.revokeKey('Kort liv')).toBe(1)
    expect((await get('/me', key)).status).toBe(401)
    expect(desk.keys().find(({ name }) => name === 'Kort liv')?.revokedAt).toBe('2026-11-24T09:00:10.000Z')
  })
})

describe('5 · the last call', () => {
  test('is taken out of the store itself after 14 days, and comes again with the next call', async () => {
    const running = await runningService()
    await running.get('/orders', running.machineKey)
    await running.restart()
    expect(storedCalls(running)).toEqual(['GET /api/v1/orders'])
    running.clock.nowMs += 14 * dayMs
    await running.restart()
    expect(storedCalls(running)).toEqual([])
    await running.get('/press-brakes', running.machineKey)
    await running.restart()
    expect(storedCalls(running)).toEqual(['GET /api/v1/press-brakes'])
  })

  test('is kept to the last of the 14 days', async () => {
    const running = await runningService()
    await running.get('/orders', running.machineKey)
    running.clock.nowMs += 14 * dayMs - 1
    await running.restart()
    expect(storedCalls(running)).toEqual(['GET /api/v1/orders'])
  })
})
