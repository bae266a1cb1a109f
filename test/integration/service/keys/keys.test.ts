// Part 5 · the possible keys, their stored data, and what a key shows of its workshop.
import { describe, expect, test } from 'vitest'
import { me, moduleNames } from '../../../../shared/workshop-api/index.ts'
import { openAdmin } from '../../../../src-service/admin/index.ts'
import { openStore } from '../../../../src-service/store/store.ts'
import { runningService } from '../running-service.ts'
import type { RunningService } from '../running-service.ts'

const dayMs = 86_400_000
const meOf = async ({ get }: RunningService, key?: string) => me.parse((await get('/me', key)).json)

const makeTestKey = (admin: RunningService['admin'] | undefined) => {
  try {
    return admin?.makeKey({ name: 'Ny' }) !== undefined
  } catch {
    return false
  }
}

const storedCalls = ({ dataFolder }: RunningService) => {
  const store = openStore(dataFolder)
  const rows = store.db.prepare<[], string>(`SELECT last_call FROM key_use WHERE last_call <> ''`).pluck().all()
  store.close()
  return rows
}

describe('5 · departments', () => {
  test('are shown if there are two or more, and a change applies at once', async () => {
    const service = await runningService()
    const names = async () => (await meOf(service)).departments?.map(({ name }) => name)
    const { departments } = service.admin
    expect(await names()).toEqual(['Blikkenslagerverksted', 'Tynnplate og profil'])
    departments.remove('Tynnplate og profil')
    expect(await meOf(service)).not.toHaveProperty('departments')
    const { id } = departments.add(' Lager ')
    expect((await meOf(service)).departments?.[1]).toEqual({ id, name: 'Lager' })
    departments.remove('Lager')
    departments.remove('Blikkenslagerverksted')
    expect(await meOf(service)).not.toHaveProperty('departments')
    expect(() => departments.remove('Lager')).toThrow('no department Lager')
    expect(() => departments.add('  ')).toThrow('a name')
    departments.add('Lager')
    expect(() => departments.add('Lager')).toThrow('already')
  })

  test('belong to one workshop', async () => {
    const service = await runningService()
    const { slug, key } = service.admin.makeLiveWorkshop('Ekte Verksted')
    const live = service.adminOf(slug)
    for (const name of ['Nord', 'Sør']) live.departments.add(name)
    expect((await meOf(service, key)).departments?.map(({ name }) => name)).toEqual(['Nord', 'Sør'])
    expect(service.admin.departments.list().map(({ name }) => name)).not.toContain('Nord')
  })
})

describe('5 · modules', () => {
  test('belong to one workshop, as features and as a list', async () => {
    const service = await runningService()
    const { key } = service.admin.makeLiveWorkshop('Ekte Verksted')
    for (const name of moduleNames) service.admin.switchModule(name, name === 'etikett')
    expect(await meOf(service)).toMatchObject({
      modules: ['etikett'],
      features: { api: true, etikett: true, shop: false },
    })
    expect((await meOf(service, key)).modules).toEqual([...moduleNames])
  })
})

describe('5 · possible keys', () => {
  test('a test key of a live workshop has the prefix of a test key and the limits of a live one', async () => {
    const service = await runningService({ limitFactor: 1 })
    const { slug, key } = service.admin.makeLiveWorkshop('Ekte Verksted')
    const trial = service.adminOf(slug).makeKey({ name: 'Prøve', purpose: 'nettside', scopes: ['orders:read'] })
    expect([key.slice(0, 9), trial.slice(0, 9)]).toEqual(['svc_live_', 'svc_test_'])
    expect(await meOf(service, trial)).toMatchObject({
      key: { environment: 'test', purpose: 'nettside', scopes: ['orders:read'] },
      limits: { readsPerMinute: 120, newOrdersPerDay: 500 },
    })
  })

  test('a repeated scope is stored once', async () => {
    const service = await runningService()
    const key = service.admin.makeKey({ name: 'To', scopes: ['orders:read', 'events:read', 'orders:read'] })
    expect((await meOf(service, key)).key.scopes).toEqual(['orders:read', 'events:read'])
  })

  test('a workshop has at most ten keys in use, also if they are made at the same time', async () => {
    const service = await runningService()
    const admins = [0, 1].map(() => openAdmin({ dataFolder: service.dataFolder, clock: () => service.clock.nowMs }))
    const results = Array.from({ length: 12 }, (_, index) => makeTestKey(admins[index % 2]))
    for (const admin of admins) admin.close()
    expect(results.filter(Boolean)).toHaveLength(8)
    expect(service.admin.keys().filter(({ revokedAt }) => revokedAt === null)).toHaveLength(10)
    const { slug } = service.admin.makeLiveWorkshop('Ekte Verksted')
    expect(service.adminOf(slug).keys()).toHaveLength(1)
  })

  test('a revoked key is refused from the next call', async () => {
    const { get, admin } = await runningService()
    const key = admin.makeKey({ name: 'Kort liv' })
    for (let call = 0; call < 3; call += 1) expect((await get('/me', key)).status).toBe(200)
    expect(admin.revokeKey('Kort liv')).toBe(1)
    expect((await get('/me', key)).status).toBe(401)
    expect(admin.keys().find(({ name }) => name === 'Kort liv')?.revokedAt).toBe('2026-11-24T09:00:10.000Z')
  })
})

describe('5 · the last call', () => {
  test('is deleted from the store after 14 days, and stored again at the next call', async () => {
    const service = await runningService()
    await service.get('/orders', service.machineKey)
    await service.restart()
    expect(storedCalls(service)).toEqual(['GET /api/v1/orders'])
    service.clock.nowMs += 14 * dayMs
    await service.restart()
    expect(storedCalls(service)).toEqual([])
    await service.get('/press-brakes', service.machineKey)
    await service.restart()
    expect(storedCalls(service)).toEqual(['GET /api/v1/press-brakes'])
  })

  test('is stored until the last of the 14 days', async () => {
    const service = await runningService()
    await service.get('/orders', service.machineKey)
    service.clock.nowMs += 14 * dayMs - 1
    await service.restart()
    expect(storedCalls(service)).toEqual(['GET /api/v1/orders'])
  })
})
