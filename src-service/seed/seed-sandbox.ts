// Makes a sandbox: customers, catalogue, agreement, brakes, twenty orders with their sheets, and a key; in a new folder also a key for a
// machine. Except for the keys, the result depends only on the file and the time.
import { randomUUID } from 'node:crypto'
import { minuteMs } from '../../shared/base/durations.ts'
import {
  addDays,
  liveOnlyScopes,
  machineScopes,
  nextWorkingDay,
  scopes,
  workshopDate,
} from '../../shared/workshop-api/index.ts'
import type { BendingSheet, EventOrder } from '../../shared/workshop-api/index.ts'
import { makeKey } from '../keys/index.ts'
import { dueDateOf } from '../orders/index.ts'
import { addWorkshop, instantOf } from '../store/index.ts'
import type { Connection, Workshop } from '../store/index.ts'
import { fillWorkshop } from './fill-sandbox.ts'
import type { SeedParts } from './seed-parts.ts'
import { seedIds, seedOrders } from './seed-orders.ts'
import type { IdOf } from './seed-orders.ts'
import { readSheetTemplates, sheetFrom } from './sheet-templates.ts'
import type { SheetTemplate } from './sheet-templates.ts'
import { readWorkshopFile } from './workshop-file.ts'
import type { WorkshopFile } from './workshop-file.ts'

/** The keys of a new folder's sandbox, shown once. */
export interface FirstKeys {
  /** The key of the sandbox: all scopes that a test key can have. */
  sandbox: string
  /** The key of a machine at a brake. */
  maskin: string
}

const halfAnHourMs = 30 * minuteMs
/** A few milliseconds of work. */
const sheetsOfStep = 8

/** Makes the sandbox of a new folder. */
export function seedSandbox(parts: SeedParts): FirstKeys {
  const { store, clock } = parts
  const instant = instantOf(clock.now())
  return store.write(() => {
    const workshop = runAtOnce(sandboxSteps(parts, readWorkshopFile().organization.shopSlug))
    const newKey = { workshop, name: 'Maskin', environment: 'test', purpose: 'maskin', scopes: machineScopes } as const
    return { sandbox: addSandboxKey(parts, workshop), maskin: makeKey(store, newKey, randomUUID(), instant) }
  })
}

/**
 * Adds a sandbox without a key, in steps of a few milliseconds: the caller runs each step in a transaction, all in one or each in its own.
 * Nobody can see the sandbox before it has a key.
 */
export function* sandboxSteps(parts: SeedParts, slug: string): Generator<void, Workshop> {
  const { store, clock, orders, brakes } = parts
  const nowMs = clock.now()
  const file = readWorkshopFile()
  const { organization } = file
  const idOf = seedIds(slug)
  const workshop = {
    id: idOf('workshop'),
    slug,
    name: organization.name,
    sandbox: true,
    modules: organization.modules,
    departments: organization.departments.map(({ key, name }) => ({ id: idOf('department', key), name })),
  }
  addWorkshop(store, workshop, instantOf(nowMs))
  seedCatalogue(store.db, file, workshop.id, idOf, nowMs)
  for (const { key, ...brake } of file.pressBrakes) brakes.add(workshop.id, { ...brake, id: idOf('press-brake', key) })
  yield

  const orderByKey = new Map<string, EventOrder>()
  for (const [index, order] of seedOrders(file, idOf, nowMs).entries()) {
    const seedOrder = file.orders[index]
    const agreement = file.agreements.find(({ key }) => key === seedOrder?.agreementKey)
    orders.add(workshop.id, order, { seeded: true, agreementNumber: agreement?.number ?? null })
    orderByKey.set(seedOrder?.key ?? '', order)
  }
  yield
  yield* seedSheets(parts, workshop.id, orderByKey, idOf, nowMs)
  fillWorkshop(parts, workshop)
  return workshop
}

/** Makes the one key of a sandbox. */
export function addSandboxKey({ store, clock }: SeedParts, workshop: Workshop): string {
  const newKey = {
    workshop,
    name: 'Sandkasse',
    environment: 'test',
    purpose: 'annet',
    scopes: scopes.filter((scope) => !liveOnlyScopes.includes(scope)),
  } as const
  return makeKey(store, newKey, randomUUID(), instantOf(clock.now()))
}

function runAtOnce<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

function* seedSheets(
  { sheets }: SeedParts,
  workshopId: string,
  orders: ReadonlyMap<string, EventOrder>,
  idOf: IdOf,
  nowMs: number,
): Generator<void, void> {
  const today = workshopDate(nowMs)
  const dayOf = (template: SheetTemplate, order: EventOrder) =>
    ({ past: dueDateOf(order), today, next: nextWorkingDay(today), spare: null })[template.day]
  const templates = readSheetTemplates().filter(({ day }) => day !== 'spare')
  for (const [index, template] of templates.entries()) {
    if (index % sheetsOfStep === 0) yield
    const order = orders.get(template.orderKey)
    if (order === undefined) throw new Error(`${template.key}: there is no order ${template.orderKey}`)
    const sheetNo = sheets.nextSheetNo(order.id)
    const sheet = sheetFrom(template, {
      id: idOf('sheet', order.numberDisplay, String(sheetNo)),
      sheetNo,
      order,
      pressBrakeId: template.brake === null ? null : idOf('press-brake', template.brake),
      day: dayOf(template, order),
      createdAt: order.receivedAt ?? order.createdAt,
    })
    sheets.add(
      workshopId,
      order.isTest,
      template.bent ? withBentMarker(sheet, order.readyAt ?? instantOf(nowMs - halfAnHourMs)) : sheet,
    )
  }
}

function withBentMarker(sheet: BendingSheet, instant: string): BendingSheet {
  const bent = { at: instant, quantity: sheet.quantity, pressBrakeId: sheet.pressBrakeId, by: 'KN' }
  return { ...sheet, version: 2, bent, updatedAt: instant }
}

function seedCatalogue(db: Connection, file: WorkshopFile, workshopId: string, idOf: IdOf, nowMs: number): void {
  const instant = instantOf(nowMs)
  const today = workshopDate(nowMs)
  const customer = db.prepare('INSERT INTO customer (id, workshop_id, number, name, body) VALUES (?, ?, ?, ?, ?)')
  for (const { key, ...rest } of file.customers) {
    const body = { id: idOf('customer', key), ...rest, createdAt: instant, updatedAt: instant, version: 1 }
    customer.run(body.id, workshopId, rest.number, rest.name, JSON.stringify(body))
  }
  const product = db.prepare('INSERT INTO product (id, workshop_id, body) VALUES (?, ?, ?)')
  for (const { key, ...rest } of file.products) {
    const id = idOf('product', key)
    product.run(id, workshopId, JSON.stringify({ id, ...rest }))
  }
  const fitting = db.prepare('INSERT INTO fitting (id, workshop_id, body) VALUES (?, ?, ?)')
  for (const { key, ...rest } of file.library) {
    const id = idOf('fitting', key)
    fitting.run(id, workshopId, JSON.stringify({ id, ...rest }))
  }
  const agreement = db.prepare(
    'INSERT INTO agreement (id, workshop_id, number, customer_id, body) VALUES (?, ?, ?, ?, ?)',
  )
  for (const { key, customerKey, validFromDaysAgo, validUntilInDays, positions, ...rest } of file.agreements) {
    const id = idOf('agreement', key)
    const owner = file.customers.find((each) => each.key === customerKey)
    if (owner === undefined) throw new Error(`${key}: there is no customer ${customerKey}`)
    const customerId = idOf('customer', customerKey)
    const body = {
      id,
      ...rest,
      customer: { id: customerId, number: owner.number, name: owner.name },
      validFrom: addDays(today, -validFromDaysAgo),
      validUntil: validUntilInDays === null ? null : addDays(today, validUntilInDays),
      positions: positions.map(({ key: positionKey, ...position }) => ({
        id: idOf('position', key, positionKey),
        ...position,
      })),
    }
    agreement.run(id, workshopId, rest.number, customerId, JSON.stringify(body))
  }
}
