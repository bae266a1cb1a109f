// Orders that arrive in one tick of the event loop share a transaction: each call makes one order, even if a caller disconnects.
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { eventsOf, orderOf, ordersOf, runningService } from '../running-service.ts'
import type { RunningService } from '../running-service.ts'
import { submit } from '../submit-order.ts'

/** A connection that has already been used: the service reads it in the turn in which data arrives. */
async function connected({ baseUrl, sandboxKey }: RunningService): Promise<Socket> {
  const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1')
  socket.write(`GET /api/v1/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${sandboxKey}\r\n\r\n`)
  await once(socket, 'data')
  return socket
}

const order = ({ sandboxKey }: RunningService, note: string, idempotencyKey: string): string => {
  const body = JSON.stringify({ note })
  const head = [
    'POST /api/v1/orders HTTP/1.1',
    'Host: x',
    `Authorization: Bearer ${sandboxKey}`,
    'Content-Type: application/json',
    `Idempotency-Key: ${idempotencyKey}`,
    `Content-Length: ${body.length}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

/** Sends one order per note, all in one tick, and returns the status of each answer. */
const allAtOnce = async (service: RunningService, notes: readonly string[]): Promise<string[]> =>
  (await answersAtOnce(service, notes)).map((answer) => answer.slice(9, 12))

async function answersAtOnce(
  service: RunningService,
  notes: readonly string[],
  beforeSending: () => void = () => undefined,
): Promise<string[]> {
  const sockets = await Promise.all(notes.map(() => connected(service)))
  beforeSending()
  const pendingAnswers = Promise.all(sockets.map((socket) => once(socket, 'data')))
  for (const [no, socket] of sockets.entries()) socket.write(order(service, notes[no] ?? '', `en-nokkel-${no}`))
  const answers = (await pendingAnswers).map(([data]: unknown[]) => String(data))
  for (const socket of sockets) socket.destroy()
  return answers
}

test('concurrent calls make one order each, with a number and an event; refused calls use none', async () => {
  const service = await runningService()
  const notes = Array.from({ length: 20 }, (_, no) => (no % 5 === 2 ? 'x' : `Ordre ${no}`))
  const acceptedNotes = notes.filter((note) => note !== 'x')
  expect(await allAtOnce(service, notes)).toEqual(notes.map((note) => (note === 'x' ? '400' : '201')))
  const createdOrders = ordersOf(await service.get('/orders?limit=100')).data.filter(({ number }) => number > 20)
  expect(createdOrders.map(({ number }) => number).toReversed()).toEqual(acceptedNotes.map((_, no) => 21 + no))
  expect(new Set(createdOrders.map(({ note }) => note))).toEqual(new Set(acceptedNotes))
  const events = eventsOf(await service.get('/events?types=order.requested&limit=100')).data
  expect(events.map(({ data }) => data.order?.number)).toEqual(acceptedNotes.map((_, no) => 21 + no))
})

test('concurrent calls do not exceed the daily limit of new orders', async () => {
  const service = await runningService({ limitFactor: 2 })
  await submit(service, { note: 'Den første' })
  await service.restart(({ db }) => {
    db.prepare('UPDATE key_use SET new_orders_of_day = 497').run()
  })
  const statuses = await allAtOnce(
    service,
    Array.from({ length: 12 }, (_, no) => `Ordre ${no}`),
  )
  expect(statuses.filter((status) => status === '201')).toHaveLength(3)
  expect(statuses.filter((status) => status === '429')).toHaveLength(9)
})

test('a caller who disconnects and repeats the call with the same key gets one order', async () => {
  const service = await runningService()
  for (let round = 0; round < 10; round += 1) {
    const key = `en-nokkel-${round}`
    const first = await connected(service)
    const second = await connected(service)
    first.write(order(service, key, key))
    first.resetAndDestroy()
    second.write(order(service, key, key))
    await once(second, 'data')
    second.destroy()
    const secondAnswer = await submit(service, { note: key }, undefined, key)
    expect([secondAnswer.status, secondAnswer.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
    const createdOrders = ordersOf(await service.get('/orders?limit=100')).data.filter(({ note }) => note === key)
    expect(createdOrders).toEqual([orderOf(secondAnswer)])
  }
})

test('orders that are committed after midnight belong to the new day, and its calls are counted', async () => {
  const midnight = Date.parse('2026-11-25T00:00:00.000Z')
  let receivedMs = Number.NEGATIVE_INFINITY
  const service = await runningService({
    clock: () => {
      receivedMs += 1
      return receivedMs > 18 ? midnight : midnight - 1
    },
  })
  const notes = Array.from({ length: 12 }, (_, no) => `Ordre ${no}`)
  const answers = await answersAtOnce(service, notes, () => {
    receivedMs = 0
  })
  expect(answers.map((answer) => answer.slice(9, 12))).toEqual(notes.map(() => '201'))
  const afterMidnight = answers.filter((answer) => answer.includes(`x-ratelimit-reset: ${midnight / 1000 + 60}`))
  await service.restart(({ db }) => {
    const storedOrders = db
      .prepare("SELECT count(*) FROM work_order WHERE body ->> 'note' LIKE 'Ordre %' AND created_at >= ?")
      .pluck()
    expect(db.prepare('SELECT calls_of_day AS calls, new_orders_of_day AS orders FROM key_use').all()).toEqual([
      { calls: afterMidnight.length, orders: storedOrders.get(new Date(midnight).toISOString()) },
    ])
  })
})
