// A service with everything in it, for properties over all operations: two customers with orders, projects and files of their own,
// sheets, events, a live workshop beside the sandbox, keys of every kind, and what of all that a caller could name.
import Database from 'better-sqlite3'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { scopes } from '../../../shared/workshop-api/index.ts'
import type { Scope } from '../../../shared/workshop-api/index.ts'
import type { Desk } from '../../../src-service/desk/desk.ts'
import { openService } from '../../integration/service/running-service.ts'
import type { Answer, Running, Sent } from '../../integration/service/running-service.ts'
import { fetchDescribed } from '../description/described.ts'
import type { Described } from '../description/described.ts'

export interface CustomersThings {
  key: string
  /** Ids, numbers and texts that stand in nothing but what is this customer's. */
  marks: string[]
  numbers: string[]
  ids: string[]
}

export interface Rig extends Running {
  described: Described
  /** By what they are. The last four are none that open anything. */
  keys: Record<
    'sandbox' | 'machine' | 'customer' | 'other' | 'live' | 'wrong' | 'malformed' | 'revoked' | 'none',
    string | null
  >
  customers: readonly [CustomersThings, CustomersThings]
  /** Order numbers that exist. */
  numbers: string[]
  /** Ids of orders, sheets, customers, projects, files, brakes. */
  ids: string[]
  /** A call, some time after the one before on the service's clock: no limit is met by chance, nor midnight. */
  say: (method: string, path: string, sent: Sent) => Promise<Answer>
  /** All that is stored but what every call may touch: counts, remembered answers, the clock. */
  stored: () => string
  close: () => Promise<void>
}

const anOrder = z.looseObject({ id: z.string(), numberDisplay: z.string(), version: z.int() })
const withId = z.looseObject({ id: z.string() })
const listOf = z.object({ data: z.array(withId) })
const betweenCallsMs = 3_000
/** Twenty wrong keys in ten minutes would close the service to this address. */
const betweenGuessesMs = 31_000

const wrong = `svc_test_${'a'.repeat(43)}`
const malformed = 'svc_test_kort'

const may = (wanted: (scope: Scope) => boolean) =>
  scopes.filter((scope) => scope !== 'customers:write' && wanted(scope))
const customerScopes = may((scope) => !/^(production|reports):/.test(scope))

export async function openRig(): Promise<Rig> {
  const running = await openService({ limitFactor: 1_000, checkAnswers: false })
  const { desk, call, close } = running
  const guesses = new Set<unknown>([wrong, malformed])
  const say: Rig['say'] = (method, path, sent) => {
    running.clock.nowMs += guesses.has(sent.key) ? betweenGuessesMs : betweenCallsMs
    return call(method, path, sent)
  }
  const wanted = { environment: 'test', purpose: 'annet' } as const
  const customers = desk.customers.list()
  const keyOf = (number: number) =>
    desk.makeKey({ ...wanted, name: `kunde ${number}`, scopes: customerScopes, customer: number })
  const things = await Promise.all(
    ['ALFA', 'BETA'].map(async (mark, index) => {
      const customer = customers[index]
      if (customer === undefined) throw new Error('the sandbox has too few customers')
      const whose = { customer, mark, key: keyOf(customer.number), workshopKey: running.sandboxKey }
      return withPapers(desk, await thingsOf(say, whose), whose)
    }),
  )
  const [first, second] = things
  if (first === undefined || second === undefined) throw new Error('two customers are needed')

  const revoked = desk.makeKey({ ...wanted, name: 'trukket', scopes: may(() => true) })
  desk.revokeKey('trukket')
  guesses.add(revoked)
  const live = desk.makeLiveWorkshop('Ekte Blikk AS')
  const added = running.deskOf(live.slug).customers.add({ name: 'Ekte kunde' })

  const listed = async (path: string) => listOf.parse((await say('GET', `${path}?limit=100`, {})).json).data
  const orders = z.array(anOrder).parse(await listed('/orders'))
  const sheets = z
    .object({ data: z.array(z.object({ sheetId: z.string() })) })
    .parse((await say('GET', '/bending-list?limit=100', {})).json)
  const file = new Database(join(running.dataFolder, 'workshop.db'), { readonly: true })
  return Object.assign(running, {
    described: await fetchDescribed(running.service.baseUrl),
    keys: {
      sandbox: running.sandboxKey,
      machine: running.machineKey,
      customer: first.key,
      other: second.key,
      live: live.key,
      wrong,
      malformed,
      revoked,
      none: null,
    },
    customers: [first, second] as const,
    numbers: [...orders.map(({ numberDisplay }) => numberDisplay), 'T-000099', '000001', '1001', '1002'],
    ids: [
      ...orders.map(({ id }) => id),
      ...sheets.data.map(({ sheetId }) => sheetId),
      ...(await listed('/press-brakes')).map(({ id }) => id),
      ...(await listed('/projects')).map(({ id }) => id),
      ...customers.map(({ id }) => id),
      ...desk.shop.products().map(({ id }) => id),
      ...desk.shop.settings().deliveryOptions.map(({ id }) => id),
      ...desk.orders.invoices().map(({ id }) => id),
      added.id,
      ...first.ids,
      ...second.ids,
    ],
    say,
    stored: () => storedIn(file, running.dataFolder),
    close: async () => {
      file.close()
      await close()
    },
  })
}

interface Whose {
  customer: { id: string; number: number; name: string }
  mark: string
  key: string
  workshopKey: string
}

/** An order with a file, a second one that is received, and a project, all of one customer and marked as such. */
async function thingsOf(say: Rig['say'], { customer, mark, key, workshopKey }: Whose): Promise<CustomersThings> {
  const made = async (path: string, body: unknown, as = key) => {
    const answer = await say('POST', path, {
      key: as,
      body,
      headers: { 'idempotency-key': `rigg-${mark}-${path}-${as.slice(-8)}` },
    })
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`)
    return answer.json
  }
  const order = anOrder.parse(
    await made('/orders', { title: `HEMMELIG-${mark}`, note: `HEMMELIG-${mark}`, externalRef: `HEMMELIG-${mark}` }),
  )
  const received = anOrder.parse(
    await made(
      '/orders',
      { title: `HEMMELIG-${mark}-2`, note: `Mottatt ${mark}`, customerId: customer.id },
      workshopKey,
    ),
  )
  await made(`/orders/${received.numberDisplay}/confirm`, {}, workshopKey)
  const project = withId.parse(await made('/projects', { name: `HEMMELIG-${mark}` }))
  const form = new FormData()
  form.set('fil', new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])]), 'foto.jpg')
  form.set('type', 'foto')
  const file = withId.parse(await made(`/orders/${order.numberDisplay}/attachments`, form))
  const ids = [order.id, received.id, project.id, file.id, customer.id]
  const numbers = [order.numberDisplay, received.numberDisplay]
  return { key, numbers, ids, marks: [`HEMMELIG-${mark}`, `Mottatt ${mark}`, customer.name, ...ids, ...numbers] }
}

/** The second customer's. */
const deliveredOrder = 'T-000015'

/** And with an invoice in the accounting system, one that was sent where the sandbox has an order for it, and an agreement. */
function withPapers(desk: Desk, things: CustomersThings, { customer, mark }: Whose): CustomersThings {
  const [, received = ''] = things.numbers
  for (const to of ['i_arbeid', 'klar', 'levert'] as const) desk.orders.move(received, to)
  desk.orders.invoicedElsewhere(received, `ERP-${mark}`)
  if (desk.orders.find(deliveredOrder).customer?.id === customer.id) desk.orders.move(deliveredOrder, 'fakturert')
  const agreement = desk.agreements.make({
    title: `HEMMELIG-${mark}`,
    customer: desk.customers.numbered(customer.number),
    validUntil: null,
    leadDays: null,
    deliveryDays: [],
  })
  const prices = [{ lengthMm: 3_000, unitPriceOre: 9_900 }]
  desk.agreements.addPosition(agreement.number, { description: `Profil ${mark}`, maxLengthMm: 3_000, prices })
  desk.agreements.send(agreement.number)
  const invoices = desk.orders.invoices().filter((each) => each.customer?.id === customer.id)
  const ids = [...things.ids.slice(0, -1), agreement.id, ...invoices.map(({ id }) => id), customer.id]
  const marks = [...things.marks, `ERP-${mark}`, `Profil ${mark}`, ...ids]
  return { ...things, ids, marks }
}

const touchedByEveryCall = new Set(['key_use', 'workshop_use', 'wrong_key', 'remembered_answer'])

function storedIn(file: Database.Database, dataFolder: string): string {
  const tables = file
    .prepare<[], { name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
    .all()
  const rows = tables
    .filter(({ name }) => !touchedByEveryCall.has(name))
    .map(({ name }) => [name, file.prepare(`SELECT * FROM ${name}`).raw().all()])
  const files = readdirSync(dataFolder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !/^(workshop\.db|service\.lock)/.test(name),
  )
  return JSON.stringify([rows, files.toSorted()])
}
