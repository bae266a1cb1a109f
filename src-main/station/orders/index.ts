// The papers of customers' orders: read from the service, and stored on this computer.
export { OrderPapersReader } from './order-papers-reader.ts'
export { openOrderPapers, orderHandlers } from './open-order-papers.ts'
