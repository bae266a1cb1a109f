// The calls about the papers of an order.
import { CallError, type Station } from '../../../shared/station-api/index.ts'
import type { OrderPapersReader } from './order-papers-reader.ts'

export type OrderHandlers = Pick<Station['handlers'], 'order.read' | 'order.file'>

export function orderHandlers(papers: Pick<OrderPapersReader, 'papersOf' | 'filePart'>): OrderHandlers {
  return {
    'order.read': ({ orderNumber }) => papers.papersOf(orderNumber),
    'order.file': async ({ orderNumber, fileId, offset }) => {
      const part = await papers.filePart(orderNumber, fileId, offset)
      if (part === null) throw new CallError('file_not_stored', `the file ${fileId} is not on this computer`)
      return part
    },
  }
}
