// Specification 6.2 · deliveries: real messages to a real receiver on loopback, with a clock that only the test advances.
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { event, webhookPauses } from '../../../../shared/workshop-api/index.ts'
import { readCommandLine, runCommand } from '../../../../src-service/admin/index.ts'
import type { NewWebhook } from '../../../../src-service/admin/index.ts'
import { nextEventId } from '../../../../src-service/events/event-ids.ts'
import { eventsOf, runningService } from '../running-service.ts'
import type { RunningService } from '../running-service.ts'
import { readSignature, startReceiver } from './receiver.ts'
import type { Receiver } from './receiver.ts'

const defaultWebhook: Omit<NewWebhook, 'url'> = {
  environment: 'test',
  types: 'order.*,bending_sheet.*',
  audience: 'workshop',
  customerId: null,
}

/** `timeoutMs`: long by default, because an answer that is late on a busy computer counts as a failed attempt. */
async function sending(wanted: Partial<NewWebhook> = {}, timeoutMs = 120_000) {
  const service = await runningService({ senderOptions: { timeoutMs } })
  const receiver = await startReceiver(() => service.clock.nowMs)
  service.admin.webhooks.setLoopback(true)
  const { id, secret } = service.admin.webhooks.add({ ...defaultWebhook, url: receiver.url, ...wanted })
  receiver.secrets.push(secret)
  return { service, receiver, id }
}
/** Sends `order.updated` for an order that can be changed. */
const changeOrder = ({ admin }: RunningService, note: string) => admin.sheets.change('T-000003/1', { note })
const addressOf = ({ admin }: RunningService, id: string) => admin.webhooks.list().find((each) => each.id === id)
const attempts = ({ received }: Receiver) => received.map(({ attempt }) => attempt)
const attemptCounts = ({ admin }: RunningService, id: string) =>
  admin.webhooks.deliveries(id).map((each) => each.attempts)

describe('a delivery', () => {
  test('has the headers of the specification, and the body that GET /events has', async () => {
    const { service, receiver, id } = await sending()
    changeOrder(service, 'én')
    await expect.poll(() => attemptCounts(service, id)).toEqual([1])
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
    expect(eventsOf(await service.get('/events?limit=100')).data.at(-1)).toEqual(JSON.parse(message.body))
    expect(service.admin.webhooks.deliveries(id)).toMatchObject([
      { status: 200, failure: null, answer: 'ok', dueAt: null },
    ])
  })

  test('is sent only to the addresses for its type and customer', async () => {
    const { service, receiver } = await sending({ types: 'order.ready' })
    const { admin } = service
    const add = (wanted: Partial<NewWebhook>, path: string) =>
      admin.webhooks.add({ ...defaultWebhook, ...wanted, url: `${receiver.url}/${path}` }).id
    const { customer } = admin.orders.find('T-000003')
    const other = admin.customers.list().find((each) => each.id !== customer?.id)?.id ?? ''
    add({ customerId: other }, 'other')
    const owner = add({ customerId: customer?.id ?? '', audience: 'customer' }, 'own')
    changeOrder(service, 'én')
    await expect.poll(() => attemptCounts(service, owner)).toEqual([1])
    expect(receiver.received).toHaveLength(1)
  })

  test('has signatures of the old and the new secret for 24 hours, then of the new one only', async () => {
    const { service, receiver, id } = await sending()
    const newSecret = service.admin.webhooks.changeSecret(id)
    const count = () => readSignature(String(receiver.received.at(-1)?.headers['service-signature'])).v1.length
    changeOrder(service, 'én')
    // before the clock advances, the outcome of each attempt is stored
    await expect.poll(() => attemptCounts(service, id)).toEqual([1])
    expect(receiver.received.map(({ verdict }) => verdict)).toEqual(['handled'])
    receiver.secrets = [newSecret]
    expect(count()).toBe(2)
    service.clock.nowMs += 24 * 3_600_000 - 1
    changeOrder(service, 'to')
    await expect.poll(() => attemptCounts(service, id)).toEqual([1, 1])
    expect(receiver.received).toHaveLength(2)
    expect(count()).toBe(2)
    service.clock.nowMs += 1
    changeOrder(service, 'tre')
    await expect.poll(() => attemptCounts(service, id)).toEqual([1, 1, 1])
    expect(receiver.received).toHaveLength(3)
    expect(count()).toBe(1)
    expect(receiver.received.map(({ verdict }) => verdict)).toEqual(['handled', 'handled', 'handled'])
  })

  test('is attempted at most fifteen times with the pauses, with a new signature each time', async () => {
    const { service, receiver, id } = await sending()
    receiver.answer = (response) => response.writeHead(503).end()
    const from = service.clock.nowMs
    changeOrder(service, 'én')
    for (const [done, pause] of webhookPauses.entries()) {
      await expect.poll(() => attemptCounts(service, id)).toEqual([done + 1])
      const [{ dueAt } = { dueAt: null }] = service.admin.webhooks.deliveries(id)
      expect(dueAt).toBe(service.clock.nowMs + pause * 1000)
      service.clock.nowMs += pause * 1000
    }
    await expect.poll(() => attemptCounts(service, id)).toEqual([15])
    expect((service.clock.nowMs - from) / 60_000).toBeCloseTo(43 * 60 + 43, -1)
    expect(service.admin.webhooks.deliveries(id)).toMatchObject([{ dueAt: null, status: 503, failure: 'status 503' }])
    expect(attempts(receiver)).toEqual(Array.from({ length: 15 }, (_, index) => index + 1))
    expect(new Set(receiver.received.map(({ headers }) => headers['service-signature'])).size).toBe(15)
    expect(receiver.received.map(({ verdict }) => verdict)).not.toContain('stale')
    expect(addressOf(service, id)).toMatchObject({ active: true, failures: 15 })
  })

  test('has the same id in each attempt', async () => {
    const { service, receiver } = await sending()
    receiver.answer = (response) => {
      receiver.answer = (again) => again.end()
      response.writeHead(500).end()
    }
    changeOrder(service, 'én')
    await expect.poll(() => receiver.received).toHaveLength(1)
    await expect
      .poll(() => {
        service.clock.nowMs += 10_000
        return receiver.received.map(({ verdict }) => verdict)
      })
      .toEqual(['handled', 'duplicate'])
  })

  test('waits at most for the longest pause if the clock is set back; a first attempt does not wait', async () => {
    const { service, receiver, id } = await sending()
    receiver.answer = (response) => response.writeHead(500).end()
    changeOrder(service, 'én')
    await expect.poll(() => attemptCounts(service, id)).toEqual([1])
    service.clock.nowMs -= Math.max(...webhookPauses) * 1000
    await expect.poll(() => attemptCounts(service, id)).toEqual([2])
    // A delivery whose first attempt is due while the clock is set back.
    await service.restart(({ db }) => {
      const later = service.clock.nowMs + 3_600_000
      db.prepare(
        `INSERT INTO webhook_delivery (address_id, event_id, type, attempts, due_at, last_try)
         SELECT address_id, event_id, type, 0, ?, 0 FROM webhook_delivery`,
      ).run(later)
    })
    await expect.poll(() => attemptCounts(service, id)).toEqual([1, 2])
  })

  test('of 256 KB is never sent, and does not delay later ones', async () => {
    const { service, receiver, id } = await sending()
    changeOrder(service, 'én')
    await expect.poll(() => attemptCounts(service, id)).toEqual([1])
    await service.restart(({ db }) => {
      const newest = 'FROM event WHERE id = (SELECT max(id) FROM event)'
      const last = z.string().parse(db.prepare(`SELECT id ${newest}`).pluck().get())
      db.prepare(
        `INSERT INTO event SELECT ?, workshop_id, livemode, type, customer_id, printf('%-262144s', body) ${newest}`,
      ).run(nextEventId(last, service.clock.nowMs))
    })
    changeOrder(service, 'to')
    await expect.poll(() => attemptCounts(service, id)).toEqual([1, 1])
    expect(receiver.received.map(({ verdict }) => verdict)).toEqual(['handled', 'handled'])
  })

  test('whose event is missing in the store delays neither calls nor later deliveries', async () => {
    const { service, receiver, id } = await sending()
    receiver.answer = (response) => response.writeHead(500).end()
    changeOrder(service, 'én')
    await expect.poll(() => attemptCounts(service, id)).toEqual([1])
    await service.restart(({ db }) => db.prepare('DELETE FROM event').run())
    service.clock.nowMs += 10_000
    service.admin.webhooks.ping(id)
    await expect.poll(() => receiver.received.map(({ type }) => type)).toEqual(['order.updated', 'ping'])
    expect((await service.get('/me')).status).toBe(200)
  })

  test('survives a restart: attempts in progress are repeated, waiting deliveries are sent', async () => {
    const { service, receiver, id } = await sending()
    receiver.answer = () => null
    changeOrder(service, 'én')
    await expect.poll(() => receiver.received).toHaveLength(1)
    await service.restart(() => null)
    receiver.answer = (response) => response.end('nå')
    await expect.poll(() => attemptCounts(service, id)).toEqual([1])
    expect(receiver.received.at(-1)).toMatchObject({ attempt: 1, verdict: 'duplicate' })
  })
})

describe('a receiver', () => {
  test('that redirects has failed, and the redirect is not followed', async () => {
    const { service, receiver, id } = await sending()
    receiver.answer = (response) => response.writeHead(307, { location: receiver.url }).end()
    changeOrder(service, 'én')
    await expect.poll(() => attemptCounts(service, id)).toEqual([1])
    expect(receiver.received).toHaveLength(1)
    expect(service.admin.webhooks.deliveries(id)).toMatchObject([{ failure: 'status 307' }])
  })

  test('that answers 410 is turned off at once with a notice, and gets no more deliveries', async () => {
    const { service, receiver, id } = await sending()
    receiver.answer = (response) => response.writeHead(410).end('slutt')
    changeOrder(service, 'én')
    await expect.poll(() => addressOf(service, id)).toMatchObject({ active: false })
    const notice = `the address ${receiver.url} was turned off: it answered 410`
    expect(service.admin.webhooks.notices()).toMatchObject([{ text: notice }])
    expect(service.admin.webhooks.deliveries(id)).toMatchObject([{ dueAt: null }])
    const [{ id: delivery } = { id: 0 }] = service.admin.webhooks.deliveries(id)
    expect(() => {
      service.admin.webhooks.ping(id)
    }).toThrow(/turn it on first/)
    expect(() => {
      service.admin.webhooks.resend(id, delivery)
    }).toThrow(/turn it on first/)
    changeOrder(service, 'to')
    receiver.answer = (response) => response.end()
    service.admin.webhooks.setActive(id, true)
    changeOrder(service, 'tre')
    await expect.poll(() => receiver.received).toHaveLength(2)
    expect(receiver.received.at(-1)?.verdict).toBe('handled')
  })

  test('has only its last twenty deliveries in the store after a restart, and when it is turned off', async () => {
    const { service, receiver, id } = await sending()
    const ping = (count: number) => {
      for (let remaining = count; remaining > 0; remaining -= 1) service.admin.webhooks.ping(id)
    }
    /** Waits until `count` deliveries are stored. Only the last twenty are listed. */
    const waitForList = async (count: number) => {
      const last = Array.from({ length: 20 }, (_, earlier) => count - earlier)
      await expect.poll(() => service.admin.webhooks.deliveries(id).map((each) => each.id)).toEqual(last)
    }
    const countAfterRestart = async () => {
      let rows: unknown
      await service.restart(({ db }) => (rows = db.prepare('SELECT count(*) FROM webhook_delivery').pluck().get()))
      return rows
    }
    ping(24)
    await waitForList(24)
    await countAfterRestart()
    ping(1)
    await waitForList(25)
    expect(await countAfterRestart()).toBe(20)
    receiver.answer = (response) => response.writeHead(410).end()
    ping(30)
    await expect.poll(() => addressOf(service, id)?.active).toBe(false)
    expect(await countAfterRestart()).toBe(20)
  })

  test('that fails fifty times in a row is turned off; a success resets the count', async () => {
    const { service, receiver, id } = await sending()
    const failTimes = async (times: number) => {
      for (let remaining = times; remaining > 0; remaining -= 1) service.admin.webhooks.ping(id)
      await expect.poll(() => addressOf(service, id)?.failures).toBe(times)
    }
    receiver.answer = (response) => response.writeHead(500).end()
    await failTimes(49)
    receiver.answer = (response) => response.end()
    service.admin.webhooks.ping(id)
    await expect.poll(() => addressOf(service, id)?.failures).toBe(0)
    receiver.answer = (response) => response.writeHead(500).end()
    await failTimes(49)
    expect(addressOf(service, id)?.active).toBe(true)
    service.admin.webhooks.ping(id)
    await expect.poll(() => addressOf(service, id)?.active).toBe(false)
    expect(service.admin.webhooks.notices()[0]?.text).toMatch(/50 attempts failed in a row, the last with: status 500/)
    expect(service.admin.webhooks.deliveries(id)).toHaveLength(20)
  })

  test('that does not answer in time has failed, and delays neither other receivers nor calls', async () => {
    const { service, receiver, id } = await sending({}, 4_000)
    receiver.answer = () => null
    const quick = await startReceiver(() => service.clock.nowMs)
    const { id: other } = service.admin.webhooks.add({ ...defaultWebhook, url: quick.url })
    for (let count = 0; count < 8; count += 1) changeOrder(service, String(count))
    await expect.poll(() => attemptCounts(service, other)).toHaveLength(8)
    expect(receiver.received.length).toBeLessThanOrEqual(5)
    expect((await service.get('/me')).status).toBe(200)
    await expect.poll(() => attemptCounts(service, id)).toHaveLength(8)
    expect(service.admin.webhooks.deliveries(id)[0]?.failure).toBe('no answer within 4 seconds')
  })

  test('with an endless answer is read up to 4 KiB', async () => {
    const { service, receiver, id } = await sending()
    let isClosed = false
    receiver.answer = (response) => {
      const sendMore = () => {
        while (!response.destroyed && response.write('x'.repeat(1_000)));
      }
      response.on('drain', sendMore).on('close', () => (isClosed = true))
      sendMore()
    }
    changeOrder(service, 'én')
    await expect.poll(() => isClosed).toBe(true)
    await expect.poll(() => attemptCounts(service, id)).toEqual([1])
    expect(service.admin.webhooks.deliveries(id)).toMatchObject([{ failure: null, answer: 'x'.repeat(4_096) }])
  })

  test('on this computer gets nothing once loopback is off', async () => {
    const { service, receiver, id } = await sending()
    service.admin.webhooks.setLoopback(false)
    changeOrder(service, 'én')
    await expect.poll(() => attemptCounts(service, id)).toEqual([1])
    expect(service.admin.webhooks.deliveries(id)[0]?.failure).toMatch(/cannot be used/)
    expect(receiver.received).toEqual([])
  })

  test('whose name resolves to a non-public address is never connected to', async () => {
    const service = await runningService({
      senderOptions: {
        resolve: (host) => Promise.resolve(host === 'b.example.no' ? ['93.184.216.34', '127.0.0.1'] : ['10.0.0.1']),
      },
    })
    const { webhooks } = service.admin
    for (const host of ['a', 'b']) {
      const { id } = webhooks.add({ ...defaultWebhook, url: `https://${host}.example.no/` })
      webhooks.ping(id)
      await expect
        .poll(() => webhooks.deliveries(id)[0]?.failure)
        .toMatch(/example\.no has the address .+, which is not public/)
    }
  })
})

test('the command line sends pings, resends deliveries, and lists the last twenty', async () => {
  const { service, receiver, id } = await sending({ types: 'order.ready' })
  const runWords = (...words: string[]) => runCommand(service.admin, readCommandLine(words))
  expect(runWords('webhook', 'ping', id)).toEqual([`a test event is sent to address ${id}`])
  await expect.poll(() => attemptCounts(service, id)).toEqual([1])
  const [ping] = receiver.received
  expect(JSON.parse(ping?.body ?? '')).toEqual({
    id: ping?.id,
    type: 'ping',
    apiVersion: 'v1',
    createdAt: '2026-11-24T09:00:10.000Z',
    livemode: false,
    data: {},
  })
  const [line = ''] = runWords('webhook', 'deliveries', id)
  expect(line.split('\t')).toEqual(['1', 'ping', ping?.id, '1', '2026-11-24T09:00:10.000Z', 'status 200', '', '"ok"'])

  expect(runWords('webhook', 'resend', id, '1')).toEqual([`delivery 1 is sent once more to address ${id}`])
  await expect.poll(() => attemptCounts(service, id)).toEqual([2])
  expect(receiver.received.map(({ attempt, verdict }) => [attempt, verdict])).toEqual([
    [1, 'handled'],
    [2, 'duplicate'],
  ])
  expect(() => runWords('webhook', 'resend', id, '2')).toThrow(/no delivery 2/)

  receiver.answer = (response) => response.writeHead(500).end()
  runWords('webhook', 'resend', id, '1')
  await expect.poll(() => attemptCounts(service, id)).toEqual([3])
  expect(service.admin.webhooks.deliveries(id)).toMatchObject([{ dueAt: null }])
  expect(runWords('notice', 'list')).toEqual([])
})
