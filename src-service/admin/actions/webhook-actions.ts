// The actions on webhook addresses (specification 6.1).
import { randomUUID } from 'node:crypto'
import type { Environment, KeyKind } from '../../../shared/workshop-api/index.ts'
import type { Parts } from '../../parts.ts'
import { Refusal, listWorkshops } from '../../store/index.ts'
import type { Workshop } from '../../store/index.ts'
import { readAddress } from '../../network/index.ts'
import type { ListedDelivery, WebhookAddress } from '../../webhooks/index.ts'

export interface NewWebhook {
  url: string
  environment: Environment
  /** Names of events and groups, separated by commas. */
  types: string
  audience: KeyKind
  /** The only customer whose events it gets; null: all customers. */
  customerId: string | null
}

export interface WebhookActions {
  /** The secret is shown once. */
  add: (webhook: NewWebhook) => { id: string; secret: string }
  list: () => WebhookAddress[]
  remove: (id: string) => void
  setActive: (id: string, active: boolean) => void
  /** Returns the new secret, which is shown once. */
  changeSecret: (id: string) => string
  /** Sends a test event. Refused if the address is off. */
  ping: (id: string) => void
  /** The last deliveries of an address, newest first. */
  deliveries: (id: string) => ListedDelivery[]
  /** Sends one of the last deliveries once more. Refused if the address is off. */
  resend: (id: string, delivery: number) => void
  notices: () => { noticedAt: string; text: string }[]
  /** Allows messages to this computer, for tests. Refused if there is a live workshop. */
  setLoopback: (on: boolean) => void
}

export function webhookActions({ store, clock, webhooks, deliveries }: Parts, workshop: Workshop): WebhookActions {
  const find = (id: string): WebhookAddress => {
    const address = webhooks.find(workshop.id, id)
    if (address === null) throw new Refusal('not_found', `there is no address ${id}`)
    return address
  }
  const findActive = (id: string): WebhookAddress => {
    const address = find(id)
    if (!address.active) throw new Refusal('invalid_transition', `address ${id} is off: turn it on first`)
    return address
  }
  return {
    add: ({ url, environment, types, audience, customerId }) => {
      if (workshop.sandbox && environment === 'live') {
        throw new Refusal('invalid', 'in a sandbox everything is test data: it has no live addresses')
      }
      if (audience === 'customer' && customerId === null) {
        throw new Refusal('invalid', "a customer's address needs the customer's number: --customer NUMBER")
      }
      const id = randomUUID()
      const webhook = {
        workshopId: workshop.id,
        url: readAddress(url, { loopback: webhooks.isLoopbackAllowed() }),
        isTest: environment === 'test',
        types,
        audience,
        customerId,
      }
      return { id, secret: webhooks.add(id, webhook, clock.now()) }
    },
    list: () => webhooks.list(workshop.id),
    remove: (id) => {
      webhooks.remove(find(id).id)
    },
    setActive: (id, active) => {
      webhooks.setActive(find(id).id, active)
    },
    changeSecret: (id) => webhooks.changeSecret(find(id).id, clock.now()),
    ping: (id) => {
      deliveries.ping(findActive(id), clock.now())
    },
    deliveries: (id) => deliveries.list(find(id).id),
    resend: (id, delivery) => {
      deliveries.resend(findActive(id).id, delivery, clock.now())
    },
    notices: () => webhooks.notices(workshop.id),
    setLoopback: (on) => {
      store.write(() => {
        if (on && listWorkshops(store).some(({ sandbox }) => !sandbox)) {
          throw new Refusal('live_workshop', 'a live workshop sends to public addresses only')
        }
        webhooks.setLoopbackAllowed(on)
      })
    },
  }
}
