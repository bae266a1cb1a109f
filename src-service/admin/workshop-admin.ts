// The administration of one workshop: all actions of the people who run it. Works on the same file as the running service. Used by the
// command line and by tests.
import { randomUUID } from 'node:crypto'
import { machineScopes, moduleNames, scopes } from '../../shared/workshop-api/index.ts'
import type { Environment, ModuleName, PressBrake, Purpose, Scope } from '../../shared/workshop-api/index.ts'
import { listKeys, makeKey, revokeKey } from '../keys/index.ts'
import type { ListedKey } from '../keys/index.ts'
import { createParts } from '../parts.ts'
import type { Parts } from '../parts.ts'
import {
  Refusal,
  addWorkshop,
  findWorkshop,
  hasStore,
  instantOf,
  listWorkshops,
  openStore,
  setModules,
} from '../store/index.ts'
import type { Clock, Store, Workshop } from '../store/index.ts'
import {
  agreementActions,
  libraryActions,
  OrderActions,
  orderInbox,
  customerActions,
  sandboxActions,
  sellerActions,
  SheetActions,
  addSheetBatch,
  shopActions,
  webhookActions,
} from './actions/index.ts'
import type {
  AgreementActions,
  LibraryActions,
  OrderInbox,
  Customers,
  Departments,
  Projects,
  SandboxActions,
  SellerActions,
  SheetBatch,
  ShopActions,
  WebhookActions,
} from './actions/index.ts'

export interface AdminOptions {
  dataFolder: string
  /** A workshop's slug. Default: the folder's own sandbox, else the only workshop. */
  workshop?: string
  clock?: Clock
}

export interface KeyRequest {
  name: string
  /** Default: `test`. */
  environment?: Environment
  /** Default: `maskin`. */
  purpose?: Purpose
  /** Default: the scopes that the purpose `maskin` proposes. Required for any other purpose. */
  scopes?: readonly Scope[]
  /** The number of a customer, for a customer key. */
  customer?: number
}

/** Opens the administration of a folder on which a service has been started. Throws a `Refusal` if there is none. */
export function openAdmin({ dataFolder, workshop: slug, clock = Date.now }: AdminOptions): WorkshopAdmin {
  if (!hasStore(dataFolder)) {
    throw new Refusal('not_found', `${dataFolder} contains no workshop: start the service on it first`)
  }
  const store = openStore(dataFolder)
  try {
    return new WorkshopAdmin(createParts(store, clock), findWorkshop(store, slug))
  } catch (error) {
    store.close()
    throw error
  }
}

export class WorkshopAdmin {
  readonly workshop: Workshop
  readonly customers: Customers
  readonly projects: Projects
  readonly departments: Departments
  readonly orders: OrderActions
  readonly inbox: OrderInbox
  readonly sheets: SheetActions
  readonly seller: SellerActions
  readonly shop: ShopActions
  readonly library: LibraryActions
  readonly agreements: AgreementActions
  readonly webhooks: WebhookActions
  readonly sandboxes: SandboxActions
  readonly #parts: Parts
  readonly #store: Store

  constructor(parts: Parts, workshop: Workshop) {
    this.#parts = parts
    this.#store = parts.store
    this.workshop = workshop
    const { customers, projects, departments } = customerActions(parts, workshop)
    this.customers = customers
    this.projects = projects
    this.departments = departments
    this.orders = new OrderActions(parts, workshop)
    this.inbox = orderInbox(parts, workshop, (number) => this.orders.find(number))
    this.sheets = new SheetActions(parts, workshop)
    this.seller = sellerActions(parts, workshop)
    this.shop = shopActions(parts, workshop)
    this.library = libraryActions(parts, workshop)
    this.agreements = agreementActions(parts, workshop)
    this.webhooks = webhookActions(parts, workshop)
    this.sandboxes = sandboxActions(parts)
  }

  /** Returns the key's value, which is shown once. */
  makeKey({ name, environment = 'test', purpose = 'maskin', scopes: requested, customer }: KeyRequest): string {
    if (requested === undefined && customer !== undefined) {
      throw new Refusal('invalid', "a customer's key needs its scopes: --scopes SCOPE,SCOPE")
    }
    if (requested === undefined && purpose !== 'maskin') {
      throw new Refusal('invalid', `the purpose ${purpose} proposes no scopes: name them`)
    }
    const newKey = { workshop: this.workshop, name, environment, purpose, scopes: requested ?? machineScopes }
    const owner = customer === undefined ? {} : { customerId: this.customers.findByNumber(customer).id }
    return makeKey(this.#store, { ...newKey, ...owner }, randomUUID(), this.#now())
  }

  /** Returns the number of keys in use with that name or id. */
  revokeKey(nameOrId: string): number {
    return revokeKey(this.#store, this.workshop.id, nameOrId, this.#now())
  }

  keys(): ListedKey[] {
    return listKeys(this.#store, this.workshop.id, this.#parts.clock.now())
  }

  switchModule(name: ModuleName, on: boolean): void {
    this.#store.write(() => {
      const modules = findWorkshop(this.#store, this.workshop.slug).modules.filter((each) => each !== name)
      setModules(this.#store, this.workshop.id, on ? [...modules, name] : modules)
    })
  }

  /** Returns the ids of the new sheets. */
  makeSheets({
    order,
    live = !this.workshop.sandbox,
    ...batch
  }: Omit<SheetBatch, 'order' | 'isTest'> & { order?: string; live?: boolean }): string[] {
    if (live && this.workshop.sandbox) throw new Refusal('invalid', 'in a sandbox everything is test data')
    const target = order === undefined ? {} : { order: this.orders.find(order) }
    return addSheetBatch(this.#parts, this.workshop, { ...batch, ...target, isTest: !live })
  }

  /** Returns the new brake's id. */
  addPressBrake(brake: Omit<PressBrake, 'id' | 'version'>): string {
    const id = randomUUID()
    this.#store.write(() => this.#parts.brakes.add(this.workshop.id, { ...brake, id, version: 1 }))
    return id
  }

  /**
   * Moves the service's clock, also of a running service: forward, or back by a negative number. Returns its new time. Refused if there
   * is a live workshop, and for a time outside the years that the clock supports.
   */
  advanceClock(seconds: number): string {
    if (!Number.isFinite(seconds)) throw new Refusal('invalid', 'the clock is moved by a number of seconds')
    const { clock } = this.#parts
    this.#store.write(() => {
      if (listWorkshops(this.#store).some(({ sandbox }) => !sandbox)) {
        throw new Refusal('live_workshop', 'a live workshop needs the true time: its clock cannot be moved')
      }
      clock.setOffset(clock.offsetMs() + seconds * 1000)
    })
    return this.#now()
  }

  /** Makes a live workshop and returns its first key. Refused if the clock was moved, or if webhooks to this computer are allowed. */
  makeLiveWorkshop(name: string): { slug: string; key: string } {
    const { clock, webhooks } = this.#parts
    return this.#store.write(() => {
      if (clock.offsetMs() !== 0) {
        throw new Refusal(
          'live_workshop',
          'a live workshop needs the true time: the clock of this folder has been moved',
        )
      }
      if (webhooks.isLoopbackAllowed()) {
        throw new Refusal(
          'live_workshop',
          'a live workshop sends to public addresses only: run webhook loopback off first',
        )
      }
      const workshop = newLiveWorkshop(name)
      if (listWorkshops(this.#store).some((other) => other.slug === workshop.slug)) {
        throw new Refusal('invalid', `there is a workshop ${workshop.slug} already`)
      }
      addWorkshop(this.#store, { ...workshop, departments: [] }, this.#now())
      const key = { workshop, name: 'Første nøkkel', environment: 'live', purpose: 'annet', scopes } as const
      return { slug: workshop.slug, key: makeKey(this.#store, key, randomUUID(), this.#now()) }
    })
  }

  readonly close = (): void => {
    this.#store.close()
  }

  #now(): string {
    return instantOf(this.#parts.clock.now())
  }
}

function newLiveWorkshop(name: string): Workshop {
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
