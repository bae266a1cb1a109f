// The sheets of a day as the service answers them, from the data of the sandbox workshop. Their ids are derived from names, so that a
// test can refer to a sheet.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import {
  bendingSheet,
  bendingListEntry,
  pressBrake,
  type BendingListEntry,
  type BendingSheet,
  type PressBrake,
} from '../../../../shared/workshop-api/index.ts'

const folder = join(import.meta.dirname, '../../../../resources/sandbox')
const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'))

const template = z.looseObject({
  key: z.string(),
  day: z.string(),
  brake: z.string().nullable(),
  orderKey: z.string().nullable(),
  approval: bendingSheet.shape.approval.shape.state,
  bent: z.boolean(),
  note: z.string().nullable(),
})
const templates = z.object({ sheets: z.array(template) }).parse(read('sheets.json')).sheets
const workshop = z
  .object({
    pressBrakes: z.array(z.looseObject({ key: z.string() })),
    orders: z.array(
      z.looseObject({ key: z.string(), title: z.string().nullable(), customerKey: z.string().nullable() }),
    ),
    customers: z.array(z.looseObject({ key: z.string(), name: z.string() })),
  })
  .parse(read('workshop.json'))

/** Always the same id for the same name. */
export function idOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export const brakes: PressBrake[] = workshop.pressBrakes.map(({ key, ...brake }) =>
  pressBrake.parse({ ...brake, id: idOf(key) }),
)

/** Removes the other fields of the template. */
const asSheet = z.object(bendingSheet.shape)

/** The sheets of the first or the second day of the sandbox, due on `date`. */
export function sandboxSheets(day: 'today' | 'next', date: string): BendingSheet[] {
  return templates
    .filter((sheet) => sheet.day === day)
    .map(({ key, brake, orderKey, approval, bent, ...sheet }, index) => {
      const order = workshop.orders.find((candidate) => candidate.key === orderKey)
      const customer = workshop.customers.find((candidate) => candidate.key === order?.customerKey)
      const number = (orderKey === null ? 0 : workshop.orders.findIndex((candidate) => candidate.key === orderKey)) + 1
      return asSheet.parse({
        ...sheet,
        id: idOf(key),
        sheetNo: index + 1,
        version: 1,
        drawingVersion: 1,
        reworkCount: 0,
        reworkedAt: null,
        order: {
          id: idOf(orderKey ?? 'none'),
          numberDisplay: `T-${String(number).padStart(6, '0')}`,
          title: order?.title ?? null,
          customerName: customer?.name ?? null,
          dueDate: date,
        },
        pressBrakeId: brake === null ? null : idOf(brake),
        plannedDate: null,
        approval: { state: approval, sentAt: null, decidedAt: null, comment: null },
        bent: bent ? { at: `${date}T06:12:00Z`, quantity: null, pressBrakeId: null, by: 'KN' } : null,
        createdAt: `${date}T04:00:00Z`,
        updatedAt: `${date}T04:00:00Z`,
      })
    })
}

export function entryOf(sheet: BendingSheet, position: number): BendingListEntry {
  return bendingListEntry.parse({
    position,
    sheetId: sheet.id,
    sheetNo: sheet.sheetNo,
    version: sheet.version,
    drawingVersion: sheet.drawingVersion,
    reworkCount: sheet.reworkCount,
    orderNumber: sheet.order.numberDisplay,
    title: sheet.order.title,
    customerName: sheet.order.customerName,
    pressBrakeId: sheet.pressBrakeId,
    family: sheet.profile.family,
    material: sheet.profile.material,
    colour: sheet.profile.colour,
    thicknessMm: sheet.profile.thicknessMm,
    quantity: sheet.quantity,
    lengthMm: sheet.lengthMm,
    bendCount: sheet.profile.bends.length,
    approval: sheet.approval.state,
    bent: sheet.bent,
    dueDate: sheet.order.dueDate,
    plannedDate: sheet.plannedDate,
  })
}
