// Part 4.2: GET /me.
import { expect } from 'vitest'
import * as reading from '../readings.ts'
import { ruleOfOneService } from '../rule.ts'

const rule = ruleOfOneService()

const meOf = (json: unknown) => reading.me.parse(json)

rule('4.2 · GET /me returns workshop, key, features, modules and version', async ({ get, without }) => {
  const me = meOf((await get('/me')).json)
  expect(me.organization.shopSlug).toMatch(/^[a-z0-9-]+$/)
  expect(me.features).toMatchObject({ api: true, webhooks: true })
  for (const name of me.modules) expect(me.features[name]).toBe(true)
  await without('kontor')
  const less = meOf((await get('/me')).json)
  expect([less.features['kontor'], less.modules.toSorted()]).toEqual([
    false,
    me.modules.filter((name) => name !== 'kontor').toSorted(),
  ])
})

rule('4.2 · GET /me returns departments only if there are two or more', async ({ live }) => {
  const { get, workshop } = await live()
  const departments = async () => meOf((await get('/me')).json).departments?.map(({ name }) => name)
  expect(await departments()).toBeUndefined()
  await workshop.addDepartment('Blikk')
  expect(await departments()).toBeUndefined()
  await workshop.addDepartment('Tynnplate')
  expect((await departments())?.toSorted()).toEqual(['Blikk', 'Tynnplate'])
  await workshop.removeDepartment('Blikk')
  expect(await departments()).toBeUndefined()
})

rule('4.2 · GET /me returns the limits that apply to the key', async ({ get, customers, live }) => {
  const half = {
    readsPerMinute: 60,
    writesPerMinute: 15,
    pricesPerMinute: 30,
    filesPerMinute: 5,
    callsPerDay: 2500,
    pricesPerDay: 1000,
    newOrdersPerDay: 250,
    workshopCallsPerDay: 10_000,
  }
  const limits = async (call: typeof get, key?: string) => meOf((await call('/me', key)).json).limits
  expect(await limits(get)).toEqual(half)
  const [one] = await customers()
  expect(await limits(get, one.key)).toEqual({ ...half, newOrdersPerDay: 50 })
  const fullLimits = Object.fromEntries(Object.entries(half).map(([name, limit]) => [name, limit * 2]))
  expect(await limits((await live()).get)).toEqual(fullLimits)
})
