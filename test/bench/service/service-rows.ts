// The group 'service': reads compared with a Fastify route that only sends the same bytes, new orders compared with SQLite
// commits on the same disk, and memory over time. Keys are checked and calls are counted in every measurement.
import Database from 'better-sqlite3'
import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { startMeasuredServer } from './measured-server.ts'
import type { MeasuredServer, ServerRequest } from './measured-server.ts'
import type { Bench, Row } from '../run.ts'
import { webhooksRow } from './webhooks.ts'
import { sideBySide } from '../side-by-side.ts'

const rounds = 7
const readsPerRound = 5_000
/** Large enough that each round contains checkpoints, for both contenders. */
const ordersPerRound = 2_000
/**
 * The numbers of concurrent callers. With the first, the service always has work while the callers, on the other core, prepare
 * their next calls: the promise applies to it. The second shows the rate with fewer callers.
 */
const callerCounts = [32, 8] as const
const [fewRequests, manyRequests] = [20_000, 100_000]

export async function serviceRows({ folder }: Bench): Promise<Row[]> {
  mkdirSync(folder, { recursive: true })
  const service = await startMeasuredServer('service', join(folder, 'workshop'))
  try {
    const list = await service.call(1, () => requestOf(service, '/bending-list?limit=1'))
    const sheet = `/bending-sheets/${/"sheetId":"([^"]+)"/.exec(list.toString())?.[1] ?? ''}`
    return [
      await readRow(service, folder, 'GET /orders', '/orders'),
      await readRow(service, folder, 'GET /bending-sheets/{id}', sheet),
      await memoryRow(service, ['/orders', sheet, '/me']),
      await pricesRow(service, folder),
      await documentsRow(service, `${sheet}/pdf`),
      await ordersRow(folder),
      await webhooksRow(join(folder, 'webhooks')),
    ]
  } finally {
    await service.stop()
  }
}

const requestOf = ({ key }: MeasuredServer, path: string): ServerRequest => ({
  path: `/api/v1${path}`,
  headers: { authorization: `Bearer ${key}` },
})

async function readRow(service: MeasuredServer, folder: string, name: string, path: string): Promise<Row> {
  const body = await service.call(1, () => requestOf(service, path))
  const file = join(folder, 'body.json')
  writeFileSync(file, body)
  const bare = await startMeasuredServer('bare', file)
  try {
    const { ours, theirs } = await sideBySide(
      processorTime(service, requestOf(service, path)),
      processorTime(bare, { path: '/' }),
      rounds,
    )
    return {
      name: `${name}, ${body.length} bytes, compared with a Fastify route that only sends the same bytes (processor time, medians of ${rounds})`,
      measured: `${perSecond(readsPerRound, ours)} and ${perSecond(readsPerRound, theirs)} requests per second of processor time: ${(theirs / ours).toFixed(2)} of the rate of the bare route`,
      limit: 'at least 0.5',
      passes: theirs / ours >= 0.5,
    }
  } finally {
    await bare.stop()
  }
}

/** The bare route accepts the same body and parses it as JSON. */
async function pricesRow(service: MeasuredServer, folder: string): Promise<Row> {
  const list = await service.call(1, () => requestOf(service, '/catalog/products?limit=100'))
  const products = productPage
    .parse(JSON.parse(list.toString()))
    .data.filter(({ unitPriceOre }) => unitPriceOre !== null)
  const lines = Array.from({ length: 50 }, (_line, no) => ({
    productId: products[no % products.length]?.id,
    quantity: (no % 9) + 1,
    lengthMm: 1_000,
  }))
  const body = JSON.stringify({ lines, discountCode: 'BESLAG10', postalCode: '6800' })
  const { path, headers } = requestOf(service, '/prices')
  const request: ServerRequest = {
    method: 'POST',
    path,
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  }
  const file = join(folder, 'prices.json')
  writeFileSync(file, await service.call(1, () => request))
  const bare = await startMeasuredServer('bare', file)
  try {
    const bareRequest = { ...request, path: '/' }
    const clock = await sideBySide(
      clockTimed(() => service.call(readsPerRound, () => request)),
      clockTimed(() => bare.call(readsPerRound, () => bareRequest)),
      rounds,
    )
    const processor = await sideBySide(processorTime(service, request), processorTime(bare, bareRequest), rounds)
    return {
      name: `POST /prices with 50 lines, compared with a Fastify route that only receives and sends the same bytes (wall time, medians of ${rounds})`,
      measured: `${perSecond(readsPerRound, clock.ours)} and ${perSecond(readsPerRound, clock.theirs)} requests per second: ${(clock.theirs / clock.ours).toFixed(2)} of the rate of the bare route; by processor time ${(processor.theirs / processor.ours).toFixed(2)}`,
      limit: 'at least 0.33',
      passes: clock.theirs / clock.ours >= 1 / 3,
    }
  } finally {
    await bare.stop()
  }
}

const productPage = z.object({ data: z.array(z.object({ id: z.string(), unitPriceOre: z.number().nullable() })) })

/** Runs one round of one call and returns the processor time of the server in ms, without that of the caller. */
const processorTime = (server: MeasuredServer, request: ServerRequest) => async (): Promise<number> => {
  const before = await server.usage()
  await server.call(readsPerRound, () => request)
  return (await server.usage()).cpuMs - before.cpuMs
}

async function memoryRow(service: MeasuredServer, paths: readonly string[]): Promise<Row> {
  const requests = paths.map((path) => requestOf(service, path))
  const requestNo = (no: number) => requests[no % requests.length] ?? { path: '/' }
  await service.call(fewRequests, requestNo)
  const early = (await service.memory()).rssBytes
  await service.call(manyRequests - fewRequests, requestNo)
  const late = (await service.memory()).rssBytes
  return {
    name: `resident memory after ${manyRequests} requests, compared with ${fewRequests} requests`,
    measured: `${mebibytes(late)} MiB and ${mebibytes(early)} MiB: ${(late / early).toFixed(2)} times`,
    limit: 'at most 1.1 times',
    passes: late <= 1.1 * early,
  }
}

const documentCallers = 4
const callersBeside = 8

/** `GET /me` alone, and next to callers that get one PDF after another, which worker threads draw. */
async function documentsRow(service: MeasuredServer, pdf: string): Promise<Row> {
  const call = (path: string) => service.call(1, () => requestOf(service, path))
  /** The ms of each of `readsPerRound` calls, sorted. */
  const durations = async (): Promise<number[]> => {
    const times: number[] = []
    const callUntilDone = async (): Promise<void> => {
      while (times.length < readsPerRound) {
        const startMs = performance.now()
        await call('/me')
        times.push(performance.now() - startMs)
      }
    }
    await Promise.all(Array.from({ length: callersBeside }, callUntilDone))
    return times.toSorted((a, b) => a - b)
  }
  const measure = async () => {
    const startMs = performance.now()
    const times = await durations()
    return { totalMs: performance.now() - startMs, p99Ms: times[Math.floor(times.length * 0.99)] ?? Number.NaN }
  }
  await measure()
  const alone = await measure()
  let isEnding = false
  const getPdfs = async (): Promise<void> => {
    while (!isEnding) await call(pdf)
  }
  const documents = Promise.all(Array.from({ length: documentCallers }, getPdfs))
  const beside = await measure()
  isEnding = true
  await documents
  const share = alone.totalMs / beside.totalMs
  return {
    name: `GET /me next to ${documentCallers} callers of a PDF, compared with GET /me alone (wall time)`,
    measured: `${perSecond(readsPerRound, beside.totalMs)} and ${perSecond(readsPerRound, alone.totalMs)} requests per second: ${share.toFixed(2)}; p99 ${beside.p99Ms.toFixed(1)} ms`,
    limit: 'at least 0.1, and a p99 of at most 50 ms',
    passes: share >= 0.1 && beside.p99Ms <= 50,
  }
}

async function ordersRow(folder: string): Promise<Row> {
  const [many, few] = callerCounts
  const ofMany = await ordersBesideCommits(join(folder, 'many'), many)
  const ofFew = await ordersBesideCommits(join(folder, 'few'), few)
  const rate = ofMany.theirs / ofMany.ours
  return {
    name: `POST /orders by ${many} concurrent callers, compared with SQLite committing as many bytes to the same disk (wall time, medians of ${rounds})`,
    measured: `${perSecond(ordersPerRound, ofMany.ours)} orders and ${perSecond(ordersPerRound, ofMany.theirs)} commits per second: ${rate.toFixed(2)} of the rate of SQLite; with ${few} callers ${(ofFew.theirs / ofFew.ours).toFixed(2)}`,
    limit: 'at least 0.33',
    passes: rate >= 1 / 3,
  }
}

async function ordersBesideCommits(folder: string, callers: number): Promise<{ ours: number; theirs: number }> {
  mkdirSync(folder)
  const service = await startMeasuredServer('service', join(folder, 'workshop'), callers)
  const sqlite = new Database(join(folder, 'bare.db'))
  try {
    const order = orderOf(service)
    const stored = (await service.call(1, order, 201)).toString()
    sqlite.pragma('journal_mode = WAL')
    sqlite.pragma('synchronous = FULL')
    sqlite.exec('CREATE TABLE bare (id INTEGER PRIMARY KEY, body TEXT NOT NULL)')
    const insert = sqlite.prepare('INSERT INTO bare (body) VALUES (?)')
    const commits = (): Promise<void> => {
      for (let no = 0; no < ordersPerRound; no += 1) insert.run(stored)
      return Promise.resolve()
    }
    return await sideBySide(
      clockTimed(() => service.call(ordersPerRound, order, 201)),
      clockTimed(commits),
      rounds,
    )
  } finally {
    sqlite.close()
    await service.stop()
  }
}

/** Each call creates a new order. */
function orderOf(service: MeasuredServer): () => ServerRequest {
  const body = JSON.stringify({
    title: 'Vannbord til fjøset',
    contact: { name: 'Kari Prøvedal', email: 'kari@example.no', mobile: '+4700000101' },
    lines: Array.from({ length: 4 }, (_, no) => ({ kind: 'text', description: `Vannbord nr. ${no}`, quantity: 12 })),
  })
  const { path, headers } = requestOf(service, '/orders')
  return () => ({
    method: 'POST',
    path,
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body,
  })
}

/** Runs one round and returns its wall time in ms. */
const clockTimed = (work: () => Promise<unknown>) => async () => {
  const startMs = performance.now()
  await work()
  return performance.now() - startMs
}

const mebibytes = (bytes: number): string => (bytes / 1024 ** 2).toFixed(0)
const perSecond = (times: number, ms: number): string => ((times / ms) * 1000).toFixed(0)
