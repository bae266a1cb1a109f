// Part 8 · limits, and decision 2 on their windows.
import { describe, expect, test } from 'vitest'
import { collectedLog, errorOf, runningService } from './running-service.ts'
import type { Answer } from './running-service.ts'

const wrongKey = `svc_live_${'x'.repeat(43)}`
const remaining = ({ headers }: Answer) => headers.get('x-ratelimit-remaining')
const minute = 60_000
const day = 86_400_000

async function times<Result>(count: number, run: (index: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let done = 0; done < count; done += 1) results.push(await run(done))
  return results
}

describe('8 · limits', () => {
  test('7 · 429 rate_limited carries Retry-After to the end of the minute, and counts nowhere', async () => {
    const { get, clock, sandboxKey } = await runningService({ limitFactor: 1 })
    const answersWithinLimit = await times(60, () => get('/me', sandboxKey))
    expect(answersWithinLimit.map(({ status }) => status)).toEqual(Array.from({ length: 60 }, () => 200))
    expect(answersWithinLimit.map(remaining)).toEqual(Array.from({ length: 60 }, (_, index) => String(59 - index)))
    const answerOverLimit = await get('/me', sandboxKey)
    expect([answerOverLimit.status, errorOf(answerOverLimit)]).toMatchObject([
      429,
      { code: 'rate_limited', retryAfterSeconds: 50 },
    ])
    expect([remaining(answerOverLimit), answerOverLimit.headers.get('x-ratelimit-limit')]).toEqual(['0', '60'])
    await times(5, () => get('/me', sandboxKey))
    clock.nowMs += 50_000
    expect(remaining(await get('/me', sandboxKey))).toBe('59')
  })

  test('a minute is a full UTC minute, not sixty seconds from the first call', async () => {
    const { get, clock } = await runningService({ limitFactor: 1 })
    clock.nowMs += 49_999
    await times(60, () => get('/me'))
    expect((await get('/me')).status).toBe(429)
    clock.nowMs += 1
    expect((await get('/me')).status).toBe(200)
  })

  test('each class has its own count: reads, writes and files are independent', async () => {
    const { get, call } = await runningService({ limitFactor: 1 })
    const bent = '/bending-sheets/nothing/bent'
    await times(60, () => get('/me'))
    const writes = await times(16, () => call('POST', bent, { body: {} }))
    expect(writes.map(({ status }) => status)).toEqual([...Array.from({ length: 15 }, () => 404), 429])
    expect(writes[0]?.headers.get('x-ratelimit-limit')).toBe('15')
    const files = await times(6, () => get('/bending-sheets/nothing/pdf'))
    expect(files.map(({ status }) => status)).toEqual([...Array.from({ length: 5 }, () => 404), 429])
    expect(files[0]?.headers.get('x-ratelimit-limit')).toBe('5')
  })

  test('each key has its own minute', async () => {
    const { get, sandboxKey, machineKey } = await runningService({ limitFactor: 1 })
    await times(60, () => get('/me', sandboxKey))
    expect(remaining(await get('/me', machineKey))).toBe('59')
  })

  test('the counts of the minute survive a restart', async () => {
    const { get, restart } = await runningService({ limitFactor: 1 })
    await times(10, () => get('/me'))
    await restart()
    expect(remaining(await get('/me'))).toBe('49')
  })

  test('a live key has twice the limits of a sandbox, whatever the limit factor', async () => {
    const { get, admin } = await runningService({ limitFactor: 10 })
    const { key } = admin.makeLiveWorkshop('Ekte Verksted')
    expect((await get('/me', key)).headers.get('x-ratelimit-limit')).toBe('120')
    expect((await get('/me')).headers.get('x-ratelimit-limit')).toBe('600')
  })

  test('an admitted call counts, whatever its result', async () => {
    const { get, call } = await runningService({ limitFactor: 1 })
    await get('/orders/T-999999')
    await get('/orders?limit=0')
    await get('/events?types=nothing')
    expect(remaining(await get('/me'))).toBe('56')
    await call('POST', '/bending-sheets/nothing/bent', { body: '{' })
    expect(remaining(await call('POST', '/bending-sheets/nothing/bent', { body: {} }))).toBe('13')
  })
})

describe('8 · wrong keys', () => {
  test('after twenty from one address within ten minutes, every call from it is 429 until the ten minutes end', async () => {
    const { get, clock, sandboxKey } = await runningService()
    const tries = await times(20, () => get('/me', wrongKey))
    expect(tries.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 401))
    clock.nowMs += 9 * minute
    for (const key of [wrongKey, sandboxKey, null]) {
      const refusal = await get('/me', key)
      expect([refusal.status, errorOf(refusal).retryAfterSeconds]).toEqual([429, 60])
    }
    clock.nowMs += minute - 1
    expect((await get('/me', sandboxKey)).status).toBe(429)
    clock.nowMs += 1
    expect((await get('/me', sandboxKey)).status).toBe(200)
  })

  test('behind a proxy, wrong keys block only the address that sends them', async () => {
    const { call } = await runningService({ limitFactor: 1, trustedProxies: ['127.0.0.0/8'] })
    const from = async (addresses: string, key?: string) =>
      (await call('GET', '/me', { ...(key === undefined ? {} : { key }), headers: { 'x-forwarded-for': addresses } }))
        .status
    await times(20, () => from('203.0.113.7', wrongKey))
    expect(await from('203.0.113.7')).toBe(429)
    expect(await from('198.51.100.2, 203.0.113.7')).toBe(429)
    expect(await from('203.0.113.7, 198.51.100.2')).toBe(200)
    expect((await call('GET', '/me')).status).toBe(200)
  })

  test('from a caller that is not a named proxy, X-Forwarded-For changes nothing', async () => {
    const { get, call } = await runningService({ limitFactor: 1, trustedProxies: ['192.0.2.1'] })
    await times(20, (index) =>
      call('GET', '/me', { key: wrongKey, headers: { 'x-forwarded-for': `203.0.113.${index}` } }),
    )
    expect((await get('/me')).status).toBe(429)
  })

  test('a proxy that is not named is reported once in the log', async () => {
    const { log, lines } = collectedLog('warn')
    const { call, get } = await runningService({ log })
    await get('/me')
    expect(lines).toEqual([])
    await times(3, () => call('GET', '/me', { headers: { 'x-forwarded-for': '203.0.113.7' } }))
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { address: '127.0.0.1', msg: 'a proxy forwards calls and is not named: name its address with --trust-proxy' },
    ])
  })

  test('the window is a fixed one from the first wrong key', async () => {
    const { get, clock } = await runningService()
    await get('/me', wrongKey)
    clock.nowMs += 9 * minute
    await times(18, () => get('/me', wrongKey))
    clock.nowMs += minute
    await times(19, () => get('/me', wrongKey))
    expect((await get('/me')).status).toBe(200)
  })

  test('malformed and revoked keys count, a missing one does not', async () => {
    const { get, call, admin, machineKey } = await runningService()
    admin.revokeKey('Maskin')
    await times(25, () => get('/me', null))
    await times(10, () => get('/me', machineKey))
    await times(9, () => call('GET', '/me', { key: null, headers: { authorization: 'Basic aGVsbG86eW91' } }))
    expect((await get('/me')).status).toBe(200)
    await get('/nothing', 'svc_test_short')
    expect((await get('/me')).status).toBe(429)
  })

  test('a restart does not unblock an address', async () => {
    const { get, restart } = await runningService()
    await times(20, () => get('/me', wrongKey))
    await restart()
    expect((await get('/me')).status).toBe(429)
  })
})

describe('8 · days', () => {
  test('a key that has used up its day gets 429 for every class until the UTC day ends, also after a restart', async () => {
    const { get, clock, restart, sandboxKey, machineKey } = await runningService({ limitFactor: 1 })
    await get('/me', sandboxKey)
    await restart(({ db }) => db.prepare('UPDATE key_use SET calls_of_day = 2499').run())
    expect((await get('/me', sandboxKey)).status).toBe(200)
    await restart()
    const answerOverLimit = await get('/bending-sheets/nothing/dxf', sandboxKey)
    expect([answerOverLimit.status, errorOf(answerOverLimit).retryAfterSeconds]).toEqual([
      429,
      14 * 3600 + 59 * 60 + 50,
    ])
    expect(remaining(answerOverLimit)).toBe('5')
    expect((await get('/me', machineKey)).status).toBe(200)
    clock.nowMs += day - (clock.nowMs % day)
    expect((await get('/me', sandboxKey)).status).toBe(200)
  })

  test("a workshop that has used up its day blocks all its keys, and no other workshop's", async () => {
    const { get, admin, restart, sandboxKey, machineKey } = await runningService({ limitFactor: 1 })
    await get('/me', sandboxKey)
    await restart(({ db }) => db.prepare('UPDATE workshop_use SET calls_of_day = 9999').run())
    expect((await get('/me', machineKey)).status).toBe(200)
    expect((await get('/me', sandboxKey)).status).toBe(429)
    expect((await get('/me', machineKey)).status).toBe(429)
    expect((await get('/me', admin.makeLiveWorkshop('Ekte').key)).status).toBe(200)
  })
})
