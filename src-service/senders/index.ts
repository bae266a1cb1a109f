// The workers that send mail and webhook deliveries, and their connections. They load the mail and HTTP packages.
export { DeliveryWorker } from './delivery-worker.ts'
export { folderTransport, smtpTransport } from './mail-transport.ts'
export type { MailServer, MailTransport } from './mail-transport.ts'
export { MailWorker } from './mail-worker.ts'
export { WebhookSender } from './webhook-sender.ts'
export type { SenderOptions } from './webhook-sender.ts'
