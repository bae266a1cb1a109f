// A service with data for property tests over all operations: two customers with orders, projects and files, sheets, events, a live
// workshop next to the sandbox, keys of every kind, and the ids and numbers that a caller could use.
import Database from 'better-sqlite3'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { scopes } from '../../../shared/workshop-api/index.ts'
import type { Scope } from '../../../shared/workshop-api/index.ts'
import type { WorkshopAdmin } from '../../../src-service/admin/index.ts'
import { openService } from '../../integration/service/running-service.ts'
import type { Answer, RunningService, Sent } from '../../integration/service/running-service.ts'
import { fetchDescribed } from '../description/described.ts'
import type { Described } from '../description/described.ts'

interface CustomerData {
  key: string
  /** Ids, numbers and texts that only this customer's data contains. */
  marks: string[]
  numbers: string[]
  ids: string[]
}

export interface Rig extends RunningService {
  described: Described
  /** The keys by kind. The last four give no access. */
  keys: Record<
    'sandbox' | 'machine' | 'customer' | 'other' | 'live' | 'wrong' | 'malformed' | 'revoked' | 'none',
    string | null
  >
  customers: readonly [CustomerData, CustomerData]
  /** Existing and missing order numbers. */
  numbers: string[]
  /** Ids of orders, sheets, customers, projects, files, brakes. */
  ids: string[]
  /** Advances the service's clock and makes a call, so that no limit is reached by chance. */
  spacedCall: (method: string, path: string, sent: Sent) => Promise<Answer>
  /** All stored data except what every call may change: counts, remembered answers, the clock. */
  stored: () => string
  close: () => Promise<void>
}

const createdOrder = z.looseObject({ id: z.string(), numberDisplay: z.string(), version: z.int() })
const withId = z.looseObject({ id: z.string() })
const listOf = z.object({ data: z.array(withId) })
const betweenCallsMs = 3_000
/** Twenty wrong keys in ten minutes would block this address. */
const betweenGuessesMs = 33_000

const wrongKey = `svc_test_${'a'.repeat(43)}`
const malformed = 'svc_test_kort'

const may = (wanted: (scope: Scope) => boolean) =>
  scopes.filter((scope) => scope !== 'customers:write' && wanted(scope))
const customerScopes = may((scope) => !/^(production|reports):/.test(scope))

export async function openRig(): Promise<Rig> {
  const service = await openService({ limitFactor: 1_000, checkAnswers: false })
  const { admin, call, close } = service
  const guesses = new Set<unknown>([wrongKey, malformed])
  const spacedCall: Rig['spacedCall'] = (method, path, sent) => {
    service.clock.nowMs += guesses.has(sent.key) ? betweenGuessesMs : betweenCallsMs
    return call(method, path, sent)
  }
  const keyFields = { environment: 'test', purpose: 'annet' } as const
  const customers = admin.customers.list()
  const keyOf = (number: number) =>
    admin.makeKey({ ...keyFields, name: `kunde ${number}`, scopes: customerScopes, customer: number })
  const customerData = await Promise.all(
    ['ALFA', 'BETA'].map(async (mark, index) => {
      const customer = customers[index]
      if (customer === undefined) throw new Error('the sandbox has too few customers')
      const owner = { customer, mark, key: keyOf(customer.number), workshopKey: service.sandboxKey }
      return withAgreementAndInvoices(admin, await customerDataOf(spacedCall, owner), owner)
    }),
  )
  const [first, second] = customerData
  if (first === undefined || second === undefined) throw new Error('two customers are needed')

  const revoked = admin.makeKey({ ...keyFields, name: 'trukket', scopes: may(() => true) })
  admin.revokeKey('trukket')
  guesses.add(revoked)
  const live = admin.makeLiveWorkshop('Ekte Blikk AS')
  const newCustomer = service.adminOf(live.slug).customers.add({ name: 'Ekte kunde' })

  const listRows = async (path: string) => listOf.parse((await spacedCall('GET', `${path}?limit=100`, {})).json).data
  const orders = z.array(createdOrder).parse(await listRows('/orders'))
  const sheets = z
    .object({ data: z.array(z.object({ sheetId: z.string() })) })
    .parse((await spacedCall('GET', '/bending-list?limit=100', {})).json)
  const file = new Database(join(service.dataFolder, 'workshop.db'), { readonly: true })
  return Object.assign(service, {
    described: await fetchDescribed(service.baseUrl),
    keys: {
      sandbox: service.sandboxKey,
      machine: service.machineKey,
      customer: first.key,
      other: second.key,
      live: live.key,
      wrong: wrongKey,
      malformed,
      revoked,
      none: null,
    },
    customers: [first, second] as const,
    numbers: [...orders.map(({ numberDisplay }) => numberDisplay), 'T-000099', '000001', '1001', '1002'],
    ids: [
      ...orders.map(({ id }) => id),
      ...sheets.data.map(({ sheetId }) => sheetId),
      ...(await listRows('/press-brakes')).map(({ id }) => id),
      ...(await listRows('/projects')).map(({ id }) => id),
      ...customers.map(({ id }) => id),
      ...admin.shop.products().map(({ id }) => id),
      ...admin.shop.settings().deliveryOptions.map(({ id }) => id),
      ...admin.orders.invoices().map(({ id }) => id),
      newCustomer.id,
      ...first.ids,
      ...second.ids,
    ],
    spacedCall,
    stored: () => storedIn(file, service.dataFolder),
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

/** An order with a file, a received order, and a project of one customer, all with texts that identify the customer. */
async function customerDataOf(
  spacedCall: Rig['spacedCall'],
  { customer, mark, key, workshopKey }: Whose,
): Promise<CustomerData> {
  const create = async (path: string, body: unknown, as = key) => {
    const answer = await spacedCall('POST', path, {
      key: as,
      body,
      headers: { 'idempotency-key': `rigg-${mark}-${path}-${as.slice(-8)}` },
    })
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`)
    return answer.json
  }
  const order = createdOrder.parse(
    await create('/orders', { title: `HEMMELIG-${mark}`, note: `HEMMELIG-${mark}`, externalRef: `HEMMELIG-${mark}` }),
  )
  const received = createdOrder.parse(
    await create(
      '/orders',
      { title: `HEMMELIG-${mark}-2`, note: `Mottatt ${mark}`, customerId: customer.id },
      workshopKey,
    ),
  )
  await create(`/orders/${received.numberDisplay}/confirm`, {}, workshopKey)
  const project = withId.parse(await create('/projects', { name: `HEMMELIG-${mark}` }))
  const form = new FormData()
  form.set('fil', new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])]), 'foto.jpg')
  form.set('type', 'foto')
  const file = withId.parse(await create(`/orders/${order.numberDisplay}/attachments`, form))
  const ids = [order.id, received.id, project.id, file.id, customer.id]
  const numbers = [order.numberDisplay, received.numberDisplay]
  return { key, numbers, ids, marks: [`HEMMELIG-${mark}`, `Mottatt ${mark}`, customer.name, ...ids, ...numbers] }
}

/** An order of the second customer. */
const deliveredOrder = 'T-000015'

/** Adds an invoice of the accounting system, a sent invoice if the sandbox has an order for it, and an agreement. */
function withAgreementAndInvoices(admin: WorkshopAdmin, data: CustomerData, { customer, mark }: Whose): CustomerData {
  const [, received = ''] = data.numbers
  for (const to of ['i_arbeid', 'klar', 'levert'] as const) admin.orders.move(received, to)
  admin.orders.recordExternalInvoice(received, `ERP-${mark}`)
  if (admin.orders.find(deliveredOrder).customer?.id === customer.id) admin.orders.move(deliveredOrder, 'fakturert')
  const agreement = admin.agreements.make({
    title: `HEMMELIG-${mark}`,
    customer: admin.customers.findByNumber(customer.number),
    validUntil: null,
    leadDays: null,
    deliveryDays: [],
  })
  const prices = [{ lengthMm: 3_000, unitPriceOre: 9_900 }]
  admin.agreements.addPosition(agreement.number, { description: `Profil ${mark}`, maxLengthMm: 3_000, prices })
  admin.agreements.send(agreement.number)
  const invoices = admin.orders.invoices().filter((each) => each.customer?.id === customer.id)
  const ids = [...data.ids.slice(0, -1), agreement.id, ...invoices.map(({ id }) => id), customer.id]
  const marks = [...data.marks, `ERP-${mark}`, `Profil ${mark}`, ...ids]
  return { ...data, ids, marks }
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
