// One successful call per operation in a new sandbox: path, headers and body. Operations that no test key can call are called in a live
// workshop.
import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { endpoints, liveOnlyScopes, scopes } from '../../../shared/workshop-api/index.ts'
import type { Endpoint, EndpointName, Environment, Scope } from '../../../shared/workshop-api/index.ts'
import type { WorkshopAdmin } from '../../../src-service/admin/index.ts'
import { bendableSheet } from '../../integration/service/running-service.ts'
import type { RunningService, Sent } from '../../integration/service/running-service.ts'

export interface Sample {
  path: string
  sent: Pick<Sent, 'headers' | 'body'>
  /** The administration of the workshop in which the call runs. */
  admin: WorkshopAdmin
  environment: Environment
  /** Creates a key of that workshop with the given scopes. */
  key: string
  /** Every scope that a key of the environment may have. */
  scopes: readonly Scope[]
}

type Call = Pick<Sample, 'sent'> & { params?: Record<string, string> }
type Place = Pick<Sample, 'admin' | 'key'> & { service: RunningService }

const version = (number: number) => ({ 'if-match': `"v${number}"` })
const once = () => ({ 'idempotency-key': randomUUID() })
const withId = z.looseObject({ id: z.string() })
const idOf = (json: unknown): string => withId.parse(json).id

/** The smallest accepted form: the first bytes of a JPEG. */
function photo(): FormData {
  const form = new FormData()
  form.set('fil', new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])]), 'foto.jpg')
  form.set('type', 'foto')
  return form
}

/** An unchanged request of the sandbox. */
const request = { number: 'T-000012' }

/** The call of each operation that needs more than the path of the first order or sheet. */
const calls: { [Name in EndpointName]?: (place: Place) => Call | Promise<Call> } = {
  submitOrder: () => ({ sent: { headers: once(), body: { note: 'Tre meter vannbord' } } }),
  changeOrder: () => ({ params: request, sent: { headers: version(1), body: { title: 'Takvindu' } } }),
  confirmOrder: () => ({ params: request, sent: { body: {} } }),
  cancelOrder: () => ({ params: request, sent: { body: { reason: 'Angret' } } }),
  addAttachment: () => ({ params: request, sent: { body: photo() } }),
  readAttachment: async ({ service, key }) => {
    const uploadAnswer = await service.call('POST', `/orders/${request.number}/attachments`, { key, body: photo() })
    return { params: { ...request, id: idOf(uploadAnswer.json) }, sent: {} }
  },
  listPayments: () => ({ params: request, sent: {} }),
  makePaymentLink: () => ({ params: { number: 'T-000001' }, sent: { body: {} } }),
  readAgreement: () => ({ params: { number: '1001' }, sent: {} }),
  readInvoice: ({ admin }) => ({ params: { id: admin.orders.invoices()[0]?.id ?? '' }, sent: {} }),
  readInvoicePdf: ({ admin }) => ({ params: { id: admin.orders.invoices()[0]?.id ?? '' }, sent: {} }),
  readInvoiceEhf: ({ admin }) => ({ params: { id: admin.orders.invoices()[0]?.id ?? '' }, sent: {} }),
  readMonthReport: () => ({ params: { month: '2026-11' }, sent: {} }),
  quoteDelivery: () => ({ sent: { body: { postalCode: '6800' } } }),
  quotePrices: ({ admin }) => ({
    sent: { body: { lines: [{ productId: admin.shop.products()[0]?.id, quantity: 2, lengthMm: 1000 }] } },
  }),
  readProduct: ({ admin }) => ({ params: { id: admin.shop.products()[0]?.id ?? '' }, sent: {} }),
  addCustomer: () => ({ sent: { headers: once(), body: { name: 'Prøve Blikk AS' } } }),
  readCustomer: ({ admin }) => ({ params: { id: admin.customers.list()[0]?.id ?? '' }, sent: {} }),
  changeCustomer: ({ admin }) => {
    const { id } = admin.customers.add({ name: 'Før' })
    return { params: { id }, sent: { headers: version(1), body: { name: 'Etter' } } }
  },
  addProject: () => ({ sent: { headers: once(), body: { name: 'Fjøs på Prøvelia' } } }),
  readProject: ({ admin }) => ({ params: { id: admin.projects.add({ name: 'Fjøs' }).id }, sent: {} }),
  changeProject: ({ admin }) => {
    const { id } = admin.projects.add({ name: 'Før' })
    return { params: { id }, sent: { headers: version(1), body: { name: 'Etter', active: false } } }
  },
}

/** Creates what the call needs and returns the call. Calls are independent of each other. */
export async function sampleOf(service: RunningService, name: EndpointName): Promise<Sample> {
  const endpoint: Endpoint = endpoints[name]
  const live = endpoint.scope !== null && liveOnlyScopes.includes(endpoint.scope)
  const place = live ? liveWorkshop(service) : { service, admin: service.admin, key: service.sandboxKey }
  const { sent, params = {} } = (await calls[name]?.(place)) ?? {
    params: await ofTheSandbox(service),
    sent: endpoint.body === null ? {} : { body: {} },
  }
  return {
    path: endpoint.path.replaceAll(/\{(\w+)\}/g, (_all, param: string) => params[param] ?? ''),
    sent,
    admin: place.admin,
    environment: live ? 'live' : 'test',
    key: place.key,
    scopes: live ? scopes : scopes.filter((scope) => !liveOnlyScopes.includes(scope)),
  }
}

function liveWorkshop(service: RunningService): Place {
  const { slug, key } = service.admin.makeLiveWorkshop(`Ekte ${randomUUID()}`)
  return { service, admin: service.adminOf(slug), key }
}

async function ofTheSandbox(service: RunningService): Promise<Record<string, string>> {
  const { sheetId, orderNumber } = await bendableSheet(service)
  return { id: sheetId, number: orderNumber }
}
