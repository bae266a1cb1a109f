// The cost of the service's webhooks: 100 addresses get 50 events each, at a receiver in this process, compared with a loop that
// only posts the same message there as often with undici. The service signs, stores and counts every delivery as usual.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { createParts } from '../../../src-service/parts.ts'
import type { Parts } from '../../../src-service/parts.ts'
import { openStore } from '../../../src-service/store/store.ts'
import { findWorkshop } from '../../../src-service/store/workshops.ts'
import { startMeasuredServer } from './measured-server.ts'
import type { Row } from '../run.ts'
import { median } from '../side-by-side.ts'

const [addresses, events] = [100, 50]
const posts = addresses * events
const rounds = 5

/** One round: posts per second of wall time, and the processor time of the sender in ms. */
interface Round {
  rate: number
  cpuMs: number
}

export async function webhooksRow(folder: string): Promise<Row> {
  mkdirSync(folder, { recursive: true })
  const service = await startMeasuredServer('service', join(folder, 'workshop'))
  const store = openStore(join(folder, 'workshop'))
  const receiver = await startReceiver()
  const bare = fork(join(import.meta.dirname, 'bare-posts-process.ts'))
  try {
    const parts = createParts(store, Date.now)
    register(parts, receiver.url)
    const addEvents = eventsOf(parts)
    const measureService = async (): Promise<Round> => {
      const before = await service.usage()
      const durationMs = await receiver.receive(posts, addEvents)
      return { rate: (posts / durationMs) * 1000, cpuMs: (await service.usage()).cpuMs - before.cpuMs }
    }
    const measureReference = async (): Promise<Round> => {
      const { headers, body } = receiver.last()
      const report = once(bare, 'message')
      const durationMs = await receiver.receive(posts, () => {
        bare.send({ url: receiver.url, headers, body, posts, concurrency: addresses })
      })
      const [message]: unknown[] = await report
      return { rate: (posts / durationMs) * 1000, ...z.object({ cpuMs: z.number() }).parse(message) }
    }
    const results: { ours: Round[]; theirs: Round[] } = { ours: [], theirs: [] }
    await measureService()
    await measureReference()
    for (let round = 0; round < rounds; round += 1) {
      results.ours.push(await measureService())
      results.theirs.push(await measureReference())
    }
    const rate = (all: Round[]) => median(all.map((round) => round.rate))
    const cpuMs = (all: Round[]) => median(all.map((round) => round.cpuMs))
    const share = rate(results.ours) / rate(results.theirs)
    return {
      name: `webhooks: ${addresses} addresses × ${events} events to a receiver on loopback, compared with an undici loop that only posts the same messages (wall time, medians of ${rounds})`,
      measured: `${rate(results.ours).toFixed(0)} and ${rate(results.theirs).toFixed(0)} posts per second: ${share.toFixed(2)} of the rate of the loop; by the sender's processor time ${(cpuMs(results.theirs) / cpuMs(results.ours)).toFixed(2)}`,
      limit: 'at least 0.33',
      passes: share >= 1 / 3,
    }
  } finally {
    bare.kill('SIGINT')
    receiver.close()
    store.close()
    await service.stop()
  }
}

/** A workshop may register ten addresses, so the store gets the others directly. */
function register({ webhooks, store, clock }: Parts, url: string): void {
  webhooks.setLoopbackAllowed(true)
  const addressFields = {
    workshopId: findWorkshop(store).id,
    url,
    isTest: true,
    types: 'order.*',
    customerId: null,
  } as const
  webhooks.add('0', { ...addressFields, audience: 'workshop' }, clock.now())
  const columns =
    'workshop_id, url, is_test, types, audience, customer_id, secret, active, failures, seen_event, created_at'
  const copy = store.db.prepare<[string]>(
    `INSERT INTO webhook_address (id, ${columns}) SELECT ?, ${columns} FROM webhook_address WHERE id = '0'`,
  )
  store.write(() => {
    for (let no = 1; no < addresses; no += 1) copy.run(String(no))
  })
}

/** Returns a function that adds the events of one round, about an order of the sandbox. */
function eventsOf({ store, orders, events: log, clock }: Parts): () => void {
  const { id: workshopId } = findWorkshop(store)
  const order = orders.find({ workshopId, isTest: 1, customerId: null }, 'T-000003')
  if (order === null) throw new Error('the sandbox has no such order')
  const event = { type: 'order.updated', workshopId, livemode: false, customerId: null, data: { order } } as const
  return () => {
    store.write(() => {
      for (let no = 0; no < events; no += 1) log.add(event, clock.now())
    })
  }
}

/** Reads each message and responds with 200. */
async function startReceiver() {
  let [received, wanted] = [0, 0]
  let last: { headers: IncomingHttpHeaders; body: string } = { headers: {}, body: '' }
  let allReceived = Promise.withResolvers<number>()
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      response.end('ok')
      received += 1
      if (received < wanted) return
      last = { headers: request.headers, body: Buffer.concat(pieces).toString() }
      allReceived.resolve(performance.now())
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = z.object({ port: z.number() }).parse(server.address())
  return {
    url: `http://127.0.0.1:${port}/hook`,
    /** The last message, without the headers of its connection. */
    last: () => {
      const ownHeaders = Object.entries(last.headers).filter(([name]) =>
        /^(?:content-type|user-agent|service-)/.test(name),
      )
      return { headers: Object.fromEntries(ownHeaders), body: last.body }
    },
    /** Calls `begin` and returns the ms until `more` more messages are received. */
    receive: async (more: number, begin: () => void): Promise<number> => {
      wanted = received + more
      allReceived = Promise.withResolvers()
      const from = performance.now()
      begin()
      return (await allReceived.promise) - from
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
