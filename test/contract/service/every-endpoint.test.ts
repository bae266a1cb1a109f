// The endpoint table against the running service: every operation answers as its strict schema says, needs what the table says
// it needs, and counts in its class. A new row of the table is held to this without a new test.
import { describe, expect, test } from 'vitest'
import { endpoints, limitsFor, perMinute, scopes } from '../../../shared/workshop-api/index.ts'
import type { Endpoint } from '../../../shared/workshop-api/index.ts'
import { bendableSheet, errorOf, runningService } from '../../integration/service/running-service.ts'
import type { Running } from '../../integration/service/running-service.ts'

const table: [string, Endpoint][] = Object.entries(endpoints)
const testable = scopes.filter((scope) => scope !== 'customers:write')

/** The endpoint's path with things that exist in the sandbox. */
async function pathOf(running: Running, { path }: Endpoint): Promise<string> {
  const { sheetId, orderNumber } = await bendableSheet(running)
  return path.replace('{id}', sheetId).replace('{number}', orderNumber)
}

const sent = ({ body }: Endpoint) => (body === null ? {} : { body: {} })

describe('every operation', () => {
  test.each(table)('%s answers with its status and its media type', async (_name, endpoint) => {
    const running = await runningService()
    const answer = await running.call(endpoint.method, await pathOf(running, endpoint), sent(endpoint))
    expect(answer.status).toBe(endpoint.status)
    expect(answer.headers.get('content-type')).toContain(endpoint.media[0])
  })

  test.each(table.filter(([, { answer }]) => answer !== null))(
    '%s keeps to its strict schema',
    async (_name, endpoint) => {
      const running = await runningService()
      const answer = await running.call(endpoint.method, await pathOf(running, endpoint), sent(endpoint))
      expect(endpoint.answer?.safeParse(answer.json)).toMatchObject({ success: true })
    },
  )

  test.each(table)('%s counts in its class', async (_name, endpoint) => {
    const running = await runningService({ limitFactor: 1 })
    const path = await pathOf(running, endpoint)
    const answer = await running.call(endpoint.method, path, { key: running.machineKey, ...sent(endpoint) })
    const limit = perMinute(limitsFor({ kind: 'workshop', sandbox: true }), endpoint.class)
    expect(answer.headers.get('x-ratelimit-limit')).toBe(String(limit))
    expect(answer.headers.get('x-ratelimit-remaining')).toBe(String(limit - 1))
  })

  test.each(table.filter(([, { scope }]) => scope !== null))('%s needs its scope', async (_name, endpoint) => {
    const running = await runningService()
    const path = await pathOf(running, endpoint)
    const call = async (kept: (scope: string) => boolean, name: string) => {
      const key = running.desk.makeKey({ name, scopes: testable.filter(kept) })
      return running.call(endpoint.method, path, { key, ...sent(endpoint) })
    }
    const refused = await call((scope) => scope !== endpoint.scope, 'uten')
    expect([refused.status, errorOf(refused)]).toMatchObject([403, { code: 'scope_missing', scope: endpoint.scope }])
    expect((await call((scope) => scope === endpoint.scope, 'med')).status).toBe(endpoint.status)
  })

  test.each(table.filter(([, { module }]) => module !== null))('%s needs its module', async (_name, endpoint) => {
    const running = await runningService()
    const path = await pathOf(running, endpoint)
    for (const name of running.desk.workshop.modules) running.desk.switchModule(name, name !== endpoint.module)
    const refused = await running.call(endpoint.method, path, sent(endpoint))
    expect([refused.status, errorOf(refused)]).toMatchObject([
      403,
      { code: 'feature_not_in_plan', feature: endpoint.module },
    ])
  })

  test.each(table.filter(([, { kinds }]) => !kinds.includes('customer')))(
    '%s is for workshop keys, though a customer key had the scope',
    async (_name, endpoint) => {
      const running = await runningService()
      const path = await pathOf(running, endpoint)
      await running.restart(({ db }) =>
        db
          .prepare(
            `UPDATE api_key SET kind = 'customer', customer_id = (SELECT id FROM customer LIMIT 1) WHERE name = 'Maskin'`,
          )
          .run(),
      )
      const refused = await running.call(endpoint.method, path, { key: running.machineKey, ...sent(endpoint) })
      expect([refused.status, errorOf(refused).code]).toEqual([403, 'key_kind_not_allowed'])
    },
  )
})

test('an answer outside its contract is an error in the tests, never served', async () => {
  const running = await runningService()
  const { sheetId } = await bendableSheet(running)
  await running.restart(({ db }) =>
    db.prepare(`UPDATE bending_sheet SET body = json_set(body, '$.colour', 'blue') WHERE id = ?`).run(sheetId),
  )
  expect((await running.get(`/bending-sheets/${sheetId}`)).status).toBe(500)
})
