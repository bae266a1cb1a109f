// The addresses that the workshop's events are sent to, as the people at its desk keep them (specification 6.1).
import { randomUUID } from 'node:crypto'
import type { Environment, KeyKind } from '../../shared/workshop-api/index.ts'
import type { Parts } from '../parts.ts'
import { Refusal } from '../store/refusal.ts'
import { listWorkshops } from '../store/workshops.ts'
import type { Workshop } from '../store/workshops.ts'
import { readAddress } from '../webhooks/address-rules.ts'
import type { ListedDelivery } from '../webhooks/delivery-queue.ts'
import type { WebhookAddress } from '../webhooks/webhook-book.ts'

export interface WebhookWanted {
  url: string
  environment: Environment
  /** Names of events and groups, with commas between them. */
  types: string
  audience: KeyKind
  /** Gets this customer's events alone. */
  customerId: string | null
}

export interface WebhookDesk {
  /** The secret is shown once. */
  add: (wanted: WebhookWanted) => { id: string; secret: string }
  list: () => WebhookAddress[]
  remove: (id: string) => void
  switch: (id: string, active: boolean) => void
  /** Returns the new secret, which is shown once. */
  changeSecret: (id: string) => string
  /** Sends a test event. Refused while the address is off. */
  ping: (id: string) => void
  /** The last of an address, newest first. */
  deliveries: (id: string) => ListedDelivery[]
  /** Sends one of the last once more. Refused while the address is off. */
  resend: (id: string, delivery: number) => void
  notices: () => { at: string; text: string }[]
  /** Lets tests have messages sent to this computer. Refused where there is a live workshop. */
  setLoopback: (on: boolean) => void
}

export function webhookDesk({ store, clock, webhooks, deliveries }: Parts, workshop: Workshop): WebhookDesk {
  const find = (id: string): WebhookAddress => {
    const found = webhooks.find(workshop.id, id)
    if (found === null) throw new Refusal('not_found', `there is no address ${id}`)
    return found
  }
  const findActive = (id: string): WebhookAddress => {
    const found = find(id)
    if (!found.active) throw new Refusal('invalid_transition', `address ${id} is off: turn it on first`)
    return found
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
      const added = {
        workshopId: workshop.id,
        url: readAddress(url, { loopback: webhooks.loopback() }),
        isTest: environment === 'test',
        types,
        audience,
        customerId,
      }
      return { id, secret: webhooks.add(id, added, clock.now()) }
    },
    list: () => webhooks.list(workshop.id),
    remove: (id) => {
      webhooks.remove(find(id).id)
    },
    switch: (id, active) => {
      webhooks.switch(find(id).id, active)
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
          throw new Refusal('live_workshop', 'a live workshop sends to public addresses alone')
        }
        webhooks.setLoopback(on)
      })
    },
  }
}
