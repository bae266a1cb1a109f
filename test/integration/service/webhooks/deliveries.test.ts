// Specification 6.2 · deliveries: real messages to a real receiver on loopback, with a clock that stands still until it is moved.
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { event, webhookPauses } from '../../../../shared/workshop-api/index.ts'
import { readCommandLine } from '../../../../src-service/desk/command-line.ts'
import { runCommand } from '../../../../src-service/desk/commands.ts'
import type { WebhookWanted } from '../../../../src-service/desk/webhooks.ts'
import { nextEventId } from '../../../../src-service/events/event-ids.ts'
import { eventsOf, runningService } from '../running-service.ts'
import type { Running } from '../running-service.ts'
import { readSignature, startReceiver } from './receiver.ts'
import type { Receiver } from './receiver.ts'

const usual: Omit<WebhookWanted, 'url'> = {
  environment: 'test',
  types: 'order.*,bending_sheet.*',
  audience: 'workshop',
  customerId: null,
}

async function sending(wanted: Partial<WebhookWanted> = {}, answerMs = 10_000) {
  const running = await runningService({ sending: { answerMs } })
  const receiver = await startReceiver(() => running.clock.nowMs)
  running.desk.webhooks.setLoopback(true)
  const { id, secret } = running.desk.webhooks.add({ ...usual, url: receiver.url, ...wanted })
  receiver.secrets.push(secret)
  return { running, receiver, id }
}
/** Raises `order.updated` of an order that may be changed. */
const happen = ({ desk }: Running, note: string) => desk.sheets.change('T-000003/1', { note })
const addressOf = ({ desk }: Running, id: string) => desk.webhooks.list().find((each) => each.id === id)
const attempts = ({ received }: Receiver) => received.map(({ attempt }) => attempt)
const written = ({ desk }: Running, id: string) => desk.webhooks.deliveries(id).map((each) => each.attempts)

describe('a delivery', () => {
  test('has the headers of the specification, and the body that GET /events has', async () => {
    const { running, receiver, id } = await sending()
    happen(running, 'én')
    await expect.poll(() => written(running, id)).toEqual([1])
    const [message] = receiver.received
    if (message === undefined) throw new Error('nothing came')
    expect(message.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'service-webhooks/1',
      'service-delivery-attempt': '1',
      'service-event-type': 'order.updated',
    })
    expect(message.verdict).toBe('handled')
    expect(message.id).toBe(event.parse(JSON.parse(message.body)).id)
    expect(eventsOf(await running.get('/events?limit=100')).data.at(-1)).toEqual(JSON.parse(message.body))
    expect(running.desk.webhooks.deliveries(id)).toMatchObject([
      { status: 200, failure: null, answer: 'ok', dueAt: null },
    ])
  })

  test('goes to the addresses that asked for its type and its customer alone', async () => {
    const { running, receiver } = await sending({ types: 'order.ready' })
    const { desk } = running
    const add = (wanted: Partial<WebhookWanted>, path: string) =>
      desk.webhooks.add({ ...usual, ...wanted, url: `${receiver.url}/${path}` }).id
    const { customer } = desk.orders.find('T-000003')
    const other = desk.customers.list().find((each) => each.id !== customer?.id)?.id ?? ''
    add({ customerId: other }, 'other')
    const whose = add({ customerId: customer?.id ?? '', audience: 'customer' }, 'own')
    happen(running, 'én')
    await expect.poll(() => written(running, whose)).toEqual([1])
    expect(receiver.received).toHaveLength(1)
  })

  test('of an old secret and a new one carries both signatures for 24 hours, then the new one alone', async () => {
    const { running, receiver, id } = await sending()
    const changed = running.desk.webhooks.changeSecret(id)
    const count = () => readSignature(String(receiver.received.at(-1)?.headers['service-signature'])).v1.length
    happen(running, 'én')
    await expect.poll(() => receiver.received.map(({ verdict }) => verdict)).toEqual(['handled'])
    receiver.secrets = [changed]
    expect(count()).toBe(2)
    running.clock.nowMs += 24 * 3_600_000 - 1
    happen(running, 'to')
    await expect.poll(() => receiver.received).toHaveLength(2)
    expect(count()).toBe(2)
    running.clock.nowMs += 1
    happen(running, 'tre')
    await expect.poll(() => receiver.received).toHaveLength(3)
    expect(count()).toBe(1)
    expect(receiver.received.map(({ verdict }) => verdict)).toEqual(['handled', 'handled', 'handled'])
  })

  test('that fails is attempted fifteen times after the pauses, signed anew each time, and then no more', async () => {
    const { running, receiver, id } = await sending()
    receiver.answer = (response) => response.writeHead(503).end()
    const from = running.clock.nowMs
    happen(running, 'én')
    for (const [done, pause] of webhookPauses.entries()) {
      await expect.poll(() => written(running, id)).toEqual([done + 1])
      const [{ dueAt } = { dueAt: null }] = running.desk.webhooks.deliveries(id)
      expect(dueAt).toBe(running.clock.nowMs + pause * 1000)
      running.clock.nowMs += pause * 1000
    }
    await expect.poll(() => written(running, id)).toEqual([15])
    expect((running.clock.nowMs - from) / 60_000).toBeCloseTo(43 * 60 + 43, -1)
    expect(running.desk.webhooks.deliveries(id)).toMatchObject([{ dueAt: null, status: 503, failure: 'status 503' }])
    expect(attempts(receiver)).toEqual(Array.from({ length: 15 }, (_, index) => index + 1))
    expect(new Set(receiver.received.map(({ headers }) => headers['service-signature'])).size).toBe(15)
    expect(receiver.received.map(({ verdict }) => verdict)).not.toContain('stale')
    expect(addressOf(running, id)).toMatchObject({ active: true, failures: 15 })
  })

  test('that comes again after a failure is known by its id', async () => {
    const { running, receiver } = await sending()
    receiver.answer = (response) => {
      receiver.answer = (again) => again.end()
      response.writeHead(500).end()
    }
    happen(running, 'én')
    await expect.poll(() => receiver.received).toHaveLength(1)
    await expect
      .poll(() => {
        running.clock.nowMs += 10_000
        return receiver.received.map(({ verdict }) => verdict)
      })
      .toEqual(['handled', 'duplicate'])
  })

  test('waits for no longer than the longest pause where the clock goes back, and a first attempt not at all', async () => {
    const { running, receiver, id } = await sending()
    receiver.answer = (response) => response.writeHead(500).end()
    happen(running, 'én')
    await expect.poll(() => written(running, id)).toEqual([1])
    running.clock.nowMs -= Math.max(...webhookPauses) * 1000
    await expect.poll(() => written(running, id)).toEqual([2])
    // What is to be sent for the first time while the clock goes back.
    await running.restart(({ db }) => {
      const later = running.clock.nowMs + 3_600_000
      db.prepare(
        `INSERT INTO webhook_delivery (address_id, event_id, type, attempts, due_at, last_try)
         SELECT address_id, event_id, type, 0, ?, 0 FROM webhook_delivery`,
      ).run(later)
    })
    await expect.poll(() => written(running, id)).toEqual([1, 2])
  })

  test('of 256 KB is never sent, and holds up none after it', async () => {
    const { running, receiver, id } = await sending()
    happen(running, 'én')
    await expect.poll(() => written(running, id)).toEqual([1])
    await running.restart(({ db }) => {
      const newest = 'FROM event WHERE id = (SELECT max(id) FROM event)'
      const last = z.string().parse(db.prepare(`SELECT id ${newest}`).pluck().get())
      db.prepare(
        `INSERT INTO event SELECT ?, workshop_id, livemode, type, customer_id, printf('%-262144s', body) ${newest}`,
      ).run(nextEventId(last, running.clock.nowMs))
    })
    happen(running, 'to')
    await expect.poll(() => written(running, id)).toEqual([1, 1])
    expect(receiver.received.map(({ verdict }) => verdict)).toEqual(['handled', 'handled'])
  })

  test('whose event is gone from the store holds up neither the calls nor what is sent after it', async () => {
    const { running, receiver, id } = await sending()
    receiver.answer = (response) => response.writeHead(500).end()
    happen(running, 'én')
    await expect.poll(() => written(running, id)).toEqual([1])
    await running.restart(({ db }) => db.prepare('DELETE FROM event').run())
    running.clock.nowMs += 10_000
    running.desk.webhooks.ping(id)
    await expect.poll(() => receiver.received.map(({ type }) => type)).toEqual(['order.updated', 'ping'])
    expect((await running.get('/me')).status).toBe(200)
  })

  test('survives a restart: what was under way is attempted again, what waited is sent', async () => {
    const { running, receiver, id } = await sending()
    receiver.answer = () => null
    happen(running, 'én')
    await expect.poll(() => receiver.received).toHaveLength(1)
    await running.restart(() => null)
    receiver.answer = (response) => response.end('nå')
    await expect.poll(() => written(running, id)).toEqual([1])
    expect(receiver.received.at(-1)).toMatchObject({ attempt: 1, verdict: 'duplicate' })
  })
})

describe('a receiver', () => {
  test('that redirects has failed, and is not followed', async () => {
    const { running, receiver, id } = await sending()
    receiver.answer = (response) => response.writeHead(307, { location: receiver.url }).end()
    happen(running, 'én')
    await expect.poll(() => written(running, id)).toEqual([1])
    expect(receiver.received).toHaveLength(1)
    expect(running.desk.webhooks.deliveries(id)).toMatchObject([{ failure: 'status 307' }])
  })

  test('that answers 410 is turned off at once, the workshop is told, and nothing more is sent', async () => {
    const { running, receiver, id } = await sending()
    receiver.answer = (response) => response.writeHead(410).end('slutt')
    happen(running, 'én')
    await expect.poll(() => addressOf(running, id)).toMatchObject({ active: false })
    const told = `the address ${receiver.url} was turned off: it answered 410`
    expect(running.desk.webhooks.notices()).toMatchObject([{ text: told }])
    expect(running.desk.webhooks.deliveries(id)).toMatchObject([{ dueAt: null }])
    const [{ id: delivery } = { id: 0 }] = running.desk.webhooks.deliveries(id)
    expect(() => {
      running.desk.webhooks.ping(id)
    }).toThrow(/turn it on first/)
    expect(() => {
      running.desk.webhooks.resend(id, delivery)
    }).toThrow(/turn it on first/)
    happen(running, 'to')
    receiver.answer = (response) => response.end()
    running.desk.webhooks.switch(id, true)
    happen(running, 'tre')
    await expect.poll(() => receiver.received).toHaveLength(2)
    expect(receiver.received.at(-1)?.verdict).toBe('handled')
  })

  test('has but its last twenty in the store after a restart, and once it is turned off', async () => {
    const { running, receiver, id } = await sending()
    const ping = (count: number) => {
      for (let left = count; left > 0; left -= 1) running.desk.webhooks.ping(id)
    }
    /** Until so many are written down, of which the last twenty are shown. */
    const shown = async (count: number) => {
      const last = Array.from({ length: 20 }, (_, earlier) => count - earlier)
      await expect.poll(() => running.desk.webhooks.deliveries(id).map((each) => each.id)).toEqual(last)
    }
    const kept = async () => {
      let rows: unknown
      await running.restart(({ db }) => (rows = db.prepare('SELECT count(*) FROM webhook_delivery').pluck().get()))
      return rows
    }
    ping(24)
    await shown(24)
    await kept()
    ping(1)
    await shown(25)
    expect(await kept()).toBe(20)
    receiver.answer = (response) => response.writeHead(410).end()
    ping(30)
    await expect.poll(() => addressOf(running, id)?.active).toBe(false)
    expect(await kept()).toBe(20)
  })

  test('that fails fifty times in a row is turned off; one success in between begins the count anew', async () => {
    const { running, receiver, id } = await sending()
    const failTimes = async (times: number) => {
      for (let left = times; left > 0; left -= 1) running.desk.webhooks.ping(id)
      await expect.poll(() => addressOf(running, id)?.failures).toBe(times)
    }
    receiver.answer = (response) => response.writeHead(500).end()
    await failTimes(49)
    receiver.answer = (response) => response.end()
    running.desk.webhooks.ping(id)
    await expect.poll(() => addressOf(running, id)?.failures).toBe(0)
    receiver.answer = (response) => response.writeHead(500).end()
    await failTimes(49)
    expect(addressOf(running, id)?.active).toBe(true)
    await failTimes(50).catch(() => null)
    expect(addressOf(running, id)?.active).toBe(false)
    expect(running.desk.webhooks.notices()[0]?.text).toMatch(/50 attempts failed in a row, the last with: status 500/)
    expect(running.desk.webhooks.deliveries(id)).toHaveLength(20)
  })

  test('that does not answer in time has failed, and holds up neither another nor the calls', async () => {
    const { running, receiver, id } = await sending({}, 4_000)
    receiver.answer = () => null
    const quick = await startReceiver(() => running.clock.nowMs)
    const { id: other } = running.desk.webhooks.add({ ...usual, url: quick.url })
    for (let count = 0; count < 8; count += 1) happen(running, String(count))
    await expect.poll(() => written(running, other)).toHaveLength(8)
    expect(receiver.received.length).toBeLessThanOrEqual(5)
    expect((await running.get('/me')).status).toBe(200)
    await expect.poll(() => written(running, id)).toHaveLength(8)
    expect(running.desk.webhooks.deliveries(id)[0]?.failure).toBe('no answer within 4 seconds')
  })

  test('whose answer never ends is read no further than 4 KiB', async () => {
    const { running, receiver, id } = await sending()
    let closed = false
    receiver.answer = (response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(1_000)));
      }
      response.on('drain', more).on('close', () => (closed = true))
      more()
    }
    happen(running, 'én')
    await expect.poll(() => closed).toBe(true)
    await expect.poll(() => written(running, id)).toEqual([1])
    expect(running.desk.webhooks.deliveries(id)).toMatchObject([{ failure: null, answer: 'x'.repeat(4_096) }])
  })

  test('of this computer is sent nothing once the switch for tests is off', async () => {
    const { running, receiver, id } = await sending()
    running.desk.webhooks.setLoopback(false)
    happen(running, 'én')
    await expect.poll(() => written(running, id)).toEqual([1])
    expect(running.desk.webhooks.deliveries(id)[0]?.failure).toMatch(/cannot be used/)
    expect(receiver.received).toEqual([])
  })

  test('whose name stands for an address that is not public is never connected to', async () => {
    const running = await runningService({
      sending: {
        resolve: (host) => Promise.resolve(host === 'b.example.no' ? ['93.184.216.34', '127.0.0.1'] : ['10.0.0.1']),
      },
    })
    const { webhooks } = running.desk
    for (const host of ['a', 'b']) {
      const { id } = webhooks.add({ ...usual, url: `https://${host}.example.no/` })
      webhooks.ping(id)
      await expect
        .poll(() => webhooks.deliveries(id)[0]?.failure)
        .toMatch(/example\.no stands for .+, which is not public/)
    }
  })
})

test('a ping and a delivery sent once more are typed at the command line, and the last twenty are shown', async () => {
  const { running, receiver, id } = await sending({ types: 'order.ready' })
  const say = (...words: string[]) => runCommand(running.desk, readCommandLine(words))
  expect(say('webhook', 'ping', id)).toEqual([`a test event goes to address ${id}`])
  await expect.poll(() => written(running, id)).toEqual([1])
  const [ping] = receiver.received
  expect(JSON.parse(ping?.body ?? '')).toEqual({
    id: ping?.id,
    type: 'ping',
    apiVersion: 'v1',
    createdAt: '2026-11-24T09:00:10.000Z',
    livemode: false,
    data: {},
  })
  const [line = ''] = say('webhook', 'deliveries', id)
  expect(line.split('\t')).toEqual(['1', 'ping', ping?.id, '1', '2026-11-24T09:00:10.000Z', 'status 200', '', '"ok"'])

  expect(say('webhook', 'resend', id, '1')).toEqual([`delivery 1 is sent once more to address ${id}`])
  await expect.poll(() => written(running, id)).toEqual([2])
  expect(receiver.received.map(({ attempt, verdict }) => [attempt, verdict])).toEqual([
    [1, 'handled'],
    [2, 'duplicate'],
  ])
  expect(() => say('webhook', 'resend', id, '2')).toThrow(/no delivery 2/)

  receiver.answer = (response) => response.writeHead(500).end()
  say('webhook', 'resend', id, '1')
  await expect.poll(() => written(running, id)).toEqual([3])
  expect(running.desk.webhooks.deliveries(id)).toMatchObject([{ dueAt: null }])
  expect(say('notice', 'list')).toEqual([])
})
