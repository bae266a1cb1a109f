// The calls of the fake station about the papers of orders, from what a test sets.
import { CallError, paperPartBytes, type OrderPapers, type Station } from '../../../../shared/station-api/index.ts'
import type { AttachmentType } from '../../../../shared/workshop-api/index.ts'

export interface FakePapers {
  /** By the number of the order. Without an entry, the order was never read. */
  papers: Map<string, OrderPapers>
  /** The bytes of the customers' files, by their id. */
  paperFiles: Map<string, { type: AttachmentType; bytes: Uint8Array }>
}

export const newFakePapers = (): FakePapers => ({ papers: new Map(), paperFiles: new Map() })

export function fakeOrders(
  station: () => FakePapers,
  admit: (name: string) => void,
): Pick<Station['handlers'], 'order.read' | 'order.file'> {
  return {
    'order.read': ({ orderNumber }) => {
      admit('order.read')
      const unread = { order: null, readAt: null, isReading: false, problem: null, files: [], sheets: [] }
      return station().papers.get(orderNumber) ?? { orderNumber, ...unread }
    },
    'order.file': ({ fileId, offset }) => {
      admit('order.file')
      const file = station().paperFiles.get(fileId)
      if (file === undefined) throw new CallError('file_not_stored', fileId)
      const part = file.bytes.subarray(offset, offset + paperPartBytes)
      return { type: file.type, bytes: file.bytes.length, base64: Buffer.from(part).toString('base64') }
    },
  }
}
