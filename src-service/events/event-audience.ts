// The audience of events: the module of each event, the events for customer keys (specification 6.3), and the groups of `types`.
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

/** A group matches all events with its prefix. */
export const eventGroups = ['order.*', 'invoice.*', 'agreement.*', 'customer.*', 'bending_sheet.*']

/** Whether a workshop with these modules gets the event. */
export function isInModules(modules: readonly ModuleName[], type: EventType): boolean {
  const module = moduleOf[type]
  return module === undefined || modules.includes(module)
}

/** The events that a kind of key sees in a workshop with these modules. */
export function visibleTypes(kind: KeyKind, modules: readonly ModuleName[]): EventType[] {
  return eventTypes.filter(
    (type) => isInModules(modules, type) && (kind === 'workshop' || !notForCustomerKeys.has(type)),
  )
}

/** Parses `order.*,bending_sheet.bent`. Null if a name is unknown. */
export function parseTypes(list: string): ReadonlySet<EventType> | null {
  const types = new Set<EventType>()
  for (const name of list.split(',').map((part) => part.trim())) {
    const matching = eventTypes.filter((type) =>
      eventGroups.includes(name) ? type.startsWith(name.slice(0, -1)) : type === name,
    )
    if (matching.length === 0) return null
    for (const type of matching) types.add(type)
  }
  return types
}
