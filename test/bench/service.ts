// What the workshop service costs beside what it stands on: reads beside a bare Fastify route that sends the same bytes, new orders
// beside SQLite's own commits on the same disk; and whether its memory grows. Keys are checked and calls are counted throughout.
import Database from 'better-sqlite3'
import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { served } from './load.ts'
import type { Ask, Served } from './load.ts'
import type { Bench, Row } from './run.ts'
import { webhooksRow } from './service-webhooks.ts'
import { sideBySide } from './side-by-side.ts'

const rounds = 7
const readsARound = 5_000
/** So many that each round has its checkpoints, on either side. */
const ordersARound = 2_000
/**
 * How many order at once: so many that the service has always something to do while callers, on the other core, make their next
 * calls. The promise is held to the first; the other says what fewer get.
 */
const orderers = [32, 8] as const
const [fewRequests, manyRequests] = [20_000, 100_000]

export async function serviceRows({ folder }: Bench): Promise<Row[]> {
  mkdirSync(folder, { recursive: true })
  const service = await served('service', join(folder, 'workshop'))
  try {
    const list = await service.call(1, () => asked(service, '/bending-list?limit=1'))
    const sheet = `/bending-sheets/${/"sheetId":"([^"]+)"/.exec(list.toString())?.[1] ?? ''}`
    return [
      await readRow(service, folder, 'GET /orders', '/orders'),
      await readRow(service, folder, 'GET /bending-sheets/{id}', sheet),
      await memoryRow(service, ['/orders', sheet, '/me']),
      await pricesRow(service, folder),
      await ordersRow(folder),
      await webhooksRow(join(folder, 'webhooks')),
    ]
  } finally {
    await service.stop()
  }
}

const asked = ({ key }: Served, path: string): Ask => ({
  path: `/api/v1${path}`,
  headers: { authorization: `Bearer ${key}` },
})

async function readRow(service: Served, folder: string, name: string, path: string): Promise<Row> {
  const body = await service.call(1, () => asked(service, path))
  const file = join(folder, 'body.json')
  writeFileSync(file, body)
  const bare = await served('bare', file)
  try {
    const { ours, theirs } = await sideBySide(
      processorTime(service, asked(service, path)),
      processorTime(bare, { path: '/' }),
      rounds,
    )
    return {
      what: `${name}, ${body.length} bytes, beside a bare Fastify route that sends the same (processor time, medians of ${rounds})`,
      measured: `${perSecond(readsARound, ours)} and ${perSecond(readsARound, theirs)} requests a second of the processor: ${(theirs / ours).toFixed(2)} of the bare rate`,
      promised: 'no less than 0.5',
      holds: theirs / ours >= 0.5,
    }
  } finally {
    await bare.stop()
  }
}

/** The bare route takes the same body, and reads it as JSON. */
export async function pricesRow(service: Served, folder: string): Promise<Row> {
  const list = await service.call(1, () => asked(service, '/catalog/products?limit=100'))
  const products = priced.parse(JSON.parse(list.toString())).data.filter(({ unitPriceOre }) => unitPriceOre !== null)
  const lines = Array.from({ length: 50 }, (_line, no) => ({
    productId: products[no % products.length]?.id,
    quantity: (no % 9) + 1,
    lengthMm: 1_000,
  }))
  const body = JSON.stringify({ lines, discountCode: 'BESLAG10', postalCode: '6800' })
  const { path, headers } = asked(service, '/prices')
  const ask: Ask = { method: 'POST', path, headers: { ...headers, 'content-type': 'application/json' }, body }
  const file = join(folder, 'prices.json')
  writeFileSync(file, await service.call(1, () => ask))
  const bare = await served('bare', file)
  try {
    const bareAsk = { ...ask, path: '/' }
    const clock = await sideBySide(
      timed(() => service.call(readsARound, () => ask)),
      timed(() => bare.call(readsARound, () => bareAsk)),
      rounds,
    )
    const processor = await sideBySide(processorTime(service, ask), processorTime(bare, bareAsk), rounds)
    return {
      what: `POST /prices, 50 lines, beside a bare Fastify route that takes and sends the same (time on the clock, medians of ${rounds})`,
      measured: `${perSecond(readsARound, clock.ours)} and ${perSecond(readsARound, clock.theirs)} requests a second: ${(clock.theirs / clock.ours).toFixed(2)} of the bare rate; of the processor ${(processor.theirs / processor.ours).toFixed(2)}`,
      promised: 'no less than 0.33',
      holds: clock.theirs / clock.ours >= 1 / 3,
    }
  } finally {
    await bare.stop()
  }
}

const priced = z.object({ data: z.array(z.object({ id: z.string(), unitPriceOre: z.number().nullable() })) })

/** What a round of one call takes of the server's own processor, in ms: the caller's falls on neither. */
const processorTime = (of: Served, ask: Ask) => async (): Promise<number> => {
  const before = await of.usage()
  await of.call(readsARound, () => ask)
  return (await of.usage()).cpuMs - before.cpuMs
}

async function memoryRow(service: Served, paths: readonly string[]): Promise<Row> {
  const asks = paths.map((path) => asked(service, path))
  const ask = (no: number) => asks[no % asks.length] ?? { path: '/' }
  await service.call(fewRequests, ask)
  const early = (await service.memory()).rssBytes
  await service.call(manyRequests - fewRequests, ask)
  const late = (await service.memory()).rssBytes
  return {
    what: `resident memory after ${manyRequests} requests, beside that after ${fewRequests}`,
    measured: `${mebibytes(late)} MiB and ${mebibytes(early)} MiB: ${(late / early).toFixed(2)} times`,
    promised: 'at most 1.1 times',
    holds: late <= 1.1 * early,
  }
}

async function ordersRow(folder: string): Promise<Row> {
  const [many, few] = orderers
  const ofMany = await ordersBesideCommits(join(folder, 'many'), many)
  const ofFew = await ordersBesideCommits(join(folder, 'few'), few)
  const rate = ofMany.theirs / ofMany.ours
  return {
    what: `POST /orders by ${many} callers at once, beside SQLite alone committing as many bytes to the same disk (time on the clock, medians of ${rounds})`,
    measured: `${perSecond(ordersARound, ofMany.ours)} orders and ${perSecond(ordersARound, ofMany.theirs)} commits a second: ${rate.toFixed(2)} of that rate; by ${few} callers ${(ofFew.theirs / ofFew.ours).toFixed(2)}`,
    promised: 'no less than 0.33',
    holds: rate >= 1 / 3,
  }
}

async function ordersBesideCommits(folder: string, callers: number): Promise<{ ours: number; theirs: number }> {
  mkdirSync(folder)
  const service = await served('service', join(folder, 'workshop'), callers)
  const sqlite = new Database(join(folder, 'bare.db'))
  try {
    const order = orderOf(service)
    const stored = (await service.call(1, order, 201)).toString()
    sqlite.pragma('journal_mode = WAL')
    sqlite.pragma('synchronous = FULL')
    sqlite.exec('CREATE TABLE bare (id INTEGER PRIMARY KEY, body TEXT NOT NULL)')
    const insert = sqlite.prepare('INSERT INTO bare (body) VALUES (?)')
    const commits = (): Promise<void> => {
      for (let no = 0; no < ordersARound; no += 1) insert.run(stored)
      return Promise.resolve()
    }
    return await sideBySide(
      timed(() => service.call(ordersARound, order, 201)),
      timed(commits),
      rounds,
    )
  } finally {
    sqlite.close()
    await service.stop()
  }
}

/** A new order at each call. */
function orderOf(service: Served): () => Ask {
  const body = JSON.stringify({
    title: 'Vannbord til fjøset',
    contact: { name: 'Kari Prøvedal', email: 'kari@example.no', mobile: '+4700000101' },
    lines: Array.from({ length: 4 }, (_, no) => ({ kind: 'text', description: `Vannbord nr. ${no}`, quantity: 12 })),
  })
  const { path, headers } = asked(service, '/orders')
  return () => ({
    method: 'POST',
    path,
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body,
  })
}

/** How long a round takes on the clock, in ms. */
const timed = (work: () => Promise<unknown>) => async () => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const mebibytes = (bytes: number): string => (bytes / 1024 ** 2).toFixed(0)
const perSecond = (times: number, ms: number): string => ((times / ms) * 1000).toFixed(0)
