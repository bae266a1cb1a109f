// Part 6.2: delivery and retries of messages; the workshop's test event and resending (6.1).
import { expect } from 'vitest'
import { startListener } from './webhook-listener.ts'
import { ruleOfOneService } from '../rule.ts'
import type { Run } from '../rule.ts'

const rule = ruleOfOneService()

/** Subscribes only to new orders, because a new day has events of its own. */
const listenForOrders = async (run: Run) => startListener(run, { events: 'order.requested' })
const isOn = async ({ workshop }: Run, id: string) => (await workshop.addresses()).find((each) => each.id === id)?.on

rule('6.2 · a delivery is a POST of JSON with its headers', async (run) => {
  const { receiver, attempted } = await listenForOrders(run)
  let method = ''
  receiver.answer = (response, _received, request) => {
    method = request.method ?? ''
    response.end()
  }
  const mark = await run.latest()
  await run.newOrder()
  await attempted(1)
  const [message] = receiver.received
  const [event] = await run.eventsAfter(mark)
  expect([method, message?.verdict]).toEqual(['POST', 'handled'])
  expect(message?.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'service-webhooks/1',
    'service-event-id': event?.id,
    'service-event-type': 'order.requested',
    'service-delivery-attempt': '1',
    'service-signature': expect.stringMatching(/^t=\d+,v1=[\da-f]{64}$/),
  })
})

rule('6.2 · a delivery is the message that GET /events returns', async (run) => {
  const { waitForDeliveries } = await startListener(run)
  const mark = await run.latest()
  const { numberDisplay } = await run.received()
  await run.workshop.moveOrder(numberDisplay, 'i_arbeid')
  const events = await run.eventsAfter(mark)
  const messages = (await waitForDeliveries(3)).map(({ body }) => JSON.parse(body))
  expect(messages.toSorted((one, other) => (one.id < other.id ? -1 : 1))).toEqual(events)
})

rule('6.2 · each attempt has a new signature', async (run) => {
  const { receiver, attempted, advance } = await listenForOrders(run)
  receiver.answer = (response) => response.writeHead(503).end()
  await run.newOrder()
  for (const [index, pause] of [10, 30, 120, 600].entries()) {
    await attempted(index + 1)
    await advance(pause)
  }
  await attempted(5)
  // with the timestamp of the first attempt, the last would be rejected
  expect(receiver.received.map(({ verdict }) => verdict)).toEqual(['handled', ...Array(4).fill('duplicate')])
})

rule('6.2 · a delivery without a 2xx answer within 10 seconds is retried', async (run) => {
  const { receiver, id, attempted, advance, waitForDeliveries } = await listenForOrders(run)
  let heldMs = 0
  receiver.answer = (response) => {
    const began = performance.now()
    response.on('close', () => (heldMs = performance.now() - began))
  }
  await run.newOrder()
  await waitForDeliveries(1)
  expect(await attempted(1)).toMatchObject([{ status: null }])
  // a service does not shorten the ten seconds with its own clock, so only the receiver can measure them; a load lengthens them
  expect(heldMs).toBeGreaterThan(5_000)
  for (const [index, status] of [300, 404, 500].entries()) {
    receiver.answer = (response) => response.writeHead(status).end()
    await advance([10, 30, 120][index] ?? 0)
    await attempted(index + 2)
  }
  receiver.answer = (response) => response.writeHead(299).end()
  await advance(600)
  expect(await attempted(5)).toMatchObject([{ status: 299 }])
  await advance(7 * 86_400)
  await run.workshop.ping(id)
  await attempted(1, 5)
})

rule('6.2 · a failed delivery is retried for about 45 hours, with increasing pauses', async (run) => {
  const { receiver, id, attempted, advance } = await listenForOrders(run)
  receiver.answer = (response, { type }) => response.writeHead(type === 'ping' ? 200 : 500).end()
  await run.newOrder()
  const hour = 3_600
  const pauses = [10, 30, 120, 600, 1_800, hour, 2 * hour, 4 * hour, ...Array<number>(6).fill(6 * hour)]
  for (const [index, pause] of pauses.entries()) {
    const pings = Array<number>(index).fill(1)
    await attempted(...pings, index + 1)
    await advance(pause - 1)
    // deliveries are in order: everything due before this one has arrived, too
    await run.workshop.ping(id)
    await attempted(1, ...pings, index + 1)
    await advance(1)
  }
  await attempted(...pauses.map(() => 1), 15)
  await advance(7 * 24 * hour)
  await run.workshop.ping(id)
  await attempted(1, ...pauses.map(() => 1), 15)
  const attempts = receiver.received.filter(({ type }) => type !== 'ping').map(({ attempt }) => attempt)
  expect(attempts).toEqual(Array.from({ length: 15 }, (_, index) => index + 1))
})

rule('6.2 · a 410 deactivates the address at once', async (run) => {
  const { receiver, id, advance, waitForDeliveries } = await listenForOrders(run)
  receiver.answer = (response) => response.writeHead(410).end()
  await run.newOrder()
  await expect.poll(async () => isOn(run, id)).toBe(false)
  await run.newOrder()
  await advance(3_600)
  const other = await listenForOrders(run)
  await run.newOrder()
  await other.waitForDeliveries(1)
  await waitForDeliveries(1)
  await expect(run.workshop.ping(id).catch(() => 'refused')).resolves.toBe('refused')
})

for (const sentence of [
  '6.2 · 50 failures in a row deactivate the address',
  '6.2 · the workshop is notified of a deactivated address',
] as const) {
  rule(sentence, async (run) => {
    const { receiver, id, attempted } = await startListener(run, { events: 'order.ready' })
    const before = await run.workshop.notices()
    const pings = async (count: number, status: number) => {
      const receivedBefore = receiver.received.length
      receiver.answer = (response) => response.writeHead(status).end()
      for (let remaining = count; remaining > 0; remaining -= 1) await run.workshop.ping(id)
      await expect.poll(() => receiver.received.length).toBe(receivedBefore + count)
      await attempted(...Array<number>(Math.min(20, receivedBefore + count)).fill(1))
    }
    await pings(49, 500)
    await pings(1, 200)
    await pings(49, 503)
    expect([await isOn(run, id), await run.workshop.notices()]).toEqual([true, before])
    await run.workshop.ping(id)
    await expect.poll(async () => isOn(run, id)).toBe(false)
    const notices = await run.workshop.notices()
    expect(notices).toHaveLength(before.length + 1)
    expect(notices.filter((each) => each.includes(receiver.url))).toHaveLength(1)
  })
}

rule(
  '6.2 · the workshop is notified of a deactivated address',
  async (run) => {
    const { receiver, id } = await listenForOrders(run)
    receiver.answer = (response) => response.writeHead(410).end()
    await run.newOrder()
    await expect.poll(async () => isOn(run, id)).toBe(false)
    expect((await run.workshop.notices()).some((each) => each.includes(receiver.url) && each.includes('410'))).toBe(
      true,
    )
  },
  'of an address that answers 410',
)

rule('6.2 · the workshop can reactivate an address', async (run) => {
  const { receiver, id, waitForDeliveries } = await listenForOrders(run)
  await run.workshop.switchAddress(id, false)
  await run.newOrder()
  await run.workshop.switchAddress(id, true)
  expect(await isOn(run, id)).toBe(true)
  const mark = await run.latest()
  await run.newOrder()
  const [event] = await run.eventsAfter(mark)
  expect((await waitForDeliveries(1)).map((each) => [each.id, each.verdict])).toEqual([[event?.id, 'handled']])
  receiver.answer = (response) => response.end()
})

rule('6.2 · redirects are never followed', async (run) => {
  const [{ receiver, attempted, advance }, elsewhere] = [
    await listenForOrders(run),
    await startListener(run, { events: 'order.ready' }),
  ]
  await run.newOrder()
  await attempted(1)
  for (const [index, status] of [301, 302, 303, 307, 308].entries()) {
    receiver.answer = (response) => response.writeHead(status, { location: elsewhere.receiver.url }).end()
    await run.newOrder()
    expect((await attempted(...Array<number>(index + 2).fill(1)))[0]).toMatchObject({ status })
  }
  receiver.answer = (response) => response.end()
  await advance(10)
  await attempted(2, 2, 2, 2, 2, 1)
  expect(elsewhere.receiver.received).toEqual([])
})

/** Whether a message was truncated, the number of lines of its order, and the length of the first. */
function linesOf(message: string): unknown[] {
  const { truncated, order } = JSON.parse(message).data
  return [truncated, order.lines.length, order.lines[0].description.length]
}

rule('6.2 · a message is under 256 KB', async (run) => {
  const { waitForDeliveries } = await listenForOrders(run)
  const lines = Array.from({ length: 60 }, () => ({ kind: 'text', description: 'ø'.repeat(2_000), quantity: 1 }))
  /** Creates an order whose texts have so many more characters than those of the first. */
  const ordered = async (more: number) => {
    const text = (from: number) => 'x'.repeat(1 + Math.min(1_999, Math.max(0, more - from)))
    const [note, title, projectNo, orderer, customerPo] = [0, 1_999, 3_998, 5_997, 7_996].map(text)
    await run.newOrder({ lines, note, title, projectNo, orderer, customerPo })
  }
  const bodies = async (count: number) =>
    (await waitForDeliveries(count)).toSorted((one, other) => (one.id < other.id ? -1 : 1)).map(({ body }) => body)
  await ordered(0)
  const remainingBytes = 262_143 - Buffer.byteLength((await bodies(1))[0] ?? '')
  expect(remainingBytes).toBeLessThan(9_995)
  await ordered(remainingBytes)
  await ordered(remainingBytes + 1)
  const [, whole = '', cut = ''] = await bodies(3)
  expect([Buffer.byteLength(whole), linesOf(whole), linesOf(cut)]).toEqual([
    262_143,
    [undefined, 60, 2_000],
    [true, 60, 200],
  ])
})

rule('6.1 · a ping is a test event', async (run) => {
  const { receiver, id, attempted } = await startListener(run, { events: 'order.ready' })
  const mark = await run.latest()
  await run.workshop.ping(id)
  await attempted(1)
  const [message] = receiver.received
  expect([message?.verdict, message?.type]).toEqual(['handled', 'ping'])
  expect(JSON.parse(message?.body ?? '')).toEqual({
    id: message?.id,
    type: 'ping',
    apiVersion: 'v1',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    livemode: false,
    data: {},
  })
  expect(message?.id).toMatch(/^evt_[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
  expect(await run.eventsAfter(mark)).toEqual([])
})

rule('6.1 · the last 20 deliveries are shown with their answers and can be sent again', async (run) => {
  const { receiver, id, waitForDeliveries, attempted } = await listenForOrders(run)
  receiver.answer = (response, { attempt }) => response.writeHead(attempt === 1 ? 202 : 500).end(`takk ${attempt}`)
  for (let count = 0; count < 22; count += 1) await run.newOrder()
  const ids = (await waitForDeliveries(22)).map((each) => each.id).toSorted()
  const shownEventIds = async () => (await run.workshop.deliveriesOf(id)).map(({ eventId }) => eventId)
  await expect.poll(async () => (await shownEventIds()).toReversed()).toEqual(ids.slice(-20))
  const last = await attempted(...Array<number>(20).fill(1))
  for (const each of last) expect(each).toMatchObject({ type: 'order.requested', status: 202, answer: 'takk 1' })
  const [newest] = last
  await run.workshop.resend(id, newest?.id ?? 0)
  await waitForDeliveries(23)
  expect(receiver.received.at(-1)).toMatchObject({ id: newest?.eventId, attempt: 2, verdict: 'duplicate' })
  expect((await attempted(2, ...Array<number>(19).fill(1)))[0]).toMatchObject({ status: 500, answer: 'takk 2' })
  const deletedId = Math.min(...last.map((each) => each.id)) - 1
  await expect(run.workshop.resend(id, deletedId).catch(() => 'refused')).resolves.toBe('refused')
})

rule('6.2 · deliveries continue after a restart', async (run) => {
  const { receiver, attempted, advance } = await listenForOrders(run)
  receiver.answer = (response) => response.writeHead(500).end()
  await run.newOrder()
  await attempted(1)
  await run.restart()
  receiver.answer = (response) => response.end()
  await advance(10)
  await attempted(2)
  expect(receiver.received.map(({ attempt, verdict }) => [attempt, verdict])).toEqual([
    [1, 'handled'],
    [2, 'duplicate'],
  ])
})
