// A customer key and another customer's data: for every operation and every id of the other customer, no answer contains that data.
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { endpoints, errorBody } from '../../../shared/workshop-api/index.ts'
import type { Answer } from '../../integration/service/running-service.ts'
import { callsOf, send } from './call-arbitrary.ts'
import { openRig } from './rig.ts'
import type { Rig } from './rig.ts'
import { runCount } from '../../only-long.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

const names = Object.keys(endpoints)
const operationCalled = (name: string) => {
  const operation = rig.described.operations.find((each) => each.name === name)
  if (operation === undefined) throw new Error(`${name} is not described`)
  return operation
}

/** The other customer's data in an answer, except what the caller itself sent. */
function leakedData(answer: Answer, sentText: string): string[] {
  const answerText = [answer.text, ...[...answer.headers].map(([, value]) => value)].join('\n')
  return rig.customers[1].marks.filter((mark) => answerText.includes(mark) && !sentText.includes(mark))
}

describe('a customer key', () => {
  test('sees its own orders, files, projects and customer, so the tests below are effective', async () => {
    const [{ key, numbers, ids }] = rig.customers
    const [orderId, receivedId, projectId, fileId] = ids
    const customerId = ids.at(-1)
    const readText = async (path: string) => (await rig.spacedCall('GET', path, { key })).text
    expect(await readText('/orders?limit=100')).toContain(orderId)
    expect(await readText(`/orders/${numbers[1]}`)).toContain(receivedId)
    expect(await readText(`/projects/${projectId}`)).toContain(projectId)
    expect(await readText(`/customers/${customerId}`)).toContain(customerId)
    expect(await readText('/customers?limit=100')).toContain(customerId)
    expect(await readText(`/orders/${numbers[0]}/attachments/${fileId}`)).toContain('expiresAt')
    expect(await readText('/events?limit=100')).toContain(orderId)
  })

  test.each(names)('%s: returns no data of another customer for any of its ids', async (name) => {
    const [ownCustomer, other] = rig.customers
    const { method, path, body } = operationCalled(name)
    const places = [...path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param ?? '')
    const values: Record<string, string[]> = {
      number: [...other.numbers, ...ownCustomer.numbers],
      id: other.ids,
      month: ['2026-11'],
    }
    const choices = places
      .reduce<Record<string, string>[]>(
        (all, param) => all.flatMap((chosen) => (values[param] ?? []).map((value) => ({ ...chosen, [param]: value }))),
        [{}],
      )
      .filter((chosen) => places.length === 0 || Object.values(chosen).some((value) => other.marks.includes(value)))
    for (const chosen of choices) {
      const before = rig.stored()
      const filled = path.replaceAll(/\{(\w+)\}/g, (_all, param: string) => chosen[param] ?? '')
      const query = places.length === 0 ? '?limit=100&updatedSince=2020-01-01T00:00:00Z' : ''
      const headers = { 'idempotency-key': `andres-${filled}`, 'if-match': '"v1"' }
      const answer = await rig.spacedCall(method, filled + query, {
        key: ownCustomer.key,
        headers,
        ...(body === null ? {} : { body: {} }),
      })
      expect([filled, leakedData(answer, filled)]).toEqual([filled, []])
      const isRefused = answer.status >= 400 && rig.stored() === before
      expect([filled, places.length === 0 || isRefused]).toEqual([filled, true])
    }
  })

  test.each(names)('%s: returns no data of another customer, whatever is sent', async (name) => {
    const property = fc.asyncProperty(callsOf(rig, operationCalled(name), ['customer']), async (call) => {
      const answer = await send(rig, call)
      expect(leakedData(answer, `${decodeURIComponent(call.path)} ${JSON.stringify(call.body)}`)).toEqual([])
    })
    await expect(fc.assert(property, { numRuns: runCount(1, 10) })).resolves.toBeUndefined()
  })

  test('gets no answer that was remembered for another key', async () => {
    const [ownCustomer, other] = rig.customers
    const headers = { 'idempotency-key': 'felles-nokkel-1' }
    const body = { note: 'Samme innhold, to kunder' }
    const orderOf = z.object({ id: z.string(), customer: z.object({ id: z.string() }) })
    const otherOrder = orderOf.parse((await rig.spacedCall('POST', '/orders', { key: other.key, headers, body })).json)
    const answer = await rig.spacedCall('POST', '/orders', { key: ownCustomer.key, headers, body })
    const ownOrder = orderOf.parse(answer.json)
    expect(answer.headers.get('idempotent-replayed')).toBeNull()
    expect(ownOrder.id).not.toBe(otherOrder.id)
    expect(ownCustomer.ids).toContain(ownOrder.customer.id)
  })

  test('cannot create an order or a project for another customer', async () => {
    const [ownCustomer, other] = rig.customers
    const customerId = other.ids.at(-1)
    for (const [path, body] of [
      ['/orders', { note: 'For en annen', customerId }],
      ['/projects', { name: 'For en annen', customerId }],
    ] as const) {
      const before = rig.stored()
      const answer = await rig.spacedCall('POST', path, {
        key: ownCustomer.key,
        headers: { 'idempotency-key': 'for-en-annen' },
        body,
      })
      expect([path, answer.status, rig.stored() === before]).toEqual([path, 400, true])
    }
  })

  test('gets the same error for another customer’s agreement as for a missing one', async () => {
    const [ownCustomer] = rig.customers
    const callOff = async (agreementNumber: string) => {
      const before = rig.stored()
      const body = {
        agreementNumber,
        lines: [{ kind: 'position', positionId: rig.ids[0], lengthMm: 1000, quantity: 1 }],
      }
      const headers = { 'idempotency-key': `avrop-${agreementNumber}` }
      const { status, json } = await rig.spacedCall('POST', '/orders', { key: ownCustomer.key, headers, body })
      const { requestId: _, ...error } = errorBody.parse(json).error
      return { status, error, unchanged: rig.stored() === before }
    }
    const [foreign, none] = [await callOff('1001'), await callOff('9999')]
    expect(foreign).toMatchObject({ status: 422, error: { code: 'agreement_not_active' }, unchanged: true })
    expect(none).toEqual(foreign)
  })

  test('sees only its own data when it uses another customer’s cursor', async () => {
    const [ownCustomer, other] = rig.customers
    const paged = z.object({ nextCursor: z.string().nullable() })
    for (const path of ['/orders', '/events', '/projects', '/agreements', '/invoices']) {
      const { nextCursor } = paged.parse((await rig.spacedCall('GET', `${path}?limit=1`, { key: other.key })).json)
      const answer = await rig.spacedCall('GET', `${path}?limit=100&cursor=${encodeURIComponent(nextCursor ?? '')}`, {
        key: ownCustomer.key,
      })
      expect([path, leakedData(answer, '')]).toEqual([path, []])
    }
  })
})
