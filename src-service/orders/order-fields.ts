// Applies the texts, contact and delivery of a call to an order. Pure.
import type { EventOrder, OrderChange } from '../../shared/workshop-api/index.ts'

/** The minimum length of the note of an order without lines (specification 8). */
const minNoteLength = 3

/** Omitted fields do not change. Null, or a text of white space only, clears a field. */
export function applyOrderFields(order: EventOrder, changes: OrderChange): EventOrder {
  const { projectNo, orderer, customerPo, title, note, externalRef } = order
  return {
    ...order,
    ...withChanges({ projectNo, orderer, customerPo, title, note, externalRef }, changes),
    contact: changes.contact === undefined ? order.contact : contactOf(order.contact, changes.contact),
    delivery: changes.delivery === undefined ? order.delivery : deliveryOf(order.delivery, changes.delivery),
  }
}

/** The invalid fields of an empty order: one without lines and without a note. */
export function missingFields({ lines, note }: EventOrder): string[] {
  if (lines.length > 0) return []
  if (note === null) return ['lines', 'note']
  return Array.from(note.trim()).length < minNoteLength ? ['note'] : []
}

type Texts = Record<string, string | null>

/** The texts with the sent changes. */
function withChanges<Fields extends Texts>(
  fields: Fields,
  changes: { readonly [Name in keyof Fields]?: string | null | undefined },
) {
  const changedEntries = Object.keys(fields).flatMap((name): [string, string | null][] => {
    const text = changes[name]
    return text === undefined ? [] : [[name, text === null || text.trim() === '' ? null : text]]
  })
  return { ...fields, ...Object.fromEntries(changedEntries) }
}

function contactOf(current: EventOrder['contact'], change: OrderChange['contact']): EventOrder['contact'] {
  const before = current ?? { name: null, company: null, orgNr: null, email: null, mobile: null }
  return change === null || change === undefined ? null : orNull(withChanges(before, change))
}

/** The workshop sets the delivery date: a caller can request one, but cannot clear it. */
function deliveryOf(current: EventOrder['delivery'], change: OrderChange['delivery']): EventOrder['delivery'] {
  const none = { mode: null, requestedDate: null, deliveryDate: current?.deliveryDate ?? null, address: null }
  if (change === null || change === undefined) return orNull(none)
  const before = current ?? none
  const address = before.address ?? { line: null, postalCode: null, city: null }
  return orNull({
    ...before,
    ...(change.mode === undefined ? {} : { mode: change.mode }),
    ...(change.requestedDate === undefined ? {} : { requestedDate: change.requestedDate }),
    ...(change.address === undefined
      ? {}
      : { address: change.address === null ? null : orNull(withChanges(address, change.address)) }),
  })
}

/** Null for an object whose members are all null. */
function orNull<Parts extends object>(parts: Parts): Parts | null {
  return Object.values(parts).every((part) => part === null) ? null : parts
}
