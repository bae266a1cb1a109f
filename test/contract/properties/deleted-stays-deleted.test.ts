// What was revoked, forwarded or deleted is inaccessible to every operation and every key, also after a restart.
import { describe, expect, test } from 'vitest'
import { endpoints, errorBody, scopes } from '../../../shared/workshop-api/index.ts'
import type { Endpoint } from '../../../shared/workshop-api/index.ts'
import { openStore } from '../../../src-service/store/store.ts'
import { bendableSheet, ordersOf, runningService } from '../../integration/service/running-service.ts'
import type { Answer, RunningService } from '../../integration/service/running-service.ts'

const table: Endpoint[] = Object.values(endpoints)
const testScopes = scopes.filter((scope) => scope !== 'customers:write')
const dayMs = 86_400_000

function photo(): FormData {
  const form = new FormData()
  form.set('fil', new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])]), 'foto.jpg')
  form.set('type', 'foto')
  return form
}

/** Calls every operation whose path parameters `values` has and that a test key may call, with the headers that some require. */
async function callAll(service: RunningService, values: Record<string, string>, key: string): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const { method, path, body, bodyMedia, scope } of table) {
    const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
    if (params.length === 0 || params.some((name) => !(name in values)) || scope === 'customers:write') continue
    const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? '')
    const headers = { 'idempotency-key': `borte-${filled}`, 'if-match': '"v1"' }
    const sent = body === null ? {} : { body: bodyMedia === 'application/json' ? {} : photo() }
    answers.push(await service.call(method, filled, { key, headers, ...sent }))
  }
  return answers
}

const refusalsOf = (answers: readonly Answer[]) =>
  [...new Set(answers.map(({ status }) => status))].toSorted((one, other) => one - other)

describe('a revoked key', () => {
  test('is rejected by every operation at any time, also after a restart', async () => {
    const service = await runningService()
    const key = service.admin.makeKey({ name: 'borte', scopes: testScopes })
    const { sheetId, orderNumber } = await bendableSheet(service)
    expect((await service.get('/me', key)).status).toBe(200)
    service.admin.revokeKey('borte')
    const everywhere = async () => {
      const answers = await callAll(service, { id: sheetId, number: orderNumber }, key)
      for (const { path } of table.filter((each) => !each.path.includes('{') && each.method === 'GET')) {
        answers.push(await service.get(path, key))
        // twenty wrong keys in ten minutes would block this address
        service.clock.nowMs += 60_000
      }
      return answers.filter(({ status }) => status !== 429).map(({ json }) => errorBody.parse(json).error.code)
    }
    expect(new Set(await everywhere())).toEqual(new Set(['unauthorized']))
    await service.restart()
    service.clock.nowMs += dayMs
    expect(new Set(await everywhere())).toEqual(new Set(['unauthorized']))
  })
})

describe('a forwarded order', () => {
  test('cannot be read, found in a list or changed, nor can its sheets', async () => {
    const service = await runningService()
    const { sheetId, orderNumber } = await bendableSheet(service)
    const { admin, sandboxKey } = service
    admin.orders.forward(orderNumber, 'Nabo Blikk AS')
    const expectGone = async () => {
      const params = { number: orderNumber, id: sheetId }
      expect(refusalsOf(await callAll(service, params, sandboxKey))).toEqual([404])
      for (const path of ['/orders?limit=100', '/bending-list?limit=100', '/orders?limit=100&sort=updatedAt']) {
        const { text } = await service.get(path)
        expect([path, text.includes(sheetId), text.includes(`"${orderNumber}"`)]).toEqual([path, false, false])
      }
    }
    await expectGone()
    service.clock.nowMs += 3_600_000
    await service.restart()
    await expectGone()
  })
})

describe('a test order of more than thirty days', () => {
  test('is deleted with all its data, and its number is not reused', async () => {
    const service = await runningService()
    const { call, clock, sandboxKey } = service
    const createAnswer = await call('POST', '/orders', {
      headers: { 'idempotency-key': 'snart-borte-1' },
      body: { note: 'Snart borte' },
    })
    const number = createAnswer.headers.get('location')?.split('/').at(-1) ?? ''
    const file = await call('POST', `/orders/${number}/attachments`, { body: photo() })
    const fileId = file.headers.get('location')?.split('/').at(-1) ?? ''
    const seeded = ordersOf(await service.get('/orders?limit=100')).data.length - 1

    clock.nowMs += 31 * dayMs
    await service.get('/me')
    const expectGone = async () => {
      expect(refusalsOf(await callAll(service, { number, id: fileId }, sandboxKey))).toEqual([404])
      expect((await service.get('/orders?limit=100')).text).not.toContain(`"${number}"`)
    }
    await expectGone()
    await service.restart()
    await expectGone()
    expect(ordersOf(await service.get('/orders?limit=100')).data.length).toBeGreaterThanOrEqual(seeded)

    const next = await call('POST', '/orders', { headers: { 'idempotency-key': 'en-ny-1' }, body: { note: 'En ny' } })
    expect(next.headers.get('location')).not.toBe(createAnswer.headers.get('location'))
    const store = openStore(service.dataFolder)
    const attachmentCount = store.db.prepare('SELECT count(*) FROM attachment').pluck().get()
    store.close()
    expect(attachmentCount).toBe(0)
  })
})
