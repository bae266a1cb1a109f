// The workshop's own side: everything a person there does, on the same file as the running service. The command line and the
// tests are its two users.
import { randomUUID } from 'node:crypto'
import { machineScopes, moduleNames, scopes } from '../../shared/workshop-api/index.ts'
import type { Environment, ModuleName, PressBrake, Purpose, Scope } from '../../shared/workshop-api/index.ts'
import { makeKey, revokeKey } from '../keys/key-ring.ts'
import { listKeys } from '../keys/key-list.ts'
import type { ListedKey } from '../keys/key-list.ts'
import { partsOver } from '../parts.ts'
import { instantOf } from '../store/clock.ts'
import type { Clock } from '../store/clock.ts'
import { Refusal } from '../store/refusal.ts'
import { hasStore, openStore } from '../store/store.ts'
import { addWorkshop, findWorkshop, listWorkshops, setModules } from '../store/workshops.ts'
import type { Workshop } from '../store/workshops.ts'
import { agreementDesk } from './agreements.ts'
import type { AgreementDesk } from './agreements.ts'
import { libraryDesk } from './library.ts'
import type { LibraryDesk } from './library.ts'
import { makeSheets } from './made-sheets.ts'
import type { SheetsWanted } from './made-sheets.ts'
import { orderChanges } from './order-changes.ts'
import type { OrderChanges } from './order-changes.ts'
import { orderInbox } from './order-inbox.ts'
import type { OrderInbox } from './order-inbox.ts'
import { people } from './people.ts'
import type { People } from './people.ts'
import { sandboxDesk } from './sandboxes.ts'
import type { SandboxDesk } from './sandboxes.ts'
import { sheetChanges } from './sheet-changes.ts'
import type { SheetChanges } from './sheet-changes.ts'
import { shopDesk } from './shop-settings.ts'
import type { ShopDesk } from './shop-settings.ts'
import { webhookDesk } from './webhooks.ts'
import type { WebhookDesk } from './webhooks.ts'

export interface DeskOptions {
  dataFolder: string
  /** A workshop's slug; left out, the folder's own sandbox, else the only one. */
  workshop?: string
  clock?: Clock
}

export interface KeyWanted {
  name: string
  /** `test` where it is left out. */
  environment?: Environment
  /** `maskin` where it is left out. */
  purpose?: Purpose
  /** Left out: what the purpose proposes, which is known of `maskin` alone; for any other purpose it must be said. */
  scopes?: readonly Scope[]
  /** A customer's number makes a customer key. */
  customer?: number
}

export interface Desk extends People {
  workshop: Workshop
  sheets: SheetChanges
  orders: OrderChanges
  inbox: OrderInbox
  shop: ShopDesk
  library: LibraryDesk
  agreements: AgreementDesk
  webhooks: WebhookDesk
  sandboxes: SandboxDesk
  /** Returns the key's value, which is shown once. */
  makeKey: (wanted: KeyWanted) => string
  /** Returns how many keys of that name, or with that id, were in use. */
  revokeKey: (nameOrId: string) => number
  keys: () => ListedKey[]
  switchModule: (name: ModuleName, on: boolean) => void
  makeSheets: (wanted: Omit<SheetsWanted, 'order' | 'isTest'> & { order?: string; live?: boolean }) => string[]
  addPressBrake: (brake: Omit<PressBrake, 'id' | 'version'>) => string
  /**
   * Moves the service's clock, the running one's too: on, or back by a negative number. Returns what it says then. Refused where
   * there is a live workshop, and out of the years that a clock can tell.
   */
  advanceClock: (seconds: number) => string
  /** Makes a live workshop and returns its first key. Refused while the clock is moved, and while webhooks may go to this computer. */
  makeLiveWorkshop: (name: string) => { slug: string; key: string }
  close: () => void
}

/** Opens the desk of a folder that a service has been started on. Throws a `Refusal` where there is none. */
export function openDesk({ dataFolder, workshop: slug, clock = Date.now }: DeskOptions): Desk {
  if (!hasStore(dataFolder)) {
    throw new Refusal('not_found', `${dataFolder} holds no workshop: start the service on it first`)
  }
  const store = openStore(dataFolder)
  try {
    const parts = partsOver(store, clock)
    const workshop = findWorkshop(store, slug)
    const now = () => instantOf(parts.clock.now())
    const orders = orderChanges(parts, workshop)
    const ours = people(parts, workshop)
    return {
      ...ours,
      workshop,
      orders,
      inbox: orderInbox(parts, workshop, orders.find),
      shop: shopDesk(parts, workshop),
      library: libraryDesk(parts, workshop),
      agreements: agreementDesk(parts, workshop),
      webhooks: webhookDesk(parts, workshop),
      sandboxes: sandboxDesk(parts),
      sheets: sheetChanges(parts, workshop),
      makeKey: ({ name, environment = 'test', purpose = 'maskin', scopes: wanted, customer }) => {
        if (wanted === undefined && customer !== undefined) {
          throw new Refusal('invalid', "a customer's key has no scopes but those that are named: --scopes SCOPE,SCOPE")
        }
        if (wanted === undefined && purpose !== 'maskin') {
          throw new Refusal('invalid', `the purpose ${purpose} proposes no scopes: name them`)
        }
        const customerId = customer === undefined ? undefined : ours.customers.numbered(customer).id
        const order = { workshop, name, environment, purpose, scopes: wanted ?? machineScopes }
        return makeKey(store, customerId === undefined ? order : { ...order, customerId }, randomUUID(), now())
      },
      revokeKey: (nameOrId) => revokeKey(store, workshop.id, nameOrId, now()),
      keys: () => listKeys(store, workshop.id, parts.clock.now()),
      switchModule: (name, on) => {
        store.write(() => {
          const modules = findWorkshop(store, workshop.slug).modules.filter((each) => each !== name)
          setModules(store, workshop.id, on ? [...modules, name] : modules)
        })
      },
      makeSheets: ({ order, live = !workshop.sandbox, ...wanted }) => {
        if (live && workshop.sandbox) throw new Refusal('invalid', 'in a sandbox everything is test data')
        const into = order === undefined ? {} : { order: orders.find(order) }
        return makeSheets(parts, workshop, { ...wanted, ...into, isTest: !live })
      },
      addPressBrake: (brake) => {
        const id = randomUUID()
        store.write(() => {
          parts.brakes.add(workshop.id, { ...brake, id, version: 1 })
        })
        return id
      },
      advanceClock: (seconds) => {
        if (!Number.isFinite(seconds)) throw new Refusal('invalid', 'the clock is moved by a number of seconds')
        store.write(() => {
          if (listWorkshops(store).some(({ sandbox }) => !sandbox)) {
            throw new Refusal('live_workshop', 'a live workshop keeps the true time: its clock cannot be moved')
          }
          parts.clock.setOffset(parts.clock.offsetMs() + seconds * 1000)
        })
        return now()
      },
      makeLiveWorkshop: (name) =>
        store.write(() => {
          if (parts.clock.offsetMs() !== 0) {
            throw new Refusal(
              'live_workshop',
              'a live workshop keeps the true time: the clock of this folder has been moved',
            )
          }
          if (parts.webhooks.loopback()) {
            throw new Refusal(
              'live_workshop',
              'a live workshop sends to public addresses alone: webhook loopback off first',
            )
          }
          const live = liveWorkshop(name)
          if (listWorkshops(store).some((other) => other.slug === live.slug)) {
            throw new Refusal('invalid', `there is a workshop ${live.slug} already`)
          }
          addWorkshop(store, { ...live, departments: [] }, now())
          const key = { workshop: live, name: 'Første nøkkel', environment: 'live', purpose: 'annet', scopes } as const
          return { slug: live.slug, key: makeKey(store, key, randomUUID(), now()) }
        }),
      close: store.close,
    }
  } catch (error) {
    store.close()
    throw error
  }
}

function liveWorkshop(name: string): Workshop {
  const slug = name
    .toLowerCase()
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'o')
    .replaceAll('å', 'a')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  if (slug === '') throw new Refusal('invalid', 'a workshop needs a name')
  return { id: randomUUID(), slug, name, sandbox: false, modules: moduleNames }
}
