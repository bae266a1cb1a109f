// What the service's webhooks cost: 100 addresses are sent 50 events each, to a receiver of this process, beside a loop that does
// nothing but post the same message there with undici as often. All is signed, written down and counted as always.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { partsOver } from '../../src-service/parts.ts'
import type { Parts } from '../../src-service/parts.ts'
import { openStore } from '../../src-service/store/store.ts'
import { findWorkshop } from '../../src-service/store/workshops.ts'
import { served } from './load.ts'
import type { Row } from './run.ts'
import { median } from './side-by-side.ts'

const [addresses, events] = [100, 50]
const posts = addresses * events
const rounds = 5

/** One round: posts a second by the clock, and ms of the sender's processor. */
interface Round {
  rate: number
  cpuMs: number
}

export async function webhooksRow(folder: string): Promise<Row> {
  mkdirSync(folder, { recursive: true })
  const service = await served('service', join(folder, 'workshop'))
  const store = openStore(join(folder, 'workshop'))
  const receiver = await startReceiver()
  const bare = fork(join(import.meta.dirname, 'bare-posts.ts'))
  try {
    const parts = partsOver(store, Date.now)
    register(parts, receiver.url)
    const raise = raising(parts)
    const ours = async (): Promise<Round> => {
      const before = await service.usage()
      const took = await receiver.takes(posts, raise)
      return { rate: (posts / took) * 1000, cpuMs: (await service.usage()).cpuMs - before.cpuMs }
    }
    const theirs = async (): Promise<Round> => {
      const { headers, body } = receiver.last()
      const told = once(bare, 'message')
      const took = await receiver.takes(posts, () => {
        bare.send({ url: receiver.url, headers, body, posts, atOnce: addresses })
      })
      const [message]: unknown[] = await told
      return { rate: (posts / took) * 1000, ...z.object({ cpuMs: z.number() }).parse(message) }
    }
    const seen: { ours: Round[]; theirs: Round[] } = { ours: [], theirs: [] }
    await ours()
    await theirs()
    for (let round = 0; round < rounds; round += 1) {
      seen.ours.push(await ours())
      seen.theirs.push(await theirs())
    }
    const rate = (of: Round[]) => median(of.map((each) => each.rate))
    const cpuMs = (of: Round[]) => median(of.map((each) => each.cpuMs))
    const share = rate(seen.ours) / rate(seen.theirs)
    return {
      what: `webhooks: ${addresses} addresses × ${events} events to a receiver on loopback, beside a loop of undici that posts the same there (time on the clock, medians of ${rounds})`,
      measured: `${rate(seen.ours).toFixed(0)} and ${rate(seen.theirs).toFixed(0)} posts a second: ${share.toFixed(2)} of the bare rate; of the sender's processor ${(cpuMs(seen.theirs) / cpuMs(seen.ours)).toFixed(2)}`,
      promised: 'no less than 0.33',
      holds: share >= 1 / 3,
    }
  } finally {
    bare.kill('SIGINT')
    receiver.close()
    store.close()
    await service.stop()
  }
}

/** A workshop may have ten addresses: the others are put beside them in the store. */
function register({ webhooks, store, clock }: Parts, url: string): void {
  webhooks.setLoopback(true)
  const wanted = { workshopId: findWorkshop(store).id, url, isTest: true, types: 'order.*', customerId: null } as const
  webhooks.add('0', { ...wanted, audience: 'workshop' }, clock.now())
  const columns =
    'workshop_id, url, is_test, types, audience, customer_id, secret, active, failures, seen_event, created_at'
  const copy = store.db.prepare<[string]>(
    `INSERT INTO webhook_address (id, ${columns}) SELECT ?, ${columns} FROM webhook_address WHERE id = '0'`,
  )
  store.write(() => {
    for (let no = 1; no < addresses; no += 1) copy.run(String(no))
  })
}

/** Returns how to raise the events of a round: those of an order of the sandbox. */
function raising({ store, orders, events: log, clock }: Parts): () => void {
  const { id: workshopId } = findWorkshop(store)
  const order = orders.find({ workshopId, isTest: 1, customerId: null }, 'T-000003')
  if (order === null) throw new Error('the sandbox lacks an order')
  const raised = { type: 'order.updated', workshopId, livemode: false, customerId: null, data: { order } } as const
  return () => {
    store.write(() => {
      for (let no = 0; no < events; no += 1) log.add(raised, clock.now())
    })
  }
}

/** Reads each message and answers it with 200. */
async function startReceiver() {
  let [taken, wanted] = [0, 0]
  let last: { headers: IncomingHttpHeaders; body: string } = { headers: {}, body: '' }
  let whole = Promise.withResolvers<number>()
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      response.end('ok')
      taken += 1
      if (taken < wanted) return
      last = { headers: request.headers, body: Buffer.concat(pieces).toString() }
      whole.resolve(performance.now())
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = z.object({ port: z.number() }).parse(server.address())
  return {
    url: `http://127.0.0.1:${port}/hook`,
    /** What a message is beside its connection. */
    last: () => {
      const own = Object.entries(last.headers).filter(([name]) => /^(?:content-type|user-agent|service-)/.test(name))
      return { headers: Object.fromEntries(own), body: last.body }
    },
    /** How many ms it is until so many more have come. */
    takes: async (more: number, begin: () => void): Promise<number> => {
      wanted = taken + more
      whole = Promise.withResolvers()
      const from = performance.now()
      begin()
      return (await whole.promise) - from
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
