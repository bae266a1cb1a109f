// HEAD (RFC 9110, 9.3.2) answers as GET, without the body. The OpenAPI document describes GET only.
import { expect, test } from 'vitest'
import { runningService } from '../running-service.ts'

test('HEAD has the status and the headers of GET, and no body', async () => {
  const { baseUrl, sandboxKey } = await runningService()
  const send = async (method: string, path: string, key = sandboxKey) => {
    const answer = await fetch(baseUrl + path, { method, headers: { authorization: `Bearer ${key}` } })
    return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
  }
  for (const path of ['/me', '/orders?limit=2', '/orders/T-000001', '/bending-list?format=csv', '/openapi.json']) {
    const [get, head] = [await send('GET', path), await send('HEAD', path)]
    expect([head.answer.status, head.bytes.length]).toEqual([200, 0])
    for (const name of ['content-type', 'content-length', 'etag', 'content-disposition', 'x-ratelimit-limit'])
      expect([path, name, head.answer.headers.get(name)]).toEqual([path, name, get.answer.headers.get(name)])
  }
  const refusals = [
    await send('HEAD', '/orders/T-999999'),
    await send('HEAD', '/bending-sheets/x/bent'),
    await send('HEAD', '/me', 'wrong'),
  ]
  expect(refusals.map(({ answer, bytes }) => [answer.status, bytes.length])).toEqual([
    [404, 0],
    [405, 0],
    [401, 0],
  ])
})
