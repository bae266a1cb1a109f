// Defines a test of one sentence of the specification. Each test file has its own service. A test that needs something that the service
// under test does not provide is skipped with the reason.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, onTestFinished, test, type TestOptions } from 'vitest'
import * as z from 'zod'
import type { Driver, Module } from './driver.ts'
import * as reading from './readings.ts'
import type { Event, Order, Sheet } from './readings.ts'
import type { Sentence } from './sentences/index.ts'
import { setting, openWorld, orderOf } from './world.ts'
import type { Answer, Sent, World } from './world.ts'

export const testScopes = [
  'orders:read',
  'orders:write',
  'customers:read',
  'projects:read',
  'projects:write',
  'shop:read',
  'prices:read',
  'catalog:read',
  'agreements:read',
  'invoices:read',
  'reports:read',
  'events:read',
  'payments:write',
  'production:read',
  'production:status',
]
export const customerScopes = testScopes.filter((scope) => !/^(production|reports):/.test(scope))

export interface Run {
  call: World['call']
  once: World['once']
  get: (path: string, key?: string | null) => Promise<Answer>
  /** Posts with a new Idempotency-Key. */
  post: (path: string, body: unknown, sent?: Sent) => Promise<Answer>
  patch: (path: string, version: number, body: unknown, sent?: Sent) => Promise<Answer>
  key: string
  /** The base address, which a restart may change. */
  base: () => string
  /** The workshop's own side. Skips the test if there is none. */
  workshop: Driver
  /** Creates a key for this test, with its own limits. */
  freshKey: (scopes?: readonly string[]) => Promise<string>
  /** Deactivates a module for this test. */
  without: (module: Module) => Promise<void>
  /** Keys of two customers, and their numbers if the suite created the keys. */
  customers: () => Promise<[CustomerKey, CustomerKey]>
  /** Creates an order: without a body, a request with one text line. */
  newOrder: (body?: Record<string, unknown>, key?: string) => Promise<Order>
  /** Creates a received order. */
  received: () => Promise<Order>
  /** Reads an order. */
  read: (number: string, key?: string) => Promise<Order>
  /** Reads all pages of a list. */
  all: (path: string, key?: string) => Promise<unknown[]>
  /** All events after an id. */
  eventsAfter: (id: string | null, key?: string) => Promise<Event[]>
  /** The id of the newest event. */
  latest: (key?: string) => Promise<string | null>
  /** Creates a sheet that can be marked as bent. */
  bendable: () => Promise<Sheet>
  /** The same for a live workshop, on another service. */
  live: () => Promise<Run>
  /** Restarts the service. */
  restart: () => Promise<void>
}

interface CustomerKey {
  key: string
  number: number
  id: string
}

interface Worlds {
  sandbox: World | null
  live: World | null
}

/** Defines a test that is named after its sentence, and with `variant` if several tests share one. `options` are vitest's. */
export type Rule = (
  sentence: Sentence,
  run: (run: Run) => Promise<void>,
  variant?: string,
  options?: TestOptions,
) => void

/** Without a driver that advances the clock, a test waits for its limits, twice for the ten minutes of wrong keys. */
const timeout = setting('BASE') === undefined ? {} : { timeout: 1_500_000 }

/** Opens the service under test before the tests of a file and closes it after them. Call it at the top level of the file. */
export function ruleOfOneService(): Rule {
  const worlds: Worlds = { sandbox: null, live: null }
  beforeAll(async () => {
    worlds.sandbox = await openWorld('sandbox')
  })
  afterAll(async () => {
    await worlds.sandbox?.close()
    await worlds.live?.close()
  })
  return (sentence, run, variant, options = {}) => {
    const title = variant === undefined ? sentence : `${sentence} (${variant})`
    test(title, { ...timeout, ...options }, async ({ skip }) => {
      const { sandbox } = worlds
      await run(sandbox === null ? skip('no key of the service under test was provided') : runIn(sandbox, worlds, skip))
    })
  }
}

export const textLine = { kind: 'text', description: 'Vindusbeslag 120, hvitt', quantity: 4, unit: 'stk' }
export const idempotencyKey = () => ({ 'idempotency-key': randomUUID() })
const ifMatch = (version: number) => ({ 'if-match': `"v${version}"` })

function runIn(world: World, worlds: Worlds, skip: (reason: string) => never): Run {
  const { call, once } = world
  const run: Run = {
    call,
    once,
    key: world.key,
    base: () => world.base,
    get workshop() {
      return world.driver ?? skip("needs the workshop's own side, and no driver was provided")
    },
    get: (path, key) => call('GET', path, key === undefined ? {} : { key }),
    post: (path, body, { headers, ...sent } = {}) =>
      call('POST', path, { ...sent, body, headers: { ...idempotencyKey(), ...headers } }),
    patch: (path, version, body, { headers, ...sent } = {}) =>
      call('PATCH', path, { ...sent, body, headers: { ...ifMatch(version), ...headers } }),
    freshKey: async (scopes = testScopes) => {
      const { workshop } = run
      const name = `prøve ${randomUUID()}`
      const environment = world.key.startsWith('svc_live_') ? 'live' : 'test'
      const key = await workshop.makeKey({ name, environment, scopes })
      onTestFinished(() => workshop.revokeKey(name))
      return key
    },
    without: async (module) => {
      const { workshop } = run
      await workshop.switchModule(module, false)
      onTestFinished(() => workshop.switchModule(module, true))
    },
    customers: () => customersOf(world, run, skip),
    newOrder: async (body = { intent: 'request', lines: [textLine] }, key = world.key) => {
      const answer = await run.post('/orders', body, { key })
      if (answer.status !== 201) throw new Error(`POST /orders: ${answer.status} ${String(answer.bytes)}`)
      return orderOf(answer)
    },
    received: async () => {
      const { numberDisplay } = await run.newOrder()
      await run.workshop.moveOrder(numberDisplay, 'mottatt')
      return run.read(numberDisplay)
    },
    read: async (number, key) => orderOf(await run.get(`/orders/${number}`, key)),
    all: async (path, key) => {
      const items: unknown[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const cursorQuery: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
        const answer = await run.get(`${path}${path.includes('?') ? '&' : '?'}limit=100${cursorQuery}`, key)
        const { data, nextCursor } = reading.listOf(z.unknown()).parse(answer.json)
        items.push(...data)
        cursor = nextCursor
      }
      return items
    },
    eventsAfter: async (id, key) => {
      const events: Event[] = []
      for (let cursor = id, more = true; more;) {
        const answer = await run.get(`/events?limit=100${cursor === null ? '' : `&after=${cursor}`}`, key)
        const page = reading.eventPage.parse(answer.json)
        events.push(...page.data)
        more = page.nextCursor !== null
        cursor = page.nextCursor
      }
      return events
    },
    latest: async (key) => reading.eventPage.parse((await run.get('/events?after=latest', key)).json).latestId,
    bendable: () => bendableSheet(run),
    live: async () => {
      worlds.live ??= await openWorld('live')
      return worlds.live === null ? skip('no live key was given') : runIn(worlds.live, worlds, skip)
    },
    restart: async () => {
      const { restart } = run.workshop
      world.base = await (restart === null ? skip('the driver cannot start the service again') : restart())
    },
  }
  return run
}

/** Keys of two customers with orders: from the environment, or else created by the driver. */
async function customersOf(
  world: World,
  run: Run,
  skip: (reason: string) => never,
): Promise<[CustomerKey, CustomerKey]> {
  const keys = [setting('CUSTOMER_KEY'), setting('OTHER_CUSTOMER_KEY')]
  if (world.driver === null && keys.includes(undefined)) return skip('no keys of two customers were given')
  const { data } = reading.listOf(reading.order).parse((await run.get('/orders?sort=updatedAt&limit=100')).json)
  const knownCustomers = new Map(
    data.flatMap(({ customer }) => (customer === null ? [] : [[customer.number, customer]])),
  )
  const keyOf = async (index: number): Promise<CustomerKey> => {
    const givenKey = keys[index]
    if (givenKey !== undefined) {
      const { customer } = reading.me.parse((await run.get('/me', givenKey)).json).key
      return customer === null ? skip('the key given is no customer key') : { key: givenKey, ...customer }
    }
    const customer = [...knownCustomers.values()][index]
    if (customer === undefined) throw new Error('the sandbox has too few customers with orders')
    const name = `kunde ${randomUUID()}`
    const keyFields = { name, environment: 'test', scopes: customerScopes, customer: customer.number } as const
    const key = await run.workshop.makeKey(keyFields)
    onTestFinished(() => run.workshop.revokeKey(name))
    return { key, number: customer.number, id: customer.id }
  }
  return [await keyOf(0), await keyOf(1)]
}

async function bendableSheet(run: Run): Promise<Sheet> {
  const entry = reading.listOf(reading.sheet.pick({ bent: true }).loose())
  const { data } = entry.parse((await run.get('/bending-list?limit=100')).json)
  const sheet = data.find(
    ({ bent, approval }) => bent === null && ['approved', 'not_required'].includes(String(approval)),
  )
  if (sheet === undefined) throw new Error('the list has no sheet to bend')
  return reading.sheet.parse((await run.get(`/bending-sheets/${String(sheet['sheetId'])}`)).json)
}
