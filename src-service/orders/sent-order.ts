// What a caller says of an order, put on it: texts, contact and delivery. Lines are another matter. Pure.
import type { EventOrder, OrderChange } from '../../shared/workshop-api/index.ts'

/** How short the note of an order without lines may be (specification 8). */
const shortestNote = 3

/** What is left out stays; null, or a text of nothing but spaces, takes away. */
export function withSaid(order: EventOrder, sent: OrderChange): EventOrder {
  const { projectNo, orderer, customerPo, title, note, externalRef } = order
  return {
    ...order,
    ...said({ projectNo, orderer, customerPo, title, note, externalRef }, sent),
    contact: sent.contact === undefined ? order.contact : contactOf(order.contact, sent.contact),
    delivery: sent.delivery === undefined ? order.delivery : deliveryOf(order.delivery, sent.delivery),
  }
}

/** The fields at fault where an order asks for nothing: no lines, and no note that says anything. */
export function missingIn({ lines, note }: EventOrder): string[] {
  if (lines.length > 0) return []
  if (note === null) return ['lines', 'note']
  return Array.from(note.trim()).length < shortestNote ? ['note'] : []
}

type Texts = Record<string, string | null>

/** The same texts, with what was sent of them in place of what stood there. */
function said<Kept extends Texts>(kept: Kept, sent: { readonly [Name in keyof Kept]?: string | null | undefined }) {
  const changed = Object.keys(kept).flatMap((name): [string, string | null][] => {
    const text = sent[name]
    return text === undefined ? [] : [[name, text === null || text.trim() === '' ? null : text]]
  })
  return { ...kept, ...Object.fromEntries(changed) }
}

function contactOf(kept: EventOrder['contact'], sent: OrderChange['contact']): EventOrder['contact'] {
  const before = kept ?? { name: null, company: null, orgNr: null, email: null, mobile: null }
  return sent === null || sent === undefined ? null : orNull(said(before, sent))
}

/** The delivery day is the workshop's: a caller asks for one and takes none away. */
function deliveryOf(kept: EventOrder['delivery'], sent: OrderChange['delivery']): EventOrder['delivery'] {
  const none = { mode: null, requestedDate: null, deliveryDate: kept?.deliveryDate ?? null, address: null }
  if (sent === null || sent === undefined) return orNull(none)
  const before = kept ?? none
  const address = before.address ?? { line: null, postalCode: null, city: null }
  return orNull({
    ...before,
    ...(sent.mode === undefined ? {} : { mode: sent.mode }),
    ...(sent.requestedDate === undefined ? {} : { requestedDate: sent.requestedDate }),
    ...(sent.address === undefined
      ? {}
      : { address: sent.address === null ? null : orNull(said(address, sent.address)) }),
  })
}

/** An object of which nothing is left is none. */
function orNull<Parts extends object>(parts: Parts): Parts | null {
  return Object.values(parts).every((part) => part === null) ? null : parts
}
