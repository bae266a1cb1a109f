// The webhooks, the queue of deliveries to them, and their signatures.
export { DeliveryQueue } from './delivery-queue.ts'
export type { Attempt, DueMessage, ListedDelivery, Outcome } from './delivery-queue.ts'
export { signatureOf } from './signature.ts'
export { WebhookStore } from './webhook-store.ts'
export type { WebhookAddress } from './webhook-store.ts'
