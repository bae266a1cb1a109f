// Adds sheets to an order from templates. The order reports all of them in one event.
import { randomUUID } from 'node:crypto'
import type { EventOrder } from '../../shared/workshop-api/index.ts'
import { instantOf } from '../store/index.ts'
import type { SeedParts } from './seed-parts.ts'
import { stableId } from './stable-id.ts'
import { sheetFrom } from './sheet-templates.ts'
import type { SheetTemplate } from './sheet-templates.ts'

export interface AddedSheets {
  workshop: { id: string; slug: string }
  order: EventOrder
  templates: readonly SheetTemplate[]
  /** The planned day. */
  day: string
}

/** Returns the ids of the new sheets. */
export function addSheets({ store, sheets, orders, brakes }: SeedParts, added: AddedSheets, nowMs: number): string[] {
  const { workshop, order, templates, day } = added
  return store.write(() => {
    const ids = templates.map((template) => {
      const brakeId = template.brake === null ? null : stableId(workshop.slug, 'press-brake', template.brake)
      const id = randomUUID()
      const sheet = sheetFrom(template, {
        id,
        sheetNo: sheets.nextSheetNo(order.id),
        order,
        pressBrakeId: brakeId !== null && brakes.has(workshop.id, brakeId) ? brakeId : null,
        day,
        createdAt: instantOf(nowMs),
      })
      sheets.add(workshop.id, order.isTest, sheet)
      return id
    })
    if (ids.length > 0) orders.change(workshop.id, order, { type: 'order.updated' }, nowMs)
    return ids
  })
}
