// POST /orders/{number}/attachments, GET /orders/{number}/attachments/{id}, and the address from which a file is downloaded.
import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { attachment, attachmentLimits } from '../../shared/workshop-api/index.ts'
import type { Attachment } from '../../shared/workshop-api/index.ts'
import { Failure, basePath } from '../operation/index.ts'
import type { OpenRoute, Operations } from '../operation/index.ts'
import type { OrderStore } from '../orders/index.ts'
import { instantOf } from '../store/index.ts'
import type { ServiceClock, Store } from '../store/index.ts'
import type { AttachmentFiles } from './attachment-files.ts'
import { extensionOf } from './file-type.ts'
import { filesPath } from './signed-address.ts'
import type { SignedAddresses } from './signed-address.ts'

export function attachmentCalls(
  { store, orders, files }: { store: Store; orders: OrderStore; files: AttachmentFiles },
  addresses: SignedAddresses,
): Pick<Operations, 'addAttachment' | 'readAttachment'> {
  const insert = store.db.prepare('INSERT INTO attachment (id, order_id, body) VALUES (?, ?, ?)')
  return {
    addAttachment: ({ key, accessScope, params, body: { fil, type }, nowMs }) =>
      store.write(() => {
        const order = orders.find(accessScope, params.number)
        if (order === null) throw new Failure('not_found')
        // All orders but cancelled ones accept files: drawings before the work, photos or documents after it.
        if (order.status === 'avbrutt')
          throw new Failure('invalid_transition', {}, 'En avbrutt ordre tar ikke imot filer.')
        if (order.attachments.length >= attachmentLimits.perOrder) throw new Failure('too_many_files')
        const { bytes, contentType } = fil
        const newAttachment: Attachment = {
          id: randomUUID(),
          kind: type,
          contentType,
          bytes,
          createdAt: instantOf(nowMs),
        }
        insert.run(newAttachment.id, order.id, JSON.stringify(newAttachment))
        const changedOrder = { ...order, attachments: [...order.attachments, newAttachment] }
        orders.change(key.workshop.id, changedOrder, { type: 'order.updated' }, nowMs)
        files.store(fil.path, newAttachment.id)
        const location = `${basePath}/orders/${order.numberDisplay}/attachments/${newAttachment.id}`
        return { body: JSON.stringify(newAttachment), location }
      }),
    readAttachment: ({ accessScope, params, nowMs, origin }) => {
      const order = orders.find(accessScope, params.number)
      const orderAttachment = order?.attachments.find(({ id }) => id === params.id)
      if (orderAttachment === undefined) throw new Failure('not_found')
      const { path, expiresMs } = addresses.sign(orderAttachment.id, nowMs)
      return { body: JSON.stringify({ url: origin() + path, expiresAt: instantOf(expiresMs) }) }
    },
  }
}

const fileCall = z.object({
  params: z.object({ id: z.string() }),
  query: z.object({ expires: z.unknown().optional(), signature: z.unknown().optional() }),
})

/** Serves the file to anyone with the address. An invalid or expired address is a 404. */
export function fileRoute(
  { store, clock, files }: { store: Store; clock: ServiceClock; files: AttachmentFiles },
  addresses: SignedAddresses,
): OpenRoute {
  const select = store.db.prepare<[string], { body: string; number: string }>(
    `SELECT a.body, o.number_display AS number FROM attachment a JOIN work_order o ON o.id = a.order_id
     WHERE a.id = ? AND o.forwarded_at IS NULL`,
  )
  return {
    path: `${filesPath}/:id`,
    answer: async (call) => {
      const { params, query } = fileCall.parse(call)
      const verdict = addresses.check(params.id, query, clock.now())
      if (verdict === 'expired') throw new Failure('not_found', {}, 'Adressen til filen er utløpt. Hent en ny.')
      const row = verdict === 'valid' ? select.get(params.id) : undefined
      if (row === undefined) throw new Failure('not_found')
      const { id, kind, contentType, bytes } = attachment.parse(JSON.parse(row.body))
      return {
        body: await files.read(id),
        bytes,
        contentType,
        fileName: `${row.number}-${kind}-${id.slice(0, 8)}.${extensionOf(contentType)}`,
      }
    },
  }
}
