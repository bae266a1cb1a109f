// One call of each operation that succeeds in a fresh sandbox: its path with things that exist, its headers and its body. What
// no test key may do is tried in a live workshop made for it.
import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { endpoints, liveOnlyScopes, scopes } from '../../../shared/workshop-api/index.ts'
import type { Endpoint, EndpointName, Environment, Scope } from '../../../shared/workshop-api/index.ts'
import type { Desk } from '../../../src-service/desk/desk.ts'
import { bendableSheet } from '../../integration/service/running-service.ts'
import type { Running, Sent } from '../../integration/service/running-service.ts'

export interface Sample {
  path: string
  sent: Pick<Sent, 'headers' | 'body'>
  /** The desk of the workshop that it is tried in. */
  desk: Desk
  environment: Environment
  /** A key of that workshop, of any scope it may have. */
  key: string
  /** Every scope that a key of that environment may have. */
  scopes: readonly Scope[]
}

type Call = Pick<Sample, 'sent'> & { params?: Record<string, string> }
type Place = Pick<Sample, 'desk' | 'key'> & { running: Running }

const version = (number: number) => ({ 'if-match': `"v${number}"` })
const once = () => ({ 'idempotency-key': randomUUID() })
const withId = z.looseObject({ id: z.string() })
const idOf = (json: unknown): string => withId.parse(json).id

/** The smallest form that is taken: as much of a JPEG as tells that it is one. */
function photo(): FormData {
  const form = new FormData()
  form.set('fil', new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])]), 'foto.jpg')
  form.set('type', 'foto')
  return form
}

/** One of the sandbox's requests, which nobody has touched. */
const request = { number: 'T-000012' }

/** What each operation is sent, where it is more than a path of the sandbox's first order and sheet. */
const calls: { [Name in EndpointName]?: (place: Place) => Call | Promise<Call> } = {
  submitOrder: () => ({ sent: { headers: once(), body: { note: 'Tre meter vannbord' } } }),
  changeOrder: () => ({ params: request, sent: { headers: version(1), body: { title: 'Takvindu' } } }),
  confirmOrder: () => ({ params: request, sent: { body: {} } }),
  cancelOrder: () => ({ params: request, sent: { body: { reason: 'Angret' } } }),
  addAttachment: () => ({ params: request, sent: { body: photo() } }),
  readAttachment: async ({ running, key }) => {
    const added = await running.call('POST', `/orders/${request.number}/attachments`, { key, body: photo() })
    return { params: { ...request, id: idOf(added.json) }, sent: {} }
  },
  listPayments: () => ({ params: request, sent: {} }),
  makePaymentLink: () => ({ params: { number: 'T-000001' }, sent: { body: {} } }),
  readAgreement: () => ({ params: { number: '1001' }, sent: {} }),
  readInvoice: ({ desk }) => ({ params: { id: desk.orders.invoices()[0]?.id ?? '' }, sent: {} }),
  readInvoicePdf: ({ desk }) => ({ params: { id: desk.orders.invoices()[0]?.id ?? '' }, sent: {} }),
  readMonthReport: () => ({ params: { month: '2026-11' }, sent: {} }),
  quoteDelivery: () => ({ sent: { body: { postalCode: '6800' } } }),
  reckonPrices: ({ desk }) => ({
    sent: { body: { lines: [{ productId: desk.shop.products()[0]?.id, quantity: 2, lengthMm: 1000 }] } },
  }),
  readProduct: ({ desk }) => ({ params: { id: desk.shop.products()[0]?.id ?? '' }, sent: {} }),
  addCustomer: () => ({ sent: { headers: once(), body: { name: 'Prøve Blikk AS' } } }),
  readCustomer: ({ desk }) => ({ params: { id: desk.customers.list()[0]?.id ?? '' }, sent: {} }),
  changeCustomer: ({ desk }) => {
    const { id } = desk.customers.add({ name: 'Før' })
    return { params: { id }, sent: { headers: version(1), body: { name: 'Etter' } } }
  },
  addProject: () => ({ sent: { headers: once(), body: { name: 'Fjøs på Prøvelia' } } }),
  readProject: ({ desk }) => ({ params: { id: desk.projects.add({ name: 'Fjøs' }).id }, sent: {} }),
  changeProject: ({ desk }) => {
    const { id } = desk.projects.add({ name: 'Før' })
    return { params: { id }, sent: { headers: version(1), body: { name: 'Etter', active: false } } }
  },
}

/** Makes what the call needs and returns the call. Each is of a fresh workshop's own: two do not get in each other's way. */
export async function sampleOf(running: Running, name: EndpointName): Promise<Sample> {
  const endpoint: Endpoint = endpoints[name]
  const live = endpoint.scope !== null && liveOnlyScopes.includes(endpoint.scope)
  const place = live ? liveWorkshop(running) : { running, desk: running.desk, key: running.sandboxKey }
  const { sent, params = {} } = (await calls[name]?.(place)) ?? {
    params: await ofTheSandbox(running),
    sent: endpoint.body === null ? {} : { body: {} },
  }
  return {
    path: endpoint.path.replaceAll(/\{(\w+)\}/g, (_all, param: string) => params[param] ?? ''),
    sent,
    desk: place.desk,
    environment: live ? 'live' : 'test',
    key: place.key,
    scopes: live ? scopes : scopes.filter((scope) => !liveOnlyScopes.includes(scope)),
  }
}

function liveWorkshop(running: Running): Place {
  const { slug, key } = running.desk.makeLiveWorkshop(`Ekte ${randomUUID()}`)
  return { running, desk: running.deskOf(slug), key }
}

async function ofTheSandbox(running: Running): Promise<Record<string, string>> {
  const { sheetId, orderNumber } = await bendableSheet(running)
  return { id: sheetId, number: orderNumber }
}
