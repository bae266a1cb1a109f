// Stoplight Prism, an independent implementation, between caller and service: no answer violates the OpenAPI document that the service
// serves.
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { endpoints } from '../../../shared/workshop-api/index.ts'
import type { Endpoint, EndpointName } from '../../../shared/workshop-api/index.ts'
import { describeService } from '../../../shared/workshop-api/openapi/document.ts'
import { runningService } from '../../integration/service/running-service.ts'
import { sampleOf } from '../../contract/service/samples.ts'
import { prismInFrontOf } from '../../contract/description/prism-proxy.ts'
import type { PrismProxy } from '../../contract/description/prism-proxy.ts'

const names = Object.keys(endpoints).filter((name): name is EndpointName => name in endpoints)
const wrongKey = `svc_test_${'a'.repeat(43)}`

async function statusOf(
  proxy: PrismProxy,
  method: string,
  path: string,
  headers: Record<string, string>,
  body: unknown,
): Promise<number> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const answer = await fetch(proxy.baseUrl + path, { method, headers: { ...type, ...headers }, ...sent })
  await answer.arrayBuffer()
  return answer.status
}

describe('Prism between caller and service', () => {
  test.each(names)('%s: a valid call, no key, a wrong key, and invalid input', async (name) => {
    const endpoint: Endpoint = endpoints[name]
    const service = await runningService({ checkAnswers: false })
    const proxy = await prismInFrontOf(service.baseUrl)
    onTestFinished(proxy.close)
    const status = (...request: [method: string, path: string, headers: Record<string, string>, body: unknown]) =>
      statusOf(proxy, ...request)
    const { path, sent, key } = await sampleOf(service, name)
    const authorization = { authorization: `Bearer ${key}` }
    // Prism parses bodies as text, which would damage a form that contains bytes
    const isForm = endpoint.bodyMedia === 'multipart/form-data'
    const good = await status(endpoint.method, path, { ...authorization, ...sent.headers }, isForm ? {} : sent.body)
    expect(good).toBe(isForm ? 415 : endpoint.status)
    expect(await status(endpoint.method, path, { ...sent.headers }, undefined)).toBe(401)
    expect(await status(endpoint.method, path, { authorization: `Bearer ${wrongKey}` }, undefined)).toBe(401)
    service.clock.nowMs += 600_000
    const nowhere = path.replaceAll(/T-\d+|[\da-f-]{36}/g, '00000000-0000-4000-8000-000000000000')
    const odd = await status(
      endpoint.method,
      `${nowhere}?limit=0`,
      { ...authorization, 'idempotency-key': 'x' },
      endpoint.body === null ? undefined : { ukjent: 1 },
    )
    expect(odd).toBeLessThan(500)
    expect(proxy.violations()).toEqual([])
  })
})

describe('Prism in front of a service that violates its document', () => {
  const headers = {
    'content-type': 'application/json',
    'x-request-id': 'req_1',
    'x-ratelimit-limit': '60',
    'x-ratelimit-remaining': '59',
    'x-ratelimit-reset': '1795298400',
  }
  const status = {
    numberDisplay: 'T-000001',
    status: 'mottatt',
    statusLabel: 'Mottatt',
    statusChangedAt: '2026-11-24T09:00:00.000Z',
    version: 1,
  }
  const error = { code: 'not_found', message: 'Finner ikke det.', requestId: 'req_1' }
  type Answered = [name: string, code: number, headers: Record<string, string>, body: unknown]

  const violationsOf = async ([, code, sent, body]: Answered): Promise<string[]> => {
    const answer = (response: ServerResponse, url: string) => {
      if (url.endsWith('/openapi.json')) response.end(JSON.stringify(describeService('/api/v1')))
      else response.writeHead(code, sent).end(JSON.stringify(body))
    }
    const server = createServer((request, response) => {
      answer(response, request.url ?? '')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const proxy = await prismInFrontOf(`http://127.0.0.1:${port}/api/v1`)
    onTestFinished(async () => {
      await proxy.close()
      server.close()
    })
    await (await fetch(`${proxy.baseUrl}/orders/T-000001/status`)).arrayBuffer()
    return proxy.violations()
  }

  test('reports no violation for a valid answer', async () => {
    expect(await violationsOf(['', 200, headers, status])).toEqual([])
    expect(await violationsOf(['', 404, headers, { error }])).toEqual([])
  })

  const { 'x-request-id': _, ...withoutRequestId } = headers
  const violations: Answered[] = [
    ['an additional field', 200, headers, { ...status, note: 'hei' }],
    ['a missing field', 200, headers, { ...status, version: undefined }],
    ['a value of the wrong type', 200, headers, { ...status, version: '1' }],
    ['an unknown status', 200, headers, { ...status, status: 'ferdig' }],
    ['a missing header', 200, withoutRequestId, status],
    ['a header that is not a number', 200, { ...headers, 'x-ratelimit-limit': 'mange' }, status],
    ['another media type', 200, { ...headers, 'content-type': 'text/html' }, status],
    ['an undocumented status code', 201, headers, status],
    ['an error that this operation does not have', 404, headers, { error: { ...error, code: 'stale_version' } }],
    ['an error with a stack', 404, headers, { error: { ...error, stack: 'at x' } }],
  ]
  test.each(violations)('reports %s', async (...answer) => {
    expect(await violationsOf(answer)).not.toEqual([])
  })
})
