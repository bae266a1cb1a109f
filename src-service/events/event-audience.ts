// Who gets which events: what module each comes from, which a customer key sees (specification 6.3), and what the groups of
// `types` stand for.
import { eventTypes } from '../../shared/workshop-api/index.ts'
import type { EventType, KeyKind, ModuleName } from '../../shared/workshop-api/index.ts'

const moduleOf: Partial<Record<EventType, ModuleName>> = {
  'order.sms_failed': 'etikett',
  'order.prepaid': 'shop',
  'order.refunded': 'shop',
  'order.forwarded': 'nettverk',
  'bending_sheet.sent_for_approval': 'produksjon',
  'bending_sheet.approved': 'produksjon',
  'bending_sheet.change_requested': 'produksjon',
  'bending_sheet.bent': 'produksjon',
  'bending_sheet.rework': 'produksjon',
  'invoice.sent': 'kontor',
  'invoice.paid': 'kontor',
}

const notForCustomerKeys: ReadonlySet<EventType> = new Set([
  'order.invoice_undone',
  'order.paid',
  'order.sms_failed',
  'order.forwarded',
  'bending_sheet.bent',
  'bending_sheet.rework',
])

/** What stands for all events that begin alike. */
export const eventGroups = ['order.*', 'invoice.*', 'agreement.*', 'customer.*', 'bending_sheet.*']

/** True where a workshop with these modules gets the event at all. */
export function sentWith(modules: readonly ModuleName[], type: EventType): boolean {
  const module = moduleOf[type]
  return module === undefined || modules.includes(module)
}

/** The events a kind of key sees in a workshop with these modules. */
export function typesFor(kind: KeyKind, modules: readonly ModuleName[]): EventType[] {
  return eventTypes.filter((type) => sentWith(modules, type) && (kind === 'workshop' || !notForCustomerKeys.has(type)))
}

/** Reads `order.*,bending_sheet.bent`; null where a name stands for nothing. */
export function readTypes(list: string): ReadonlySet<EventType> | null {
  const wanted = new Set<EventType>()
  for (const name of list.split(',').map((part) => part.trim())) {
    const found = eventTypes.filter((type) =>
      eventGroups.includes(name) ? type.startsWith(name.slice(0, -1)) : type === name,
    )
    if (found.length === 0) return null
    for (const type of found) wanted.add(type)
  }
  return wanted
}
