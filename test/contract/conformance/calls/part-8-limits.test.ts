// Part 8: the limits of calls and orders, and which calls count.
import { expect } from 'vitest'
import { idempotencyKey, ruleOfOneService, textLine } from '../rule.ts'
import type { Run } from '../rule.ts'
import { errorOf, refusalOf, remainingOf, timeOf } from '../world.ts'
import type { Answer, Sent } from '../world.ts'

const rule = ruleOfOneService()
const longRule = (sentence: Parameters<typeof rule>[0], run: Parameters<typeof rule>[1]): void =>
  rule(sentence, run, undefined, { tags: 'long' })

const unknownId = '00000000-0000-4000-8000-000000000000'
const wrongKey = (nth: number) => `svc_test_${String(nth).padStart(43, 'z')}`

async function times(count: number, run: (nth: number) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let nth = 0; nth < count; nth += 1) answers.push(await run(nth))
  return answers
}

const calls = {
  read: ['GET', '/me', {}],
  write: ['POST', `/bending-sheets/${unknownId}/bent`, { body: {} }],
  files: ['GET', `/bending-sheets/${unknownId}/dxf`, {}],
} as const satisfies Record<string, readonly [string, string, Sent]>
type Class = keyof typeof calls

const callOfClass = ({ once }: Run, callClass: Class, key: string) =>
  once(calls[callClass][0], calls[callClass][1], { ...calls[callClass][2], key })

/** Advances the clock to the start of a minute, if the driver can. */
async function freshMinute(run: Run): Promise<void> {
  const now = timeOf(await run.call('GET', '/me', { key: null }))
  await run.workshop.advance(60 - ((now / 1000) % 60) + 1)
}

for (const [callClass, live, sandbox, full, half] of [
  ['read', 120, 60, '8 · reads per key: 120 a minute', '8 · reads per key: 60 a minute in a sandbox'],
  ['write', 30, 15, '8 · writes per key: 30 a minute', '8 · writes per key: 15 a minute in a sandbox'],
  ['files', 10, 5, '8 · files per key: 10 a minute', '8 · files per key: 5 a minute in a sandbox'],
] as const) {
  const expectLimit = async (run: Run, limit: number) => {
    await freshMinute(run)
    const key = await run.freshKey()
    const answers = await times(limit, () => callOfClass(run, callClass, key))
    expect(answers.map(({ status }) => status)).not.toContain(429)
    const answerOverLimit = await callOfClass(run, callClass, key)
    expect([refusalOf(answerOverLimit), answerOverLimit.headers.get('x-ratelimit-limit')]).toEqual([
      '429 rate_limited',
      String(limit),
    ])
    await run.workshop.advance(60)
    expect((await callOfClass(run, callClass, key)).status).not.toBe(429)
  }
  rule(full, async (run) => expectLimit(await run.live(), live))
  rule(half, async (run) => expectLimit(run, sandbox))
}

rule('8 · each class has its own minute', async (run) => {
  await freshMinute(run)
  const key = await run.freshKey()
  await times(60, () => callOfClass(run, 'read', key))
  expect((await callOfClass(run, 'read', key)).status).toBe(429)
  expect(remainingOf(await callOfClass(run, 'write', key))).toBe(14)
  expect(remainingOf(await callOfClass(run, 'files', key))).toBe(4)
})

rule('8 · each key has its own minute', async (run) => {
  await freshMinute(run)
  const [one, other] = [await run.freshKey(), await run.freshKey()]
  await times(30, () => callOfClass(run, 'read', one))
  expect([
    remainingOf(await callOfClass(run, 'read', other)),
    remainingOf(await callOfClass(run, 'read', one)),
  ]).toEqual([59, 29])
})

rule('8 · a minute is a calendar minute in UTC', async (run) => {
  await freshMinute(run)
  await run.workshop.advance(57)
  const key = await run.freshKey()
  const last = (await times(60, () => callOfClass(run, 'read', key)))[59]
  const answerOverLimit = await callOfClass(run, 'read', key)
  expect([last?.status, answerOverLimit.status, errorOf(answerOverLimit).retryAfterSeconds]).toEqual([200, 429, 2])
  await run.workshop.advance(2)
  expect(remainingOf(await callOfClass(run, 'read', key))).toBe(59)
})

rule('8 · X-RateLimit-Limit is the number of calls per minute of the class', async (run) => {
  const key = await run.freshKey()
  const limits = await Promise.all(
    (['read', 'write', 'files'] as const).map((callClass) => callOfClass(run, callClass, key)),
  )
  expect(limits.map(({ headers }) => headers.get('x-ratelimit-limit'))).toEqual(['60', '15', '5'])
})

rule('8 · X-RateLimit-Remaining counts down to zero', async (run) => {
  await freshMinute(run)
  const key = await run.freshKey()
  expect((await times(16, () => callOfClass(run, 'write', key))).map(remainingOf)).toEqual([
    ...Array.from({ length: 15 }, (_, nth) => 14 - nth),
    0,
  ])
})

rule('8 · X-RateLimit-Reset is the end of the minute in Unix seconds', async (run) => {
  const key = await run.freshKey()
  for (const seconds of [0, 17, 43]) {
    await run.workshop.advance(seconds)
    const answer = await callOfClass(run, 'read', key)
    expect(Number(answer.headers.get('x-ratelimit-reset'))).toBe((Math.floor(timeOf(answer) / 60_000) + 1) * 60)
  }
})

rule('8 · over a limit: 429 with Retry-After until the end of the window', async (run) => {
  await freshMinute(run)
  const key = await run.freshKey()
  await times(5, () => callOfClass(run, 'files', key))
  await run.workshop.advance(29)
  const answerOverLimit = await callOfClass(run, 'files', key)
  expect([answerOverLimit.headers.get('retry-after'), errorOf(answerOverLimit).retryAfterSeconds]).toEqual(['30', 30])
  await run.workshop.advance(30)
  expect((await callOfClass(run, 'files', key)).status).toBe(404)
})

rule('8 · counts survive a restart', async (run) => {
  await freshMinute(run)
  const key = await run.freshKey()
  await times(12, () => callOfClass(run, 'write', key))
  await run.restart()
  expect(remainingOf(await callOfClass(run, 'write', key))).toBe(2)
})

rule('8 · rejected calls count, except 401 and 429', async (run) => {
  await freshMinute(run)
  const key = await run.freshKey(['orders:write'])
  const { once } = run
  await once('POST', '/orders', { key, body: {} })
  await once('POST', '/orders', { key, body: {}, headers: idempotencyKey() })
  await once('POST', '/orders/T-999999/cancel', { key, body: {} })
  await callOfClass(run, 'write', key)
  await once('GET', '/nowhere', { key })
  await once('GET', '/me', { key: wrongKey(0) })
  expect(remainingOf(await callOfClass(run, 'write', key))).toBe(10)
  await times(20, () => callOfClass(run, 'write', key))
  const daily = remainingOf(await callOfClass(run, 'read', key))
  expect(daily).toBe(59)
})

rule('8 · a replay counts as a call, not as a new order', async (run) => {
  await freshMinute(run)
  const key = await run.freshKey()
  const headers = idempotencyKey()
  const answers = await times(3, () => run.once('POST', '/orders', { key, body: { lines: [textLine] }, headers }))
  expect(answers.map((answer) => [answer.status, remainingOf(answer)])).toEqual([
    [201, 14],
    [201, 13],
    [201, 12],
  ])
  const [one] = await run.customers()
  const secondKey = idempotencyKey()
  expect((await fillTheDay(run, one.key, 50, secondKey)).status).toBe(429)
  const replay = await run.once('POST', '/orders', { key: one.key, body: { lines: [textLine] }, headers: secondKey })
  expect([replay.status, replay.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
})

/** Creates orders minute by minute until the daily limit is reached. Returns the next answer. */
async function fillTheDay(run: Run, key: string, limit: number, headers = idempotencyKey()): Promise<Answer> {
  await freshDay(run)
  const order = () => run.once('POST', '/orders', { key, body: { lines: [textLine] }, headers: idempotencyKey() })
  // One order is refused and one call is repeated: neither counts as a new order.
  const twice = await times(2, () => run.once('POST', '/orders', { key, body: { lines: [textLine] }, headers }))
  expect(twice.map(({ status }) => status)).toEqual([201, 201])
  expect((await run.once('POST', '/orders', { key, body: { colour: 1 }, headers: idempotencyKey() })).status).toBe(400)
  for (let madeCount = 1; madeCount < limit;) {
    await run.workshop.advance(60)
    const answers = await times(Math.min(15, limit - madeCount), order)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    madeCount += answers.length
  }
  await run.workshop.advance(60)
  return order()
}

async function freshDay(run: Run): Promise<void> {
  const now = timeOf(await run.call('GET', '/me', { key: null }))
  await run.workshop.advance(86_400 - ((now / 1000) % 86_400) + 1)
}

const untilMidnight = (answer: Answer) => 86_400 - (Math.floor(timeOf(answer) / 1000) % 86_400)

longRule('8 · new orders per key: 250 a day in a sandbox', async (run) => {
  const key = await run.freshKey()
  const answerOverLimit = await fillTheDay(run, key, 250)
  expect([refusalOf(answerOverLimit), errorOf(answerOverLimit).retryAfterSeconds]).toEqual([
    '429 rate_limited',
    untilMidnight(answerOverLimit),
  ])
  expect((await callOfClass(run, 'read', key)).status).toBe(200)
  await run.restart()
  expect(
    (await run.once('POST', '/orders', { key, body: { lines: [textLine] }, headers: idempotencyKey() })).status,
  ).toBe(429)
  await freshDay(run)
  await run.newOrder({ lines: [textLine] }, key)
})

longRule('8 · new orders per key: 500 a day', async (sandbox) => {
  const run = await sandbox.live()
  const answerOverLimit = await fillTheDay(run, await run.freshKey(), 500)
  expect([refusalOf(answerOverLimit), errorOf(answerOverLimit).retryAfterSeconds]).toEqual([
    '429 rate_limited',
    untilMidnight(answerOverLimit),
  ])
})

rule('8 · new orders per customer key: 50 a day in a sandbox', async (run) => {
  const [one, other] = await run.customers()
  const answerOverLimit = await fillTheDay(run, one.key, 50)
  expect([refusalOf(answerOverLimit), errorOf(answerOverLimit).retryAfterSeconds]).toEqual([
    '429 rate_limited',
    untilMidnight(answerOverLimit),
  ])
  await run.newOrder({ lines: [textLine] }, other.key)
})

rule('8 · a rejected order does not count as a new order', async (run) => {
  const [one] = await run.customers()
  await freshDay(run)
  for (let refusalCount = 0; refusalCount < 60; refusalCount += 15) {
    await run.workshop.advance(60)
    await times(15, () => run.once('POST', '/orders', { key: one.key, body: {}, headers: idempotencyKey() }))
  }
  await run.workshop.advance(60)
  await run.newOrder({ lines: [textLine] }, one.key)
})

/** Makes this many calls of every class, minute by minute. */
async function callsMade(run: Run, key: string, count: number): Promise<void> {
  const minute: Class[] = [
    ...Array<Class>(60).fill('read'),
    ...Array<Class>(15).fill('write'),
    ...Array<Class>(5).fill('files'),
  ]
  for (let madeCount = 0; madeCount < count;) {
    await run.workshop.advance(60)
    const part = minute.slice(0, count - madeCount)
    const answers = await Promise.all(part.map((callClass) => callOfClass(run, callClass, key)))
    expect(answers.map(({ status }) => status)).not.toContain(429)
    madeCount += part.length
  }
}

longRule('8 · all calls per key: 2 500 a day in a sandbox', async (run) => {
  await freshDay(run)
  const key = await run.freshKey()
  await callsMade(run, key, 2500)
  await run.workshop.advance(60)
  const answerOverLimit = await callOfClass(run, 'files', key)
  expect([
    refusalOf(answerOverLimit),
    errorOf(answerOverLimit).retryAfterSeconds,
    remainingOf(answerOverLimit),
  ]).toEqual(['429 rate_limited', untilMidnight(answerOverLimit), 5])
  expect((await callOfClass(run, 'read', await run.freshKey())).status).toBe(200)
  await run.restart()
  expect((await callOfClass(run, 'read', key)).status).toBe(429)
  await freshDay(run)
  expect((await callOfClass(run, 'read', key)).status).toBe(200)
})

longRule('8 · all calls per key: 5 000 a day', async (sandbox) => {
  const run = await sandbox.live()
  await freshDay(run)
  const key = await run.freshKey()
  await callsMade(run, key, 5000)
  await run.workshop.advance(60)
  const answerOverLimit = await callOfClass(run, 'files', key)
  expect([refusalOf(answerOverLimit), errorOf(answerOverLimit).retryAfterSeconds]).toEqual([
    '429 rate_limited',
    untilMidnight(answerOverLimit),
  ])
})

rule(
  '8 · all calls per workshop: 10 000 a day in a sandbox',
  async (run) => {
    await freshDay(run)
    const keys = [
      await run.freshKey(),
      await run.freshKey(),
      await run.freshKey(),
      await run.freshKey(),
      await run.freshKey(),
    ]
    for (const key of keys.slice(0, 4)) await callsMade(run, key, 2400)
    const [, , , , fifth = ''] = keys
    await callsMade(run, fifth, 400)
    await run.workshop.advance(60)
    const answerOverLimit = await callOfClass(run, 'read', fifth)
    expect([refusalOf(answerOverLimit), errorOf(answerOverLimit).retryAfterSeconds]).toEqual([
      '429 rate_limited',
      untilMidnight(answerOverLimit),
    ])
    expect((await callOfClass(run, 'write', run.key)).status).toBe(429)
    await freshDay(run)
    expect((await callOfClass(run, 'read', fifth)).status).toBe(200)
  },
  'of several keys together',
  { tags: 'long' },
)

/** Sends wrong keys until the address is blocked. Returns how many were answered with 401. */
async function sendWrongKeys(run: Run): Promise<number> {
  await run.workshop.advance(601)
  const answers = await times(21, (nth) => run.once('GET', '/me', { key: wrongKey(nth) }))
  return answers.filter(({ status }) => status === 401).length
}

rule('8 · wrong keys from one address: 20 in 10 minutes', async (run) => {
  expect(await sendWrongKeys(run)).toBe(20)
  for (const key of [run.key, wrongKey(1), null]) {
    const refusal = await run.once('GET', '/me', { key })
    expect([refusalOf(refusal), errorOf(refusal).retryAfterSeconds]).toEqual(['429 rate_limited', 600])
  }
  await run.workshop.advance(598)
  expect((await run.once('GET', '/me')).status).toBe(429)
  await run.workshop.advance(3)
  expect((await run.once('GET', '/me')).status).toBe(200)
})

rule(
  '8 · wrong keys from one address: 20 in 10 minutes',
  async (run) => {
    await run.workshop.advance(601)
    await times(19, (nth) => run.once('GET', '/me', { key: wrongKey(nth) }))
    expect((await run.once('GET', '/me')).status).toBe(200)
    await run.workshop.advance(601)
    await times(19, (nth) => run.once('GET', '/me', { key: wrongKey(nth) }))
    expect((await run.once('GET', '/me')).status).toBe(200)
    await run.workshop.advance(601)
  },
  '19 are accepted',
)

rule(
  '8 · wrong keys from one address: 20 in 10 minutes',
  async (run) => {
    await run.workshop.advance(601)
    await times(10, (nth) => run.once('GET', '/me', { key: wrongKey(nth) }))
    await run.workshop.advance(400)
    await times(9, (nth) => run.once('GET', '/me', { key: wrongKey(nth) }))
    await run.workshop.advance(201)
    await times(19, (nth) => run.once('GET', '/me', { key: wrongKey(nth) }))
    expect((await run.once('GET', '/me')).status).toBe(200)
    await run.workshop.advance(601)
  },
  'from the first wrong key',
)

rule('8 · the wrong-key limit is not halved in a sandbox', async (run) => {
  expect([await sendWrongKeys(run), await sendWrongKeys(await run.live())]).toEqual([20, 20])
  for (const each of [run, await run.live()]) await each.workshop.advance(601)
})

rule('8 · malformed and revoked keys count as wrong, missing ones do not', async (run) => {
  const { once, workshop } = run
  await workshop.advance(601)
  const revoked = await workshop.makeKey({ name: 'brent', environment: 'test', scopes: ['orders:read'] })
  await workshop.revokeKey('brent')
  await times(30, () => once('GET', '/me', { key: null }))
  expect((await once('GET', '/me')).status).toBe(200)
  await times(7, () => once('GET', '/me', { key: revoked }))
  await times(7, () => once('GET', '/nowhere', { key: 'kort' }))
  await times(5, () => once('GET', '/me', { key: null, headers: { authorization: 'Basic aGVpOmhlaQ==' } }))
  expect((await once('GET', '/me')).status).toBe(200)
  expect((await once('GET', '/orders', { key: wrongKey(3) })).status).toBe(401)
  expect((await once('GET', '/me')).status).toBe(429)
  await workshop.advance(601)
})

rule('8 · the count of wrong keys survives a restart', async (run) => {
  await run.workshop.advance(601)
  await times(15, (nth) => run.once('GET', '/me', { key: wrongKey(nth) }))
  await run.restart()
  const moreAnswers = await times(6, (nth) => run.once('GET', '/me', { key: wrongKey(nth) }))
  expect(moreAnswers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429])
  await run.workshop.advance(601)
})
