// Applies the texts, contact and delivery of a call to an order. Pure.
import type { EventOrder, OrderChange } from '../../shared/workshop-api/index.ts'

/** The minimum length of the note of an order without lines (specification 8). */
const shortestNote = 3

/** Omitted fields do not change. Null, or a text of white space only, clears a field. */
export function applyOrderFields(order: EventOrder, sent: OrderChange): EventOrder {
  const { projectNo, orderer, customerPo, title, note, externalRef } = order
  return {
    ...order,
    ...withChanges({ projectNo, orderer, customerPo, title, note, externalRef }, sent),
    contact: sent.contact === undefined ? order.contact : contactOf(order.contact, sent.contact),
    delivery: sent.delivery === undefined ? order.delivery : deliveryOf(order.delivery, sent.delivery),
  }
}

/** The invalid fields of an empty order: one without lines and without a note. */
export function missingFields({ lines, note }: EventOrder): string[] {
  if (lines.length > 0) return []
  if (note === null) return ['lines', 'note']
  return Array.from(note.trim()).length < shortestNote ? ['note'] : []
}

type Texts = Record<string, string | null>

/** The texts with the sent changes. */
function withChanges<Kept extends Texts>(
  fields: Kept,
  sent: { readonly [Name in keyof Kept]?: string | null | undefined },
) {
  const changed = Object.keys(fields).flatMap((name): [string, string | null][] => {
    const text = sent[name]
    return text === undefined ? [] : [[name, text === null || text.trim() === '' ? null : text]]
  })
  return { ...fields, ...Object.fromEntries(changed) }
}

function contactOf(current: EventOrder['contact'], sent: OrderChange['contact']): EventOrder['contact'] {
  const before = current ?? { name: null, company: null, orgNr: null, email: null, mobile: null }
  return sent === null || sent === undefined ? null : orNull(withChanges(before, sent))
}

/** The workshop sets the delivery date: a caller can request one, but cannot clear it. */
function deliveryOf(current: EventOrder['delivery'], sent: OrderChange['delivery']): EventOrder['delivery'] {
  const none = { mode: null, requestedDate: null, deliveryDate: current?.deliveryDate ?? null, address: null }
  if (sent === null || sent === undefined) return orNull(none)
  const before = current ?? none
  const address = before.address ?? { line: null, postalCode: null, city: null }
  return orNull({
    ...before,
    ...(sent.mode === undefined ? {} : { mode: sent.mode }),
    ...(sent.requestedDate === undefined ? {} : { requestedDate: sent.requestedDate }),
    ...(sent.address === undefined
      ? {}
      : { address: sent.address === null ? null : orNull(withChanges(address, sent.address)) }),
  })
}

/** Null for an object whose members are all null. */
function orNull<Parts extends object>(parts: Parts): Parts | null {
  return Object.values(parts).every((part) => part === null) ? null : parts
}
