// Checks the endpoint table against the running service: every operation matches its strict schema, requires what the table requires, and
// counts in its class. A new row of the table is covered automatically.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints, limitsFor, perMinute } from '../../../shared/workshop-api/index.ts'
import type { Endpoint, EndpointName, Scope } from '../../../shared/workshop-api/index.ts'
import { openStore } from '../../../src-service/store/store.ts'
import { bendableSheet, errorOf, openService, runningService } from '../../integration/service/running-service.ts'
import type { Answer, OpenService, RunningService, Sent } from '../../integration/service/running-service.ts'
import { sampleOf, type Sample } from './samples.ts'

const names = Object.keys(endpoints).filter((name): name is EndpointName => name in endpoints)
const table = names.map((name): [EndpointName, Endpoint] => [name, endpoints[name]])

async function prepared(name: EndpointName, options: Parameters<typeof runningService>[0] = {}) {
  const service = await runningService(options)
  const sample = await sampleOf(service, name)
  const call = (sent: Pick<Sent, 'key'> = {}) =>
    service.call(endpoints[name].method, sample.path, { key: sample.key, ...sample.sent, ...sent })
  return { service, sample, call }
}

for (const [name, endpoint] of table)
  describe(`the operation ${name}`, () => {
    let service: OpenService
    let sample: Sample
    let withoutScope: Answer | null = null
    let answer: Answer
    beforeAll(async () => {
      service = await openService({ limitFactor: 1 })
      sample = await sampleOf(service, name)
      const { admin, environment, scopes, path, sent } = sample
      const callWith = (label: string, keyScopes: readonly Scope[]) =>
        service.call(endpoint.method, path, {
          ...sent,
          key: admin.makeKey({ name: label, environment, scopes: [...keyScopes] }),
        })
      const { scope } = endpoint
      if (scope === null) answer = await callWith('alle', scopes)
      else {
        withoutScope = await callWith(
          'uten',
          scopes.filter((each) => each !== scope),
        )
        answer = await callWith('med', [scope])
      }
    })
    afterAll(() => service.close())

    test('answers with its status, its media type and a body of its strict schema', () => {
      expect(answer.status).toBe(endpoint.status)
      expect(answer.headers.get('content-type')).toContain(endpoint.media[0])
      expect(() => endpoint.response?.parse(answer.json)).not.toThrow()
    })

    test('counts in its class', () => {
      const limit = perMinute(limitsFor({ kind: 'workshop', sandbox: sample.environment === 'test' }), endpoint.class)
      expect(answer.headers.get('x-ratelimit-limit')).toBe(String(limit))
      expect(answer.headers.get('x-ratelimit-remaining')).toBe(String(limit - 1))
    })

    test.each(endpoint.scope === null ? [] : [endpoint.scope])('needs the scope %s', (scope) => {
      if (withoutScope === null) throw new Error('the call without the scope was not made')
      expect([withoutScope.status, errorOf(withoutScope)]).toMatchObject([403, { code: 'scope_missing', scope }])
    })
  })

describe('every operation', () => {
  test.each(table.filter(([, { modules }]) => modules.length > 0))(
    '%s needs its modules',
    async (name, { modules }) => {
      const { sample, call } = await prepared(name)
      for (const lacking of modules) {
        for (const module of sample.admin.workshop.modules) sample.admin.switchModule(module, module !== lacking)
        const refusal = await call()
        expect([refusal.status, errorOf(refusal)]).toMatchObject([
          403,
          { code: 'feature_not_in_plan', feature: lacking },
        ])
      }
      // if several are inactive, the first is named
      for (const module of modules) sample.admin.switchModule(module, false)
      expect(errorOf(await call()).feature).toBe(modules[0])
    },
  )

  test.each(table.filter(([, { kinds }]) => !kinds.includes('customer')))(
    '%s refuses a customer key, even with the scope',
    async (name) => {
      const { service, sample, call } = await prepared(name)
      makeCustomerKeys(service)
      const refusal = await call({ key: sample.key })
      expect([refusal.status, errorOf(refusal).code]).toEqual([403, 'key_kind_not_allowed'])
    },
  )

  test.each(table.filter(([, { etag }]) => etag))('%s is 304 for a matching ETag', async (name, { method }) => {
    const { service, sample, call } = await prepared(name)
    const first = await call()
    const etag = first.headers.get('etag') ?? ''
    const requestWithTag = (tag: string) =>
      service.call(method, sample.path, { key: sample.key, headers: { 'if-none-match': tag } })
    for (const matchingTag of [etag, `W/${etag}`, `"annet", W/${etag}`, '*', `"a,b" , ${etag}`]) {
      const answer = await requestWithTag(matchingTag)
      expect([matchingTag, answer.status, answer.text, answer.headers.get('etag')]).toEqual([
        matchingTag,
        304,
        '',
        etag,
      ])
    }
    for (const other of ['', '"annet"', etag.slice(1, -1), `"${etag}`, 'W/"annet"', `${etag.slice(0, -2)}"`]) {
      expect([other, (await requestWithTag(other)).text]).toEqual([other, first.text])
    }
  })

  test.each(table.filter(([, { idempotencyKey }]) => idempotencyKey === 'required'))(
    '%s is 428 without its Idempotency-Key',
    async (name, { method }) => {
      const { service, sample } = await prepared(name)
      const refusal = await service.call(method, sample.path, { key: sample.key, body: sample.sent.body })
      expect([refusal.status, errorOf(refusal).code]).toEqual([428, 'idempotency_key_required'])
    },
  )

  test.each(table.filter(([, { ifMatch }]) => ifMatch))(
    '%s is 428 without If-Match, 400 with a malformed one, 409 with another version',
    async (name, { method }) => {
      const { service, sample } = await prepared(name)
      const call = (headers: Record<string, string>) =>
        service.call(method, sample.path, { key: sample.key, headers, body: sample.sent.body })
      const missing = await call({})
      expect([missing.status, errorOf(missing).code]).toEqual([428, 'precondition_required'])
      for (const tag of ['', 'v1', '1', '*', '"1"', '"v0"', 'W/"v1"', '"v1", "v2"', '"v1.0"']) {
        const malformed = await call({ 'if-match': tag })
        expect([tag, malformed.status, errorOf(malformed).fields]).toEqual([tag, 400, ['If-Match']])
      }
      const stale = await call({ 'if-match': '"v99"' })
      expect([stale.status, errorOf(stale).code]).toEqual([409, 'stale_version'])
    },
  )
})

/** No command creates such a key, so the test writes it to the database. */
function makeCustomerKeys({ dataFolder }: RunningService): void {
  const store = openStore(dataFolder)
  store.db.prepare(`UPDATE api_key SET kind = 'customer', customer_id = (SELECT id FROM customer LIMIT 1)`).run()
  store.close()
}

test('an answer that violates its contract is an error in tests and is never served', async () => {
  const service = await runningService()
  const { sheetId } = await bendableSheet(service)
  await service.restart(({ db }) =>
    db.prepare(`UPDATE bending_sheet SET body = json_set(body, '$.colour', 'blue') WHERE id = ?`).run(sheetId),
  )
  expect((await service.get(`/bending-sheets/${sheetId}`)).status).toBe(500)
})
